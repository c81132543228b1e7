//! The texts of the web page: its frame and its style contain none, and its code uses all of them.
//! (`scripts/check page` looks for texts in the code.)

use std::collections::BTreeSet;
use std::path::Path;

use chongkak::chong::{ChongRules, Profile};
use chongkak::language::Language;
use chongkak::rules::Rules;

use crate::support::home;

/// The folders of the page and of the site, and those of saved pages.
const PAGES: [&str; 3] = ["src/cli/web/page", "src/cli/web/page/chong", "web/site"];
const SAVED: [&str; 2] = ["src/show/page", "src/show/page/shared"];

/// The files with this extension in some folders, with their contents.
fn files(folders: &[&str], ending: &str) -> Vec<(String, String)> {
    let entries = folders.iter().map(|folder| std::fs::read_dir(home().join(folder)).unwrap());
    let paths = entries.flatten().map(|entry| entry.unwrap().path());
    let own = paths.filter(|path| path.extension().is_some_and(|found| found == ending));
    let read = |path: &Path| std::fs::read_to_string(path).unwrap();
    own.map(|path| (path.display().to_string(), read(&path))).collect()
}

/// Proper names, which are the same in every language.
const PROPER: [&str; 4] = ["chongkak", "chongkak: Chong", "Chongkak", "Chong"];

#[test]
fn no_text_of_the_page_stands_in_its_style() {
    for (path, style) in files(&[&PAGES[..], &SAVED].concat(), "css") {
        for text in style.split("content: \"").skip(1) {
            let text = text.split('"').next().unwrap();
            assert!(!text.contains(char::is_alphabetic), "{path}: {text}");
        }
    }
}

#[test]
fn no_text_of_the_page_stands_in_its_frame() {
    let pages = files(&PAGES, "html");
    assert_eq!(pages.len(), 2);
    for (path, page) in &pages {
        for part in page.split('>').skip(1) {
            let text = part.split('<').next().unwrap().trim();
            let filled = text.starts_with('{');
            let told = format!("{path}: {text:?}");
            let words = text.chars().any(char::is_alphabetic);
            assert!(!words || filled || PROPER.contains(&text), "{told}");
        }
        for attribute in ["aria-label=", " title=", "placeholder=\"a", "alt="] {
            assert!(!page.contains(attribute), "{path} has {attribute}");
        }
    }
}

/// All requested texts exist, and all texts are requested.
#[test]
fn the_code_names_the_texts_that_there_are() {
    let english = Language::english();
    let keys: BTreeSet<&str> = english.keys().filter_map(|key| key.strip_prefix("page.")).collect();
    let mut named = BTreeSet::from([
        "frame.scripts".to_owned(),
        "frame.scripts-of-site".to_owned(),
        "frame.former".to_owned(),
    ]);
    let mut beginnings = BTreeSet::new();
    for (path, script) in files(&[&PAGES[..], &SAVED].concat(), "js") {
        let calls: Vec<&str> = script.split("t(\"").collect();
        for pair in calls.windows(2) {
            // Other functions may end with this letter.
            if !pair[0].ends_with(|c: char| c.is_alphanumeric() || c == '.') {
                let key = pair[1].split('"').next().unwrap();
                let known = keys.contains(key) || key.starts_with("saved.");
                assert!(known, "{path}: no text {key}");
            }
        }
        let quoted = |key: &&&str| script.contains(&format!("\"{key}\""));
        named.extend(keys.iter().filter(quoted).map(|key| (*key).to_owned()));
        let begun = script.split('`').filter_map(|part| part.split_once("${"));
        let begun = begun.map(|(beginning, _)| beginning.to_owned());
        beginnings.extend(begun.filter(|part| part.contains('.') && part.ends_with(['.', '-'])));
    }
    for (path, page) in files(&PAGES, "html") {
        for attribute in ["data-text=\"", "data-label=\"", "data-title=\""] {
            for part in page.split(attribute).skip(1) {
                let key = part.split('"').next().unwrap();
                assert!(keys.contains(key), "{path}: no text {key}");
                named.insert(key.to_owned());
            }
        }
    }
    let begun = |key: &str| beginnings.iter().any(|beginning| key.starts_with(beginning));
    let unused: Vec<_> = keys.iter().filter(|key| !named.contains(**key) && !begun(key)).collect();
    assert!(unused.is_empty(), "{unused:?}");
}

/// The texts that scripts of saved pages use are passed to them.
#[test]
fn saved_pages_have_the_texts_that_their_scripts_say() {
    let room = std::fs::read_to_string(home().join(SAVED[0]).join("mod.rs")).unwrap();
    let mut said = 0;
    for (path, script) in files(&SAVED, "js") {
        let parts: Vec<&str> = script.split("t(\"").collect();
        for pair in parts.windows(2) {
            // Another function's name may end with this letter.
            if pair[0].ends_with(char::is_alphanumeric) {
                continue;
            }
            let name = pair[1].split('"').next().unwrap();
            let given =
                ["", "page."].map(|start| room.contains(&format!("    \"{start}{name}\",")));
            assert!(given.contains(&true), "{path}: no text {name}");
            said += 1;
        }
    }
    assert!(said > 10, "{said}");
}

/// Every option of both games has its words on the page, and so does every named value.
#[test]
fn options_have_their_words() {
    let english = Language::english();
    let has = |key: String| {
        assert!(!english.forms_of(&key).is_empty(), "no text {key}");
    };
    for option in chongkak::rules::OPTION_NAMES {
        has(format!("page.options.{option}.name"));
        for value in Rules::values_of(option).unwrap() {
            has(format!("page.options.{option}.{value}"));
        }
    }
    for option in chongkak::chong::OPTION_NAMES.iter().skip(1) {
        has(format!("page.chong.options.{option}.name"));
        for value in ChongRules::values_of(option).unwrap() {
            has(format!("page.chong.options.{option}.{value}"));
        }
    }
    for profile in Profile::names() {
        has(format!("page.chong.profiles.{profile}"));
    }
}
