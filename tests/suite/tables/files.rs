//! Table files: incremental builds, kills, damage, and the commands.

use std::fs;
use std::process::Child;
use std::time::Duration;

use serde_json::{Value, json};

use crate::support::{
    Folder, KALAH, POSITION, PROGRAM, asked, build, kills, only_table, outcome, probe, run, seal,
    send_interrupt, shell, tables, tables_command,
};

/// A build with some complete levels whose last level is far away.
fn under_way(args: &[&str], folder: &Folder) -> Child {
    let child = tables_command(args).spawn().unwrap();
    let noted = |name: &String| name.ends_with(".manifest");
    while !folder.0.exists() || !folder.names().iter().any(noted) {
        std::thread::sleep(Duration::from_millis(5));
    }
    child
}

#[test]
fn what_is_probed_is_what_eval_proves() {
    let folder = Folder::new("tables-probe");
    for rules in ["kalah", "overbeck", "conglak", "dakon"] {
        for position in [POSITION, "0,2,0p,1/3 x,1,1,0/0 B", "0,2,3p,1/3 x,1,1,0/4 A"] {
            let options = ["--rules", rules];
            build(&folder, "6", &[&[position][..], &options].concat());
            let json = ["--format", "json"];
            let args = [&["probe", folder.text(), position], &options[..], &json].concat();
            let (code, found, error) = tables(&args);
            assert_eq!((code, error), (0, String::new()));
            let found: Value = serde_json::from_str(&found).unwrap();
            let proven = asked("evaluate", json!({"position": position, "rules": rules}));
            assert_eq!(proven["exact"], true);
            for key in ["position", "value", "exact"] {
                assert_eq!(found[key], proven[key], "{key} of {position} under {rules}");
            }
        }
    }
    let (code, text, error) = tables(&["verify", folder.text(), "--all"]);
    assert_eq!((code, error), (0, String::new()), "{text}");
    let (code, text, _) = tables(&["verify", folder.text(), "--sample", "50", "--format", "json"]);
    let document: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((code, document.as_array().unwrap().len()), (0, 8));
    assert_eq!(document[0]["verdict"], "holds");
    assert_eq!(document[0]["checked"], 50);
    let (code, text, _) = tables(&["info", folder.text(), "--format", "jsonl"]);
    assert_eq!((code, text.lines().count()), (0, 8));
}

#[test]
fn what_a_table_does_not_cover_is_refused_with_the_reason() {
    let folder = Folder::new("tables-cover");
    build(&folder, "4", &KALAH);
    let (code, out, error) = probe(&folder);
    assert_eq!((code, out.as_str()), (4, ""));
    assert!(error.contains("up to 4 seeds in play") && error.contains("has 5"), "{error}");
    let (code, _, error) = tables(&["probe", folder.text(), POSITION]);
    assert!(code == 4 && error.contains("no table"), "{error}");
    let (code, _, error) = tables(&["probe", "/nowhere/at/all", POSITION]);
    assert!(code == 4 && error.contains("/nowhere/at/all"), "{error}");
    for far in [vec!["build", folder.text(), "--max", "3"], vec!["probe", folder.text()]] {
        let (code, _, error) = tables(&[&far[..], &["--set", "store=far"]].concat());
        assert!(code == 2 && error.contains("store = far"), "{error}");
    }
    let (code, _, error) = tables(&["build", "/dev/null/tables", "--max", "3"]);
    assert!(code == 4 && error.contains("/dev/null"), "{error}");
    let (code, out, _) =
        tables(&["probe", folder.text(), "1,0/3 0,2/0 A over", "--format", "json"]);
    assert!(code == 0 && out.contains("\"value\": 2"), "{out}");
}

#[test]
fn a_table_grows_to_the_same_bytes() {
    let [once, grown] = ["once", "grown"].map(Folder::new);
    build(&once, "9", &KALAH);
    for max in ["0", "3", "9", "5"] {
        build(&grown, max, &KALAH);
    }
    assert!(once.files() == grown.files());
}

