//! Puzzles over several turns, against all whole turns by the reference implementation.

use chongkak::board::Side;
use chongkak::control::Control;
use chongkak::moves::Game;
use chongkak::puzzles::{FindPuzzles, Kind, MakePuzzle, Puzzle, Question, Rechecked};
use chongkak::rules::{Occupied, Preset, Rules, StoreLast, StorePlace};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::laws::{asked, no_stops, turns};
use crate::support::{Reference, any_rules, any_small_board, game, law, sized};

fn sign(board: &Reference) -> i32 {
    [1, -1][board.mover]
}

/// The moves and the value of the only line in which each turn of the mover, of so many, is the
/// only one that keeps the win or the draw, has others beside it, and is answered with the first
/// best turn; none if there is no such line.
fn kept(rules: &Rules, start: &Reference, wanted: usize) -> Option<(Vec<String>, i32)> {
    let (mut board, mut line, mut found) = (start.clone(), Vec::new(), 0);
    while board.mark != "over" {
        let mut all = turns(rules, &board);
        all.sort_by(|one, other| one.0.cmp(&other.0));
        let lead = |value: i32| sign(&board) * value;
        let best = all.iter().map(|(_, value, _)| lead(*value)).max()?;
        let is_own = board.mover == start.mover;
        let good = |value: i32| match is_own {
            false => lead(value) == best,
            true if best > 0 => lead(value) > 0,
            true => lead(value) >= 0,
        };
        let good: Vec<_> = all.iter().filter(|(_, value, _)| good(*value)).collect();
        if is_own && (good.len() != 1 || board.choices(board.mover).len() < 2) {
            return None;
        }
        let (moves, value, after) = good[0].clone();
        line.extend(moves);
        board = after;
        found += usize::from(is_own);
        if found == wanted {
            return Some((line, value));
        }
    }
    None
}

/// A puzzle, by the moves of its answer and its value.
fn told(puzzle: &Puzzle) -> (Vec<String>, i32) {
    (puzzle.moves.iter().map(ToString::to_string).collect(), puzzle.value.unwrap())
}

proptest! {
    #![proptest_config(law(3000))]

    /// A position is a puzzle if and only if each turn of the mover along the line is the only one
    /// that keeps the result.
    #[test]
    fn turns_are_asked_for_if_each_is_the_only_one_that_keeps_the_result(
        (rules, position, number) in (any_rules(), any_small_board(), 2..=4usize)
    ) {
        let rules = no_stops(Rules { store: StorePlace::Near, ..rules });
        let start = Reference::read(&position.to_string());
        let expected = kept(&rules, &start, number);
        let question = MakePuzzle::new(Kind::Keep).with_turns(number);
        let Ok(puzzle) = asked(question, &rules, &game(&rules, &position)) else {
            prop_assert_eq!(expected, None);
            return Ok(());
        };
        prop_assert_eq!(Some(told(&puzzle)), expected);
        prop_assert_eq!((puzzle.question, puzzle.length), (Question::Keep, number));
        // Before each move of the mover, the values are those of the best turns that begin so.
        let mut known = puzzle.values.iter();
        let mut so_far = puzzle.clone();
        for (step, played) in puzzle.moves.iter().enumerate() {
            if played.side != position.mover() {
                continue;
            }
            so_far.moves.truncate(0);
            so_far.moves.extend(&puzzle.moves[..step]);
            let before = match so_far.played().unwrap().last() {
                Some(trace) => Reference::read(&trace.after.to_string()),
                None => start.clone(),
            };
            let all = turns(&rules, &before);
            let lead = |value: i32| sign(&before) * value;
            for (other, value) in known.next().unwrap() {
                let begun = all.iter().filter(|(turn, ..)| turn[0] == other.to_string());
                let most = begun.map(|(_, value, _)| lead(*value)).max();
                prop_assert_eq!(most, Some(lead(*value)), "{} at {}", other, step);
                prop_assert_eq!(puzzle.costs(step, *other), lead(puzzle.value.unwrap() - value));
            }
        }
        prop_assert_eq!(known.next(), None);
        let text = serde_json::to_string(&puzzle).unwrap();
        prop_assert_eq!(Puzzle::read_all(&text).unwrap(), vec![puzzle.clone()]);
        let again = puzzle.recheck(MakePuzzle::NODES, Control::none()).unwrap();
        prop_assert_eq!(again, Rechecked::Confirmed);
    }
}

