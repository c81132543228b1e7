//! Proofs of campaigns: by the law of proofs with the reference implementation, and by the checker.

use std::fs;
use std::path::{Path, PathBuf};

use chongkak::campaign::{self, Campaign, Proven};
use chongkak::control::{Control, Stop, StopReason};
use chongkak::math::Random;
use chongkak::moves::Game;
use chongkak::search::{Bounds, Goal, Solution, Unproven};
use chongkak::text::Diagnostic;
use proptest::prelude::*;
use serde_json::json;

use super::jobs::{answer, any_goal, at_once, begun, dealt, near, worked_off};
use crate::search::proof_files::{all_refused, check, lines, sealed};
use crate::support::{
    Folder, THREADS, any_board, any_rules, code, follows, game, interrupted, json_of, piped,
    program, run, sample, sized, stderr, stdout, text_of, worth,
};

fn proven(folder: &Path, jobs: usize, most: usize, control: Control<'_>) -> Proven {
    campaign::prove(&Campaign::open(folder).unwrap(), at_once(jobs), most, control).unwrap()
}

/// Checks that a proof proves its bounds, and counts its positions.
fn followed(game: &Game, found: Proven) -> usize {
    let (lower, upper) = (found.lower, found.upper);
    let bounds = Solution::of(Bounds { lower, upper }, 0);
    follows(game.rules(), game.position(), (bounds, found.proof))
}

proptest! {
    #![proptest_config(crate::support::law(60))]

    /// In any order of any results.
    #[test]
    fn proofs_follow_the_law(
        (rules, position, goal, job_nodes, seed) in
            (any_rules(), any_board(3, 4), any_goal(), 2..40u64, any::<u64>())
    ) {
        let (rules, value) = (near(rules), worth(&rules, &position));
        let game = game(&rules, &position);
        let folder = Folder::made("campaign-proof-dealt");
        let own = begun(&folder.0, &game, goal, job_nodes);
        dealt(&own, game.rules(), &mut Random::new(seed, 0));
        let found = proven(&own, THREADS[(seed % 4) as usize], 100_000, Control::none());
        prop_assert!((found.lower..=found.upper).contains(&value));
        let bounds = [found.lower, found.upper].map(|bound| answer(goal, bound));
        prop_assert_eq!(bounds, [answer(goal, value); 2]);
        followed(&game, found);
    }
}

/// Trees of some hundred positions; the number of threads changes nothing.
#[test]
fn larger_proofs_follow_the_law() {
    let folder = Folder::made("campaign-proof-larger");
    for (name, holes, seeds) in sample([("kalah", 4, 3), ("kalah", 5, 3), ("overbeck", 5, 4)]) {
        let game = Game::opening(&sized(name, holes, seeds), chongkak::board::Side::B);
        let own = begun(&folder.0, &game, Goal::Value, 100);
        let nodes = worked_off(&own, 2, Control::none()).nodes;
        let found = proven(&own, 1, 1_000_000, Control::none());
        assert_eq!(found.lower, found.upper);
        // An unnecessary job is not searched again.
        assert!(found.jobs > 1 && found.nodes < nodes, "{found:?}");
        let again = proven(&own, 2, 1_000_000, Control::none());
        let told = |found: Proven| found.proof.unwrap().positions().collect::<Vec<_>>();
        assert_eq!(told(again), told(proven(&own, 1, 1_000_000, Control::none())));
        assert!(followed(&game, found) > 100);
    }
}

#[test]
fn limits_end_a_proof() {
    let folder = Folder::made("campaign-proof-limits");
    let game = Game::opening(&sized("kalah", 4, 3), chongkak::board::Side::A);
    let own = begun(&folder.0, &game, Goal::Value, 1000);
    let question = |found: Result<Proven, Diagnostic>| found.unwrap_err().to_string();
    let open = campaign::prove(&Campaign::open(&own).unwrap(), at_once(1), 9, Control::none());
    assert!(question(open).contains("the question is open"));
    worked_off(&own, 2, Control::none());
    let found = proven(&own, 1, 50, Control::none());
    assert_eq!(found.proof.unwrap_err(), Unproven::Positions(50));
    let stop = Stop::new();
    stop.set();
    let found = proven(&own, 2, 100_000, Control::stopped_by(&stop));
    let stopped = Unproven::Stopped(StopReason::Interrupted);
    assert_eq!(found.proof.unwrap_err(), stopped);
}

