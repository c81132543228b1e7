//! The solved openings in `positions/`: well-formed, right as far as they can be solved again here,
//! and shown in docs/SOLVED.md as they are.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;

use chongkak::board::Side;
use chongkak::control::Limits;
use chongkak::rules::{Preset, Rules};
use chongkak::search::Solver;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::command_line::{code, stderr, stdout};
use crate::documents::python;
use crate::evaluation::minimax;
use crate::long_openings;
use crate::twin::Twin;

/// Openings that took at most so many nodes are solved again: the fast part.
const FAST_NODES: u64 = 100_000;
/// Boards with at most so many seeds, both sides together, are left to minimax as well.
const MINIMAX_SEEDS: u8 = 12;

/// Rule sets with an option changed: the name of the file, the rule set, the option.
const VARIANTS: [[&str; 4]; 1] = [["kalah-empty-capture", "kalah", "lone", "bank"]];

/// Options changed, with their values.
type Changes = BTreeMap<String, String>;

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(crate) struct Opening {
    rules: String,
    set: Changes,
    holes: u8,
    seeds: u8,
}

impl Opening {
    fn rules(&self) -> Rules {
        let rules = Preset::named(&self.rules).unwrap().rules;
        let mut rules = rules.sized(self.holes, self.seeds).unwrap();
        for (option, value) in &self.set {
            rules.set(option, value).unwrap();
        }
        rules
    }

    pub(crate) fn size(&self) -> (u8, u8) {
        (self.holes, self.seeds)
    }

