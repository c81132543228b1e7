//! How sets begin: the holes that are filled, and a first hole that is given.

use std::collections::HashMap;

use chongkak::ask::{Evaluate, Ready, Solve};
use chongkak::board::{Hole, Position, Side};
use chongkak::control::Control;
use chongkak::matches::choose_turn;
use chongkak::math::Random;
use chongkak::moves::{
    Game, Move, Round, divergence, divide, effects, parse_line, perft, reachable,
};
use chongkak::rules::{BETWEEN_ROUNDS, Preset, ROUND_OPTIONS, Rules};
use chongkak::search::Goal;
use chongkak::sets::{SetGame, SetRecord, WrittenSet};
use serde_json::json;

use super::records::{played, reference_follows};
use crate::support::{
    Reference, asked, json_of, minimax, reference_choices, reference_start, refused, seeds, sized,
};

/// Random rules on a small board, with positions that do not recur.
fn any_rules(random: &mut Random, most: usize) -> (&'static Preset, Rules) {
    let preset = &Preset::all()[random.below(Preset::all().len())];
    let [holes, seeds] = [(); 2].map(|()| 1 + random.below(most) as u8);
    let mut rules = preset.rules.sized(holes, seeds).unwrap();
    for name in ROUND_OPTIONS.into_iter().chain(BETWEEN_ROUNDS) {
        if name == "store" || random.below(2) == 0 {
            continue;
        }
        let value = match Rules::values_of(name).unwrap() {
            [] => random.below(1 + usize::from(holes)).to_string(),
            values => values[random.below(values.len())].to_owned(),
        };
        // The reference implementation of sets has no stops after a move.
        if value != "may" {
            rules.set(name, &value).unwrap();
        }
    }
    (preset, rules)
}

/// Every opening, refill, starter and legal move of a set is that of the reference implementation,
/// which knows the beginning of a round by its place in the set, not by the position.
#[test]
fn sets_of_every_form_follow_the_reference() {
    for seed in seeds(1500) {
        let mut random = Random::new(seed, 0);
        let (preset, rules) = any_rules(&mut random, 5);
        let first = Game::opening(&rules, Side::BOTH[random.below(2)]);
        let game = played(&first, ["random", "greedy/random"], seed);
        reference_follows(&rules, &game);
        let record = SetRecord::new(preset.name, Vec::new(), &game);
        let written = WrittenSet::read(&record.to_string()).unwrap();
        assert_eq!(written.replay().unwrap(), record);
    }
}

