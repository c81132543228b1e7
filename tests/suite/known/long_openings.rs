//! The openings in `positions/long`, which no test can solve again, and the script that writes
//! them.

use std::collections::{HashMap, HashSet};
use std::process::Output;

use serde_json::Value;

use crate::support::{
    Folder, Long, Published, Solved, Unsolved, code, home, json_of, lines_of, long_openings_of,
    places, project, python, rule_sets, solved, stderr, text_of, unsolved,
};

/// The allowed files.
const FILES: [&str; 2] = ["kalah", "kalah-empty-capture"];

const OPENING: &str = "5,5,5,5,5,5/0 5,5,5,5,5,5/0 A";

#[test]
fn there_are_no_other_files() {
    let mut files = 0;
    for entry in std::fs::read_dir(home().join("positions/long")).unwrap() {
        let path = entry.unwrap().path();
        assert_eq!(path.extension().unwrap(), "jsonl");
        let name = path.file_stem().unwrap().to_str().unwrap();
        assert!(FILES.contains(&name), "{name}");
        files += 1;
    }
    assert!(files > 0);
    assert!(FILES.iter().all(|name| rule_sets().contains_key(*name)));
}

#[test]
fn openings_that_take_long_are_well_formed_and_have_the_published_values() {
    let published: Vec<Published> = lines_of("positions/published/kalah.jsonl");
    for file in FILES {
        let mut last = (0, 0);
        for line in long_openings_of(file) {
            let found = &line.solved;
            found.check(file);
            assert!(last < found.opening.size());
            last = found.opening.size();
            assert!(line.seconds > 0 && line.threads > 0 && line.memory > 0);
            // More would not be an endgame.
            assert!(i32::from(line.table) < found.opening.total());
            let theirs = published.iter().find(|l| l.opening == found.opening);
            let theirs = theirs.unwrap_or_else(|| panic!("{line:?} is not published"));
            assert_eq!(theirs.value, Some(found.value), "{line:?}");
        }
    }
}

/// As many boards are fair as others have published, and each is the full board with one or two seeds
/// moved.
#[test]
fn fair_starts_are_the_published_number() {
    let published = HashMap::from([("kalah", 323), ("kalah-empty-capture", 254)]);
    for file in std::fs::read_dir(home().join("positions/fair")).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let lines: Vec<Value> = lines_of(&format!("positions/fair/{name}.jsonl"));
        assert_eq!(lines.len(), published[name], "{name}");
        let boards: HashSet<&str> =
            lines.iter().map(|line| line["position"].as_str().unwrap()).collect();
        assert_eq!(boards.len(), lines.len(), "{name}");
        for board in boards {
            let cells = places(board);
            let holes = |row: usize| cells[7 * row..7 * row + 6].iter();
            let moved: u32 = (0..2).flat_map(holes).map(|seeds| 4u32.saturating_sub(*seeds)).sum();
            assert!(matches!(moved, 1 | 2) && cells.iter().sum::<u32>() == 48, "{board}");
        }
    }
}

/// The campaigns that are begun ask what their line says, their results can be read, and what they
/// have proven agrees with what others have published.
#[test]
fn campaigns_go_on_from_what_is_kept() {
    let published: Vec<Published> = lines_of("positions/published/kalah.jsonl");
    let mut of_six = published.iter().filter(|line| line.opening.size() == (6, 6));
    let value = i64::from(of_six.find_map(|line| line.value).unwrap());
    let folder = Folder::made("campaigns-kept");
    let mut begun = 0;
    for question in lines_of::<Value>("positions/campaigns/questions.jsonl") {
        let name = question["name"].as_str().unwrap();
        let kept = home().join("positions/campaigns").join(name);
        if !kept.exists() {
            continue;
        }
        begun += 1;
        let copy = folder.0.join(name);
        std::fs::create_dir(&copy).unwrap();
        for file in ["campaign.json", "results.sqlite"] {
            let from = kept.join(file);
            // There are no results before the first job.
            if file == "campaign.json" || from.exists() {
                std::fs::copy(from, copy.join(file)).unwrap();
            }
        }
        let asked: Value =
            serde_json::from_str(&text_of(&format!("positions/campaigns/{name}/campaign.json")))
                .unwrap();
        for field in ["rules", "at_least", "job_nodes"] {
            assert_eq!(asked[field], question[field], "{name}: {field}");
        }
        let status = json_of(&["campaign", "status", copy.to_str().unwrap()]);
        let (lower, upper) = (status["lower"].as_i64().unwrap(), status["upper"].as_i64().unwrap());
        assert!(lower <= upper);
        if question["set"]["lone"] == "bank" {
            assert_eq!(status["position"], "6,6,6,6,6,6/0 6,6,6,6,6,6/0 A");
            assert!((lower..=upper).contains(&value), "{lower} to {upper}");
        }
    }
    assert!(begun >= 2);
}

