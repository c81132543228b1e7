//! Built-in data: used, named, true, and optional.

use chongkak::ask::{Analyse, Limits, Proven, Ready};
use chongkak::board::{Hole, Position, Side};
use chongkak::control::Control;
use chongkak::known::{self, Known};
use chongkak::moves::{Game, Move, Round};
use chongkak::record::{replay_line, replay_solution};
use chongkak::rules::{Preset, Rules, StorePlace};
use chongkak::search::{Bounds, Evaluator, Loss, Solver, Value};
use chongkak::sets::SetGame;
use proptest::prelude::*;
use serde_json::Value as Json;

use crate::support::{any_rules, any_small_board, game, home, next_threads, sample, sized, worth};

/// Openings with built-in values that are solved at once.
fn small() -> Vec<(Game, Known)> {
    let mut found = Vec::new();
    for preset in Preset::all() {
        for (holes, seeds) in [(1, 4), (2, 3), (3, 2), (3, 3), (4, 2)] {
            let rules = preset.rules.sized(holes, seeds).unwrap();
            for side in Side::BOTH {
                let game = Game::opening(&rules, side);
                let known = known::of(&game).expect("small openings are solved");
                found.push((game, known));
            }
        }
    }
    found
}

#[test]
fn a_known_value_is_what_a_search_proves() {
    for (game, known) in small() {
        let found = Solver::new().with_memory(4).solve(&game, Control::none()).unwrap();
        assert_eq!(found.value(), known.value(), "{game:?}");
        assert_eq!(found.best, known.best, "{game:?}");
    }
}

/// Other rules, and unrecorded positions, have no value; the seeds that fill a hole do not matter
/// in a round.
#[test]
fn a_value_is_known_of_its_own_rules_alone() {
    let mut rules = sized("kalah", 3, 2);
    let opening = rules.opening(Side::A);
    assert_eq!(known::of(&game(&rules, &opening)).unwrap().value(), Some(4));
    rules.set("seeds", "9").unwrap();
    assert_eq!(known::of(&game(&rules, &opening)).unwrap().value(), Some(4));
    rules.set("end", "stalled").unwrap();
    assert_eq!(known::of(&game(&rules, &opening)), None);
    let position: Position = Position::new(&"2,2,1/1 2,2,2/0 A".parse().unwrap()).unwrap();
    assert_eq!(known::of(&game(&sized("kalah", 3, 2), &position)), None);
}

/// Every built-in line realises the value next to it, by the plain rules.
#[test]
fn shipped_lines_lead_to_their_values() {
    let mut lines = 0;
    for folder in ["solved", "rounds", "long"] {
        for entry in std::fs::read_dir(home().join("positions").join(folder)).unwrap() {
            let path = entry.unwrap().path();
            for text in std::fs::read_to_string(path).unwrap().lines() {
                let recorded: Json = serde_json::from_str(text).unwrap();
                let Some(line) = recorded["line"].as_str() else {
                    continue;
                };
                let mut rules = Preset::named(recorded["rules"].as_str().unwrap()).unwrap().rules;
                for (option, value) in recorded["set"].as_object().into_iter().flatten() {
                    rules.set(option, value.as_str().unwrap()).unwrap();
                }
                let setup = recorded["position"].as_str().unwrap().parse().unwrap();
                let game = game(&rules, &Position::new(&setup).unwrap());
                // Rule sets that play alike may share them.
                let known = known::of(&game).unwrap().line;
                for line in [known::moves(line, Side::A), known] {
                    let end = replay_line(&game, &line).unwrap();
                    assert!(end.is_over(), "{text}");
                    let value = Some(i64::from(end.standing()));
                    assert_eq!(value, recorded["value"].as_i64(), "{text}");
                }
                lines += 1;
            }
        }
    }
    assert!(lines > 200, "{lines}");
}