/// A value is that of the position after the given first hole. All ways to count and to list moves
/// agree.
#[test]
fn a_given_first_hole_is_the_only_move_of_an_opening() {
    let mut given = 0;
    for seed in seeds(400) {
        let mut random = Random::new(seed, 1);
        let (_, rules) = any_rules(&mut random, 3);
        let mover = Side::BOTH[random.below(2)];
        let game = Game::opening(&rules, mover);
        let start = reference_start(&rules, mover.index());
        assert_eq!(game.position().to_string(), start.text());
        let choices = reference_choices(&rules, &start, true);
        given += usize::from(choices.len() < start.choices(start.mover).len());
        let mut known = HashMap::new();
        let after = |hole: &usize| start.play(&rules, *hole).after;
        let values = choices.iter().map(after).map(|after| minimax(&rules, &after, &mut known));
        let values: Vec<i32> = values.collect();
        let value = mover.sign() * values.iter().map(|value| mover.sign() * value).max().unwrap();
        let (ready, control) = (Ready::nothing(), Control::none());
        let solved = Solve::default().answer(&game, &ready, control).unwrap().found;
        assert_eq!(solved.value(), Some(value), "{game}");
        assert!(choices.contains(&solved.line[0].hole.index()), "{game}");
        assert!(solved.best.iter().all(|best| choices.contains(&best.hole.index())));
        let every_move = Evaluate::default().with_every_move(true);
        let found = every_move.answer(&game, &ready, control, None).unwrap().found;
        assert_eq!(found.bounds.value(), Some(value), "{game}");
        let mut rated: Vec<usize> = found.moves.iter().map(|of| of.played.hole.index()).collect();
        rated.sort_unstable();
        assert_eq!(rated, choices, "{game}");
        for goal in [Goal::Winner, Goal::AtLeast(value), Goal::AtLeast(value + 1)] {
            let solve = Solve::default().with_goal(goal);
            let found = solve.answer(&game, &ready, control).unwrap().found;
            assert!((found.bounds.lower..=found.bounds.upper).contains(&value), "{game}");
            assert!(found.line.first().is_none_or(|first| choices.contains(&first.hole.index())));
        }
        let holes = |moves: &mut dyn Iterator<Item = Move>| -> Vec<usize> {
            moves.map(|made| made.hole.index()).collect()
        };
        assert_eq!(holes(&mut game.legal_moves()), choices, "{game}");
        let divided = divide(&game, 2, control).unwrap();
        assert_eq!(holes(&mut divided.into_iter().map(|(made, _)| made)), choices, "{game}");
        for index in 0..usize::from(rules.holes) {
            let made = Move::new(mover, Hole::new(index as u8 + 1).unwrap());
            let may = choices.contains(&index);
            assert_eq!(game.play(made).is_ok(), may, "{game}, {made}");
            assert_eq!(Round::new(&game).play(made).is_ok(), may, "{game}, {made}");
        }
        for policy in ["random", "biggest", "greedy", "strong"] {
            let policy = policy.parse().unwrap();
            let turn = choose_turn(policy, &game, true, seed, None, control, &mut |_| {});
            let begins = turn.unwrap().0[0].hole.index();
            assert!(choices.contains(&begins), "{game}");
        }
        let other = ["none", "both"].map(|value| game.rules().with("capture", value).unwrap());
        let other = other.into_iter().find(|other| other != game.rules()).unwrap();
        let other = Game::new(&other, game.position()).unwrap();
        let line = divergence(&game, &other, control).0.unwrap().unwrap_or_default();
        assert!(line.first().is_none_or(|first| choices.contains(&first.hole.index())), "{game}");
        let counted = |depth: u32| -> u64 {
            let after = choices.iter().map(after).map(|after| leaves(&rules, &after, depth - 1));
            after.sum()
        };
        for depth in 1..4 {
            assert_eq!(perft(&game, depth, control), Ok(counted(depth)), "{game}");
        }
        let ways = reachable(&game, 1, control);
        assert_eq!((ways.positions - 1 + ways.over) as usize, choices.len(), "{game}");
        let mut listed = Vec::new();
        effects(&rules, &[*game.position()], |_, effect| listed.push(effect.played.hole.index()));
        assert_eq!(listed, choices, "{game}");
    }
    assert!(given > 0);
}

/// Leaves by the reference implementation.
fn leaves(rules: &Rules, position: &Reference, depth: u32) -> u64 {
    if depth == 0 || position.mark == "over" {
        return 1;
    }
    let choices = position.choices(position.mover).into_iter();
    choices.map(|hole| leaves(rules, &position.play(rules, hole).after, depth - 1)).sum()
}

/// Seven shells in every other hole, as on the sheet of vtaide.com (49 in all), and the hole that
/// it names.
#[test]
fn every_other_hole_is_filled_from_the_starters_first_hole() {
    let rules = sized("sungka", 7, 7).with("layout", "alternate").unwrap();
    let opening = |side| rules.opening(side).to_string();
    assert_eq!(opening(Side::A), "7,0,7,0,7,0,7/0 0,7,0,7,0,7,0/0 A");
    assert_eq!(opening(Side::B), "0,7,0,7,0,7,0/0 7,0,7,0,7,0,7/0 B");
    assert_eq!(rules.total(), 49);
    // Rows of an even length are filled alike.
    let six = rules.sized(6, 7).unwrap();
    assert_eq!(six.opening(Side::A).to_string(), "7,0,7,0,7,0/0 7,0,7,0,7,0/0 A");
    // A later round is filled as always: 28 shells fill four holes, 21 three.
    let later = rules.opening_owning(28, Side::A).unwrap().to_string();
    assert_eq!(later, "x,x,x,7,7,7,7/0 x,x,x,x,7,7,7/0 A");
    assert!(rules.opening_owning(50, Side::A).is_err());
}

