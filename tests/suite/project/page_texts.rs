//! The texts of the page in the browser: none stands in its code, and its code names all that there
//! are.

use std::collections::BTreeSet;
use std::path::Path;

use chongkak::chong::{ChongRules, Profile};
use chongkak::language::Language;
use chongkak::rules::Rules;

use crate::support::home;

/// Literals that look like texts and are none, or are no texts of the page, each with the reason.
const NO_TEXTS: [(&str, &str); 13] = [
    ("Home, End", "what is written on keys"),
    ("u, Ctrl+Z; Ctrl+Y", "what is written on keys"),
    ("grid zero", "classes"),
    ("strong done", "classes"),
    ("die one", "classes"),
    ("chong sample", "classes"),
    ("button, summary, a, input", "elements"),
    ("select, input, summary", "elements"),
    ("Sk", "pieces"),
    ("… is no hole", "a fault of the page"),
    ("no text …", "a fault of the page"),
    ("…: no value …", "a fault of the page"),
    (
        "the search was cancelled before it found anything",
        "an answer of the protocol, which the page does not show",
    ),
];

/// Names of the browser that begin like a sentence.
const NAMES: [&str; 7] = [
    "Arrow",
    "Backspace",
    "Delete",
    "End",
    "Enter",
    "Escape",
    "Home",
];

/// The folders of the page and of the site, and that of saved pages.
const PAGES: [&str; 3] = ["src/cli/web/page", "src/cli/web/page/chong", "web/site"];
const SAVED: &str = "src/show/page";

/// The files of some folders with an ending, with their texts.
fn files(folders: &[&str], ending: &str) -> Vec<(String, String)> {
    let entries = folders
        .iter()
        .map(|folder| std::fs::read_dir(home().join(folder)).unwrap());
    let paths = entries.flatten().map(|entry| entry.unwrap().path());
    let own = paths.filter(|path| path.extension().is_some_and(|found| found == ending));
    let read = |path: &Path| std::fs::read_to_string(path).unwrap();
    own.map(|path| (path.display().to_string(), read(&path)))
        .collect()
}

/// The literals of a script: of each its text, without what is filled into it, and what stands
/// before it in its line.
fn literals(script: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let code: String = script
        .lines()
        .map(|line| format!("{}\n", without_comment(line)))
        .collect();
    let mut rest = code.as_str();
    let mut line = String::new();
    while let Some(at) = rest.find(['"', '`', '\n']) {
        line.push_str(&rest[..at]);
        let mark = rest[at..].chars().next().unwrap();
        rest = &rest[at + 1..];
        if mark == '\n' {
            line.clear();
            continue;
        }
        let Some(end) = end_of(rest, mark) else { break };
        let text = rest[..end]
            .split("${")
            .enumerate()
            .map(|(index, part)| match index {
                0 => part.to_owned(),
                _ => format!("…{}", part.split_once('}').map_or("", |(_, behind)| behind)),
            });
        found.push((text.collect(), line.clone()));
        // Its name tells of an attribute whether that is shown.
        if &rest[..end] == "aria-label" {
            line.push_str(&rest[..end]);
        }
        line.push('"');
        rest = &rest[end + 1..];
    }
    found
}

/// The end of a literal that has begun.
fn end_of(rest: &str, mark: char) -> Option<usize> {
    let mut escaped = false;
    let mut depth = 0;
    for (at, c) in rest.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '{' if mark == '`' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            _ if c == mark && depth == 0 => return Some(at),
            _ => {}
        }
    }
    None
}

/// A line without the remark at its end.
fn without_comment(line: &str) -> &str {
    let quotes = |text: &str| text.matches(['"', '`']).count();
    let mut places = line.match_indices("//").map(|(at, _)| at);
    let at = places.find(|at| quotes(&line[..*at]).is_multiple_of(2));
    &line[..at.unwrap_or(line.len())]
}