/// A search that starts with the value keeps it, whatever its limits; its statements about moves
/// are true.
#[test]
fn a_search_begins_with_what_is_known() {
    for (game, known) in sample(small()) {
        for (depth, every_move) in [(1, false), (1, true), (4, true)] {
            let shallow = Evaluator::new()
                .with_memory(4)
                .with_depth(depth)
                .with_every_move(every_move)
                .with_known(&known);
            let found = shallow.evaluate(&game, Control::none()).unwrap();
            assert!(!known.is_refuted_by(&found), "{game:?}");
            assert_eq!(found.value, Value::Exact(known.value().unwrap()));
            assert_eq!(found.bounds, known.bounds);
            let ties: Vec<Move> = found.ties().map(|tie| tie.played).collect();
            assert_eq!(ties, known.best, "{game:?}");
            for of_move in &found.moves {
                let mut round = Round::new(&game);
                let after = round.play(of_move.played.hole).unwrap().after;
                let value = worth(game.rules(), &after);
                assert!(of_move.bounds.contains(value), "{of_move:?} {value}");
            }
        }
        let solver = Solver::new().with_memory(4).with_known(&known);
        let found = solver.solve(&game, Control::none()).unwrap();
        assert_eq!((found.value(), &found.best), (known.value(), &known.best));
        assert!(replay_solution(&game, &found).unwrap().is_over());
        // A result that contradicts a proof is refused.
        let proven = Evaluator::new().with_memory(4).evaluate(&game, Control::none()).unwrap();
        let wrong = Known { bounds: Bounds::exact(known.value().unwrap() + 1), ..known };
        assert!(wrong.is_refuted_by(&proven), "{game:?}");
    }
}

/// Seeds in stores and protected holes keep their owner, and the value shifts with them.
#[test]
fn a_known_value_goes_with_the_seeds_that_nobody_plays() {
    let rules = Preset::named("congklak").unwrap().rules;
    let value = |text: &str| {
        let position = Position::new(&text.parse().unwrap()).unwrap();
        known::of(&game(&rules, &position)).and_then(|known| known.value())
    };
    let text = "x,x,x,0p,0p,0p,7/0 7,7,7,7,7,7,7/42 A";
    assert_eq!(value(text), Some(-72));
    for (text, more) in [
        ("x,x,x,0p,2p,0p,7/1 7,7,7,7,7,7,7/42 A", 3),
        ("x,x,x,0p,0p,0p,7/0 7,7,7,7,7,7,7/40 A", 2),
        ("x,x,x,0p,0p,1p,7/4 7,7,7,7,7,7,7/50 A", -3),
    ] {
        assert_eq!(value(text), Some(-72 + more), "{text}");
    }
    let turned = "7,7,7,7,7,7,7/42 x,x,x,0p,2p,0p,7/1 B";
    assert_eq!(value(turned), Some(72 - 3));
    assert_eq!(value("x,x,x,0p,0p,x,7/0 7,7,7,7,7,7,7/42 A"), None);
}

