//! Campaigns against the reference implementation: the value is that of the position, however jobs
//! are distributed.

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};

use chongkak::ask::Limits;
use chongkak::batch::{Ask, Entry, Findings, Job, Key, Method};
use chongkak::board::{Position, Setup, Side};
use chongkak::campaign::{self, Campaign, CampaignStatus, Question, Run, Task, Tree};
use chongkak::control::Control;
use chongkak::math::Random;
use chongkak::moves::Game;
use chongkak::record::Solved;
use chongkak::rules::{Preset, Rules, StorePlace};
use chongkak::search::{Goal, Solution, Solver};
use chongkak::tables::OpenTables;
use proptest::prelude::*;
use serde_json::json;

use crate::search::proof_files::check;
use crate::support::{
    EMPTY_CAPTURE, Folder, any_board, any_rules, code, game, json_of, sample, stderr, within, worth,
};

/// Any goal of a question about a value.
pub fn any_goal() -> impl Strategy<Value = Goal> {
    prop_oneof![
        2 => Just(Goal::Value),
        1 => Just(Goal::Winner),
        2 => (-12..=12).prop_map(Goal::AtLeast),
    ]
}

/// Returns the part of a value that answers a question.
pub fn answer(goal: Goal, value: i32) -> i32 {
    match goal {
        Goal::Value => value,
        Goal::Winner => value.signum(),
        Goal::AtLeast(least) => i32::from(value >= least),
    }
}

fn expect_answer(goal: Goal, found: &CampaignStatus, value: i32) -> Result<(), TestCaseError> {
    prop_assert!((found.lower..=found.upper).contains(&value), "{:?} {}", found, value);
    let bounds = [found.lower, found.upper].map(|bound| answer(goal, bound));
    prop_assert_eq!(bounds, [answer(goal, value); 2], "{:?}", found);
    Ok(())
}

/// A campaign in its own folder.
pub fn begun(folder: &Path, game: &Game, goal: Goal, job_nodes: u64) -> PathBuf {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let own = folder.join(NEXT.fetch_add(1, Ordering::Relaxed).to_string());
    let question = Question::new(&Preset::all()[0], game, goal, job_nodes).unwrap();
    Campaign::create(&own, &question).unwrap();
    own
}

/// Makes up the result of a job, by the reference implementation rather than the solver: true
/// bounds that answer it or, in at most half of the cases, that its nodes were not enough.
fn done(task: &Task, rules: &Rules, random: &mut Random) -> String {
    let setup: Setup = task.position.parse().unwrap();
    let value = worth(rules, &Position::new(&setup).unwrap());
    let (least, most) = (task.at_least.unwrap(), task.max_nodes.unwrap());
    let mut more = || random.below(4).cast_signed() as i32;
    let (mut lower, mut upper) = (value - more(), value + more());
    match value >= least {
        true => lower = lower.max(least),
        false => upper = upper.min(least - 1),
    }
    let failed = random.below(2) == 0;
    if failed {
        (lower, upper) = (-100, 100);
    }
    // With fewer nodes than the campaign allows a position is not split.
    let nodes = most - u64::from(random.below(3) == 0);
    let record = json!({
        "position": task.position, "rules": task.rules, "set": task.set,
        "at_least": least, "lower": lower, "upper": upper, "nodes": nodes,
        "stopped": failed.then_some("nodes"), "limits": {"nodes": nodes},
    });
    record.to_string()
}

/// Distributes jobs until the question is answered: results are shuffled, some are repeated, over
/// two files.
pub fn dealt(folder: &Path, rules: &Rules, random: &mut Random) -> CampaignStatus {
    let mut old = Vec::new();
    loop {
        let mut campaign = Campaign::open(folder).unwrap();
        let tasks = campaign.tasks(1 + random.below(6) as u64).unwrap();
        if tasks.is_empty() {
            assert!(campaign.is_answered());
            return campaign.standing();
        }
        let mut lines: Vec<String> = Vec::new();
        lines.extend(tasks.iter().map(|task| done(task, rules, random)));
        if !old.is_empty() {
            let again = (0..random.below(4)).map(|_| String::clone(&old[random.below(old.len())]));
            lines.extend(again.collect::<Vec<_>>());
        }
        for last in (1..lines.len()).rev() {
            lines.swap(last, random.below(last + 1));
        }
        let files = [folder.with_extension("a"), folder.with_extension("b")];
        let (first, rest) = lines.split_at(random.below(lines.len() + 1));
        fs::write(&files[0], first.join("\n")).unwrap();
        fs::write(&files[1], rest.join("\n") + "\n").unwrap();
        let mut writer = Campaign::open_to_write(folder).unwrap();
        let added = writer.add(&files).unwrap();
        assert_eq!(added.new + added.known, lines.len() as u64);
        assert_eq!(writer.add(&files).unwrap().new, 0);
        let growth = writer.standing();
        assert!(growth.open > 0 || writer.is_answered(), "{growth:?}");
        old.extend(lines);
    }
}

