//! Compressed table files: the same tables, and nothing that was changed.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use serde_json::Value;

use crate::support::{
    Folder, KALAH, build, json_of, only_table, probe, run, seal, tables, tables_command, told,
    words,
};

const COMPRESSED: [&str; 5] = ["--rules", "kalah", "--holes", "4", "--compress"];

/// The bytes behind the zstd frame.
const TRAILER: usize = 12;

fn unpacked(bytes: &[u8]) -> Vec<u8> {
    zstd::decode_all(bytes).unwrap()
}

/// A zstd frame with the right checksum behind it.
fn sealed(content: &[u8]) -> Vec<u8> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 3).unwrap();
    let size = u64::try_from(content.len()).unwrap();
    encoder.set_pledged_src_size(Some(size)).unwrap();
    encoder.write_all(content).unwrap();
    finished(encoder.finish().unwrap())
}

fn finished(mut frame: Vec<u8>) -> Vec<u8> {
    let sum = crc32fast::hash(&frame);
    frame.extend([0x5C, 0x2A, 0x4D, 0x18, 4, 0, 0, 0]);
    frame.extend(sum.to_le_bytes());
    frame
}

fn records(folder: &Folder) -> Value {
    json_of(&["tables", "info", folder.text()])
}

#[test]
fn a_compressed_table_is_the_same_table() {
    let [plain, packed] = ["plain", "packed"].map(Folder::new);
    build(&plain, "9", &KALAH);
    build(&packed, "9", &COMPRESSED);
    let table = only_table(&plain);
    let path = only_table(&packed);
    let name = table.file_name().unwrap().to_str().unwrap().to_owned() + ".zst";
    assert_eq!(path.file_name().unwrap().to_str().unwrap(), name);
    let (content, bytes) = (fs::read(&table).unwrap(), fs::read(&path).unwrap());
    assert_eq!(unpacked(&bytes), content);

    let [here, there] = [&packed, &plain].map(records);
    assert_eq!(there[0]["compressed"], false);
    assert_eq!(
        (&there[0]["ratio"], &there[0]["bytes"]),
        (&1.0.into(), &content.len().into())
    );
    assert_eq!(here[0]["compressed"], true);
    assert_eq!(
        (&here[0]["table"], &here[0]["bytes"]),
        (&name.clone().into(), &bytes.len().into())
    );
    let ratio = content.len() as f64 / bytes.len() as f64;
    assert!(
        (here[0]["ratio"].as_f64().unwrap() - ratio).abs() < 0.01,
        "{ratio}"
    );
    assert!(ratio > 2.0, "{ratio}");
    for field in [
        "seeds",
        "positions",
        "holes",
        "states",
        "options",
        "unfinished",
        "used",
    ] {
        assert_eq!(here[0][field], there[0][field], "{field}");
    }

    let of_file = |text: String| text.replace(".table.zst", ".table");
    let (code, out, error) = probe(&packed);
    assert!(out.contains(".table.zst"), "{out}");
    assert_eq!((code, of_file(out), error), probe(&plain));
    let verify = |folder: &Folder| tables(&["verify", folder.text(), "--all"]);
    let (code, out, error) = verify(&packed);
    assert_eq!((code, of_file(out), error), verify(&plain));
    let solve = |folder: &Folder| {
        let solve = words("solve --rules kalah --holes 4 --seeds 3 --threads 1 --format json");
        told(&run(&[&solve[..], &["--tables", folder.text()]].concat()))
    };
    let (code, _, error) = solve(&packed);
    assert_eq!((code, error), (0, String::new()));
    assert_eq!(solve(&packed), solve(&plain));
}

#[test]
fn a_build_leaves_the_form_it_was_asked_for() {
    let [plain, packed, folder] = ["form-plain", "form-packed", "form"].map(Folder::new);
    build(&plain, "9", &KALAH);
    build(&packed, "9", &COMPRESSED);
    // There and back, growing in either form, and with less than what is there.
    for (max, options, whole) in [
        ("4", &COMPRESSED[..], None),
        ("7", &COMPRESSED, None),
        ("9", &KALAH, Some(&plain)),
        ("2", &COMPRESSED, Some(&packed)),
        ("9", &COMPRESSED, Some(&packed)),
        ("0", &KALAH, Some(&plain)),
    ] {
        build(&folder, max, options);
        let files = folder.files();
        assert_eq!(files.len(), 1, "{max}: {:?}", files.keys());
        assert!(
            whole.is_none_or(|whole| whole.files() == files),
            "{max} {options:?}"
        );
    }
}

