//! Results that jobs hand to each other: the same answers, in few more nodes than one search takes.

use std::collections::BTreeMap;
use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;

use chongkak::board::{Position, Side};
use chongkak::campaign::{self, Campaign, CampaignError, CampaignStatus, Question, Run};
use chongkak::control::Control;
use chongkak::math::Random;
use chongkak::moves::{Game, trace};
use chongkak::rules::Preset;
use chongkak::search::{Exchange, Exchanged, Goal, Solver};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::jobs::{answer, near};
use crate::search::proof_files::check;
use crate::support::{
    Folder, any_board, any_rules, code, game, home, json_of, run, sample, sized, stderr, within,
    worth,
};

/// Rules, holes, seeds, a goal and the nodes of a job.
type Asked = (&'static str, u8, u8, Goal, u64);

/// Ten campaigns of 4 to 60 jobs.
const TEN: [Asked; 10] = [
    ("kalah", 4, 3, Goal::Value, 1000),
    ("kalah", 5, 3, Goal::Value, 2000),
    ("kalah", 5, 4, Goal::Value, 30_000),
    ("kalah", 4, 4, Goal::Winner, 2000),
    ("kalah", 6, 3, Goal::Value, 100_000),
    ("congklak", 7, 2, Goal::Value, 10_000),
    ("congklak", 7, 3, Goal::Value, 30_000),
    ("congklak", 6, 4, Goal::Value, 30_000),
    ("overbeck", 6, 4, Goal::Value, 10_000),
    ("dakon", 6, 4, Goal::Value, 10_000),
];

fn opening((name, holes, seeds, ..): Asked) -> Game {
    Game::opening(&sized(name, holes, seeds), Side::A)
}

fn begun(folder: &Path, asked: Asked, job_nodes: u64) {
    let preset = Preset::named(asked.0).unwrap();
    let question = Question::new(preset, &opening(asked), asked.3, job_nodes).unwrap();
    Campaign::create(folder, &question).unwrap();
}

fn settings(parallel: usize, alone: bool) -> Run<'static> {
    Run { parallel: NonZeroUsize::new(parallel).unwrap(), memory: 16, endgame: None, alone }
}

fn worked_off(folder: &Path, run: Run<'_>) -> Result<CampaignStatus, CampaignError> {
    let mut campaign = Campaign::open_to_write(folder)?;
    campaign::run(&mut campaign, run, u64::MAX, Control::none())?;
    assert!(campaign.is_answered());
    Ok(campaign.standing())
}

fn jobs(folder: &Path) -> usize {
    let results = fs::read_to_string(folder.join("results.jsonl")).unwrap();
    results.lines().count()
}

/// The table of docs/measurements/batches.md: with `--nocapture` and `CHONGKAK_CASES=100`, and with the column of jobs that
/// share nothing if `CHONGKAK_ALONE` is set.
#[test]
fn a_campaign_takes_at_most_twice_the_nodes_of_one_search() {
    let folder = Folder::made("campaign-nodes");
    let alone = std::env::var_os("CHONGKAK_ALONE").is_some();
    println!("| position | a job | one search | alone | jobs | campaign | jobs | an eighth |");
    for (number, asked) in sample(TEN).into_iter().enumerate() {
        let (name, holes, seeds, goal, job_nodes) = asked;
        let solver = Solver::new().with_memory(16).with_goal(goal);
        let one = solver.solve(&opening(asked), Control::none()).unwrap();
        let times = |nodes: u64| nodes as f64 / one.nodes as f64;
        let told = |text: &str, job_nodes: u64, alone: bool| {
            let own = folder.0.join(format!("{number}-{text}"));
            begun(&own, asked, job_nodes);
            if alone {
                let json = fs::read_to_string(own.join("campaign.json")).unwrap();
                let question = resealed(&json, |kept| kept["most_nodes"] = job_nodes.into());
                fs::write(own.join("campaign.json"), question).unwrap();
            }
            let found = worked_off(&own, settings(1, alone)).unwrap();
            for bounds in [(found.lower, one.bounds.lower), (found.upper, one.bounds.upper)] {
                assert_eq!(answer(goal, bounds.0), answer(goal, bounds.1), "{asked:?}");
            }
            (times(found.nodes), jobs(&own))
        };
        let before = alone.then(|| told("alone", job_nodes, true));
        let before = before.map_or(String::new(), |(ratio, jobs)| format!("{ratio:.2} | {jobs}"));
        let (ratio, jobs) = told("shared", job_nodes, false);
        let (small, _) = told("small", job_nodes / 8, false);
        println!(
            "| {name}, 2 x {holes}, {seeds} seeds, {goal:?} | {job_nodes} | {} | {before} \
             | {ratio:.2} | {jobs} | {small:.2} |",
            one.nodes
        );
        assert!(ratio <= 2.0, "{asked:?}: {ratio:.2} times");
        // With more and smaller jobs it grows, and not without bound.
        assert!(small <= 3.0, "{asked:?}: {small:.2} times, with small jobs");
    }
}