/// This many concurrent jobs, without tables.
pub fn at_once(jobs: usize) -> Run<'static> {
    static NO_TABLES: LazyLock<OpenTables> = LazyLock::new(OpenTables::empty);
    Run { parallel: NonZeroUsize::new(jobs).unwrap(), memory: 1, tables: &NO_TABLES }
}

pub fn worked_off(folder: &Path, jobs: usize, control: Control<'_>) -> CampaignStatus {
    let mut campaign = Campaign::open_to_write(folder).unwrap();
    let stopped = campaign::run(&mut campaign, at_once(jobs), control).unwrap();
    assert_eq!(stopped.is_none(), campaign.is_answered());
    campaign.standing()
}

/// Copies the rows of a campaign's store that meet a condition to another store, and counts them.
pub fn rows(folder: &Path, condition: &str, file: &Path) -> u32 {
    fs::copy(folder.join("results.sqlite"), file).unwrap();
    let connection = rusqlite::Connection::open(file).unwrap();
    let others = format!("DELETE FROM results WHERE NOT ({condition})");
    connection.execute(&others, ()).unwrap();
    let count = "SELECT count(*) FROM results";
    connection.query_row(count, (), |row| row.get(0)).unwrap()
}

pub fn near(rules: Rules) -> Rules {
    let store = StorePlace::Near;
    Rules { store, ..rules }
}

proptest! {
    #![proptest_config(crate::support::law(30))]

    #[test]
    fn the_answer_is_minimaxs_however_jobs_are_dealt_out(
        (rules, position, goal, job_nodes, seed) in
            (any_rules(), any_board(3, 4), any_goal(), 2..40u64, any::<u64>())
    ) {
        let (rules, value) = (near(rules), worth(&rules, &position));
        let game = game(&rules, &position);
        let folder = Folder::made("campaign-dealt");
        let own = begun(&folder.0, &game, goal, job_nodes);
        let found = dealt(&own, game.rules(), &mut Random::new(seed, 0));
        expect_answer(goal, &found, value)?;
        prop_assert_eq!(found.open, 0);
        // A later reader finds the same.
        prop_assert_eq!(Campaign::open(&own).unwrap().standing(), found);
    }
}

/// Boards of which jobs of a hundred nodes prove only parts. The values are published.
#[test]
fn values_on_one_machine_are_the_known_ones_with_runs_in_turn() {
    let folder = Folder::made("campaign-run");
    let mut rules = crate::support::sized("kalah", 4, 4);
    rules.set("lone", "bank").unwrap();
    let mut grown = 0;
    for (holes, seeds, value) in EMPTY_CAPTURE {
        let rules = rules.sized(holes, seeds).unwrap();
        let game = Game::opening(&rules, Side::A);
        let goals = [Goal::Value, Goal::Winner, Goal::AtLeast(value), Goal::AtLeast(value + 1)];
        for (number, goal) in goals.into_iter().enumerate() {
            let own = begun(&folder.0, &game, goal, 100);
            // Two runs in turn: the first ends during it, or before.
            worked_off(&own, 2, within(5));
            let found = worked_off(&own, 1 + number % 3, Control::none());
            expect_answer(goal, &found, value).unwrap();
            assert_eq!(Campaign::open(&own).unwrap().standing(), found);
            grown += u32::from(found.proven > 20);
        }
    }
    assert!(grown >= 4, "{grown} trees grew");
}