fn found(name: &str, number: usize, count: usize) -> (Rules, Vec<Puzzle>) {
    let rules = sized(name, 3, 3);
    let question = MakePuzzle::new(Kind::Keep).with_turns(number);
    let find = FindPuzzles::new(question).with_count(count).with_in_play(10);
    let start = Game::opening(&rules, Side::A);
    let preset = Preset::named(name).unwrap();
    (rules, find.answer(preset, &start, Control::none()).unwrap().puzzles)
}

/// Puzzles exist with further turns, with relay laps, and with neither.
#[test]
fn found_puzzles_are_those_of_the_reference() {
    let mut seen = Vec::new();
    for (name, number, count) in
        [("kalah", 2, 4), ("kalah", 3, 1), ("congklak", 2, 4), ("conglak", 2, 2)]
    {
        let (rules, puzzles) = found(name, number, count);
        assert_eq!(puzzles.len(), count, "{name}");
        seen.push((rules.occupied == Occupied::Relay, rules.store_last == StoreLast::Again));
        for puzzle in puzzles {
            let start = Reference::read(&puzzle.position.to_string());
            assert_eq!(Some(told(&puzzle)), kept(&rules, &start, number), "{puzzle:?}");
            let again = puzzle.recheck(MakePuzzle::NODES, Control::none());
            assert_eq!(again, Ok(Rechecked::Confirmed));
        }
    }
    assert!(seen.contains(&(true, true)) && seen.contains(&(false, true)), "{seen:?}");
}

/// What is wrong with a puzzle is found when it is read, or when it is answered again.
#[test]
fn wrong_puzzles_are_found() {
    let (_, puzzles) = found("kalah", 3, 1);
    let puzzle = &puzzles[0];
    let wrong = |change: &dyn Fn(&mut Value)| {
        let mut line = serde_json::to_value(puzzle).unwrap();
        change(&mut line);
        Puzzle::read_all(&line.to_string())
            .map(|read| read[0].recheck(MakePuzzle::NODES, Control::none()).unwrap())
    };
    assert_eq!(wrong(&|_| ()), Ok(Rechecked::Confirmed));
    // Contradicts the rules.
    let lost = puzzle.position.mover().sign() * -2;
    for (field, value) in [
        ("moves", json!([puzzle.moves[0]])),
        ("moves", json!([puzzle.moves[0], puzzle.moves[0], puzzle.moves[0]])),
        ("length", 2.into()),
        ("value", Value::Null),
        ("value", lost.into()),
        ("values", json!([])),
        ("values", json!(vec![&puzzle.values[0]; puzzle.moves.len()])),
        ("question", "win".into()),
    ] {
        let error = wrong(&|line| line[field] = value.clone()).unwrap_err();
        assert_eq!(error.line, 1, "{field}: {error:?}");
    }
    // Needs a search: another result for a move that gives the win up.
    let first = puzzle.moves[0];
    let other = *puzzle.values[0].keys().find(|other| **other != first).unwrap();
    let kept = puzzle.value.unwrap();
    match wrong(&|line| line["values"][0][other.to_string()] = kept.into()) {
        Ok(Rechecked::Wrong(why)) => assert!(why.starts_with("values"), "{why}"),
        found => panic!("{found:?}"),
    }
    let stopped = puzzle.recheck(1, Control::none()).unwrap();
    assert!(matches!(stopped, Rechecked::Stopped(_)), "{stopped:?}");
}