#[test]
fn of_two_files_the_uncompressed_one_is_used() {
    let [plain, folder] = ["both-plain", "both"].map(Folder::new);
    build(&plain, "4", &KALAH);
    build(&folder, "6", &COMPRESSED);
    let packed = folder.files();
    let table = only_table(&plain);
    fs::copy(&table, folder.0.join(table.file_name().unwrap())).unwrap();
    let found = records(&folder);
    let of = |field: &str| [0, 1].map(|n: usize| found[n][field].clone());
    assert_eq!(of("compressed"), [false, true]);
    assert_eq!(of("used"), [true, false]);
    let (code, out, _) = tables(&["info", folder.text()]);
    assert!(code == 0 && out.contains("(not used: "), "{out}");
    let (code, _, error) = probe(&folder);
    assert!(code == 4 && error.contains("up to 4 seeds"), "{error}");
    // A build goes on from the larger one, and leaves one.
    build(&folder, "4", &COMPRESSED);
    assert!(folder.files() == packed);
}

#[test]
fn a_compressing_build_that_is_killed_goes_on_to_the_same_bytes() {
    let [whole, killed] = ["packed-whole", "packed-killed"].map(Folder::new);
    let rules = ["--rules", "conglak", "--holes", "6", "--compress"];
    build(&whole, "11", &rules);
    let args = [&["build", killed.text(), "--max", "11"], &rules[..]].concat();
    let mut kills = 0;
    for round in 0..40_u64 {
        let mut child = tables_command(&args).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(5 + 37 * round % 200));
        if child.try_wait().unwrap().is_some() {
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
    }
    assert!(kills > 0);
    build(&killed, "11", &rules);
    assert!(whole.files() == killed.files(), "after {kills} kills");
}

#[test]
fn what_a_kill_can_leave_of_compressing_does_no_harm() {
    let [plain, packed, folder] = ["left-plain", "left-packed", "left"].map(Folder::new);
    build(&plain, "6", &KALAH);
    build(&packed, "6", &COMPRESSED);
    let (table, file) = (only_table(&plain), only_table(&packed));
    let here = |path: &PathBuf| folder.0.join(path.file_name().unwrap());
    let bytes = fs::read(&file).unwrap();
    // Before the new file has its name, and between that and the removal of the other one.
    for (source, left) in [
        (&table, "packing"),
        (&file, "packing"),
        (&table, "table.zst"),
    ] {
        let _ = fs::remove_dir_all(&folder.0);
        fs::create_dir(&folder.0).unwrap();
        fs::copy(source, here(source)).unwrap();
        let half = if left == "packing" {
            bytes.len() / 2
        } else {
            bytes.len()
        };
        fs::write(here(&table).with_extension(left), &bytes[..half]).unwrap();
        let (code, _, error) = probe(&folder);
        assert_eq!((code, error), (0, String::new()), "{left}");
        build(&folder, "6", &COMPRESSED);
        assert!(folder.files() == packed.files(), "{left}");
    }
}

#[test]
fn damage_to_a_compressed_table_is_refused_with_the_reason() {
    let folder = Folder::new("packed-damage");
    build(&folder, "6", &COMPRESSED);
    let path = only_table(&folder);
    let good = fs::read(&path).unwrap();
    let refused = |bytes: &[u8], thorough: bool, what: &str| {
        fs::write(&path, bytes).unwrap();
        let mut all = vec![probe(&folder)];
        if thorough {
            let build = ["build", folder.text(), "--max"];
            let [same, larger] = ["6", "7"].map(|max| [&build[..], &[max]].concat());
            all.extend([
                tables(&["verify", folder.text()]),
                tables(&["info", folder.text()]),
                tables(&[&same[..], &COMPRESSED].concat()),
                tables(&[&same[..], &KALAH].concat()),
                tables(&[&larger[..], &COMPRESSED].concat()),
            ]);
        }
        for (code, out, error) in all {
            assert_eq!((code, out.as_str()), (4, ""), "{what}: {error}");
            assert!(error.contains(".table.zst: "), "{what}: {error}");
        }
    };
    for place in (0..good.len()).filter(|place| *place < 24 || place % 37 == 0) {
        let mut bytes = good.clone();
        bytes[place] ^= 1 << (place % 8);
        refused(&bytes, place % 12 == 0, &format!("byte {place}"));
    }
    for back in 1..=TRAILER + 8 {
        refused(
            &good[..good.len() - back],
            back == TRAILER,
            &format!("{back} bytes short"),
        );
    }
    for length in (0..good.len()).filter(|length| *length < 20 || length % 89 == 0) {
        refused(&good[..length], length == 0, &format!("cut to {length}"));
    }
    refused(&[&good[..], &[0]].concat(), true, "a byte more");
    refused(b"a text that is somebody else's\n", true, "foreign");
    refused(&unpacked(&good), true, "not compressed at all");
    fs::write(&path, &good).unwrap();
    assert_eq!(probe(&folder).0, 0);
}