/// Each built-in best move keeps the value, even without a line that continues from it; where all
/// best moves are built in, every other one is worth less.
#[test]
fn a_best_move_that_ships_keeps_the_value() {
    let mut others = 0;
    for (opening, known) in small() {
        let value = known.value().unwrap();
        let near = opening.rules().store == StorePlace::Near;
        for hole in opening.position().legal().filter(|_| near) {
            let mut round = Round::new(&opening);
            let played = round.play(hole).unwrap().played;
            let after = game(opening.rules(), round.position());
            let mut proven = Proven::default();
            proven.take_in(&opening, &[played]);
            // A line found by a search does not change the other best moves.
            let found = Evaluator::new().with_memory(4).evaluate(&opening, Control::none());
            proven.learn(&opening, &found.unwrap());
            proven.follow(&opening, &[played]);
            let worth = worth(opening.rules(), after.position());
            let Some(after) = proven.of(&after) else {
                panic!("{opening:?}, {played}: nothing follows");
            };
            assert!(after.bounds.contains(worth), "{opening:?}, {played}");
            if known.best.contains(&played) {
                assert_eq!(after.value(), Some(value), "{opening:?}, {played}");
            } else if known.all_best {
                let most = after.bounds.seen_by(played.side).upper;
                assert!(most < played.side.sign() * value, "{opening:?}, {played}");
                others += 1;
            }
        }
    }
    assert!(others > 100, "{others}");
    // The board of the source: the value has four best moves, and a line for one of them.
    let rules = Preset::named("overbeck").unwrap().rules;
    let opening = game(&rules, &rules.opening_owning(82, Side::A).unwrap());
    let question = Analyse::default().with_limits(Limits::default().with_nodes(100));
    for best in ["A1", "A4", "A5", "A9"] {
        let mut set = SetGame::new(&opening);
        set.play(&best.parse::<Move>().unwrap().into()).unwrap();
        let (nothing, none) = (Ready::nothing(), Control::none());
        let found = question.answer(&set, &nothing, none, &mut |_| ()).unwrap();
        let lost = found.turns[0].loss();
        assert_eq!(lost, Loss { least: 0, most: 0 }, "{best}");
    }
}

#[test]
fn a_turn_of_the_book_is_a_bound_to_begin_with() {
    for (name, owned) in [("congklak", 49), ("dakon", 72), ("conglak", 56), ("overbeck", 99)] {
        let rules = Preset::named(name).unwrap().rules;
        for mover in Side::BOTH {
            let seeds = 2 * u32::from(rules.holes) * u32::from(rules.seeds);
            let owned = if mover == Side::A { owned } else { seeds - owned };
            let opening = rules.opening_owning(owned, mover).unwrap();
            let game = game(&rules, &opening);
            let turn = known::first_turn(&game).expect("it is in the book");
            let mut round = Round::new(&game);
            for played in &turn {
                round.play(played.hole).unwrap();
            }
            // Seeds in the store stay there; at worst the opponent gets the rest.
            let won = round.position().store(mover).cast_signed();
            let least = 2 * won - opening.total().cast_signed();
            let limits = Control::none().with_nodes(200);
            let evaluator = Evaluator::new().with_memory(4).with_first_turn(&turn).with_depth(2);
            let found = evaluator.evaluate(&game, limits).unwrap();
            let solver = Solver::new().with_memory(4).with_first_turn(&turn);
            let solved = solver.solve(&game, limits).unwrap();
            let [evaluated, solved] = match mover {
                Side::A => [found.bounds.lower, solved.bounds.lower],
                Side::B => [-found.bounds.upper, -solved.bounds.upper],
            };
            assert!(evaluated >= least && solved >= least, "{name} {evaluated} {solved} {least}");
        }
    }
}

proptest! {
    #![proptest_config(crate::support::law(1_000))]

    /// Whatever is given as a first turn, legal or not, the value is the same.
    #[test]
    fn a_first_turn_changes_no_value(
        (rules, position, holes, side) in
            (any_rules(), any_small_board(), prop::collection::vec(1..=4u8, 0..6), any::<bool>())
    ) {
        let threads = next_threads();
        let rules = Rules { store: StorePlace::Near, ..rules };
        let game = game(&rules, &position);
        let side = if side { position.mover() } else { Side::A };
        let line: Vec<Move> = holes
            .into_iter()
            .map(|hole| Move::new(side, Hole::new(hole).unwrap()))
            .collect();
        let value = worth(&rules, &position);
        let solver = Solver::new().with_first_turn(&line).with_memory(1).with_threads(threads);
        prop_assert_eq!(solver.solve(&game, Control::none()).unwrap().value(), Some(value));
        let evaluator = Evaluator::new().with_first_turn(&line).with_memory(1).with_threads(threads);
        let found = evaluator.evaluate(&game, Control::none()).unwrap();
        prop_assert_eq!(found.value, Value::Exact(value));
    }
}
