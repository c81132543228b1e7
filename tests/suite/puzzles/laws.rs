//! Puzzles against all whole turns by the reference implementation.

use std::collections::HashMap;

use chongkak::board::Side;
use chongkak::control::Control;
use chongkak::moves::Game;
use chongkak::puzzles::{FindPuzzles, Kind, MakePuzzle, NoPuzzle, Puzzle, Question, Rechecked};
use chongkak::rules::{Preset, Rules, StoreLast, StorePlace};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::{Reference, THREADS, any_rules, any_small_board, game, law, minimax, sized};

/// Every whole turn from a position, as the names of its holes, with its value and its end.
pub fn turns(rules: &Rules, start: &Reference) -> Vec<(Vec<String>, i32, Reference)> {
    let (mut known, mut all) = (HashMap::new(), Vec::new());
    let mut open = vec![(Vec::new(), start.clone())];
    while let Some((moves, board)) = open.pop() {
        for hole in board.choices(board.mover) {
            let played = board.play(rules, hole);
            let name = format!("{}{}", ["A", "B"][board.mover], hole + 1);
            let moves: Vec<String> = moves.iter().cloned().chain([name]).collect();
            match played.outcome {
                "again" => open.push((moves, played.after)),
                _ => {
                    let value = minimax(rules, &played.after, &mut known);
                    all.push((moves, value, played.after));
                }
            }
        }
    }
    all
}

fn made(kind: Kind, rules: &Rules, game: &Game) -> Result<Puzzle, NoPuzzle> {
    asked(MakePuzzle::new(kind), rules, game)
}

pub fn asked(question: MakePuzzle, rules: &Rules, game: &Game) -> Result<Puzzle, NoPuzzle> {
    let preset = Preset::all().iter().find(|preset| preset.rules == *rules);
    let preset = preset.unwrap_or(&Preset::all()[0]);
    question.answer(preset, game, Control::none()).unwrap()
}

/// Puzzles about turns refuse rules under which a player may stop.
pub fn no_stops(rules: Rules) -> Rules {
    match rules.store_last {
        StoreLast::May => Rules { store_last: StoreLast::Again, ..rules },
        _ => rules,
    }
}

