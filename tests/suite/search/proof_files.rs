//! Proof files: `solve --proof` writes them, `scripts/check-proof` confirms or rejects them.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Output;

use chongkak::record::check_proof;
use chongkak::rules::{OPTION_NAMES, Preset, Rules, StorePlace};
use chongkak::text::ErrorKind;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

use crate::support::{
    Folder, Reference, any_rules, any_small_board, code, home, interrupted, minimax, parsed,
    program, python, refused, run, run_with, sized, stderr, stdout, text_of,
};

/// Runs `scripts/check-proof`, which prints a line for each file. The library gives the same
/// verdict.
pub fn check(files: &[PathBuf]) -> Output {
    let script = home().join("scripts/check-proof");
    let output = python(script).args(files).output().unwrap();
    assert_eq!(stderr(&output), "");
    let told = stdout(&output);
    assert_eq!(told.lines().count(), files.len());
    for (file, told) in files.iter().zip(told.lines()) {
        let Ok(text) = std::fs::read_to_string(file) else { continue };
        let of_file = |verdict: &str| format!("{}: {verdict}", file.display());
        let (expected, wrong) = match check_proof(&text) {
            Ok(_) => (of_file("confirmed: "), String::new()),
            Err(wrong) if wrong.kind == ErrorKind::Untrue => {
                (of_file(&format!("wrong: line {},", wrong.line)), wrong.to_string())
            }
            Err(wrong) => (of_file("unreadable: "), wrong.to_string()),
        };
        assert!(told.starts_with(&expected), "{told}, expected {expected} {wrong}");
    }
    output
}

/// Solves with a proof, and returns the value.
fn write_proof(file: &Path, args: &[&str]) -> Value {
    let file = file.to_str().unwrap();
    let output = run(&[&["solve", "--format", "json", "--proof", file], args].concat());
    assert_eq!((code(&output), stderr(&output)), (0, String::new()), "{args:?}");
    let record = parsed(&output);
    assert_eq!(record["proof"]["file"], file);
    record
}

#[test]
fn the_checker_confirms_proofs_of_all_rule_sets() {
    let folder = Folder::made("proof-presets");
    let mut written = Vec::new();
    let mut confirm = |args: &[&str]| {
        let file = folder.0.join(format!("{}.proof", written.len()));
        let record = write_proof(&file, args);
        written.push((file, record));
    };
    for preset in Preset::all() {
        let name = preset.name;
        for mover in ["A", "B"] {
            confirm(&["--rules", name, "--holes", "3", "--seeds", "3", "--mover", mover]);
        }
        confirm(&["--rules", name, "--holes", "4", "--seeds", "2", "--owned", "9"]);
        confirm(&["--rules", name, "--holes", "4", "--seeds", "3", "--winner"]);
    }
    confirm(&["--winner"]);
    confirm(&["1,2,0p/5 0,0,3/7 A final"]);
    confirm(&["1,0,2p/5 0,0,0/3 B over"]);
    // B has no open hole, and so no certain seed.
    let stops = ["--set", "occupied=stop", "--set", "lap=passed"];
    let game = ["x,1p/0 0p,1/1 B", "--rules", "kalah", "--holes", "2"];
    confirm(&[&game[..], &stops].concat());
    let files: Vec<_> = written.iter().map(|(file, _)| file.clone()).collect();
    let output = check(&files);
    assert_eq!(code(&output), 0, "{}", stdout(&output));
    for ((file, record), line) in written.iter().zip(stdout(&output).lines()) {
        // 0 has no sign.
        let signed = |field: &str| match record[field].as_i64() {
            Some(0) => Some("0".to_owned()),
            seeds => seeds.map(|seeds| format!("{seeds:+}")),
        };
        let value = match (signed("value"), signed("lower"), signed("upper")) {
            (Some(value), ..) => format!("is worth {value} "),
            (None, lower, upper) => {
                format!("is worth from {} to {} ", lower.unwrap(), upper.unwrap())
            }
        };
        let position = record["position"].as_str().unwrap();
        let expected = format!("{}: confirmed: {position} {value}", file.display());
        assert!(line.starts_with(&expected), "{line}, expected {expected}");
    }
}

#[test]
fn the_checker_confirms_proofs_of_random_positions() {
    let folder = Folder::made("proof-random");
    let mut runner = TestRunner::deterministic();
    let game = (any_rules(), any_small_board());
    let mut files = Vec::new();
    while files.len() < 100 {
        let (rules, position) = game.new_tree(&mut runner).unwrap().current();
        let rules = Rules { store: StorePlace::Near, ..rules }.fitted_to(&position);
        let options = OPTION_NAMES.map(|name| format!("{name}={}", rules.value(name).unwrap()));
        let mut args = vec![];
        for option in &options {
            args.extend(["--set", option]);
        }
        let position = position.to_string();
        args.push(&position);
        files.push(folder.0.join(format!("{}.proof", files.len())));
        write_proof(files.last().unwrap(), &args);
    }
    let output = check(&files);
    assert_eq!(code(&output), 0, "{}", stdout(&output));
}