/// A line of a campaign's file, changed, with the checksum that it would have.
fn resealed(line: &str, change: impl FnOnce(&mut Value)) -> String {
    let mut value: Value = serde_json::from_str(line).unwrap();
    change(&mut value);
    value.as_object_mut().unwrap().remove("sum");
    let text = value.to_string();
    let sum = crc32fast::hash(text.as_bytes());
    format!("{},\"sum\":{sum}}}\n", text.strip_suffix('}').unwrap())
}

proptest! {
    #![proptest_config(crate::support::law(200))]

    /// Searches of a round, cut short or not, with whatever goal, that hand on all they prove: each
    /// finds what minimax finds.
    #[test]
    fn bounds_that_searches_hand_on_are_true_whatever_ended_them(
        (rules, position, least, nodes) in
            (any_rules(), any_board(3, 4), -12..=12_i32, 1..60_u64)
    ) {
        let rules = near(rules);
        let start = game(&rules, &position);
        let exchange = Exchange::new(1);
        let solver = |goal| Solver::new().with_memory(1).with_exchange(&exchange).with_goal(goal);
        let mut round = vec![*start.position()];
        for hole in position.legal() {
            round.extend(trace(start.rules(), &position, hole).map(|played| played.after));
        }
        for position in round.iter().rev() {
            let at = Game::new(start.rules(), position).unwrap();
            let cut = solver(Goal::AtLeast(least)).with_bounds_only(true);
            let value = worth(&rules, position);
            let found = cut.solve(&at, within(nodes)).unwrap();
            prop_assert!(found.bounds.contains(value), "{:?} {}", found, value);
            let found = solver(Goal::Winner).solve(&at, Control::none()).unwrap();
            prop_assert!(found.bounds.contains(value), "{:?} {}", found, value);
        }
        // One that reads them, and one that has gone by way of a list.
        let listed = Exchange::new(1);
        for found in exchange.take_new() {
            prop_assert!(listed.add(&found));
            prop_assert!(found.lower <= found.upper);
        }
        for known in [&exchange, &listed] {
            let solver = Solver::new().with_memory(1).with_exchange(known);
            let found = solver.solve(&start, Control::none()).unwrap();
            prop_assert_eq!(found.value(), Some(worth(&rules, &position)));
        }
        prop_assert!(exchange.take_new().iter().all(|found| found.lower <= found.upper));
    }
}

/// If there are too many those stay that took most, and what can't be true is refused.
#[test]
fn an_exchange_keeps_what_took_most() {
    let found = |position, effort| Exchanged { position, lower: -2, upper: 4, effort };
    let exchange = Exchange::new(4).holding(8);
    for number in 0..64 {
        assert!(exchange.add(&found(number, (number % 16) as u8 + 2)));
        assert!(exchange.len() <= 8);
    }
    assert!(exchange.least() > 1 << 12);
    let exchange = Exchange::new(1);
    assert!(exchange.is_empty() && exchange.add(&found(7, 0)));
    for (lower, upper) in [(5, 6), (-300, 2), (0, 256), (3, 2)] {
        let wrong = Exchanged { lower, upper, ..found(7, 0) };
        assert!(!Exchange::new(1).add(&wrong) || !exchange.add(&wrong), "{wrong:?}");
    }
    assert!(!exchange.add(&found(1, 200)));
}