/// A search for a proof trusts no stored result.
#[test]
fn a_result_that_is_wrong_is_named() {
    let folder = Folder::made("campaign-proof-wrong");
    // Its value is +2.
    let game = Game::opening(&sized("kalah", 3, 3), chongkak::board::Side::A);
    for (lower, upper) in [(4, 18), (-18, 0)] {
        let least = if lower > 0 { 4 } else { 1 };
        let own = begun(&folder.0, &game, Goal::AtLeast(least), 1000);
        let position = game.position().to_string();
        let line = json!({"position": position, "lower": lower, "upper": upper});
        let file = PathBuf::from(folder.file("wrong.jsonl", &format!("{line}\n")));
        Campaign::open_to_write(&own).unwrap().add(&[file]).unwrap();
        let output = run(&["campaign", "proof", own.to_str().unwrap()]);
        let told = stderr(&output);
        assert_eq!(code(&output), 4, "{told}");
        for part in ["results.sqlite", "by the search for its proof", "is wrong"] {
            assert!(told.contains(part), "{told}");
        }
        assert!(!own.join("campaign.proof").exists());
    }
}

const BOARD: [&str; 6] = ["--rules", "kalah", "--holes", "4", "--seeds", "3"];

/// A campaign whose tree grows, run with jobs of 1,000 nodes.
fn worked(folder: &Folder, name: &str, args: &[&str]) -> String {
    let own = folder.path(name);
    let begun = run(&[&["campaign", "new", &own, "-q", "--job-nodes", "1000"], args].concat());
    assert_eq!((code(&begun), stderr(&begun)), (0, String::new()));
    json_of(&["campaign", "run", &own, "-q"]);
    own
}

#[test]
fn the_checker_confirms_a_campaign_and_refuses_every_change() {
    let folder = Folder::made("campaign-proof-checked");
    let boards: [&[&str]; 5] = [
        &BOARD,
        &["--rules", "kalah", "--holes", "4", "--seeds", "4", "--winner"],
        &["--rules", "congklak", "--holes", "5", "--seeds", "3", "--at-least", "9"],
        &["--rules", "dakon", "--holes", "5", "--seeds", "4", "--at-least", "30"],
        &["--rules", "overbeck", "4,1,6p,2,x/3 5,0,3,4,2/6 B"],
    ];
    let mut files = Vec::new();
    for (number, args) in boards.iter().enumerate() {
        let own = worked(&folder, &number.to_string(), args);
        let record = json_of(&["campaign", "proof", &own, "-q"]);
        crate::project::schemas::expect("campaign", &record);
        let file = Path::new(&own).join("campaign.proof");
        assert_eq!(record["proof"]["file"], file.to_str().unwrap());
        let written = lines(&file);
        assert_eq!(record["proof"]["positions"], written.len() - 1);
        files.push(file);
    }
    let output = check(&files);
    assert_eq!(code(&output), 0, "{}", stdout(&output));

    // Every line is necessary, and so is every bound in full.
    let written = lines(&files[0]);
    let mut random = Random::new(1, 0);
    let mut texts = Vec::new();
    for _ in 0..25 {
        let number = 1 + random.below(written.len() - 1);
        let mut shorter = written.clone();
        shorter.remove(number);
        texts.push(sealed(&shorter));
        for (bound, change) in [("lower", -1), ("lower", 1), ("upper", -1), ("upper", 1)] {
            let Some(known) = written[number][bound].as_i64() else {
                continue;
            };
            let mut changed = written.clone();
            changed[number][bound] = json!(known + change);
            // Any bound stronger by one seed is not proven.
            let stronger = (bound == "lower") == (change > 0);
            if !stronger || number == written.len() - 1 {
                texts.push(sealed(&changed));
            }
        }
    }
    assert!(texts.len() > 40);
    all_refused("campaign", &texts, 1, "wrong");
}