/// The order and repetition of results change nothing.
#[test]
fn a_tree_does_not_depend_on_the_order_of_results() {
    let folder = Folder::made("campaign-order");
    let rules = crate::support::sized("kalah", 5, 3);
    let game = Game::opening(&rules, Side::A);
    let first = begun(&folder.0, &game, Goal::Value, 400);
    let found = worked_off(&first, 2, Control::none());
    assert!(rows(&first, "true", &folder.0.join("all.sqlite")) > 100);
    for round in 0..5 {
        let other = begun(&folder.0, &game, Goal::Value, 400);
        // In random order; all of them come twice.
        let part = |number: i32| format!("(checksum >> {round}) % 4 = {number}");
        let parts = [part(3), part(0), "true".to_owned(), part(2), part(1)];
        for (number, part) in parts.into_iter().enumerate() {
            let file = other.with_extension(number.to_string());
            rows(&first, &part, &file);
            Campaign::open_to_write(&other).unwrap().add(&[file]).unwrap();
        }
        let now = Campaign::open(&other).unwrap().standing();
        // A result that adds nothing is not stored, and its nodes are not counted.
        assert_eq!(CampaignStatus { nodes: found.nodes, ..now }, found);
    }
}

#[test]
fn results_that_cannot_both_be_true_are_both_named() {
    let folder = Folder::made("campaign-contradiction");
    let rules = crate::support::sized("conglak", 3, 3);
    let game = Game::opening(&rules, Side::A);
    let own = begun(&folder.0, &game, Goal::Value, 1000);
    let line = |lower: i32, upper: i32| {
        let position = game.position().to_string();
        let line = json!({"position": position, "lower": lower, "upper": upper});
        format!("{line}\n")
    };
    let file = folder.file("two.jsonl", &[line(2, 6), line(-4, 0)].concat());
    let files = [PathBuf::from(file)];
    let error = Campaign::open_to_write(&own).unwrap().add(&files).unwrap_err();
    let told = error.to_string();
    for place in ["at least +2", "at most +0", "two.jsonl, line 1", "two.jsonl, line 2"] {
        assert!(told.contains(place), "{told}");
    }
    // Nothing of it was stored.
    let standing = Campaign::open(&own).unwrap().standing();
    assert_eq!((standing.lower, standing.upper), (-18, 18));
}

/// A user with many machines gets work for all of them at once; and results found in advance are
/// kept.
#[test]
fn jobs_are_dealt_out_in_advance_and_count_once_they_are_needed() {
    let folder = Folder::made("campaign-advance");
    let rules = crate::support::sized("kalah", 3, 3);
    let game = Game::opening(&rules, Side::A);
    let value = worth(&rules, game.position());
    let own = begun(&folder.0, &game, Goal::AtLeast(value), 1000);
    let mut campaign = Campaign::open_to_write(&own).unwrap();
    let tasks = campaign.tasks(60).unwrap();
    let mut positions: Vec<&str> = tasks.iter().map(|task| &task.position[..]).collect();
    assert_eq!(positions[0], game.position().to_string());
    positions.sort_unstable();
    positions.dedup();
    assert_eq!(positions.len(), 60);

    // All but the first have results, which answer them.
    let line = |task: &Task| {
        let setup: Setup = task.position.parse().unwrap();
        let value = worth(&rules, &Position::new(&setup).unwrap());
        let (position, rules, set) = (&task.position, task.rules, &task.set);
        let line = json!({
            "position": position, "rules": rules, "set": set, "lower": value, "upper": value,
        });
        format!("{line}\n")
    };
    let lines: String = tasks[1..].iter().map(line).collect();
    let files = [PathBuf::from(folder.file("found.jsonl", &lines))];
    campaign.add(&files).unwrap();
    // The process that distributed them knows no more than a later one.
    for standing in [campaign.standing(), Campaign::open(&own).unwrap().standing()] {
        assert_eq!((standing.lower, standing.upper), (-18, 18));
        assert_eq!((standing.open, standing.proven), (1, 0));
    }
    drop(campaign);
    // The moves of the opening are among them. It is split once four times the nodes of a job were
    // not enough.
    let position = game.position().to_string();
    let in_vain = json!({
        "position": position, "rules": tasks[0].rules, "set": tasks[0].set, "lower": -18,
        "upper": 18, "nodes": 4000, "stopped": "nodes", "limits": {"nodes": 4000},
    });
    let files = [PathBuf::from(folder.file("vain.jsonl", &format!("{in_vain}\n")))];
    Campaign::open_to_write(&own).unwrap().add(&files).unwrap();
    let standing = Campaign::open(&own).unwrap().standing();
    assert_eq!((standing.lower, standing.upper), (value, value));
}

