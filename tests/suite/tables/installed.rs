//! `tables install`: every command uses installed tables, and never fails because of them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use chongkak::rules::Preset;
use serde_json::Value;

use crate::support::{Folder, PROGRAM, json_lines, outcome, program, shell, words};

pub const BOARD: &str = "--rules kalah --holes 4";

/// Under the rules of [`BOARD`], with 12 seeds in play.
pub const POSITION: &str = "2,0,2,1/7 0,3,3,1/2 A";

/// Runs the program with the tables installed in a folder.
pub fn with(folder: &Path, command: &str) -> Command {
    let mut with = program();
    with.env("CHONGKAK_TABLES", folder).args(words(command));
    with
}

pub fn install(folder: &Path, options: &str) -> (i32, String, String) {
    let command = format!("tables install --format jsonl {options}");
    outcome(&with(folder, &command).output().unwrap())
}

/// A folder with the table of 4 holes for up to 8 seeds: C(16, 8) positions.
pub fn installed(name: &str) -> (Folder, PathBuf) {
    let folder = Folder::new(name);
    let (code, out, error) = install(&folder.0, &format!("{BOARD} --max-bytes 15000"));
    assert_eq!(code, 0, "{error}");
    let records = json_lines(&out);
    assert_eq!((records.len(), &records[0]["seeds"]), (1, &8.into()));
    let path = PathBuf::from(records[0]["path"].as_str().unwrap());
    assert_eq!(path.parent(), Some(&*folder.0));
    (folder, path)
}

/// Changes a byte of the values of the highest level.
pub fn damage(path: &Path) {
    let mut bytes = fs::read(path).unwrap();
    let last = bytes.len() - 100;
    bytes[last] ^= 1;
    fs::write(path, bytes).unwrap();
}

pub fn binomial(n: u64, k: u64) -> u64 {
    (1..=k).fold(1, |product, i| product * (n - k + i) / i)
}

#[test]
fn install_builds_the_largest_tables_once_for_all_rule_sets() {
    let folder = Folder::new("install-all");
    let most = 20_000;
    let (code, out, error) = install(&folder.0, &format!("--max-bytes {most}"));
    assert_eq!(code, 0, "{error}");
    let records = json_lines(&out);
    let mut served = BTreeSet::new();
    for record in &records {
        let names = record["rule_sets"].as_array().unwrap();
        let names = names.iter().map(|name| name.as_str().unwrap());
        names.for_each(|name| assert!(served.insert(name), "{name} has two tables"));
        // An open board has one part for a mover, and another for the mark of `stalled`.
        let parts = match record["options"]["end"].as_str().unwrap() {
            "stalled" => 2,
            _ => 1,
        };
        let holes = 2 * record["holes"].as_u64().unwrap();
        let bytes = |seeds: u64| parts * binomial(seeds + holes, holes) + 512;
        let seeds = record["seeds"].as_u64().unwrap();
        assert_eq!(record["bytes"], bytes(seeds));
        assert!(bytes(seeds) <= most && most < bytes(seeds + 1), "{record}");
    }
    let all: BTreeSet<&str> = Preset::all().iter().map(|preset| preset.name).collect();
    assert_eq!(served, all);
    // Two variants of conglak differ only after the round.
    assert_eq!(records.len(), all.len() - 1);
    let announced = error.lines().count();
    assert_eq!(announced, 1 + records.len(), "{error}");
    let verified = with(&folder.0, "tables verify --all --format json");
    let (code, verified, _) = outcome(&{ verified }.output().unwrap());
    let verified: Value = serde_json::from_str(&verified).unwrap();
    assert_eq!(code, 0);
    assert_eq!(verified.as_array().unwrap().len(), records.len());

    let before = folder.files();
    let (code, again, error) = install(&folder.0, &format!("--all --max-bytes {most}"));
    assert_eq!((code, &again), (0, &out));
    let checked = format!("{} tables, checked; nothing to build", records.len());
    assert!(error.contains(&checked), "{error}");
    assert!(before == folder.files());
    let (code, listed, _) =
        outcome(&with(&folder.0, "tables info --format jsonl").output().unwrap());
    assert_eq!(code, 0);
    let sorted = |text: &str| text.lines().map(str::to_owned).collect::<BTreeSet<_>>();
    assert_eq!(sorted(&listed), sorted(&out));
    let (_, text, _) = outcome(&with(&folder.0, "tables info").output().unwrap());
    for record in &records {
        assert!(text.contains(record["path"].as_str().unwrap()), "{text}");
    }

    // A larger one extends the existing table, and a smaller one does nothing.
    let (code, larger, error) = install(&folder.0, "--rules kalah --max-bytes 60000");
    assert_eq!((code, error.lines().count()), (0, 2), "{error}");
    assert_eq!(json_lines(&larger)[0]["seeds"], 7);
    let (code, limited, _) = install(&folder.0, "--rules congklak-six --memory 1");
    assert_eq!((code, &json_lines(&limited)[0]["seeds"]), (0, &10.into()));
    let (_, kept, error) = install(&folder.0, "--rules kalah --max-bytes 1000");
    assert!(kept == larger && error.contains("nothing to build"), "{error}");
}

