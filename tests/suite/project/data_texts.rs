//! The texts about the data: rule sets, claims and the sources of Chong are described in every
//! language, and the English file repeats the words of the data.

use std::collections::{BTreeMap, BTreeSet};

use chongkak::chong::OptionCitation;
use chongkak::claims::{ClaimFile, SHIPPED};
use chongkak::language::Language;
use chongkak::rules::Preset;

use crate::support::home;

/// Names of sources that are the same in all languages.
const PROPER: [&str; 8] = [
    "Overbeck 1915",
    "Conglak",
    "Congklak",
    "Sungka",
    "Parker 1909",
    "Donkers et al. 2000",
    "Kalah",
    "Shternberg 1933",
];

/// The file of a built-in rule set.
fn file_of(name: &str) -> toml::Table {
    let path = home().join(format!("src/rules/shipped/{name}.toml"));
    std::fs::read_to_string(path).unwrap().parse().unwrap()
}

/// A text of a table; empty if missing.
fn text(table: &toml::Table, name: &str) -> String {
    let text = table.get(name).map(|text| text.as_str().unwrap());
    text.unwrap_or_default().to_owned()
}

/// The sources of a rule file, each with the first option named.
fn cited(file: &toml::Table) -> Vec<(String, &toml::Table)> {
    let sources = file.get("source").into_iter().flat_map(|all| all.as_array().unwrap());
    let first = |source: &toml::Table| match &source["option"] {
        toml::Value::Array(all) => all[0].as_str().unwrap().to_owned(),
        one => one.as_str().unwrap().to_owned(),
    };
    sources.map(|source| source.as_table().unwrap()).map(|one| (first(one), one)).collect()
}

/// The keys of titles, sources and notes, each with the words of the data.
fn of_data() -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    let mut add = |key: String, words: String| {
        if !words.is_empty() {
            assert_eq!(all.insert(key.clone(), words), None, "{key}");
        }
    };
    for preset in Preset::all() {
        let (file, start) = (file_of(preset.name), format!("rule-sets.{}", preset.name));
        add(format!("{start}.title"), preset.title.to_owned());
        add(format!("{start}.source"), preset.source.full.clone());
        for (option, source) in cited(&file) {
            add(format!("{start}.notes.{option}"), text(source, "note"));
        }
    }
    for (name, text) in SHIPPED {
        let file = ClaimFile::read(text).unwrap();
        add(format!("claims.{name}.title"), file.title);
        add(format!("claims.{name}.source"), file.source);
        for claim in file.claims {
            add(format!("claims.{name}.notes.{}", claim.id), claim.note);
        }
    }
    for citation in OptionCitation::all() {
        add(format!("chong-notes.{}", citation.option), citation.note.clone());
    }
    all
}

/// The names of sources and of places in them.
fn places() -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for preset in Preset::all() {
        all.insert(preset.source.short.clone());
        for (_, source) in cited(&file_of(preset.name)) {
            all.insert(text(source, "reference"));
        }
    }
    for (_, text) in SHIPPED {
        all.extend(ClaimFile::read(text).unwrap().claims.into_iter().map(|claim| claim.section));
    }
    all.extend(OptionCitation::all().iter().map(|citation| citation.source.clone()));
    all.retain(|place| !place.is_empty());
    all
}

/// The key of a place, if it has one.
fn key_of(place: &str) -> Option<String> {
    let is_number = |number: &str| number.bytes().all(|b| b.is_ascii_digit());
    if place.strip_prefix("hint ").is_some_and(is_number) {
        return Some("places.hint".to_owned());
    }
    let is_paragraph = place.strip_prefix("§ ").is_some_and(is_number);
    let words = place.to_lowercase().replace(|c: char| !c.is_ascii_alphanumeric(), " ");
    let words: Vec<&str> = words.split_whitespace().collect();
    let named = is_paragraph || PROPER.contains(&place);
    (!named).then(|| format!("places.{}", words.join("-")))
}

/// All keys of texts about the data.
pub fn keys() -> BTreeSet<String> {
    let places = places();
    of_data().into_keys().chain(places.iter().filter_map(|place| key_of(place))).collect()
}

#[test]
fn titles_sources_and_notes_are_told_in_every_language() {
    let all = of_data();
    assert!(all.len() > 100, "{}", all.len());
    let mut faults = Vec::new();
    for (key, words) in &all {
        let english = Language::english().forms_of(key);
        if english != [words] {
            faults.push(format!("{key} is {english:?} in en.toml, and in the data {words:?}"));
        }
        let lacks = |language: &&Language| language.forms_of(key).is_empty();
        faults.extend(
            Language::all()
                .iter()
                .filter(lacks)
                .map(|language| format!("{key} is missing in {}: {words:?}", language.name())),
        );
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn places_in_sources_are_told_in_every_language() {
    let english = Language::english();
    for place in places() {
        assert_eq!(english.place(&place), place);
        for language in Language::all() {
            let told = language.place(&place);
            let same = key_of(&place).is_none() || language == english;
            assert_eq!(told.to_lowercase() == place.to_lowercase(), same, "{}", language.name());
        }
    }
}