#[test]
fn a_build_that_is_killed_goes_on_to_the_same_bytes() {
    let [whole, killed] = ["whole", "killed"].map(Folder::new);
    let rules = ["--rules", "conglak", "--holes", "6"];
    build(&whole, "12", &rules);
    let args = [&["build", killed.text(), "--max", "12"], &rules[..]].concat();
    let (mut killed_so_often, mut kept) = (0, 0);
    for round in 0..kills(16) {
        let mut child = tables_command(&args).spawn().unwrap();
        if round % 2 == 0 {
            std::thread::sleep(Duration::from_millis(5 + 37 * round % 200));
        } else {
            // As soon as there is something to continue.
            let begun = || killed.names().iter().any(|name| name.ends_with(".manifest"));
            while !(killed.0.exists() && begun()) && child.try_wait().unwrap().is_none() {
                std::thread::yield_now();
            }
        }
        if child.try_wait().unwrap().is_some() {
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        killed_so_often += 1;
        let (code, out, error) = tables(&["info", killed.text()]);
        kept += u32::from(out.contains("(unfinished)"));
        assert!(
            code == 0 || error.contains("no table here") || error.contains("there is no such"),
            "{error}"
        );
    }
    assert!(killed_so_often > 1 && kept > 0, "{kept} of {killed_so_often}");
    build(&killed, "12", &rules);
    assert!(whole.files() == killed.files(), "after {killed_so_often} kills");
}

#[test]
fn a_table_larger_than_the_memory_allowed_is_refused_before_anything_is_written() {
    let folder = Folder::new("memory");
    let open = ["--rules", "kalah", "--holes", "6", "--memory", "1"];
    let try_build =
        |max: &str| tables(&[&["build", folder.text(), "--max", max], &open[..]].concat());
    let (code, out, error) = try_build("12");
    assert_eq!((code, out.as_str()), (3, ""), "{error}");
    // C(24, 12) positions; C(21, 12) and C(22, 12) are 293,930 and 646,646, C(23, 12) is larger.
    let said = ["--memory 1: ", "2704156 bytes", "1048576", "at most 10 seeds"];
    assert!(said.iter().all(|part| error.contains(part)), "{error}");
    assert!(!folder.0.exists());
    assert_eq!(try_build("10").0, 0);
    let before = folder.files();
    assert_eq!(try_build("11").0, 3);
    assert!(folder.files() == before);
    // An existing table is not built again.
    build(&folder, "11", &open[..4]);
    assert_eq!(try_build("11").0, 0);
    assert_eq!(try_build("5").0, 0);
}

#[test]
fn a_table_that_an_earlier_version_has_compressed_is_told_and_left_alone() {
    let folder = Folder::new("tables-compressed");
    build(&folder, "6", &KALAH);
    let compressed = only_table(&folder).with_extension("table.zst");
    fs::rename(only_table(&folder), &compressed).unwrap();
    let info = || tables(&["info", folder.text(), "--format", "jsonl"]);
    let solve = [&["solve", "--seeds", "1"], &KALAH[..], &["--tables", folder.text()]].concat();
    for (code, out, error) in
        [probe(&folder), info(), tables(&["verify", folder.text()]), outcome(&run(&solve))]
    {
        assert_eq!((code, out.as_str()), (4, ""), "{error}");
        assert!(error.contains(".table.zst: compressed by an earlier version: "));
        assert!(error.contains("`zstd -d --rm`"), "{error}");
    }
    // Next to the table it is ignored.
    build(&folder, "6", &KALAH);
    assert_eq!((probe(&folder).0, info().1.lines().count()), (0, 1));
    assert!(compressed.exists());
}

#[test]
fn damage_is_refused_with_the_reason() {
    let folder = Folder::new("tables-damage");
    build(&folder, "6", &KALAH);
    let path = only_table(&folder);
    let good = fs::read(&path).unwrap();
    let refused = |bytes: &[u8], what: &str| {
        fs::write(&path, bytes).unwrap();
        for (code, out, error) in [
            probe(&folder),
            tables(&["verify", folder.text()]),
            tables(&["info", folder.text()]),
            tables(&[&["build", folder.text(), "--max", "7"], &KALAH[..]].concat()),
        ] {
            assert_eq!((code, out.as_str()), (4, ""), "{what}: {error}");
            assert!(error.contains(".table: "), "{what}: {error}");
        }
    };
    let places =
        (0..64).chain([71, 72, 99, 300, 327, 400, 507, 508, 511, 512, 513, 600, good.len() - 1]);
    for place in places {
        let mut bytes = good.clone();
        bytes[place] ^= 1;
        refused(&bytes, &format!("byte {place}"));
    }
    for length in [0, 1, 15, 16, 17, 18, 100, 511, 512, 513, 1000, good.len() - 1] {
        refused(&good[..length], &format!("cut to {length}"));
    }
    refused(&[&good[..], &[0]].concat(), "a byte more");
    refused(b"a text that is somebody else's\n", "foreign");
    fs::write(&path, &good).unwrap();
    let other =
        path.with_file_name(path.file_name().unwrap().to_str().unwrap().replace("both", "none"));
    fs::rename(&path, &other).unwrap();
    let (code, _, error) = tables(&["info", folder.text()]);
    assert!(code == 4 && error.contains("other rules"), "{error}");
}

#[test]
fn verify_finds_a_changed_value_whose_checksums_fit() {
    let folder = Folder::new("tables-changed");
    build(&folder, "6", &KALAH);
    let path = only_table(&folder);
    let good = fs::read(&path).unwrap();
    // Levels of 8 open holes begin at C(S + 7, 8).
    for (level, entries) in [(0, 0..1), (1, 1..9), (3, 45..165), (6, 1287..3003)] {
        let mut bytes = good.clone();
        let place = 512 + (entries.start + entries.end) / 2;
        bytes[place] = (bytes[place].cast_signed() + 2).cast_unsigned();
        seal(&mut bytes, level, entries);
        fs::write(&path, &bytes).unwrap();
        for check in [vec!["--all"], vec![]] {
            let args = [&["verify", folder.text(), "--format", "json"], &check[..]].concat();
            let (code, out, error) = tables(&args);
            assert_eq!((code, error), (1, String::new()));
            let document: Value = serde_json::from_str(&out).unwrap();
            assert_eq!(document[0]["verdict"], "refuted");
            let wrong = &document[0]["wrong"];
            assert_ne!(wrong["stored"], wrong["derived"]);
        }
    }
    let mut bytes = good.clone();
    bytes[16] = 1;
    seal(&mut bytes, 0, 0..1);
    fs::write(&path, &bytes).unwrap();
    let (code, _, error) = probe(&folder);
    assert!(
        code == 4 && error.contains("format version 1: expected 2; build the table again"),
        "{error}"
    );
}

/// A build of 9 seeds that ends at a full disk, with some complete levels.
#[cfg(unix)]
fn build_on_a_full_disk(folder: &Folder) {
    // 8 blocks of 512 or 1,024 bytes a file, with the signal ignored.
    let script = format!(
        "trap '' XFSZ; ulimit -f 8; exec {PROGRAM} tables build {} --max 9 {}",
        folder.text(),
        KALAH.join(" ")
    );
    let (code, out, error) = outcome(&shell().args(["-c", &script]).output().unwrap());
    assert_eq!((code, out.as_str()), (4, ""), "{error}");
    assert!(error.contains(".part: "), "{error}");
}

#[cfg(unix)]
#[test]
fn a_full_disk_is_an_error_and_the_build_goes_on_later() {
    let [whole, full] = ["unlimited", "full"].map(Folder::new);
    build(&whole, "9", &KALAH);
    build_on_a_full_disk(&full);
    build(&full, "9", &KALAH);
    assert!(whole.files() == full.files());
}

#[cfg(unix)]
#[test]
fn an_interrupted_build_keeps_its_levels() {
    let folder = Folder::new("tables-interrupted");
    let args = ["build", folder.text(), "--max", "20", "--rules", "conglak", "--holes", "6"];
    let child = under_way(&args, &folder);
    send_interrupt(&child);
    let (code, out, error) = outcome(&child.wait_with_output().unwrap());
    assert_eq!((code, out.as_str()), (130, ""), "{error}");
    assert!(error.contains("are kept"), "{error}");
    let (code, out, _) = tables(&["info", folder.text()]);
    assert!(code == 0 && out.contains("(unfinished)"), "{out}");
    let limited = [&args[..], &["--time", "0.2"]].concat();
    assert_eq!(tables(&limited).0, 3);
}

#[cfg(unix)]
#[test]
fn a_damaged_unfinished_build_is_refused_with_the_reason() {
    let folder = Folder::new("tables-part");
    build_on_a_full_disk(&folder);
    let args = [&["build", folder.text(), "--max", "9"], &KALAH[..]].concat();
    let mut names = folder.names().into_iter();
    let part = names.find(|name| name.ends_with(".part"));
    let part = folder.0.join(part.unwrap());
    let manifest = part.with_extension("manifest");
    for (path, place, reason) in
        [(&part, 512, "level 0 are damaged"), (&manifest, 100, "checksum does not match")]
    {
        let good = fs::read(path).unwrap();
        let mut changed = good.clone();
        changed[place] ^= 1;
        for (bytes, reason) in [(&changed[..], reason), (&good[..good.len() / 2], "")] {
            fs::write(path, bytes).unwrap();
            let (code, out, error) = tables(&args);
            assert_eq!((code, out.as_str()), (4, ""), "{error}");
            assert!(error.contains(path.to_str().unwrap()), "{error}");
            assert!(error.contains(reason), "{error}");
        }
        fs::write(path, &good).unwrap();
    }
}
