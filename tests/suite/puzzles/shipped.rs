//! The shipped sets: fifty puzzles for each rule set, each with one answer.

use std::collections::{BTreeSet, HashSet};

use chongkak::control::Control;
use chongkak::puzzles::{Kind, MakePuzzle, Puzzle, Question, Rechecked, shipped};
use chongkak::rules::{Occupied, Preset, StoreLast};

use crate::support::{Reference, sample};

fn sets() -> impl Iterator<Item = (&'static Preset, Vec<Puzzle>)> {
    Preset::all().iter().map(|preset| (preset, shipped(preset.name).unwrap()))
}

/// The mover's holes.
fn row(puzzle: &Puzzle) -> String {
    let text = puzzle.position.to_string();
    let side = text.split(' ').nth(puzzle.position.mover().index()).unwrap();
    side.split('/').next().unwrap().to_owned()
}

#[test]
fn each_rule_set_ships_fifty_different_puzzles_of_all_kinds() {
    for (preset, puzzles) in sets() {
        let name = preset.name;
        assert_eq!(puzzles.len(), 50, "{name}");
        assert!(puzzles.is_sorted_by(|one, next| one.difficulty <= next.difficulty), "{name}");
        assert!(puzzles.iter().all(|puzzle| puzzle.game().unwrap().rules() == &preset.rules));
        // Two that look alike to the mover have much the same answer.
        let rows: HashSet<String> = puzzles.iter().map(row).collect();
        assert_eq!(rows.len(), 50, "{name}");
        let lengths = |kind: Kind| -> BTreeSet<usize> {
            let of_kind = puzzles.iter().filter(|puzzle| puzzle.question.kind() == kind);
            of_kind.map(|puzzle| puzzle.length).collect()
        };
        assert!(!lengths(Kind::Store).is_empty(), "{name}");
        let relays = preset.rules.occupied == Occupied::Relay;
        assert_eq!(lengths(Kind::Laps).len() >= 5, relays, "{name}");
        let again = preset.rules.store_last != StoreLast::Stop;
        assert_eq!(lengths(Kind::Turn).is_superset(&(1..=4).collect()), again, "{name}");
    }
    let positions =
        sets().flat_map(|(_, puzzles)| puzzles).map(|puzzle| puzzle.position.to_string());
    assert_eq!(positions.collect::<HashSet<_>>().len(), 500);
    assert_eq!(shipped("chess"), None);
}

/// Searches prove some of the values each time, and all at night.
#[test]
fn every_answer_is_proven_to_be_the_only_one() {
    for puzzle in sample(sets().flat_map(|(_, puzzles)| puzzles)) {
        let again = puzzle.recheck(MakePuzzle::NODES, Control::none());
        assert_eq!(again, Ok(Rechecked::Confirmed), "{} {}", puzzle.rules, puzzle.id);
    }
}

/// The reference implementation counts the laps and finds the moves that end in the store.
#[test]
fn laps_and_stores_are_those_of_the_reference() {
    for (preset, puzzles) in sets() {
        for puzzle in puzzles.iter().filter(|one| one.question.kind() != Kind::Turn) {
            let start = Reference::read(&puzzle.position.to_string());
            let side = puzzle.position.mover();
            let asked = |hole: &usize| format!("{side}{}", hole + 1) == puzzle.moves[0].to_string();
            let laps = |hole: usize| start.play(&preset.rules, hole).lands;
            let choices = start.choices(start.mover);
            let hole = choices.iter().copied().find(asked).unwrap();
            assert_eq!(laps(hole).len(), puzzle.length, "{puzzle:?}");
            if puzzle.question == Question::Store {
                let store = format!("R{side}");
                let ends = |hole: &usize| laps(*hole).last().unwrap().to_string() == store;
                let stores: Vec<usize> = choices.iter().copied().filter(ends).collect();
                assert_eq!(stores, [hole], "{puzzle:?}");
            }
        }
    }
}
