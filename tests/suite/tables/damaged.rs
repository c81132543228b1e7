//! Installed tables with damage that is not visible from outside.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;

use chongkak::board::{Field, Position, Setup, Shape};
use chongkak::rules::Preset;
use chongkak::tables::{Endgame, OpenTables};
use serde_json::Value;

use super::installed::{BOARD, POSITION, binomial, damage, installed, with};
use crate::support::{outcome, seal};

/// The note of a file that looks as this one does now, as documented in docs/formats/tables.md.
#[cfg(unix)]
fn note(table: &Path) -> String {
    use std::os::unix::fs::MetadataExt;
    let (file, bytes) = (fs::metadata(table).unwrap(), fs::read(table).unwrap());
    let header = u32::from_le_bytes(bytes[508..512].try_into().unwrap());
    let times = [(file.mtime(), file.mtime_nsec()), (file.ctime(), file.ctime_nsec())];
    let [changed, kept] = times.map(|(seconds, nanos)| format!("{seconds}.{nanos:09}"));
    format!("{} {changed} {kept} {} {header:08x}\n", file.len(), file.ino())
}

/// While a file looks as it did when it was checked, its levels are checked one by one when first
/// read; `info` and `install` always check them.
#[cfg(unix)]
#[test]
fn a_checked_file_is_summed_where_it_is_read() {
    let (folder, path) = installed("install-checked");
    let beside = path.with_extension("table.checked");
    assert_eq!(fs::read_to_string(&beside).unwrap(), note(&path));
    let rules = Preset::named("kalah").unwrap().rules.sized(4, 4).unwrap();
    let field = Field::open(Shape::new(4).unwrap());
    let open_tables = || OpenTables::installed(&folder.0);
    let good = open_tables().table(&rules, field).unwrap().unwrap();
    let changed = fs::metadata(&path).unwrap().modified().unwrap();
    damage(&path);
    // A program can reset the modification time, but not every time.
    File::options().write(true).open(&path).unwrap().set_modified(changed).unwrap();
    let noticed = open_tables();
    assert!(noticed.table(&rules, field).unwrap().is_none());
    assert!(noticed.problem().is_some() && noticed.problem().is_none());
    // With a matching note it is opened, and the damage is found when it is read.
    fs::write(&beside, note(&path)).unwrap();
    let open_tables = open_tables();
    let table = open_tables.table(&rules, field).unwrap().unwrap();
    let value = |table: &Endgame, text: &str| {
        let setup: Setup = text.parse().unwrap();
        table.value(&Position::new(&setup).unwrap())
    };
    let lower = "0,1,2,1/7 0,1,1,1/2 A";
    assert_eq!(value(&table, lower), value(&good, lower));
    assert!(open_tables.problem().is_none());
    assert_eq!(value(&table, "0,1,2,1/7 0,1,2,1/2 A"), None);
    let problem = open_tables.problem().expect("damage").to_string();
    assert!(problem.contains("the values of level 8 are damaged"), "{problem}");
    assert!(open_tables.problem().is_none(), "a problem is handed out once");
    let solve = |options: &str| {
        let solve = format!("solve {POSITION} {BOARD} --fresh --format json {options}");
        outcome(&with(&folder.0, &solve).output().unwrap())
    };
    let (_, alone, _) = solve("--tables none");
    let (code, out, error) = solve("");
    assert_eq!((code, error.matches("level 8 are damaged").count()), (0, 1), "{error}");
    for field in ["value", "exact", "best"] {
        let value = |text: &str| serde_json::from_str::<Value>(text).unwrap()[field].clone();
        assert_eq!(value(&out), value(&alone));
    }
    for (command, expected) in [("tables info", 4), ("tables install --max-bytes 15000", 0)] {
        let command = match expected {
            0 => format!("{command} {BOARD}"),
            _ => command.to_owned(),
        };
        let (code, _, error) = outcome(&with(&folder.0, &command).output().unwrap());
        assert_eq!(code, expected, "{error}");
        assert!(error.contains("the values of level 8 are damaged"), "{error}");
    }
}

/// A table with correct checksums and wrong values, which only this test makes.
#[test]
fn values_that_contradict_each_other_are_an_error() {
    let (folder, path) = installed("install-contradicts");
    let good = fs::read(&path).unwrap();
    let level = |seeds: u64| usize::try_from(binomial(seeds + 7, 8)).unwrap();
    let mut contradictions = 0;
    for (seeds, turned) in [(5, false), (4, true), (7, true)] {
        let entries = level(seeds)..level(seeds + 1);
        let mut bytes = good.clone();
        for byte in &mut bytes[512 + entries.start..512 + entries.end] {
            *byte = if turned { byte.wrapping_neg() } else { 1 };
        }
        seal(&mut bytes, usize::try_from(seeds).unwrap(), entries);
        fs::write(&path, bytes).unwrap();
        for position in ["2,2,2,2/0 2,2,2,2/0 A", "3,3,3,3/0 3,3,3,3/0 A", POSITION] {
            let proof = folder.path("proof");
            for command in [
                format!("solve {position} {BOARD} --fresh"),
                format!("solve {position} {BOARD} --fresh --proof {proof}"),
                format!("eval {position} {BOARD} --fresh --nodes 20000"),
            ] {
                let _ = fs::remove_file(&proof);
                let command = format!("{command} --threads 1 --tables {}", folder.text());
                let (code, _, error) =
                    outcome(&with(Path::new("none"), &command).output().unwrap());
                assert!(!error.contains("panicked"), "{command}: {error}");
                let contradicts = error.contains("its values contradict each other");
                assert!(!contradicts || code == 4, "{command}: {code} {error}");
                contradictions += usize::from(contradicts);
            }
        }
    }
    assert!(contradictions > 5, "{contradictions}");
}

/// A file that may block its reader forever is not a table.
#[cfg(unix)]
#[test]
fn a_pipe_is_no_table() {
    let (folder, path) = installed("install-pipe");
    let beside = path.with_extension("table.checked");
    fs::remove_file(&path).unwrap();
    fs::remove_file(&beside).unwrap();
    for pipe in [&path, &beside] {
        assert!(Command::new("mkfifo").arg(pipe).status().unwrap().success());
    }
    let given = format!("--tables {}", folder.text());
    for (command, expected) in [
        (format!("solve {POSITION} {BOARD} --fresh"), 0),
        (format!("solve {POSITION} {BOARD} --fresh {given}"), 4),
        ("tables info".to_owned(), 4),
        ("tables verify".to_owned(), 4),
        (format!("tables install {BOARD} --max-bytes 15000"), 4),
    ] {
        let (code, _, error) = outcome(&with(&folder.0, &command).output().unwrap());
        assert_eq!(code, expected, "{command}: {error}");
        assert!(error.contains("not a regular file"), "{command}: {error}");
    }
}
