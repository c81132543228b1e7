//! The language files: the same keys, the same names to fill in, and no English left.

use std::collections::BTreeSet;

use chongkak::language::{Language, list_of_page};

use crate::support::{home, python};

/// Texts that equal the English ones, by key or prefix, each with the reason.
const SAME: [(&str, &str); 10] = [
    ("page.sets.overbeck.game", "the name of a game"),
    ("page.sets.conglak", "the name of a game, and of the country"),
    ("page.sets.congklak.game", "the name of a game"),
    ("page.sets.sungka.game", "the name of a game"),
    ("page.sets.chonka", "the name of a game, and of a town"),
    ("page.sets.dakon.game", "the name of a game"),
    ("page.sets.kalah.game", "the name of a game"),
    ("page.engine.time", "the sign of seconds"),
    ("rule-sets.overbeck.source", "the title of a text"),
    ("claims.overbeck.source", "the title of a text"),
];

/// The names in all forms of a text.
fn names(language: &Language, key: &str) -> BTreeSet<String> {
    let forms = language.forms_of(key);
    let names = forms.iter().flat_map(|text| text.split(['{', '}']).skip(1).step_by(2));
    names.map(str::to_owned).collect()
}

/// Whether a text has words besides its names in braces.
fn has_letters(text: &str) -> bool {
    let around = text.split('}').map(|part| part.split('{').next().unwrap());
    around.into_iter().any(|part| part.contains(char::is_alphabetic))
}

/// The errors of a language compared with English.
fn faults(language: &Language, english: &Language) -> Vec<String> {
    let mut faults = Vec::new();
    let keys = |one: &Language| one.keys().map(str::to_owned).collect::<BTreeSet<_>>();
    let (own, all) = (keys(language), keys(english));
    faults.extend(all.difference(&own).map(|key| format!("{key} is missing")));
    faults.extend(own.difference(&all).map(|key| format!("{key} is not in English")));
    for key in own.intersection(&all) {
        let (found, expected) = (names(language, key), names(english, key));
        if found != expected {
            faults.push(format!("{key} has {found:?}, expected {expected:?}"));
        }
        let texts = language.forms_of(key);
        if texts.iter().any(|text| text.trim().is_empty()) {
            faults.push(format!("{key} is empty"));
        }
        let may = SAME.iter().any(|(same, _)| key.starts_with(same));
        let letters = texts.iter().any(|text| has_letters(text));
        if letters && !may && texts == english.forms_of(key) {
            faults.push(format!("{key} is as in English: {texts:?}"));
        }
    }
    faults
}

#[test]
fn all_languages_have_the_same_texts() {
    let english = Language::english();
    assert!(english.keys().count() > 0);
    for language in Language::all() {
        if language.code() != english.code() {
            let told = faults(language, english).join("\n");
            assert!(told.is_empty(), "{}:\n{told}", language.name());
        }
    }
}

/// Every exception is needed: once translated, its entry must be removed.
#[test]
fn texts_that_may_be_the_same_are() {
    let english = Language::english();
    for (same, reason) in SAME {
        let is = |language: &Language, key: &str| language.forms_of(key) == english.forms_of(key);
        let others = || Language::all().iter().filter(|one| one.code() != "en");
        let mut keys = english.keys().filter(|key| key.starts_with(same));
        assert!(keys.any(|key| others().any(|one| is(one, key))), "{same}: {reason}");
    }
}

/// Another language takes one file and one line: this one is English with its letters reversed.
#[test]
fn a_made_up_language_is_one_file() {
    let turned = made_up();
    let made_up = Language::read(&turned).unwrap();
    assert_eq!(made_up.name(), "hsilgnE");
    let told = faults(&made_up, Language::english()).join("\n");
    assert!(told.is_empty(), "{told}");
    // The checks detect missing, extra and untranslated texts.
    let (line, text) = (r#"gnitseT = "a""#, "[page.made-up]");
    let more = Language::read(&format!("{turned}\n{text}\n{line}\n")).unwrap();
    assert_eq!(faults(&more, Language::english()).len(), 1);
    assert_eq!(faults(Language::english(), &more).len(), 1);
    assert!(!faults(Language::english(), Language::english()).is_empty());
}

/// The English file with every text reversed except the names in braces.
fn made_up() -> String {
    let text = std::fs::read_to_string(home().join("crates/base/src/language/en.toml")).unwrap();
    let mut file: toml::Table = text.parse().unwrap();
    for (name, value) in &mut file {
        turn(value, name == "language");
    }
    let about = file["language"].as_table_mut().unwrap();
    about.insert("code".into(), "qaa".into());
    toml::to_string(&file).unwrap()
}

fn turn(value: &mut toml::Value, only_name: bool) {
    match value {
        toml::Value::String(text) => *text = turned(text),
        toml::Value::Table(table) => {
            for (name, value) in table {
                if !only_name || name == "name" {
                    turn(value, false);
                }
            }
        }
        _ => {}
    }
}

fn turned(text: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    for part in text.split_inclusive('}') {
        let (before, name) = part.split_once('{').map_or((part, None), |(a, b)| (a, Some(b)));
        parts.push(before.chars().rev().collect());
        parts.extend(name.map(|name| format!("{{{name}")));
    }
    parts.concat()
}

/// The only place that lists the language files, each once; everything else reads the folder.
#[test]
fn a_language_is_named_in_one_line() {
    let folder = home().join("crates/base/src/language");
    let room = std::fs::read_to_string(folder.join("mod.rs")).unwrap();
    let mut files = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            let name = path.file_name().unwrap().to_str().unwrap();
            assert_eq!(room.matches(&format!("include_str!(\"{name}\")")).count(), 1, "{name}");
            let code = path.file_stem().unwrap().to_str().unwrap();
            assert_eq!(Language::named(code).unwrap().code(), code);
            files += 1;
        }
    }
    assert_eq!(files, Language::all().len());
}

/// A program that prints what `scripts/build-site` writes about languages, as JSON by file name.
const WRITTEN: &str = "
import importlib.machinery, importlib.util, json, sys
sys.path.append('scripts')
loader = importlib.machinery.SourceFileLoader('build_site', 'scripts/build-site')
site = importlib.util.module_from_spec(importlib.util.spec_from_loader('build_site', loader))
loader.exec_module(site)
print(json.dumps(dict(site.written(dict(site.languages())))))
";

#[test]
fn the_site_has_the_texts_that_the_program_serves() {
    let run = python("-Bc").arg(WRITTEN).current_dir(home()).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let mut written: serde_json::Map<String, serde_json::Value> =
        serde_json::from_slice(&run.stdout).unwrap();
    let mut same = |name: String, text: String| {
        let served: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(written.remove(&name), Some(served), "{name}");
    };
    same("languages.json".to_owned(), list_of_page());
    for language in Language::all() {
        same(format!("language/{}.json", language.code()), language.of_page());
    }
    assert!(written.is_empty(), "{:?}", written.keys());
}
