//! Rule sets from files: contents, errors, and output.

use chongkak::rules::{OPTION_NAMES, Preset, RuleSet, RuleSets};
use chongkak::text::Diagnostic;
use proptest::prelude::*;
use serde_json::Value;

use crate::support::{Folder, OURS, any_rules, text_of};

fn read(text: &str) -> Result<RuleSet, Diagnostic> {
    RuleSet::read("ours.toml", text.as_bytes())
}

fn wrong(text: &str) -> String {
    read(text).unwrap_err().shown()
}

#[test]
fn a_file_sets_its_options_on_top_of_its_base() {
    let ours = read(OURS).unwrap();
    let mut rules = Preset::named("congklak").unwrap().rules;
    for (option, value) in
        [("holes", "5"), ("lap", "none"), ("short", "closed"), ("max_protected", "0")]
    {
        rules.set(option, value).unwrap();
    }
    assert_eq!(ours.rules(), rules);
    assert_eq!((ours.name(), ours.preset().name), ("ours", "congklak"));
    // Without a base the values are the defaults.
    let plain = read("name = 'x'\nseeds = 3").unwrap();
    let overbeck = Preset::named("overbeck").unwrap().rules;
    assert_eq!(plain.rules(), overbeck.sized(7, 3).unwrap());
    assert_eq!(plain.preset().name, "overbeck");
}

/// A quotation of the base does not apply to a value that the base does not have.
#[test]
fn a_value_rests_on_the_file_s_own_sentence_or_on_the_base_s_while_it_is_the_base_s() {
    let ours = read(OURS).unwrap();
    let lap = ours.basis("lap").unwrap();
    assert_eq!([lap.source, lap.section], ["Village 2020", "first evening"]);
    assert_eq!(lap.sentence, ours.basis("capture").unwrap().sentence);
    assert_eq!(ours.basis("holes").unwrap().note, "counted on the board");
    let base = RuleSets::new().named("congklak").unwrap();
    assert_eq!(ours.basis("starter"), base.basis("starter"));
    assert!(!base.basis("short").unwrap().sentence.is_empty());
    let short = ours.basis("short").unwrap();
    assert_eq!([short.source, short.sentence], ["", ""]);
    let note = "set in the file without a source; the base congklak has ngacang";
    assert_eq!(short.note, note);
    let plain = read("name = 'x'\nseeds = 3").unwrap();
    let note = |option| plain.basis(option).unwrap().note;
    assert_eq!(note("seeds"), "set in the file without a source");
    assert!(note("lap").starts_with("not set in the file"));
    assert_eq!(plain.basis("lapp"), None);
}