/// A proof as a list of lines, without its end.
pub fn lines(file: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(file).unwrap();
    let mut lines: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(lines.pop().unwrap()["end"].is_object());
    lines
}

/// Returns lines as a file with a matching end.
pub fn sealed(lines: &[Value]) -> String {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let crc32 = format!("{:08x}", crc32fast::hash(text.as_bytes()));
    let end = json!({ "end": { "positions": lines.len() - 1, "crc32": crc32 } });
    format!("{text}{end}\n")
}

/// Checks texts as files: all must exit with this code, and the verdicts must begin with this text.
pub fn all_refused(name: &str, texts: &[String], exit: i32, verdict: &str) {
    let folder = Folder::made(&format!("proof-{name}"));
    let files: Vec<PathBuf> =
        (0..texts.len()).map(|number| folder.0.join(format!("{number}.proof"))).collect();
    for (file, text) in files.iter().zip(texts) {
        std::fs::write(file, text).unwrap();
    }
    let output = check(&files);
    assert_eq!(code(&output), exit);
    for (file, line) in files.iter().zip(stdout(&output).lines()) {
        let expected = format!("{}: {verdict}: ", file.display());
        assert!(line.starts_with(&expected), "{line}, expected {expected}");
    }
}

const KALAH: [&str; 6] = ["--rules", "kalah", "--holes", "3", "--seeds", "2"];

#[test]
fn the_checker_refuses_changed_proofs() {
    let folder = Folder::made("proof-whole");
    let whole = folder.0.join("kalah.proof");
    write_proof(&whole, &KALAH);
    let lines = lines(&whole);
    let rules = sized("kalah", 3, 2);
    let mut texts = Vec::new();
    let mut change = |edit: &mut dyn FnMut(&mut Vec<Value>)| {
        let mut changed = lines.clone();
        edit(&mut changed);
        texts.push(sealed(&changed));
    };
    for number in 1..lines.len() {
        // Every position is necessary.
        change(&mut |lines| drop(lines.remove(number)));
        let position = Reference::read(lines[number]["position"].as_str().unwrap());
        let value = minimax(&rules, &position, &mut HashMap::new());
        for (bound, weaker) in [("lower", -2), ("upper", 2)] {
            let Some(known) = lines[number][bound].as_i64() else {
                continue;
            };
            // Every bound is necessary in full, and none beyond the value can be proven.
            change(&mut |lines| lines[number][bound] = json!(known + weaker));
            change(&mut |lines| lines[number][bound] = json!(i64::from(value) - weaker));
        }
    }
    // A position before one that it depends on, and a position twice.
    change(&mut |lines| lines[1..].reverse());
    change(&mut |lines| lines.push(lines[1].clone()));
    // Another claim, another move, other rules.
    change(&mut |lines| lines[0]["lower"] = json!(6));
    change(&mut |lines| lines[0]["upper"] = json!(2));
    change(&mut |lines| lines.last_mut().unwrap()["move"] = json!("A1"));
    change(&mut |lines| lines.last_mut().unwrap()["move"] = json!("B1"));
    change(&mut |lines| lines[0]["rules"]["occupied"] = json!("relay"));
    change(&mut |lines| lines[0]["rules"]["store_last"] = json!("stop"));
    change(&mut |lines| lines[0]["position"] = json!("2,2,2/0 2,2,2/0 B"));
    assert!(texts.len() > 150, "{}", texts.len());
    all_refused("changed", &texts, 1, "wrong");
}

#[test]
fn the_checker_reads_only_whole_files() {
    let folder = Folder::made("proof-to-cut");
    let whole = folder.0.join("kalah.proof");
    write_proof(&whole, &KALAH);
    let text = std::fs::read_to_string(&whole).unwrap();
    let lines = lines(&whole);
    let mut texts: Vec<String> =
        (0..text.len()).step_by(97).map(|cut| text[..cut].to_owned()).collect();
    texts.push(text[..text.len() - 1].to_owned());
    texts.push(format!("{text}\n"));
    texts.push(text.replacen("A2", "A1", 1));
    texts.push(text.replacen("\"upper\":", "\"lower\":", 1));
    texts.push("{\"end\":{\"crc32\":\"00000000\",\"positions\":-1}}\n".to_owned());
    texts.push("[".repeat(100_000));
    for (field, value) in [
        ("version", json!(5)),
        ("format", json!("a proof")),
        ("position", json!("2,2,2/0 2,2/0 A")),
        ("position", json!(null)),
        ("lower", json!("4")),
        ("rules", json!({ "store": "near" })),
    ] {
        let mut changed = lines.clone();
        changed[0][field] = value;
        texts.push(sealed(&changed));
    }
    for (option, value) in [
        ("store", json!("far")),
        ("lap", json!("twice")),
        ("holes", json!(4)),
        ("seeds", json!(true)),
        ("tempo", json!(1)),
    ] {
        let mut changed = lines.clone();
        changed[0]["rules"][option] = value;
        texts.push(sealed(&changed));
    }
    for (field, value) in
        [("position", json!("0,0,/0 1,1,1/0 A")), ("lower", json!(1.0)), ("about", json!(1))]
    {
        let mut changed = lines.clone();
        changed[1][field] = value;
        texts.push(sealed(&changed));
    }
    all_refused("cut", &texts, 2, "unreadable");
    let folder = Folder::made("proof-nowhere");
    let nowhere = [folder.0.join("no.proof")];
    assert_eq!(code(&check(&nowhere)), 2);
}