/// The code before what is shown to people. Behind those of the second list it may stand in any
/// place of a list.
const SHOWN: [&str; 17] = [
    "button(",
    "labelled(",
    "say(",
    "speak(",
    "complain(",
    "new Option(",
    "fileButton(",
    "element(\", ",
    "panel(\", ",
    "mistake(wrong, ",
    "mistake(this.wrong, ",
    ".textContent = ",
    ".title = ",
    "title: ",
    "placeholder: ",
    "aria-label\": ",
    "aria-label\", ",
];
const SHOWN_IN_LISTS: [&str; 3] = [".append(", ".prepend(", ".replaceChildren("];

/// Tells whether people see what stands behind this code: there a single word is a text.
fn is_shown(before: &str) -> bool {
    let within = |sink: &str, lists: bool| {
        let (outside, rest) = before.rsplit_once(sink)?;
        // Another name that ends so.
        let own = sink.starts_with(|c: char| !c.is_alphabetic())
            || !outside.ends_with(|c: char| c.is_alphanumeric());
        let mut depth = 0;
        let ended = rest.chars().any(|c| {
            depth += i32::from(matches!(c, '(' | '[' | '{'));
            depth -= i32::from(matches!(c, ')' | ']' | '}'));
            depth < 0 || c == ';' || depth == 0 && c == ',' && !lists
        });
        (own && !ended && depth == 0).then_some(())
    };
    let compared = before.trim_end().ends_with("==");
    let found = SHOWN.iter().any(|sink| within(sink, false).is_some())
        || SHOWN_IN_LISTS
            .iter()
            .any(|sink| within(sink, true).is_some());
    found && !compared
}

/// Tells whether a literal has words for people: a word where such are shown, and elsewhere two
/// words with a blank between them, or one that begins like a sentence.
fn is_text(text: &str, before: &str) -> bool {
    // Styles, places in a page and shapes are no words.
    let attribute = [
        "class: ",
        "className = ",
        "d: ",
        "transform: ",
        "transform = ",
        "transition = ",
    ];
    let code = attribute
        .iter()
        .any(|name| before.trim_end_matches('(').ends_with(name))
        || text.contains(['#', '[', '=', '>', '<', '|', '_', '{'])
        || text.starts_with(['.', '(', 'M', '-', ':']) && !text.contains(". ");
    let words: Vec<&str> = text.split(' ').collect();
    let is_word = |word: &str| word.chars().filter(|c| c.is_alphabetic()).count() > 1;
    let several = words
        .windows(2)
        .any(|pair| pair.iter().all(|word| is_word(word)));
    let mut letters = text.chars();
    let sentence = letters.next().is_some_and(char::is_uppercase)
        && letters.next().is_some_and(char::is_lowercase)
        && text
            .chars()
            .all(|c| !c.is_uppercase() || text.starts_with(c));
    // Quotation marks are written by their numbers.
    let sign = text.starts_with("\\u");
    let single = words.iter().any(|word| is_word(word)) && is_shown(before) && !sign;
    (several || sentence || single) && !code && !NAMES.contains(&text)
}

fn texts_in(script: &str) -> Vec<String> {
    let found = literals(script)
        .into_iter()
        .filter(|(text, before)| is_text(text, before));
    found.map(|(text, _)| text).collect()
}

#[test]
fn no_text_of_the_page_stands_in_its_code() {
    let scripts = files(&[&PAGES[..], &[SAVED]].concat(), "js");
    assert!(scripts.len() > 60, "{}", scripts.len());
    let mut known = BTreeSet::new();
    let mut told = Vec::new();
    for (path, script) in &scripts {
        for text in texts_in(script) {
            match NO_TEXTS.iter().find(|(literal, _)| *literal == text) {
                Some((literal, _)) => {
                    known.insert(*literal);
                }
                None => told.push(format!("{path}: {text}")),
            }
        }
    }
    assert!(told.is_empty(), "{}", told.join("\n"));
    for (literal, reason) in NO_TEXTS {
        assert!(
            known.contains(literal),
            "{literal} ({reason}) is not there any more"
        );
    }
}