/// The error of each text: its place, what was found and expected, and the underlined line.
const WRONG: [(&str, &str); 27] = [
    (
        "",
        "ours.toml: line 1, column 1: found nothing, expected a rule set, with at least name = \"…\"\n  \n  ^",
    ),
    ("# only this\n", "line 1, column 1: found nothing, expected a rule set"),
    ("title = 'x'", "line 1, column 1: found no name, expected name = \"…\"\n  title = 'x'\n  ^"),
    (
        "name = ' '",
        "line 1, column 8: found an empty name, expected a name\n  name = ' '\n         ^^^",
    ),
    (
        "name = \"a\\nb\"",
        "line 1, column 8: found the control character '\\n' in the name, expected a name in one line\n  name = \"a\\nb\"\n         ^^^^^^",
    ),
    ("name = 3", "line 1, column 8: name: found the number 3, expected a text in quotes"),
    (
        "name = 'x'\nbas = 'kalah'",
        "line 2, column 1: no field \"bas\", expected one of name, title, base, holes, seeds, follows, set, source (did you mean base?)\n  bas = 'kalah'\n  ^^^",
    ),
    (
        "name = 'x'\nlap = 'none'",
        "line 2, column 1: found lap at the head of the file, expected it below [set]",
    ),
    (
        "name = 'x'\nbase = 'kala'",
        "line 2, column 8: no base \"kala\", expected one of overbeck, conglak, conglak-burnt, congklak-six, congklak, congklak-bank, sungka, chonka, dakon, kalah (did you mean kalah?)",
    ),
    (
        "name = 'x'\n[set]\nlapp = 'none'",
        "line 3, column 1: no option \"lapp\", expected one of holes, seeds, store, ",
    ),
    (
        "name = 'x'\n[set]\nlapp = 'none'",
        "first_round, layout, first_hole, best_of (did you mean lap?)\n  lapp = 'none'\n  ^^^^",
    ),
    (
        "name = 'x'\n[set]\nlap = 'twice'",
        "line 3, column 7: lap: found \"twice\", expected none or passed or circuit\n  lap = 'twice'\n        ^^^^^^^",
    ),
    (
        "name = 'x'\n[set]\nlap = true",
        "line 3, column 7: lap: found true, expected none or passed or circuit",
    ),
    ("name = 'x'\n[set]\nlap = 1", "lap: found the number 1, expected none or passed or circuit"),
    ("name = 'x'\n[set]\nlap = ['none']", "lap: found a list, expected none or passed or circuit"),
    (
        "name = 'x'\nholes = 19",
        "line 2, column 9: holes: found the number 19, expected a number from 1 to 18\n  holes = 19\n          ^^",
    ),
    ("name = 'x'\nholes = '9'", "holes: found \"9\", expected a number from 1 to 18"),
    ("name = 'x'\nholes = 9.5", "holes: found the number 9.5, expected a number from 1 to 18"),
    ("name = 'x'\nset = 3", "line 2, column 7: set: found the number 3, expected a table, [set]"),
    (
        "name = 'x'\nholes = 9\n[set]\nholes = 9",
        "line 4, column 1: holes is set at the head of the file too, expected it in one place\n  holes = 9\n  ^^^^^",
    ),
    (
        "name = 'x'\n[set]\nlap = 'none'\nlap = 'none'",
        "line 4, column 1: not valid TOML: duplicate key\n  lap = 'none'\n  ^^^",
    ),
    (
        "name = 'x'\n[[source]]\noption = ['lap', 'laps']\ntext = 'y'",
        "line 3, column 18: no option \"laps\", expected one of",
    ),
    (
        "name = 'x'\n[[source]]\ntext = 'y'",
        "line 2, column 1: found a source without an option, expected option = the name of an option, or a list of names\n  [[source]]\n  ^^^^^^^^^^",
    ),
    (
        "name = 'x'\n[[source]]\noption = 'lap'",
        "line 2, column 1: found an empty source, expected a text, a reference or a note",
    ),
    (
        "name = 'x'\n[[source]]\noption = ['lap', 'lap']\ntext = 'y'",
        "line 3, column 18: found a second source of lap, expected at most one",
    ),
    (
        "name = 'x'\n[source]\noption = 'lap'\ntext = 'y'",
        "line 2, column 1: source: found a table, expected [[source]], a table for each sentence",
    ),
    (
        "name = 'x'\n[follows]\nshort = 'y'",
        "line 2, column 1: found no full, expected short, the name of the text for tables, and full, author and title",
    ),
];

#[test]
fn a_wrong_file_is_refused_with_the_place_and_what_was_expected() {
    for (text, message) in WRONG {
        let told = wrong(text);
        assert!(told.contains(message), "{text}\n{told}");
    }
    let told = wrong("name = 'x");
    assert!(told.starts_with("ours.toml: line 1, column "), "{told}");
    let bytes = |bytes: &[u8]| RuleSet::read("ours.toml", bytes).unwrap_err().shown();
    let told = bytes(b"name = 'x'\ntitle = '\xe9t\xe9'");
    let expected = "ours.toml: line 2, column 10: found invalid bytes, expected UTF-8 text";
    assert_eq!(told, format!("{expected}\n  title = '\n           ^"));
    assert!(bytes(b"\x00\x01\x02").starts_with("ours.toml: line 1, column "));
    assert!(read("\u{feff}name = 'x'").is_ok());
    // Of several errors the first in the text.
    for table in ["", "[set]\n", "[follows]\n", "[[source]]\n"] {
        let told = wrong(&format!("name = 'x'\n{table}zeta = 1\nalpha = 2\n"));
        assert!(told.contains("\"zeta\""), "{table}: {told}");
    }
}