#[test]
fn nothing_else_that_is_known_contradicts_them() {
    for file in FILES {
        let solved: HashMap<_, Solved> =
            solved(file).into_iter().map(|line| (line.opening.size(), line)).collect();
        let unsolved: HashMap<_, Unsolved> =
            unsolved(file).into_iter().map(|line| (line.opening.size(), line)).collect();
        for Long { solved: found, .. } in long_openings_of(file) {
            let size = found.opening.size();
            if let Some(other) = solved.get(&size) {
                assert_eq!((found.value, &found.best), (other.value, &other.best));
            }
            if let Some(other) = unsolved.get(&size) {
                assert!((other.lower..=other.upper).contains(&found.value));
            }
        }
    }
}

/// A project with the published values, and instead of the program one that records its arguments
/// and finds `value`.
fn project_finding(name: &str, value: i32) -> Folder {
    let project = project(name);
    let published = "positions/published/kalah.jsonl";
    std::fs::create_dir_all(project.0.join("positions/published")).unwrap();
    project.file(published, &text_of(published));
    let found =
        format!(r#"{{"position": "{OPENING}", "value": {value}, "best": ["A2"], "nodes": 7}}"#);
    let program = format!(
        "#!/bin/sh
echo \"$@\" >>\"$0.calls\"
case $1 in solve) echo '{found}' ;; esac
"
    );
    // A rewritten file keeps its execute permission.
    let path = project.0.join("scripts/solve");
    std::fs::copy(path, project.0.join("program")).unwrap();
    project.file("program", &program);
    project
}

fn prove(project: &Folder, arguments: &[&str]) -> Output {
    let mut command = python(project.0.join("scripts/solve"));
    command.args(["kalah", "--program"]).arg(project.0.join("program"));
    command.args(arguments).current_dir(&project.0);
    command.output().unwrap()
}

#[test]
fn the_script_keeps_what_it_finds() {
    let folder = project_finding("kalah-6-5", 10);
    let output = prove(&folder, &["--threads", "2", "table"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let options = "--rules kalah --holes 6 --seeds 5 --threads 2 --format json";
    let calls = [
        format!("tables build table --max 26 {options}\n"),
        format!("solve --fresh --tables table --memory 12288 {options}\n"),
    ];
    let called = folder.read("program.calls");
    assert_eq!(called, calls.concat());
    // Except the seconds.
    let text = folder.read("positions/long/kalah.jsonl");
    let mut found: serde_json::Value = serde_json::from_str(&text).unwrap();
    for seconds in ["seconds", "table_seconds"] {
        assert!(found[seconds].take().is_u64());
    }
    let line = serde_json::json!({
        "rules": "kalah", "set": {}, "holes": 6, "seeds": 5, "position": OPENING,
        "value": 10, "best": ["A2"], "nodes": 7,
        "seconds": null, "threads": 2, "memory": 12288, "table": 26, "table_seconds": null,
    });
    assert_eq!(found, line);
    assert!(text.ends_with("}\n"));
}

#[test]
fn the_script_keeps_empty_capture_apart() {
    let folder = project_finding("kalah-6-5-empty-capture", 12);
    let output = prove(&folder, &["--set", "lone=bank", "table", "20", "256"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let called = folder.read("program.calls");
    assert_eq!(called.matches(" --set lone=bank ").count(), 2, "{called}");
    let long = "positions/long/kalah-empty-capture.jsonl";
    let text = folder.read(long);
    let found: Long = serde_json::from_str(&text).unwrap();
    found.solved.check("kalah-empty-capture");
    assert_eq!((found.table, found.memory), (20, 256));
    assert!(!folder.0.join("positions/long/kalah.jsonl").exists());
    // Existing lines are kept, except the one of the same opening.
    let before = text.replace("\"holes\":6", "\"holes\":5");
    folder.file(long, &format!("{before}{text}"));
    let output = prove(&folder, &["--set", "lone=bank", "table", "21", "256"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let after = folder.read(long);
    assert!(after.starts_with(&before) && after.lines().count() == 2, "{after}");
    assert!(after.contains("\"table\":21"));
}

#[test]
fn the_script_keeps_no_other_value_than_the_published() {
    let folder = project_finding("kalah-6-5-other", 8);
    let output = prove(&folder, &["table"]);
    let told = stderr(&output);
    assert_eq!((code(&output), told.as_str()), (1, "solve kalah: value 8, published is 10\n"));
    assert!(!folder.0.join("positions/long").exists());
    folder.file("program", "#!/bin/sh\nexit 2\n");
    assert_eq!(code(&prove(&folder, &["table"])), 2);
    assert_eq!(code(&prove(&folder, &["--set", "lone=stay"])), 2);
    let output = prove(&folder, &["--opening", "6,7"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("no value of 6,7 is published"));
    // For this one only the winner is.
    let output = prove(&folder, &["--set", "lone=bank", "--opening", "1,1"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("no value of 1,1 is published"));
    assert_eq!(code(&prove(&folder, &["--opening", "six"])), 2);
}