#[test]
fn a_proof_goes_where_it_is_told_and_not_before_it_is_whole() {
    let folder = Folder::made("campaign-proof-files");
    let own = folder.path("open");
    let begun =
        run(&[&["campaign", "new", &own, "-q", "--job-nodes", "1000"], &BOARD[..]].concat());
    assert_eq!(code(&begun), 0);
    let file = folder.path("a.proof");
    let told = run(&["campaign", "proof", &own, &file]);
    assert_eq!((code(&told), stdout(&told)), (3, String::new()));
    assert!(stderr(&told).contains("the question is open: the value is from -24 to +24"));
    json_of(&["campaign", "run", &own, "-q"]);
    let few = ["campaign", "proof", &own, &file, "--proof-positions", "50"];
    let told = run(&few);
    assert_eq!(code(&told), 3);
    let why = "campaign proof ";
    assert!(stderr(&told).contains(why), "{}", stderr(&told));
    assert!(stderr(&told).contains("more than 50 positions (--proof-positions); no proof of 3,3"));
    assert_eq!((folder.names(), entries(&own).len()), (vec!["open".to_owned()], 3));
    let text = run(&["campaign", "proof", &own, &file]);
    assert_eq!(code(&text), 0);
    let last = stdout(&text).lines().last().unwrap().to_owned();
    assert!(last.starts_with("proof   ") && last.ends_with("a.proof"), "{last}");
    assert_eq!(code(&check(&[PathBuf::from(file)])), 0);
}

/// Killed at two moments: during the search of jobs, and while writing the file.
#[cfg(unix)]
#[test]
fn who_ends_it_leaves_no_half_of_a_file() {
    let folder = Folder::made("campaign-proof-ended");
    let own = folder.path("long");
    let begun = run(&[
        "campaign",
        "new",
        &own,
        "-q",
        "--rules",
        "kalah",
        "--seeds",
        "6",
        "--at-least",
        "1",
    ]);
    assert_eq!(code(&begun), 0);
    // True, but hard to prove.
    let position = "6,6,6,6,6,6/0 6,6,6,6,6,6/0 A";
    let line = json!({"position": position, "rules": "kalah", "set": {"seeds": 6}, "lower": 1, "upper": 72});
    let file = folder.file("known.jsonl", &format!("{line}\n"));
    assert_eq!(code(&run(&["campaign", "add", &own, &file, "-q"])), 0);
    let before = entries(&own);
    let output = interrupted(&["campaign", "proof", &own, "--parallel", "2", "--tables", "none"]);
    assert_eq!(code(&output), 130);
    let told = stderr(&output);
    assert!(told.contains("stopped by: interrupted; no proof of 6,6,6"), "{told}");
    assert_eq!(entries(&own), before);

    let own = worked(&folder, "killed", &["--rules", "kalah", "--holes", "5", "--seeds", "3"]);
    let whole = Path::new(&own).join("campaign.proof");
    let mut child = piped(&["campaign", "proof", &own, "-q"]);
    let written = || {
        let parts = entries(&own).into_iter();
        let mut parts = parts.filter(|name| name.ends_with(".part"));
        parts.any(|name| fs::metadata(Path::new(&own).join(name)).is_ok_and(|part| part.len() > 0))
    };
    while !written() && child.try_wait().unwrap().is_none() {
        std::thread::yield_now();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    if whole.exists() {
        assert_eq!(code(&check(&[whole])), 0);
    }
    // Leftover files do not matter.
    json_of(&["campaign", "proof", &own, "-q"]);
    assert_eq!(code(&check(&[Path::new(&own).join("campaign.proof")])), 0);
}

fn entries(folder: &str) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        names.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// The guide's commands, which need a writable folder. The number of positions in a proof depends
/// on which of two jobs ends first.
#[test]
fn the_example_of_the_guide_is_confirmed() {
    let guide = text_of("docs/GUIDE.md");
    let (_, section) = guide.split_once("\n### Prove in many jobs").unwrap();
    let (section, _) = section.split_once("\n### ").unwrap();
    let folder = Folder::made("campaign-guide");
    let commands = ["campaign new ", "campaign run ", "campaign proof "];
    for command in commands {
        let mut lines = section.lines();
        let line = lines.find(|line| line.contains(&format!("$ chongkak {command}")));
        let words = line.unwrap().trim_start_matches("$ chongkak ").split(' ');
        let output = program().args(words).current_dir(&folder.0).output().unwrap();
        assert_eq!(code(&output), 0, "{}", stderr(&output));
    }
    let (_, example) = section.split_once("$ scripts/check-proof ").unwrap();
    let (file, expected) = example.split_once('\n').unwrap();
    let told = stdout(&check(&[folder.0.join(file)]));
    let without_count = |text: &str| {
        let (value, rest) = text.lines().next().unwrap().split_once(", by ").unwrap();
        let (_, rules) = rest.split_once(" positions; ").unwrap();
        let (_, value) = value.split_once(": confirmed: ").unwrap();
        format!("{value}; {rules}")
    };
    assert_eq!(without_count(&told), without_count(expected));
}