proptest! {
    #![proptest_config(law(1000))]

    /// A position is a puzzle if and only if one whole turn is better than all others.
    #[test]
    fn a_turn_is_asked_for_if_it_is_the_only_best_of_all(
        (rules, position) in (any_rules(), any_small_board())
    ) {
        let rules = no_stops(Rules { store: StorePlace::Near, ..rules });
        let found = made(Kind::Turn, &rules, &game(&rules, &position));
        let start = Reference::read(&position.to_string());
        if position.is_over() {
            prop_assert_eq!(found, Err(NoPuzzle::Over));
            return Ok(());
        }
        let sign = position.mover().sign();
        let all = turns(&rules, &start);
        let best = all.iter().map(|(_, value, _)| sign * value).max().unwrap();
        let good: Vec<_> = all.iter().filter(|(_, value, _)| sign * value == best).collect();
        if start.choices(start.mover).len() == 1 {
            prop_assert!(matches!(found, Err(NoPuzzle::Forced(_))), "{found:?}");
            return Ok(());
        }
        let [(moves, value, _)] = good[..] else {
            prop_assert!(matches!(found, Err(NoPuzzle::Several { .. })), "{found:?} {good:?}");
            return Ok(());
        };
        let puzzle = found.unwrap();
        let played: Vec<String> = puzzle.moves.iter().map(ToString::to_string).collect();
        prop_assert_eq!((&played, puzzle.value, puzzle.length), (moves, Some(*value), moves.len()));
        let others_win = all.iter().any(|(_, value, _)| (1..best).contains(&(sign * value)));
        let question = match best {
            1.. if !others_win => Question::Win,
            0 => Question::Draw,
            _ => Question::Best,
        };
        prop_assert_eq!(puzzle.question, question);
        // Each value is that of the best turn that begins so.
        for (step, values) in puzzle.values.iter().enumerate() {
            for (other, value) in values {
                let begins = |turn: &Vec<String>| {
                    turn[..step.min(turn.len())] == played[..step]
                        && turn.get(step) == Some(&other.to_string())
                };
                let begun = all.iter().filter(|(turn, ..)| begins(turn));
                let most = begun.map(|(_, value, _)| sign * value).max();
                prop_assert_eq!(most, Some(sign * value), "{} at {}", other, step);
            }
        }
        let text = serde_json::to_string(&puzzle).unwrap();
        prop_assert_eq!(Puzzle::read_all(&text).unwrap(), vec![puzzle.clone()]);
        let again = puzzle.recheck(MakePuzzle::NODES, Control::none()).unwrap();
        prop_assert_eq!(again, Rechecked::Confirmed);
    }

    /// The difficulty, the laps and the moves into the store, counted by the reference
    /// implementation.
    #[test]
    fn laps_and_stores_are_those_of_the_moves(
        (rules, position) in (any_rules(), any_small_board())
    ) {
        let game = game(&rules, &position);
        let start = Reference::read(&position.to_string());
        let choices = start.choices(start.mover);
        if position.is_over() || choices.is_empty() {
            return Ok(());
        }
        let side = position.mover();
        let all: Vec<_> = choices.iter().map(|&hole| (hole, start.play(&rules, hole))).collect();
        let laps = all.iter().map(|(_, played)| played.lands.len()).max().unwrap();
        match made(Kind::Laps, &rules, &game) {
            Err(why) => prop_assert_eq!((why, laps), (NoPuzzle::OneLap, 1)),
            Ok(puzzle) => {
                prop_assert_eq!(puzzle.length, laps);
                let (first, _) = all.iter().find(|(_, one)| one.lands.len() == laps).unwrap();
                prop_assert_eq!(puzzle.moves[0].to_string(), format!("{side}{}", first + 1));
                let exact = (laps as f64).log2();
                prop_assert!((puzzle.difficulty - exact).abs() <= 0.05, "{}", puzzle.difficulty);
            }
        }
        let store = format!("R{side}");
        let ends = all.iter().filter(|(_, one)| one.lands.last().unwrap().to_string() == store);
        let ends: Vec<_> = ends.collect();
        let found = made(Kind::Store, &rules, &game);
        match (choices.len(), &ends[..]) {
            (1, _) => prop_assert!(matches!(found, Err(NoPuzzle::Forced(_)))),
            (_, []) => prop_assert_eq!(found, Err(NoPuzzle::NoStore)),
            (number, [(hole, only)]) => {
                let puzzle = found.unwrap();
                prop_assert_eq!(puzzle.moves[0].to_string(), format!("{side}{}", hole + 1));
                prop_assert_eq!(puzzle.length, only.lands.len());
                let tempted = all.iter().any(|(_, other)| other.gain > only.gain);
                let exact = (number as f64).log2() + (only.lands.len() as f64).log2();
                let exact = exact + if tempted { 2.0 } else { 0.0 };
                prop_assert!((puzzle.difficulty - exact).abs() <= 0.05, "{}", puzzle.difficulty);
            }
            _ => prop_assert!(matches!(found, Err(NoPuzzle::Stores(_)))),
        }
    }
}