/// The result of a job.
fn entry(job: &Job, found: &Solution) -> Entry {
    let ask = Ask { method: Method::Solve, limits: Limits::default(), fresh: true };
    Entry {
        key: Key::new(job, &ask),
        rule_set: job.preset.name.to_owned(),
        version: String::new(),
        memory: 1,
        seconds: 0.0,
        findings: Findings::Solved(Solved::new(job.game.position(), found)),
    }
}

/// The number of rounds until the answer, if this many jobs are distributed in each before their
/// results arrive.
fn rounds(game: &Game, workers: usize) -> usize {
    let question = Question::new(&Preset::all()[0], game, Goal::Value, 1000).unwrap();
    // All jobs take equally long.
    let question = Question { most_nodes: 1000, ..question };
    let mut tree = Tree::new(&question).unwrap();
    let by = "test".into();
    for round in 0.. {
        if tree.is_answered() {
            return round;
        }
        let jobs: Vec<_> = (0..workers).map_while(|_| tree.deal().unwrap()).collect();
        for job in jobs {
            let goal = Goal::AtLeast(job.at_least.unwrap());
            let solver = Solver::new().with_memory(1).with_goal(goal);
            let found = solver.solve(&job.game, within(1000)).unwrap();
            tree.add(job.game.position(), &entry(&job, &found), &by).unwrap();
        }
    }
    unreachable!()
}

/// Sixteen workers do more useful work than those of Wu et al. (8.58 times as much as one),
/// although there are only about 30 jobs for each.
#[test]
fn most_jobs_of_sixteen_workers_are_needed() {
    let game = Game::opening(&crate::support::sized("kalah", 5, 3), Side::A);
    let [one, sixteen] = [1, 16].map(|workers| rounds(&game, workers));
    assert!(100 * one >= 858 * sixteen, "{one} rounds, and {sixteen}");
}

/// A job that found no answer is repeated with twice as many nodes, twice.
#[test]
fn limits_grow_for_a_job_that_is_asked_again() {
    let folder = Folder::made("campaign-growth");
    let game = Game::opening(&crate::support::sized("kalah", 6, 4), Side::A);
    let own = begun(&folder.0, &game, Goal::Value, 500);
    worked_off(&own, 1, within(4));
    let opening = format!("position = '{}'", game.position());
    let expected = [("500", 1, 1), ("1000", 1, 0), ("2000", 1, 0)];
    for (nodes, of_opening, of_others) in expected {
        let with = format!("limits = '{{\"nodes\":{nodes}}}' AND");
        let count = |which: &str| rows(&own, &format!("{with} {which}"), &folder.0.join("part"));
        let found = [count(&opening), count(&format!("NOT {opening}"))];
        assert_eq!(found, [of_opening, of_others], "{nodes}");
    }
}

/// Several concurrent jobs find the same result, and a proof of it; and only one process at a time
/// may write.
#[test]
fn workers_at_once_change_no_answer() {
    let folder = Folder::made("campaign-at-once");
    for (name, holes, seeds, job_nodes) in
        sample([("kalah", 4, 3, 125), ("kalah", 5, 3, 250), ("congklak", 7, 2, 1250)])
    {
        let game = Game::opening(&crate::support::sized(name, holes, seeds), Side::A);
        let value = Solver::new().solve(&game, Control::none()).unwrap().value().unwrap();
        let own = begun(&folder.0, &game, Goal::Value, job_nodes);
        for _ in 0..3 {
            let mut campaign = Campaign::open_to_write(&own).unwrap();
            campaign::run(&mut campaign, at_once(3), within(5)).unwrap();
            let refused = Campaign::open_to_write(&own);
            assert!(refused.err().unwrap().to_string().contains("another process is working"));
        }
        let found = worked_off(&own, 2, Control::none());
        assert_eq!((found.lower, found.upper), (value, value));
        let own = own.to_str().unwrap();
        json_of(&["campaign", "proof", own, "-q", "--tables", "none"]);
        let output = check(&[Path::new(own).join("campaign.proof")]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
    }
}