    pub(crate) fn total(&self) -> i32 {
        2 * i32::from(self.holes) * i32::from(self.seeds)
    }
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(crate) struct Solved {
    #[serde(flatten)]
    pub(crate) opening: Opening,
    position: String,
    pub(crate) value: i32,
    pub(crate) best: Vec<String>,
    nodes: u64,
}

impl Solved {
    /// That a line of a file is a line of that file.
    pub(crate) fn check(&self, file: &str) {
        let opening = &self.opening;
        check_opening(file, opening, &self.position);
        assert!(self.value.abs() <= opening.total() && self.value % 2 == 0);
        assert!(self.nodes > 0);
        let legal: Vec<String> = (1..=opening.holes).map(|h| format!("A{h}")).collect();
        let best = legal.iter().filter(|m| self.best.contains(m));
        assert_eq!(
            best.collect::<Vec<_>>(),
            self.best.iter().collect::<Vec<_>>()
        );
        assert!(!self.best.is_empty());
    }
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(crate) struct Unsolved {
    #[serde(flatten)]
    pub(crate) opening: Opening,
    position: String,
    pub(crate) lower: i32,
    pub(crate) upper: i32,
    seconds: u32,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Published {
    #[serde(flatten)]
    pub(crate) opening: Opening,
    pub(crate) value: Option<i32>,
    winner: Option<String>,
    source: String,
}

pub(crate) fn home() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

pub(crate) fn lines<T: DeserializeOwned>(path: &str) -> Vec<T> {
    let text = std::fs::read_to_string(home().join(path)).unwrap();
    assert!(text.is_empty() || text.ends_with('\n'), "{path}");
    let line = |line: &str| {
        serde_json::from_str(line).unwrap_or_else(|error| panic!("{path}: {error}: {line}"))
    };
    text.lines().map(line).collect()
}

/// The rule sets by the names of their files, with the options changed.
pub(crate) fn rule_sets() -> BTreeMap<String, (String, Changes)> {
    let presets = Preset::all().iter().map(|preset| {
        let name = preset.name.to_owned();
        (name.clone(), (name, BTreeMap::new()))
    });
    let variants = VARIANTS.iter().map(|line| {
        let [name, rules, option, value] = line.map(str::to_owned);
        (name, (rules, BTreeMap::from([(option, value)])))
    });
    presets.chain(variants).collect()
}

pub(crate) fn solved(name: &str) -> Vec<Solved> {
    lines(&format!("positions/solved/{name}.jsonl"))
}

pub(crate) fn unsolved(name: &str) -> Vec<Unsolved> {
    lines(&format!("positions/unsolved/{name}.jsonl"))
}

/// What takes long too.
fn proven(name: &str) -> Vec<Solved> {
    let long = long_openings::read(name).into_iter();
    let long = long.map(|line| line.solved);
    solved(name).into_iter().chain(long).collect()
}

fn all_solved() -> Vec<Solved> {
    rule_sets().keys().flat_map(|name| solved(name)).collect()
}

fn check_opening(file: &str, opening: &Opening, position: &str) {
    let (rules, set) = rule_sets()[file].clone();
    assert_eq!((&opening.rules, &opening.set), (&rules, &set));
    let start = opening.rules().opening(Side::A);
    assert_eq!(start.to_string(), position, "{file}");
}

#[test]
fn every_rule_set_has_its_files_and_there_are_no_others() {
    for folder in ["solved", "unsolved"] {
        let entries = std::fs::read_dir(home().join("positions").join(folder)).unwrap();
        let names: BTreeSet<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        let expected: BTreeSet<String> = rule_sets()
            .keys()
            .map(|name| format!("{name}.jsonl"))
            .collect();
        assert_eq!(names, expected, "{folder}");
    }
}

#[test]
fn solved_openings_are_well_formed() {
    for file in rule_sets().keys() {
        let mut last = (0, 0);
        for line in solved(file) {
            line.check(file);
            let size = line.opening.size();
            assert!(last < size, "{file}: {size:?}");
            last = size;
        }
        assert!(last > (0, 0), "{file} has no openings");
    }
}

#[test]
fn unsolved_openings_have_open_bounds_and_are_not_among_the_solved() {
    for file in rule_sets().keys() {
        let solved: BTreeSet<(u8, u8)> = solved(file).iter().map(|l| l.opening.size()).collect();
        let mut known = solved.clone();
        let mut last = (0, 0);
        for line in unsolved(file) {
            let opening = &line.opening;
            check_opening(file, opening, &line.position);
            assert!(last < opening.size());
            last = opening.size();
            // Equal where the value is proven, but not which moves reach it.
            assert!(line.lower <= line.upper && line.seconds > 0);
            assert!(-opening.total() <= line.lower && line.upper <= opening.total());
            assert!(known.insert(opening.size()), "{file}: {last:?} is solved");
        }
        // Seeds upwards from 1, without gaps.
        for &(holes, seeds) in &known {
            assert!(
                seeds == 1 || known.contains(&(holes, seeds - 1)),
                "{file}: ({holes}, {seeds})"
            );
        }
    }
}

/// They differ in what comes after a round only.
#[test]
fn both_accounts_of_conglak_have_the_same_values() {
    let [one, other] = ["conglak", "conglak-burnt"].map(|name| {
        let found = solved(name).into_iter();
        let found = found.map(|l| (l.opening.size(), l.value, l.best, l.nodes));
        found.collect::<Vec<_>>()
    });
    assert_eq!(one, other);
}

#[test]
fn the_values_of_an_independent_implementation_are_the_same() {
    let text = std::fs::read_to_string(home().join("positions/claims/values.toml")).unwrap();
    let file: toml::Value = toml::from_str(&text).unwrap();
    let solved = all_solved();
    let mut compared = 0;
    for claim in file["claim"].as_array().unwrap() {
        let size = |name: &str| u8::try_from(claim["set"][name].as_integer().unwrap()).unwrap();
        let lone = claim["set"].get("lone").map(|v| v.as_str().unwrap());
        let line = solved.iter().find(|line| {
            line.opening.size() == (size("holes"), size("seeds"))
                && line.opening.rules == claim["rules"].as_str().unwrap()
                && line.opening.set.get("lone").map(String::as_str) == lone
        });
        let line = line.unwrap_or_else(|| panic!("{claim} is not solved"));
        assert_eq!(Some(i64::from(line.value)), claim["value"].as_integer());
        compared += 1;
    }
    assert!(compared >= 24, "{compared} claims");
}

#[test]
fn published_results_of_kalah_are_the_same() {
    let winner = |value: i32| match value {
        1.. => "A",
        0 => "draw",
        _ => "B",
    };
    let proven: Vec<Solved> = rule_sets().keys().flat_map(|name| proven(name)).collect();
    let mut agreed = BTreeSet::new();
    for line in lines::<Published>("positions/published/kalah.jsonl") {
        let opening = &line.opening;
        assert!(line.value.is_some() != line.winner.is_some() && !line.source.is_empty());
        let Some(ours) = proven.iter().find(|ours| ours.opening == *opening) else {
            continue;
        };
        let theirs = line
            .value
            .map_or(line.winner.as_deref(), |v| Some(winner(v)));
        assert_eq!(theirs, Some(winner(ours.value)), "{opening:?}");
        assert_eq!(line.value.unwrap_or(ours.value), ours.value, "{opening:?}");
        agreed.insert((opening.set.is_empty(), opening.size()));
    }
    for holes in 1..=6 {
        for seeds in 1..=4 {
            assert!(
                agreed.contains(&(false, (holes, seeds))),
                "({holes}, {seeds})"
            );
        }
    }
    assert!(agreed.contains(&(true, (6, 4))) && agreed.contains(&(true, (6, 5))));
}

#[test]
fn the_fast_part_comes_out_again_on_any_number_of_threads() {
    let fast = all_solved().into_iter().filter(|l| l.nodes <= FAST_NODES);
    let mut count = 0;
    for line in fast {
        let rules = line.opening.rules();
        for threads in 1..=2 {
            let stop = AtomicBool::new(false);
            let solver = Solver {
                limits: Limits {
                    memory: 16,
                    ..Limits::none(&stop)
                },
                threads: NonZeroUsize::new(threads).unwrap(),
                ..Solver::new(&stop)
            };
            let found = solver.solve(&rules, &rules.opening(Side::A)).unwrap();
            let best: Vec<String> = found.best.iter().map(ToString::to_string).collect();
            assert_eq!(
                (found.value(), &best),
                (Some(line.value), &line.best),
                "{line:?} on {threads} threads"
            );
        }
        count += 1;
    }
    assert!(count > 600, "{count} openings");
}

/// The slow twin knows nothing of bounds, tables and whole turns.
#[test]
fn minimax_by_the_twin_finds_the_same() {
    let mut count = 0;
    for line in all_solved() {
        if line.opening.total() > i32::from(MINIMAX_SEEDS) {
            continue;
        }
        let rules = line.opening.rules();
        let start = Twin::read(&line.position);
        let mut known = HashMap::new();
        assert_eq!(minimax(&rules, &start, &mut known), line.value, "{line:?}");
        let reach = |hole: &usize| {
            minimax(&rules, &start.play(&rules, *hole).after, &mut known) == line.value
        };
        let best = start.choices(0).into_iter().filter(reach);
        let best: Vec<String> = best.map(|hole| format!("A{}", hole + 1)).collect();
        assert_eq!(best, line.best, "{line:?}");
        count += 1;
    }
    assert!(count > 100, "{count} openings");
}

/// The section "What the tables show" of docs/SOLVED.md, sentence by sentence.
#[test]
fn what_the_page_says_of_the_tables_is_so() {
    let values = |name: &str| {
        let found = proven(name).into_iter();
        let found = found.map(|line| (line.opening.size(), line.value));
        found.collect::<BTreeMap<_, _>>()
    };
    let all = |(n, s): (u8, u8)| 2 * i32::from(n) * i32::from(s);
    for name in ["overbeck", "conglak", "congklak-six", "congklak", "dakon"] {
        let bank = ["conglak", "congklak", "dakon"].contains(&name);
        for ((n, s), value) in values(name) {
            let first = if n < 6 { 2 * n - 1 } else { 2 * n - 2 };
            let band = first..=2 * n + 1;
            let left = all((n, s)) - value;
            if n >= 3 {
                assert_eq!(value < 0, band.contains(&s), "{name} ({n}, {s})");
                assert!(value != 0);
                assert!(s <= 2 * n + 1 || left == 0 || bank && left == 2);
            }
            assert!(!bank || n < 4 || left >= 2, "{name} ({n}, {s})");
        }
    }
    let (overbeck, six) = (values("overbeck"), values("congklak-six"));
    assert!(
        overbeck
            .iter()
            .all(|(size, value)| size.0 < 4 || six[size] == *value)
    );
    for n in 6..=7 {
        assert_eq!([overbeck[&(n, n)], six[&(n, n)]], [all((n, n)); 2]);
    }
    assert!((1..=7).all(|n| values("congklak-bank")[&(n, 1)] == 0));
    let (standard, empty) = (values("kalah"), values("kalah-empty-capture"));
    let mut other_winner = Vec::new();
    for (size, one) in &standard {
        let Some(other) = empty.get(size) else {
            continue;
        };
        assert!((one - other).abs() <= 4, "{size:?}");
        if one.signum() != other.signum() {
            other_winner.push((*size, one.signum(), other.signum()));
        }
    }
    assert_eq!(other_winner, [((3, 14), -1, 0), ((5, 2), 1, 0)]);
}

fn script(path: &Path, arguments: &[&str]) -> Command {
    let mut command = python(path);
    command.args(["--program", env!("CARGO_BIN_EXE_chongkak")]);
    command.args(arguments);
    command
}

/// A copy of the script in a folder of its own, where it keeps what it finds.
fn script_in(name: &str) -> (PathBuf, PathBuf) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    let path: PathBuf = folder.join("scripts/solve-openings");
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::copy(home().join("scripts/solve-openings"), &path).unwrap();
    (folder, path)
}

#[test]
fn the_page_of_solved_openings_shows_what_is_recorded() {
    let path = home().join("scripts/solve-openings");
    let output = script(&path, &["--docs", "--check"]).output().unwrap();
    assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
    let page = std::fs::read_to_string(home().join("docs/SOLVED.md")).unwrap();
    assert!(!page.contains("DIFFERS"));
}

#[test]
fn openings_are_solved_kept_and_checked_by_the_script() {
    let (folder, path) = script_in("openings");
    let run = |arguments: &[&str]| {
        let output = script(&path, arguments).output().unwrap();
        (code(&output), stdout(&output), stderr(&output))
    };
    let solve = ["--holes", "3", "--seeds", "2", "kalah"];
    let (status, told, _) = run(&solve);
    assert_eq!((status, told.lines().count()), (0, 2), "{told}");
    let file = folder.join("positions/solved/kalah.jsonl");
    let text = std::fs::read_to_string(&file).unwrap();
    let found: Vec<Solved> = text
        .lines()
        .map(|l| serde_json::from_str(l).unwrap())
        .collect();
    let shipped = solved("kalah").into_iter();
    let shipped: Vec<Solved> = shipped
        .filter(|l| found.iter().any(|f| f.position == l.position))
        .collect();
    let value = |l: &Solved| (l.position.clone(), l.value, l.best.clone());
    assert_eq!(
        found.iter().map(value).collect::<Vec<_>>(),
        shipped.iter().map(value).collect::<Vec<_>>()
    );
    // Nothing is left to do, and then one more.
    assert_eq!(run(&solve).1, "");
    let (_, told, _) = run(&["--holes", "3", "--seeds", "3", "kalah"]);
    assert!(told.starts_with("kalah (3, 3): +2, ") && told.lines().count() == 1);
    let (status, told, _) = run(&["--check", "kalah"]);
    assert!(
        status == 0 && told.starts_with("3 openings solved again"),
        "{told}"
    );
    let wrong = text.replace("\"value\": 4", "\"value\": 6");
    assert_ne!(wrong, text);
    std::fs::write(&file, &wrong).unwrap();
    for mode in ["--check", "--again"] {
        let (status, _, told) = run(&[mode, "kalah", "--holes", "3", "--seeds", "2"]);
        assert_eq!(
            (status, told.as_str()),
            (1, "kalah (3, 2): value was 6, is 4\n")
        );
    }
    assert_eq!(std::fs::read_to_string(&file).unwrap(), wrong);
    assert_eq!(run(&["--nodes", "5"]).0, 2);
    assert_eq!(run(&["no-such-game"]).0, 2);
}

#[test]
fn openings_that_take_too_long_are_kept_apart_and_a_stopped_run_keeps_the_rest() {
    let (folder, path) = script_in("long-openings");
    let read = |name: &str| {
        let text = std::fs::read_to_string(folder.join("positions").join(name));
        text.unwrap_or_default()
    };
    let long = ["--holes", "7", "--failures", "1", "kalah", "--time"];
    let limited = |seconds: &str| {
        let output = script(&path, &long).arg(seconds).output().unwrap();
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        stdout(&output).lines().count()
    };
    let tried = limited("1");
    let solved = read("solved/kalah.jsonl");
    assert_eq!(tried, solved.lines().count() + 1);
    let open: Unsolved = serde_json::from_str(&read("unsolved/kalah.jsonl")).unwrap();
    assert_eq!((open.opening.holes, open.seconds), (7, 1));
    assert!(open.lower < open.upper);
    // Tried again under a larger limit only.
    assert_eq!(limited("1"), 0);
    let mut child = script(&path, &long).arg("60").spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_secs(1));
    let pid = child.id().to_string();
    assert!(Command::new("kill").arg(&pid).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(read("solved/kalah.jsonl"), solved);
    let still: Unsolved = serde_json::from_str(&read("unsolved/kalah.jsonl")).unwrap();
    assert_eq!(still, open);
    for folder in ["solved", "unsolved"].map(|name| folder.join("positions").join(name)) {
        let names = std::fs::read_dir(folder).unwrap();
        assert!(
            names
                .into_iter()
                .all(|name| name.unwrap().path().extension().unwrap() == "jsonl")
        );
    }
}