/// A1 sows into A2 and A3, the only move allowed.
#[test]
fn every_door_begins_with_the_first_hole() {
    let set = ["--rules", "kalah", "--holes", "3", "--seeds", "2"];
    let set = [&set[..], &["--set", "layout=alternate", "--set", "first_hole=1"]].concat();
    let (start, after) = ("2,0,2/0 0,2,0/0 A", "0,1,3/0 0,2,0/0 B");
    let told = |command: &[&str]| json_of(&[command, &set].concat());
    let moves = told(&["moves"]);
    assert_eq!(moves["position"], start);
    assert_eq!(moves["moves"].as_array().unwrap().len(), 1);
    assert_eq!(
        (&moves["moves"][0]["move"], &moves["moves"][0]["after"]),
        (&json!("A1"), &json!(after))
    );
    assert_eq!(told(&["show"])["legal"], json!(["A1"]));
    let value = told(&["solve", after])["value"].clone();
    for command in [&["solve"][..], &["eval"], &["solve", start]] {
        let found = told(command);
        assert_eq!((&found["position"], &found["value"]), (&json!(start), &value), "{command:?}");
    }
    let params = json!({"rules": "kalah", "holes": 3, "seeds": 2,
        "set": {"layout": "alternate", "first_hole": 1}});
    let with = |name: &str, value: serde_json::Value| {
        let mut params = params.clone();
        params[name] = value;
        params
    };
    assert_eq!(asked("position", params.clone())["moves"], moves["moves"]);
    assert_eq!(asked("choose", with("policy", json!("greedy")))["move"], "A1");
    assert_eq!(asked("evaluate", params.clone())["value"], value);
    let line = |line| asked("record", with("line", json!(line)));
    assert_eq!(line("A1")["record"]["rounds"][0]["after"], after);
    // What counts all first moves, or none, says so.
    let not = |command: &[&str]| refused(&[command, &set].concat());
    let begins = "the round begins with A1";
    for command in [&["turns"][..], &["play", "--line", "A3"], &["set", "play", "--line", "A3"]] {
        assert!(not(command).contains(begins), "{command:?}: {}", not(command));
    }
    for command in [&["set", "solve"][..], &["batch", "openings"], &["systems"]] {
        let message = not(command);
        assert!(message.contains("layout = alternate: expected layout = full"), "{message}");
    }
    let one = |command: &[&str]| {
        let all = [command, &["--rules", "kalah", "--set", "first_hole=1"]].concat();
        refused(&all)
    };
    assert!(one(&["start", "--holes", "2", "--seeds", "1"]).contains("only one player begins"));
    assert!(one(&["set", "solve", "--holes", "2", "--seeds", "1"]).contains("first_hole = 0"));
    let nobody = refused(&["set", "solve", "--rules", "kalah", "--set", "rest=nobody"]);
    assert!(nobody.contains("expected rest = owner"), "{nobody}");
}

/// MAKSAK's competition: three boards, no burnt houses, and two boards win.
#[test]
fn most_rounds_win_a_set_of_three() {
    let rules = sized("kalah", 2, 1).with("lone", "bank").unwrap();
    let rules = rules.with("best_of", "3").unwrap();
    let mut game = SetGame::new(&Game::opening(&rules, Side::A));
    let mut play = |moves: &str| {
        for written in parse_line(moves).unwrap() {
            game.play(&written).unwrap();
        }
        let next = game.begin_next_round().map(|opening| opening.to_string());
        (next, game.winner())
    };
    let full = |side: &str| Some(format!("1,1/0 1,1/0 {side}"));
    // A2 ends in the store, and A1 captures: A owns 3 of 4 seeds, but B fills both holes again.
    assert_eq!(play("A2 A1"), (full("A"), None));
    // A1 leaves two seeds in A2, and B banks both seeds of B: a draw, and B moves last.
    assert_eq!(play("A1 B2 B1"), (full("B"), None));
    assert_eq!(play("B2 B1"), (full("B"), None));
    assert_eq!(play("B2 B1"), (None, Some(Side::B)));
}

/// The first hole is only that of an opening, and free if it can't be lifted.
#[test]
fn other_positions_are_free() {
    let rules = sized("overbeck", 3, 2).with("first_hole", "1").unwrap();
    let choices = |position: &str| {
        let position: Position = position.parse().unwrap();
        Game::new(&rules, &position).unwrap().legal_moves().count()
    };
    assert_eq!(choices("2,2,2/0 2,2,2/0 A"), 1);
    assert_eq!(choices("2,2,2/0 2,2,2/0 B"), 1);
    // A owns 7 of 12 seeds.
    assert_eq!(choices("2,2,2/1 x,2,2/1 A"), 1);
    assert_eq!(choices("2,2,2/1 x,2,2/1 B"), 2);
    // The hole that B can't fill would be the first one.
    assert_eq!(choices("2,2,2/1 2,2,x/1 A"), 3);
    assert_eq!(choices("2,2,2/1 x,x,2/3 A"), 3);
    assert_eq!(choices("2,2,1/0 2,2,3/0 A"), 3);
}