/// Commands that search, each with the position and a policy or a limit with which it searches long
/// enough to use a table.
fn searching(folder: &Folder) -> Vec<String> {
    let batch = folder.file("positions", &format!("{POSITION}\n"));
    let claims = folder.file(
        "claims.toml",
        &format!(
            "source = \"a test\"\n[[claim]]\nid = \"value\"\nrules = \"kalah\"\n\
             set = {{ holes = 4 }}\nquote = \"q\"\nsection = \"s\"\nposition = \"{POSITION}\"\n\
             value = 0\n"
        ),
    );
    vec![
        format!("solve {POSITION} {BOARD} --fresh"),
        format!("eval {POSITION} {BOARD} --fresh"),
        format!("batch {batch} {BOARD} --no-store --format jsonl"),
        format!("start {POSITION} {BOARD} --exact"),
        format!("match {POSITION} {BOARD} --first best --second best --rounds 2"),
        format!("set play {POSITION} {BOARD} --a best --b best --rounds 1"),
        format!("verify {claims}"),
    ]
}

#[test]
fn every_command_that_searches_uses_what_is_installed() {
    let (folder, _) = installed("install-used");
    let files = Folder::made("install-used-input");
    for command in &searching(&files)[..3] {
        let nodes = |options: &str| {
            let command = format!("{command} --format jsonl {options}");
            let command = command.replace("--format jsonl --format jsonl", "--format jsonl");
            let (_, out, error) = outcome(&with(&folder.0, command.trim_end()).output().unwrap());
            let record = json_lines(&out).remove(0);
            (record["nodes"].as_u64().unwrap(), record["value"].clone(), error)
        };
        let (alone, value, _) = nodes("--tables none");
        let (helped, same, error) = nodes("--threads 1");
        assert!(helped < alone && value == same, "{command}: {helped}, {alone}, {error}");
        let (given, _, _) = nodes(&format!("--tables {} --threads 1", folder.text()));
        assert_eq!(given, helped, "{command}");
    }
}

#[test]
fn no_command_fails_for_what_is_installed_and_one_word_is_said() {
    let (folder, path) = installed("install-damaged");
    let files = Folder::made("install-damaged-input");
    damage(&path);
    for command in searching(&files) {
        let command = format!("{command} --threads 1");
        let alone = format!("{command} --tables none");
        let (expected, alone, silent) = outcome(&with(&folder.0, &alone).output().unwrap());
        assert!(!silent.contains(".table"), "{command}: {silent}");
        let (code, out, error) = outcome(&with(&folder.0, &command).output().unwrap());
        assert_eq!(code, expected, "{command}: {error}");
        let remarks = error.matches("the values of level 8 are damaged").count();
        let hints = error.matches("`chongkak tables install` repairs it").count();
        assert_eq!((remarks, hints), (1, 1), "{command}: {error}");
        let timeless = |text: &str| -> String {
            let line = |line: &&str| !line.contains("seconds") && !line.contains(" s");
            text.lines().filter(line).collect()
        };
        assert_eq!(timeless(&out), timeless(&alone), "{command}");
        let quiet = format!("{command} --quiet");
        let (code, _, error) = outcome(&with(&folder.0, &quiet).output().unwrap());
        assert!(code == expected && !error.contains(".table"), "{error}");
        // A folder named explicitly must exist.
        let strict = format!("{command} --tables {}", folder.text());
        let (code, _, error) = outcome(&with(Path::new("none"), &strict).output().unwrap());
        assert!(code == 4 && error.contains("level 8"), "{command}: {code} {error}");
    }
}

