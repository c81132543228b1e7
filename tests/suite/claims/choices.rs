//! Positions in the middle of a round with the value of every move, by which hints are measured:
//! the script draws them, and their values are true.

use chongkak::board::{Position, Setup, Side};
use chongkak::control::Control;
use chongkak::rules::Rules;
use chongkak::search::Solver;
use serde_json::Value;

use crate::support::{Reference, code, game, lines_of, script, sized, stderr};

/// Rule set, holes, the fewest and the most seeds in play.
const KINDS: [(&str, u8, u32, u32); 3] =
    [("overbeck", 9, 20, 36), ("conglak", 7, 24, 48), ("dakon", 8, 20, 36)];

fn lines(rules: &str) -> Vec<Value> {
    let mut lines: Vec<Value> = lines_of("positions/measured/choices.jsonl");
    lines.retain(|line| line["rules"] == rules);
    lines
}

fn position(text: &str) -> Position {
    let setup: Setup = text.parse().unwrap();
    Position::new(&setup).unwrap()
}

fn in_play(position: &Position) -> u32 {
    Side::BOTH.map(|side| position.in_play(side)).iter().sum()
}

#[test]
fn they_are_in_the_middle_of_a_round_and_have_all_moves() {
    for (rules, holes, fewest, most) in KINDS {
        let lines = lines(rules);
        let proven = lines.iter().filter(|line| line["values"].is_object());
        assert!(proven.clone().count() > 100, "{rules}");
        for line in &lines {
            let found = position(line["position"].as_str().unwrap());
            assert_eq!(found.shape().holes(), usize::from(holes), "{line}");
            assert!((fewest..=most).contains(&in_play(&found)), "{line}");
        }
        for line in proven {
            let found = position(line["position"].as_str().unwrap());
            let values = line["values"].as_object().unwrap();
            assert_eq!(values.len(), found.legal().count(), "{line}");
        }
    }
}

#[test]
fn they_are_what_the_script_draws() {
    let draw = ["--draw", "--only", "dakon,conglak"];
    let output = script("make choices").args(draw).output().unwrap();
    assert_eq!(code(&output), 0, "{}", stderr(&output));
}

/// The round's value after a move by the reference implementation, from the solver.
fn after(rules: &Rules, text: &str, written: &str) -> i32 {
    let hole: usize = written[1..].parse().unwrap();
    let after = Reference::read(text).play(rules, hole - 1).after;
    let found = Solver::new().solve(&game(rules, &position(&after.text())), Control::none());
    found.unwrap().value().unwrap()
}

/// The values come from the evaluator; the solver agrees on each position after a move.
#[test]
fn values_are_those_of_the_solver_after_each_move() {
    let mut solved = 0;
    for (name, holes, fewest, _) in KINDS {
        let rules = sized(name, holes, holes);
        for line in lines(name) {
            let text = line["position"].as_str().unwrap();
            let Some(values) = line["values"].as_object() else {
                continue;
            };
            if in_play(&position(text)) > fewest + 2 {
                continue;
            }
            for (written, value) in values {
                let found = i64::from(after(&rules, text, written));
                assert_eq!(Some(found), value.as_i64(), "{line}: {written}");
                solved += 1;
            }
        }
    }
    assert!(solved > 40, "{solved}");
}

/// The result of a policy in one position by definition: its gain over a random move, its loss
/// against the best, and the probability that it is best; `None` where it does not distinguish the
/// moves.
fn worth(moves: &[(bool, f64)]) -> Option<[f64; 3]> {
    let of =
        |some: &[f64]| some.iter().sum::<f64>() / f64::from(u32::try_from(some.len()).unwrap());
    let all: Vec<f64> = moves.iter().map(|one| one.1).collect();
    let taken = moves.iter().filter(|one| one.0).map(|one| one.1);
    let taken: Vec<f64> = taken.collect();
    if taken.is_empty() || taken.len() == all.len() {
        return None;
    }
    let best = all.iter().copied().fold(f64::MIN, f64::max);
    let hits: Vec<f64> = taken.iter().map(|one| f64::from(u8::from(*one >= best))).collect();
    Some([of(&taken) - of(&all), best - of(&taken), of(&hits)])
}

/// A script measures the gain of hints; the reference implementation with plain means agrees.
#[test]
fn ways_of_choosing_are_worth_what_is_recorded() {
    let measured: Vec<Value> = lines_of("positions/measured/measurements.jsonl");
    for (name, holes, ..) in KINDS {
        let rules = sized(name, holes, holes);
        let (mut biggest, mut again) = (Vec::new(), Vec::new());
        for line in lines(name) {
            let reference = Reference::read(line["position"].as_str().unwrap());
            let Some(values) = line["values"].as_object() else {
                continue;
            };
            let sign = if reference.mover == 0 { 1.0 } else { -1.0 };
            let moves = reference.choices(reference.mover).into_iter().map(|hole| {
                let value = &values[&format!("{}{}", ["A", "B"][reference.mover], hole + 1)];
                let seeds = reference.rows[reference.mover][hole].seeds;
                let goes_on = reference.play(&rules, hole).outcome == "again";
                (seeds, goes_on, sign * value.as_f64().unwrap())
            });
            let moves: Vec<(u32, bool, f64)> = moves.collect();
            let most = moves.iter().map(|one| one.0).max();
            let by = |takes: &dyn Fn(&(u32, bool, f64)) -> bool| {
                let moves = moves.iter().map(|one| (takes(one), one.2));
                worth(&moves.collect::<Vec<_>>())
            };
            biggest.extend(by(&|one| Some(one.0) == most));
            again.extend(by(&|one| one.1));
        }
        let id = format!("choices-{name}");
        let numbers = &measured.iter().find(|line| line["id"] == id.as_str()).unwrap()["numbers"];
        for (way, found) in [("biggest", biggest), ("again", again)] {
            let recorded = &numbers["ways"][way];
            assert_eq!(recorded["positions"], found.len(), "{name} {way}");
            let count = f64::from(u32::try_from(found.len()).unwrap());
            let mean = |at: usize| found.iter().map(|one| one[at]).sum::<f64>() / count;
            for (at, expected) in
                [&recorded["gain"]["mean"], &recorded["lost"]["mean"], &recorded["best"]]
                    .into_iter()
                    .enumerate()
            {
                let near = (mean(at) - expected.as_f64().unwrap()).abs() < 0.0051;
                assert!(near, "{name} {way}: {} {expected}", mean(at));
            }
        }
    }
}