/// The arguments that solve a small position.
fn with<'a>(args: &[&'a str]) -> Vec<&'a str> {
    [&["solve", "1,1/0 1,1/0 A"], args].concat()
}

#[test]
fn what_can_not_be_written_is_told() {
    let folder = Folder::made("proof-refused");
    let file = folder.0.join("a.proof");
    let (file, here) = (file.to_str().unwrap(), folder.text());
    assert!(refused(&with(&["--proof", here])).contains("expected the name of a file"));
    assert!(refused(&with(&["--proof-positions", "5"])).contains("--proof"));
    assert!(refused(&with(&["--proof", file, "--set", "store=far"])).contains("can recur"));
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("/dev/full", file).unwrap();
        let told = refused(&with(&["--proof", file]));
        assert!(told.contains("not a regular file"), "{told}");
        std::fs::remove_file(file).unwrap();
    }
    let many = run_with(&["solve", "-", "--proof", file], "1,1/0 1,1/0 A\n");
    assert_eq!((code(&many), stdout(&many)), (2, String::new()));
    assert!(stderr(&many).contains("a proof covers one position"));
    let nowhere = folder.0.join("no/such/a.proof");
    let nowhere = run(&with(&["--proof", nowhere.to_str().unwrap()]));
    assert_eq!((code(&nowhere), stdout(&nowhere)), (4, String::new()));
    assert!(stderr(&nowhere).contains("a.proof: cannot be written: there is no such file"));
    assert!(folder.paths().is_empty());
}

#[test]
fn limits_leave_no_file() {
    let folder = Folder::made("proof-limits");
    let file = folder.0.join("a.proof");
    let file = file.to_str().unwrap();
    let large = ["solve", "--format", "json", "--proof", file];
    let kalah = [&large, &KALAH[..]].concat();
    for (args, part) in [
        (
            [&kalah, &["--proof-positions", "20"][..]].concat(),
            "the proof has more than 20 positions (--proof-positions); no proof of 2,2,2/0",
        ),
        ([&large, &["--nodes", "3000"][..]].concat(), "stopped by: nodes"),
        ([&large, &["--time", "0.2"][..]].concat(), "stopped by: time"),
    ] {
        let output = run(&args);
        assert_eq!(code(&output), 3, "{args:?}");
        let record = parsed(&output);
        assert_eq!(record.get("proof"), None);
        assert!(stderr(&output).contains(part), "{}", stderr(&output));
        assert!(folder.paths().is_empty());
    }
    // Only a complete proof replaces an existing one.
    std::fs::write(file, "earlier").unwrap();
    let kalah = [&kalah, &["--force"][..]].concat();
    assert_eq!(code(&run(&[&kalah, &["--proof-positions", "20"][..]].concat())), 3);
    assert_eq!(std::fs::read_to_string(file).unwrap(), "earlier");
    assert_eq!(code(&run(&kalah)), 0);
    assert_eq!(folder.paths(), [PathBuf::from(file)]);
    assert_eq!(code(&check(&folder.paths())), 0);
}

#[cfg(unix)]
#[test]
fn an_interruption_leaves_no_file() {
    let folder = Folder::made("proof-interrupted");
    let file = folder.0.join("a.proof");
    let output = interrupted(&["solve", "--proof", file.to_str().unwrap()]);
    assert_eq!(code(&output), 130);
    assert!(stderr(&output).contains("stopped by: interrupted; no proof of 9,9,9"));
    assert!(folder.paths().is_empty());
}

/// The guide's example, which needs a writable folder.
#[test]
fn the_example_of_the_guide_prints_what_it_says() {
    let guide = text_of("docs/GUIDE.md");
    let (_, block) = guide.split_once("\n### Check a value without").unwrap();
    let (_, block) = block.split_once("```console,ignore\n").unwrap();
    let (block, _) = block.split_once("```").unwrap();
    let folder = Folder::made("proof-readme");
    let mut commands = 0;
    for example in block.split("$ ").skip(1) {
        let (command, expected) = example.split_once('\n').unwrap();
        let mut words = command.split(' ');
        let mut command = match words.next().unwrap() {
            "chongkak" => program(),
            script => python(home().join(script)),
        };
        let output = command.args(words).current_dir(&folder.0).output().unwrap();
        assert_eq!((code(&output), stdout(&output).trim()), (0, expected.trim()));
        commands += 1;
    }
    assert_eq!(commands, 2);
}