#[test]
fn install_builds_anew_what_is_of_no_use() {
    let (folder, path) = installed("install-anew");
    let good = fs::read(&path).unwrap();
    let options = format!("{BOARD} --max-bytes 15000");
    let solve = format!("solve {POSITION} {BOARD} --fresh");
    let foreign = b"something else".to_vec();
    let mut old = good.clone();
    old[16] ^= 0x80;
    for (bad, reason) in [
        (foreign, "not a table file"),
        (old, "format version"),
        (good[..5000].to_vec(), "5000 bytes long"),
        (Vec::new(), "not a table file"),
    ] {
        fs::write(&path, bad).unwrap();
        let (code, _, error) = outcome(&with(&folder.0, &solve).output().unwrap());
        assert!(code == 0 && error.contains(reason), "{code} {error}");
        let (code, _, error) = install(&folder.0, &options);
        assert!(error.contains(reason) && error.contains("rebuilding it"), "{error}");
        assert!(code == 0 && fs::read(&path).unwrap() == good);
        let (code, _, error) = outcome(&with(&folder.0, &solve).output().unwrap());
        assert_eq!((code, error), (0, String::new()));
    }
    // A file begun by another version, or damaged, is started again.
    fs::remove_file(&path).unwrap();
    fs::write(path.with_extension("manifest"), &good[..511]).unwrap();
    fs::write(path.with_extension("part"), &good).unwrap();
    let (code, _, error) = install(&folder.0, &options);
    assert!(code == 0 && fs::read(&path).unwrap() == good, "{error}");
    // A file instead of the folder is an error.
    let (code, out, error) = install(&path, &options);
    assert_eq!((code, out.as_str()), (4, ""), "{error}");
    assert!(error.contains(path.to_str().unwrap()), "{error}");
    let (code, _, error) = outcome(&with(&path, &solve).output().unwrap());
    assert_eq!(code, 0, "{error}");
}

#[test]
fn the_folder_is_the_users_unless_another_is_named() {
    let home = Folder::made("install-home");
    let mut command = with(&home.0, &format!("tables install {BOARD} --max-bytes 1000"));
    command.env_remove("CHONGKAK_TABLES");
    command.env("XDG_CACHE_HOME", &home.0).env("HOME", &home.0);
    command.env("LOCALAPPDATA", &home.0);
    let (code, out, error) = outcome(&command.output().unwrap());
    assert_eq!(code, 0, "{error}");
    let path = Path::new(out.lines().next().unwrap());
    assert!(path.starts_with(&home.0), "{out}");
    assert!(path.parent().unwrap().ends_with("chongkak/tables"), "{out}");
    // An empty variable counts as unset.
    command.env("CHONGKAK_TABLES", "");
    let (_, _, error) = outcome(&command.output().unwrap());
    assert!(error.contains("nothing to build"), "{error}");
    // A folder named "none" differs from the word.
    let solve = format!("solve {POSITION} {BOARD}");
    let mut none = with(Path::new("none"), &format!("{solve} --tables ./none"));
    let (code, _, error) = outcome(&none.current_dir(&home.0).output().unwrap());
    assert!(code == 4 && error.contains("./none"), "{error}");
    let mut none = with(Path::new("none"), &format!("{solve} --tables none"));
    assert_eq!(outcome(&none.current_dir(&home.0).output().unwrap()).0, 0);
}

#[test]
fn what_can_not_be_installed_is_refused_with_the_reason() {
    let folder = Folder::new("install-refused");
    for (options, expected, reason) in [
        ("--all --rules kalah", 2, "--rules kalah: --all covers all rule sets"),
        ("--all --holes 5", 2, "--all covers all rule sets"),
        ("--rules chess", 2, "chess"),
        ("--max-bytes 999", 2, "--max-bytes"),
        ("--rules kalah --set store=far", 2, "store = far"),
        ("--time 1ms --max-bytes 90000000 --rules kalah", 3, "run the same command to continue"),
    ] {
        let (code, out, error) = install(&folder.0, options);
        assert_eq!((code, out.as_str()), (expected, ""), "{options}: {error}");
        assert!(error.contains(reason), "{options}: {error}");
    }
    let (code, _, error) = install(Path::new("none"), "--rules kalah");
    assert!(code == 2 && error.contains("CHONGKAK_TABLES is none"), "{error}");
    let nowhere = Folder::new("install-nowhere");
    for command in ["tables info", "tables verify"] {
        let (code, _, error) = outcome(&with(&nowhere.0, command).output().unwrap());
        assert!(code == 4 && error.contains("no table is installed"), "{error}");
    }
}

#[cfg(unix)]
#[test]
fn a_full_disk_is_an_error_and_the_installation_goes_on_later() {
    let folder = Folder::new("install-full");
    // 8 blocks of 512 or 1,024 bytes a file, with the signal ignored.
    let script = format!(
        "trap '' XFSZ; ulimit -f 8; exec {PROGRAM} tables install {BOARD} --max-bytes 15000"
    );
    let mut full = shell();
    full.env("CHONGKAK_TABLES", &folder.0).args(["-c", &script]);
    let (code, out, error) = outcome(&full.output().unwrap());
    assert_eq!((code, out.as_str()), (4, ""), "{error}");
    assert!(error.contains(".part: "), "{error}");
    let (code, out, error) = install(&folder.0, &format!("{BOARD} --max-bytes 15000"));
    assert_eq!((code, &json_lines(&out)[0]["seeds"]), (0, &8.into()), "{error}");
}