#[test]
fn files_that_cannot_be_read_are_named() {
    let folder = Folder::made("unreadable-rules");
    let named = |name: &str| RuleSets::new().named(&folder.path(name)).unwrap_err().to_string();
    let missing =
        "none.toml: there is no such file, expected a rule file, or the name of a rule set";
    assert!(named("none.toml").ends_with(missing));
    std::fs::create_dir(folder.path("inside.toml")).unwrap();
    assert!(named("inside.toml").ends_with("inside.toml: found a folder, expected a rule file"));
    folder.file("large.toml", &"# much\n".repeat(200_000));
    assert!(named("large.toml").ends_with("found more than 1048576 bytes, expected a rule file"));
    let unknown = RuleSets::new().named("overbek").unwrap_err().to_string();
    assert!(unknown.ends_with("(did you mean overbeck?); or a rule file, such as RULES.toml"));
}

fn published() -> Value {
    serde_json::from_str(&text_of("docs/rules.schema.json")).unwrap()
}

#[test]
fn the_example_of_the_documentation_is_read() {
    let page = text_of("docs/formats/rule-files.md");
    let example = page.split("```toml\n").nth(1).unwrap();
    let example = example.split("```").next().unwrap();
    let rules = read(example).unwrap().rules();
    let value = |option| rules.value(option).unwrap();
    assert_eq!([value("holes"), value("lap")], ["5", "none"]);
}

#[test]
fn the_schema_takes_the_files_that_the_reader_takes() {
    let validator = jsonschema::validator_for(&published()).unwrap();
    let value = |text: &str| toml::from_str::<Value>(text);
    let mut good = vec![OURS.to_owned(), "name = 'x'\nseeds = 3".to_owned()];
    good.push(text_of("positions/rules/conglak-circuit.toml"));
    for preset in Preset::all() {
        good.push(text_of(&format!("src/rules/shipped/{}.toml", preset.name)));
        good.push(RuleSet::Shipped(preset).written(&preset.rules));
    }
    for text in good {
        assert!(read(&text).is_ok());
        let value = value(&text).unwrap();
        let error = validator.validate(&value).err();
        assert_eq!(error.map(|error| error.to_string()), None, "{text}");
    }
    let mut refused = 0;
    for (text, _) in WRONG {
        // A schema can't say that two sources have no option in common.
        let Ok(value) = value(text) else { continue };
        assert!(!validator.is_valid(&value), "{text}");
        refused += 1;
    }
    assert!(refused >= WRONG.len() - 2, "{refused}");
}

/// Returns the source of every option.
fn told(rule_set: &RuleSet) -> Vec<[String; 4]> {
    let told = OPTION_NAMES.map(|option| {
        let basis = rule_set.basis(option).unwrap();
        [basis.source, basis.section, basis.sentence, basis.note]
    });
    told.to_vec()
}

#[test]
fn what_is_written_of_a_rule_set_reads_back_as_the_same() {
    let ours = read(OURS).unwrap();
    let plain = read("name = 'x'\n[[source]]\noption = 'lap'\ntext = 'y \"z\"'").unwrap();
    let shipped = Preset::all().iter().map(RuleSet::Shipped);
    for rule_set in shipped.chain([ours, plain]) {
        let again = read(&rule_set.written(&rule_set.rules())).unwrap();
        assert_eq!(again.rules(), rule_set.rules());
        let (again, before) = (told(&again), told(&rule_set));
        for (again, before) in again.iter().zip(&before) {
            // Without a base, an exported file also sets the options that the original did not set.
            let same = again[3].starts_with("set in the file") && before[3].starts_with("not set");
            assert!(same || again == before, "{again:?} {before:?}");
        }
        assert_eq!(again.len(), OPTION_NAMES.len());
    }
}

proptest! {
    #[test]
    fn changed_rules_are_written_whole_and_keep_the_sentences_that_are_still_so(
        preset in 0..Preset::all().len(),
        rules in any_rules(),
        holes in 1..=18u8,
    ) {
        let rule_set = RuleSet::Shipped(&Preset::all()[preset]);
        let rules = rules.sized(holes, rules.seeds.get()).unwrap();
        let again = read(&rule_set.written(&rules)).unwrap();
        prop_assert_eq!(again.rules(), rules);
        for option in OPTION_NAMES {
            let (now, before) = (again.basis(option).unwrap(), rule_set.basis(option).unwrap());
            if rules.value(option) == rule_set.rules().value(option) {
                prop_assert_eq!(now, before);
            } else {
                prop_assert_eq!(now.sentence, "");
                prop_assert!(now.note.starts_with("set in the file without a source"));
            }
        }
    }
}