#[test]
fn texts_in_code_are_seen() {
    for script in [
        r#"say("Taken back.");"#,
        r#"const a = button("Undo", () => {});"#,
        r#"say(`${side} wins by ${seeds} seeds`); // so it is"#,
        r#"return count === 1 ? "way goes" : "ways go";"#,
        r#"label.append(this.real, " real dice");"#,
        r#"const a = button("undo", () => {});"#,
        r#"one.append(element("b", "draw"), " ", "won");"#,
        r#"place.textContent = lost ? "lost" : t("frame.open");"#,
        r#"svgElement("g", { role: "button", "aria-label": "hole" })"#,
        r#"say(`${count} seeds`);"#,
    ] {
        assert!(!texts_in(script).is_empty(), "{script}");
    }
    for script in [
        r#"say(t("play.taken-back")); // "Taken back.""#,
        r#"element("p", "", { class: "strong done" });"#,
        r#"const path = "M5 5h3v14H5z";"#,
        r#"one.append(element("b", t("value.draw")), element("span"));"#,
        r#"one.textContent = state === "lost" ? t("frame.lost") : "";"#,
        r#"row.append(button(t("share.page"), page, { id: "save" }));"#,
        r#"place.querySelector("details summary[open]"), key === "ArrowLeft""#,
    ] {
        assert_eq!(texts_in(script), [""; 0], "{script}");
    }
}

/// Names that stand in the pages as they are, in every language.
const PROPER: [&str; 4] = ["chongkak", "chongkak: Chong", "Chongkak", "Chong"];

#[test]
fn no_text_of_the_page_stands_in_its_style() {
    for (path, style) in files(&[&PAGES[..], &[SAVED]].concat(), "css") {
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

/// All that the page asks for is there, and all that is there is asked for.
#[test]
fn the_code_names_the_texts_that_there_are() {
    let english = Language::english();
    let keys: BTreeSet<&str> = english
        .keys()
        .filter_map(|key| key.strip_prefix("page."))
        .collect();
    let mut named = BTreeSet::from([
        "frame.scripts".to_owned(),
        "frame.scripts-of-site".to_owned(),
    ]);
    let mut beginnings = BTreeSet::new();
    for (path, script) in files(&PAGES, "js") {
        let calls: Vec<&str> = script.split("t(\"").collect();
        for pair in calls.windows(2) {
            // What ends with these letters is another function.
            if !pair[0].ends_with(|c: char| c.is_alphanumeric() || c == '.') {
                let key = pair[1].split('"').next().unwrap();
                assert!(keys.contains(key), "{path}: no text {key}");
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
    let begun = |key: &str| {
        beginnings
            .iter()
            .any(|beginning| key.starts_with(beginning))
    };
    let unused: Vec<_> = keys
        .iter()
        .filter(|key| !named.contains(**key) && !begun(key))
        .collect();
    assert!(unused.is_empty(), "{unused:?}");
}

/// The texts that scripts of saved pages say they are given: the last parts of keys.
#[test]
fn saved_pages_have_the_texts_that_their_scripts_say() {
    let room = std::fs::read_to_string(home().join(SAVED).join("mod.rs")).unwrap();
    let mut said = 0;
    for (path, script) in files(&[SAVED], "js") {
        let parts: Vec<&str> = script.split("t(\"").collect();
        for pair in parts.windows(2) {
            // Another function's name may end so.
            if pair[0].ends_with(char::is_alphanumeric) {
                continue;
            }
            let name = pair[1].split('"').next().unwrap();
            assert!(
                room.contains(&format!(".{name}\",")),
                "{path}: no text {name}"
            );
            said += 1;
        }
    }
    assert!(said > 10, "{said}");
}

/// Every option of both games has its words on the page, and every value that is a name.
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