#[test]
fn any_number_of_threads_finds_the_same_puzzles() {
    let rules = sized("congklak", 4, 3);
    let start = Game::opening(&rules, Side::A);
    let preset = Preset::named("congklak").unwrap();
    let question = FindPuzzles::new(MakePuzzle::new(Kind::Turn)).with_count(12).with_seed(5);
    let found = THREADS.map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let found = pool.install(|| question.answer(preset, &start, Control::none())).unwrap();
        (found.puzzles, found.tried, found.stopped)
    });
    let [(puzzles, rounds, stopped), others @ ..] = found;
    assert_eq!((puzzles.len(), stopped), (12, None), "{rounds}");
    for other in others {
        assert_eq!(other, (puzzles.clone(), rounds, None));
    }
    assert!(puzzles.is_sorted_by(|one, other| one.difficulty <= other.difficulty));
    // The best turn just wins, unless the stores have too few seeds to arrange that.
    for puzzle in &puzzles {
        let mover = puzzle.position.mover();
        let lead = mover.sign() * puzzle.value.unwrap();
        let given = (lead - if lead % 2 == 0 { 2 } else { 1 }) / 2;
        let left = [(mover, -given), (mover.other(), given)]
            .map(|(side, more)| puzzle.position.store(side).checked_add_signed(more));
        assert!(given == 0 || left.contains(&None), "{puzzle:?}");
        assert!(given != 0 || puzzle.question == Question::Win, "{puzzle:?}");
        assert_eq!(puzzle.recheck(MakePuzzle::NODES, Control::none()), Ok(Rechecked::Confirmed));
    }
    // Another seed gives other puzzles, and a length only those of that length.
    let other = question.with_seed(6).answer(preset, &start, Control::none()).unwrap();
    assert_ne!(other.puzzles, puzzles);
    let long = question.with_length(Some(3)).with_count(2);
    let long = long.answer(preset, &start, Control::none()).unwrap();
    assert!(long.puzzles.iter().all(|puzzle| puzzle.length == 3), "{:?}", long.puzzles);
    assert_eq!(long.puzzles.len(), 2);
}

/// What is wrong with a puzzle is found when it is read, or when it is answered again.
#[test]
fn wrong_puzzles_are_found() {
    let rules = sized("congklak", 4, 3);
    let start = Game::opening(&rules, Side::A);
    let preset = Preset::named("congklak").unwrap();
    let question = FindPuzzles::new(MakePuzzle::new(Kind::Turn)).with_count(1).with_length(Some(2));
    let puzzle = question.answer(preset, &start, Control::none()).unwrap().puzzles.remove(0);
    let wrong = |change: &dyn Fn(&mut Value)| {
        let mut line = serde_json::to_value(&puzzle).unwrap();
        change(&mut line);
        Puzzle::read_all(&line.to_string())
            .map(|read| read[0].recheck(MakePuzzle::NODES, Control::none()).unwrap())
    };
    assert_eq!(wrong(&|_| ()), Ok(Rechecked::Confirmed));
    // Contradicts the rules.
    for (field, value) in [
        ("moves", json!([])),
        ("moves", json!([puzzle.moves[0]])),
        ("moves", json!(["A18", "A1"])),
        ("length", 1.into()),
        ("value", Value::Null),
        ("values", json!([{}, {}])),
        ("position", "1,1/0 1,1/0 A".into()),
        ("rules", "chess".into()),
        ("set", json!({"lap": "square"})),
        ("set", json!({"lap": []})),
        ("holes", 19.into()),
        ("question", "store".into()),
        ("question", "why".into()),
        ("colour", "red".into()),
    ] {
        let error = wrong(&|line| line[field] = value.clone()).unwrap_err();
        assert_eq!(error.line, 1, "{field}: {error:?}");
    }
    // Needs a search.
    let first = puzzle.moves[0];
    let other = *puzzle.values[0].keys().find(|other| **other != first).unwrap();
    type Change<'a> = &'a dyn Fn(&mut Value);
    let changes: [(&str, Change<'_>); 4] = [
        ("id", &|line| line["id"] = "00000000".into()),
        ("difficulty", &|line| line["difficulty"] = 0.5.into()),
        ("question", &|line| {
            let asked = if line["question"] == "win" { "best" } else { "win" };
            line["question"] = asked.into();
        }),
        ("values", &|line| {
            let value = &mut line["values"][0][other.to_string()];
            *value = i32::from(*value == 0).into();
        }),
    ];
    for (field, change) in changes {
        match wrong(change) {
            Ok(Rechecked::Wrong(why)) => assert!(why.starts_with(field), "{why}"),
            found => panic!("{field}: {found:?}"),
        }
    }
    let stopped = puzzle.recheck(1, Control::none()).unwrap();
    assert!(matches!(stopped, Rechecked::Stopped(_)), "{stopped:?}");
}