/// Several at once find the same, and a proof of it, and leave whole lines. So does who comes to a
/// folder of which the last line is half written, or the bounds are gone.
#[test]
fn workers_at_once_and_torn_files_change_no_answer() {
    let folder = Folder::made("campaign-shared-at-once");
    for (number, asked) in sample([TEN[0], TEN[1], TEN[5]]).into_iter().enumerate() {
        let value = Solver::new().solve(&opening(asked), Control::none());
        let value = value.unwrap().value().unwrap();
        let own = folder.0.join(number.to_string());
        begun(&own, asked, asked.4 / 8);
        let bounds = own.join("bounds.jsonl");
        for part in 0..4 {
            let mut campaign = Campaign::open_to_write(&own).unwrap();
            campaign::run(&mut campaign, settings(3, false), 5, Control::none()).unwrap();
            let refused = Campaign::open_to_write(&own);
            assert!(matches!(refused, Err(CampaignError::Busy(_))));
            drop(campaign);
            let text = fs::read_to_string(&bounds).unwrap();
            assert!(text.is_empty() || text.ends_with("}\n"));
            match part {
                0 => fs::remove_file(&bounds).unwrap(),
                1 if text.len() > 40 => fs::write(&bounds, &text[..text.len() - 40]).unwrap(),
                _ => {}
            }
        }
        let found = worked_off(&own, settings(2, false)).unwrap();
        assert_eq!((found.lower, found.upper), (value, value));
        let own = own.to_str().unwrap();
        json_of(&["campaign", "proof", own, "-q", "--tables", "none"]);
        let output = check(&[Path::new(own).join("campaign.proof")]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
    }
}

#[test]
fn bounds_that_are_damaged_or_of_another_round_are_refused() {
    let folder = Folder::made("campaign-shared-damaged");
    let own = folder.0.join("own");
    begun(&own, TEN[1], 1000);
    let path = own.join("bounds.jsonl");
    let args = ["campaign", "run", own.to_str().unwrap(), "--jobs", "3", "-q"];
    assert_eq!(code(&run(&args)), 3);
    let text = fs::read_to_string(&path).unwrap();
    let line = text.lines().next().unwrap();
    let damaged = [
        (text.replacen("[[", "[[1", 1), "its checksum differs"),
        (resealed(line, |line| line["rules"] = "dakon".into()), "as in the campaign"),
        (
            resealed(line, |line| line["position"] = "3,3,x,3,3/0 3,3,x,3,3/0 A".into()),
            "closed and protected holes",
        ),
        (resealed(line, |line| line["of"] = json!([[0, 4, 2, 9]])), "can't be true"),
        (resealed(line, |line| line["bounds"] = 9.into()), "bounds of format 9"),
    ];
    for (wrong, expected) in damaged {
        fs::write(&path, &wrong).unwrap();
        let output = run(&args);
        let told = stderr(&output);
        assert_eq!(code(&output), 4, "{told}");
        assert!(
            told.contains("bounds.jsonl, line 1: damaged") && told.contains(expected),
            "{told}"
        );
        // Other commands need none; what comes from elsewhere is looked at before it is kept.
        assert_eq!(code(&run(&["campaign", "status", args[2]])), 0);
        let from = folder.file("other.jsonl", &wrong);
        fs::write(&path, &text).unwrap();
        assert_eq!(code(&run(&["campaign", "add", args[2], &from, "-q"])), 2);
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
    // That of another folder is taken in, and helps.
    worked_off(&own, settings(1, false)).unwrap();
    let other = folder.0.join("other");
    begun(&other, TEN[1], 1000);
    let added = run(&["campaign", "add", other.to_str().unwrap(), path.to_str().unwrap()]);
    assert_eq!(code(&added), 0);
    assert!(stderr(&added).contains("bounds of "), "{}", stderr(&added));
    let with = worked_off(&other, settings(1, false)).unwrap();
    let cold = folder.0.join("cold");
    begun(&cold, TEN[1], 1000);
    let without = worked_off(&cold, settings(1, false)).unwrap();
    assert_eq!((with.lower, with.upper), (without.lower, without.upper));
    assert!(4 * with.nodes < without.nodes, "{with:?} {without:?}");
}

/// Wrong bounds with the right checksum may spoil results, but no proof.
#[test]
fn a_proof_trusts_no_bounds() {
    let folder = Folder::made("campaign-shared-wrong");
    let own = folder.0.join("own");
    begun(&own, TEN[0], 200);
    let found = worked_off(&own, settings(1, false)).unwrap();
    let path = own.join("bounds.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    let wrong = text.lines().map(|line| {
        resealed(line, |line| {
            for entry in line["of"].as_array_mut().unwrap() {
                let bound = entry[1].as_i64().unwrap();
                (entry[1], entry[2]) = (bound.into(), bound.into());
            }
        })
    });
    // Of several lines one contradicts another.
    let most = wrong.max_by_key(String::len).unwrap();
    fs::write(&path, most).unwrap();
    let record = json_of(&["campaign", "proof", own.to_str().unwrap(), "-q"]);
    assert_eq!([&record["lower"], &record["upper"]], [found.lower, found.upper]);
    let output = check(&[own.join("campaign.proof")]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
}

/// A third of the bounds moved up or down, with the right checksum: the run goes on with them, and
/// ends by one of two messages where it meets a contradiction.
#[test]
fn bounds_that_contradict_a_search_end_the_run() {
    let folder = Folder::made("campaign-shared-contradiction");
    let own = folder.0.join("own");
    begun(&own, TEN[1], 100);
    worked_off(&own, settings(1, false)).unwrap();
    let text = fs::read_to_string(own.join("bounds.jsonl")).unwrap();
    let first = text.lines().next().unwrap();
    // The last of a position, which says most.
    let mut entries = BTreeMap::new();
    for line in text.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let of = line["of"].as_array().unwrap();
        entries.extend(of.iter().map(|entry| (entry[0].as_u64(), entry.clone())));
    }
    let mut told = 0;
    for seed in 0..40 {
        let mut random = Random::new(seed, 38);
        let moved = entries.values().map(|entry| {
            let by = [-8, -4, -2, 2, 4, 8].get(random.below(18)).unwrap_or(&0);
            let [lower, upper] = [1, 2].map(|at| (entry[at].as_i64().unwrap() + by).clamp(-28, 28));
            json!([entry[0], lower, upper, entry[3]])
        });
        let moved: Value = moved.collect();
        let wrong = folder.0.join(seed.to_string());
        begun(&wrong, TEN[1], 1000);
        let path = wrong.join("bounds.jsonl");
        fs::write(&path, resealed(first, |line| line["of"] = moved)).unwrap();
        match worked_off(&wrong, settings(1, false)) {
            Ok(_) | Err(CampaignError::Contradiction { .. }) => {}
            Err(error @ CampaignError::WrongBounds { .. }) => {
                told += 1;
                let told = error.to_string();
                assert!(told.starts_with(path.to_str().unwrap()), "{told}");
                assert!(told.contains("contradict what a search finds of "), "{told}");
            }
            Err(other) => panic!("{other}"),
        }
    }
    assert!(told > 0);
}

/// A job that found no answer is asked again with twice as many nodes, twice; in folders of the
/// first format it is taken apart at once.
#[test]
fn limits_grow_for_a_job_that_is_asked_again() {
    let folder = Folder::made("campaign-growth");
    let asked = ("kalah", 6, 4, Goal::Value, 0);
    for (number, first) in [false, true].into_iter().enumerate() {
        let own = folder.0.join(number.to_string());
        begun(&own, asked, 500);
        let path = own.join("campaign.json");
        if first {
            let json = fs::read_to_string(&path).unwrap();
            let json = resealed(&json, |kept| {
                kept["campaign"] = 1.into();
                kept.as_object_mut().unwrap().remove("most_nodes");
            });
            fs::write(&path, json).unwrap();
        }
        let mut campaign = Campaign::open_to_write(&own).unwrap();
        campaign::run(&mut campaign, settings(1, false), 4, Control::none()).unwrap();
        let results = fs::read_to_string(own.join("results.jsonl")).unwrap();
        let told = results.lines().map(|line| {
            let line: Value = serde_json::from_str(line).unwrap();
            let root = line["position"] == campaign.question().game.position().to_string();
            (root, line["limits"]["nodes"].as_u64().unwrap())
        });
        let expected: &[_] = match first {
            false => &[(true, 500), (true, 1000), (true, 2000), (false, 500)],
            true => &[(true, 500), (false, 500), (false, 500), (false, 500)],
        };
        assert_eq!(told.collect::<Vec<_>>(), expected);
    }
}

/// The campaign of the guide, which an earlier version began.
#[test]
fn folders_of_earlier_versions_go_on() {
    let folder = Folder::made("campaign-earlier");
    for name in ["campaign.json", "results.jsonl"] {
        let from = home().join("positions/campaign").join(name);
        fs::copy(from, folder.0.join(name)).unwrap();
    }
    let found = worked_off(&folder.0, settings(1, false)).unwrap();
    assert_eq!((found.lower, found.upper), (6, 6));
}

/// Files have these numbers in them (worked out by hand): others are another format.
#[test]
fn positions_keep_their_numbers() {
    let boards = [("1,2,0/0 3,0,1/0 A", 5136), ("1,2,0/0 x,2,1/0 B", 1350)];
    for (text, number) in boards {
        let position = Position::new(&text.parse().unwrap()).unwrap();
        let exchange = Exchange::new(1);
        let solver = Solver::new().with_exchange(&exchange);
        let at = Game::new(&sized("kalah", 3, 3), &position).unwrap();
        let value = solver.solve(&at, Control::none()).unwrap().value().unwrap();
        // What is still to be won, by the player to move.
        let score = position.mover().sign() * value;
        let new = exchange.take_new();
        let found = new.iter().find(|found| found.position == number);
        let found = found.expect("the position itself");
        assert!((found.lower..=found.upper).contains(&score), "{text}: {found:?}");
    }
}