#[test]
fn what_is_inside_is_checked_like_a_table() {
    let folder = Folder::new("packed-inside");
    build(&folder, "6", &COMPRESSED);
    let path = only_table(&folder);
    let good = fs::read(&path).unwrap();
    let table = unpacked(&good);
    let changed = |place: usize, fits: Option<(usize, std::ops::Range<usize>)>| {
        let mut bytes = table.clone();
        bytes[place] = bytes[place].wrapping_add(2);
        if let Some((level, entries)) = fits {
            seal(&mut bytes, level, entries);
        }
        sealed(&bytes)
    };
    let plain = good[..good.len() - TRAILER].to_vec();
    for (bytes, code, reason) in [
        (sealed(&table), 0, ""),
        (
            sealed(b"a text that is somebody else's\n"),
            4,
            "not a table file",
        ),
        (sealed(b""), 4, "not a table file"),
        (sealed(&table[..table.len() - 1]), 4, "bytes when unpacked"),
        (
            sealed(&[&table[..], &[0]].concat()),
            4,
            "bytes when unpacked",
        ),
        (changed(0, None), 4, "not a table file"),
        (changed(100, None), 4, "the header is damaged"),
        (changed(600, None), 4, "level 3 are damaged"),
        (
            changed(16, Some((0, 0..1))),
            4,
            "format version 4: expected 2; build the table again",
        ),
        (finished([&plain[..], &plain].concat()), 4, "goes on behind"),
        (finished(plain[..plain.len() / 2].to_vec()), 4, "damaged"),
        (plain, 4, "its checksum does not fit"),
    ] {
        fs::write(&path, bytes).unwrap();
        let (found, out, error) = probe(&folder);
        assert!(
            found == code && error.contains(reason),
            "{reason}: {out}{error}"
        );
        assert_eq!(tables(&["info", folder.text()]).0, code, "{reason}");
    }
    // A value that is wrong and fits all checksums: `verify` finds it.
    fs::write(&path, changed(512 + 100, Some((3, 45..165)))).unwrap();
    let (code, out, _) = tables(&["verify", folder.text(), "--all", "--format", "json"]);
    assert!(code == 1 && out.contains("refuted"), "{out}");
    // A table of other rules under this name.
    fs::write(&path, &good).unwrap();
    let name = path.file_name().unwrap().to_str().unwrap();
    fs::rename(&path, folder.0.join(name.replace("both", "none"))).unwrap();
    let (code, _, error) = tables(&["info", folder.text()]);
    assert!(
        code == 4 && error.contains("other rules") && error.contains(name),
        "{error}"
    );
}

#[test]
fn a_table_larger_than_the_memory_allowed_is_refused_before_anything_is_written() {
    let folder = Folder::new("memory");
    let open = ["--rules", "kalah", "--holes", "6", "--memory", "1"];
    let try_build =
        |max: &str| tables(&[&["build", folder.text(), "--max", max], &open[..]].concat());
    let (code, out, error) = try_build("12");
    assert_eq!((code, out.as_str()), (3, ""), "{error}");
    // C(24, 12) positions; C(21, 12) and C(22, 12) have 293,930 and 646,646 of them, C(23, 12)
    // more.
    let said = [
        "--memory 1: ",
        "2704156 bytes",
        "1048576",
        "at most 10 seeds",
    ];
    assert!(said.iter().all(|part| error.contains(part)), "{error}");
    assert!(!folder.0.exists());
    assert_eq!(try_build("10").0, 0);
    let before = folder.files();
    assert_eq!(try_build("11").0, 3);
    assert!(folder.files() == before);
    // What is there needs no building.
    build(&folder, "11", &open[..4]);
    assert_eq!(try_build("11").0, 0);
    assert_eq!(try_build("5").0, 0);
}
