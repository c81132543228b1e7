//! The data that ship with the program: they are used, named, true, and can be left out.

use chongkak::ask::{Evaluate, Limits, Proven, Ready};
use chongkak::board::{Hole, Position, Side};
use chongkak::control::Control;
use chongkak::known::{self, Known};
use chongkak::math::Random;
use chongkak::moves::{Game, Move, Round};
use chongkak::record::{replay_line, replay_solution};
use chongkak::rules::{Preset, Rules, StorePlace};
use chongkak::search::{Bounds, Evaluation, Evaluator, Solver, Value};
use proptest::prelude::*;
use serde_json::{Value as Json, json};

use crate::support::{
    any_rules, any_small_board, asked, code, game, home, json_of, parsed, run, run_with, sized,
    stdout, worth,
};

/// Openings of which the value ships, of a size that is solved at once.
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
        let found = Solver::new().solve(&game, Control::none()).unwrap();
        assert_eq!(found.value(), known.value(), "{game:?}");
        assert_eq!(found.best, known.best, "{game:?}");
    }
}

/// Other rules, and positions that are not recorded, have no value; the seeds that fill a hole play
/// no part in a round.
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

/// Every line that ships is one of the value beside it, by the plain rules.
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
                let mut rules = Preset::named(recorded["rules"].as_str().unwrap())
                    .unwrap()
                    .rules;
                for (option, value) in recorded["set"].as_object().into_iter().flatten() {
                    rules.set(option, value.as_str().unwrap()).unwrap();
                }
                let setup = recorded["position"].as_str().unwrap().parse().unwrap();
                let game = game(&rules, &Position::new(&setup).unwrap());
                // Rule sets that play alike may have each other's.
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

/// A search that begins with the value keeps it, whatever its limits; what it says of the moves is
/// true.
#[test]
fn a_search_begins_with_what_is_known() {
    for (game, known) in small() {
        for (depth, every_move) in [(1, false), (1, true), (4, true)] {
            let shallow = Evaluator {
                depth,
                every_move,
                known: Some(&known),
                ..Evaluator::new()
            };
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
        let solver = Solver {
            known: Some(&known),
            ..Solver::new()
        };
        let found = solver.solve(&game, Control::none()).unwrap();
        assert_eq!((found.value(), &found.best), (known.value(), &known.best));
        assert!(replay_solution(&game, &found).unwrap().is_over());
        // A claim that contradicts a proof is refused.
        let proven = Evaluator::new().evaluate(&game, Control::none()).unwrap();
        let wrong = Known {
            bounds: Bounds::exact(known.value().unwrap() + 1),
            ..known
        };
        assert!(wrong.is_refuted_by(&proven), "{game:?}");
    }
}

/// Seeds in stores and in protected holes stay whose they are: the value goes with them.
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

/// The proven bounds of a move hold of the position after it: along any line, with searches of any
/// limits that begin with it, the bounds only narrow, and the value always lies between them.
#[test]
fn bounds_only_narrow_along_a_line() {
    let mut narrowed = 0;
    for seed in 0..300 {
        let mut random = Random::new(seed, 31);
        let preset = &Preset::all()[random.below(Preset::all().len())];
        let (holes, seeds) = [(2, 3), (3, 2), (3, 3), (4, 1)][random.below(4)];
        let rules = preset.rules.sized(holes, seeds).unwrap();
        let mut at = Game::opening(&rules, Side::BOTH[random.below(2)]);
        let (value, mut off) = (worth(&rules, at.position()), || random.below(9) as i32 - 1);
        let mut bounds = match [off(), off()] {
            [-1, _] | [_, -1] => Bounds::of_board(at.position().total()),
            [below, above] => Bounds {
                lower: value - below,
                upper: value + above,
            },
        };
        while !at.position().is_over() {
            let known = Known {
                bounds,
                best: Vec::new(),
                all_best: false,
                line: Vec::new(),
                source: "the move before",
            };
            let evaluator = Evaluator {
                known: Some(&known),
                depth: 1 + u32::try_from(random.below(4)).unwrap(),
                every_move: random.below(2) == 0,
                memory: 1,
                ..Evaluator::new()
            };
            let nodes = 1 + random.below(400) as u64;
            let limits = Control {
                nodes,
                ..Control::none()
            };
            let found = evaluator.evaluate(&at, limits).unwrap();
            assert_eq!(bounds.and(found.bounds), Some(found.bounds), "{at:?}");
            assert!(
                found.bounds.contains(worth(&rules, at.position())),
                "{at:?}"
            );
            narrowed += u32::from(bounds != found.bounds);
            expect_one_answer(&found);
            let next = &found.moves[random.below(found.moves.len())];
            bounds = next.bounds;
            let mut round = Round::new(&at);
            round.play(next.played.hole).unwrap();
            assert!(bounds.contains(worth(&rules, round.position())), "{next:?}");
            at = game(&rules, round.position());
        }
    }
    assert!(narrowed > 500, "{narrowed}");
}

/// An estimate lies between the bounds, the position is worth what the best move is, as far as its
/// bounds allow, and what can't be worth as much is not the best. Where no more is thought of than
/// is proven, the best move keeps the proof if one does.
fn expect_one_answer(found: &Evaluation) {
    assert!(found.bounds.contains(found.value.seeds()), "{found:?}");
    assert_eq!(found.value.is_exact(), found.bounds.value().is_some());
    let best = found.moves.iter().find(|m| Some(m.played) == found.best());
    let best = best.expect("a best move");
    let within = best.value.seeds();
    let within = within.clamp(found.bounds.lower, found.bounds.upper);
    assert_eq!(within, found.value.seeds(), "{found:?}");
    let sure = |bounds: Bounds| bounds.seen_by(best.played.side).lower;
    let least = sure(found.bounds);
    if best.played.side.sign() * found.value.seeds() == least {
        let keeps = found.moves.iter().any(|m| sure(m.bounds) >= least);
        assert!(!keeps || sure(best.bounds) >= least, "{found:?}");
    }
    assert!(found.ties().any(|tie| tie.played == best.played) || found.value.is_exact());
    assert!(best.bounds.upper >= found.bounds.lower || best.played.side == Side::B);
    assert!(best.bounds.lower <= found.bounds.upper || best.played.side == Side::A);
    for of_move in &found.moves {
        let (value, bounds) = (of_move.value, of_move.bounds);
        assert!(bounds.contains(value.seeds()), "{of_move:?}");
    }
}

/// Whatever little is looked at: an estimate is not beyond what ships.
#[test]
fn an_estimate_is_held_within_what_ships() {
    for (name, nodes) in [("congklak", 10), ("congklak", 2000), ("congklak-six", 1)] {
        let found = asked("evaluate", json!({"rules": name, "nodes": nodes}));
        let [value, lower, upper] =
            ["value", "lower", "upper"].map(|field| found[field].as_i64().unwrap());
        assert!(lower <= value && value <= upper, "{name} {nodes}: {found}");
        let best = found["best"].as_str().unwrap();
        let moves = found["moves"].as_array().unwrap();
        let best = moves.iter().find(|m| m["move"] == *best).unwrap();
        let own = best["value"].as_i64().unwrap();
        assert_eq!(own.clamp(lower, upper), value, "{name} {nodes}: {found}");
    }
}

/// All seeds are somebody's at the end, so with an even number of them no result is odd.
#[test]
fn no_bound_is_odd_where_no_result_is() {
    for (name, nodes) in [("kalah", 100), ("overbeck", 3000), ("congklak", 10)] {
        let found = asked("evaluate", json!({"rules": name, "nodes": nodes}));
        for of_move in found["moves"].as_array().unwrap() {
            for bound in ["lower", "upper"] {
                assert_eq!(of_move[bound].as_i64().unwrap() % 2, 0, "{name} {of_move}");
            }
        }
    }
}

/// A player who follows the moves of hints keeps what is proven, however little the next search
/// looks at: all positions of a line of best play have its value.
#[test]
fn what_is_proven_stays_proven_in_a_game() {
    let mut kept = 0;
    for seed in 0..200 {
        let mut random = Random::new(seed, 32);
        let preset = &Preset::all()[random.below(Preset::all().len())];
        let (holes, seeds) = [(2, 3), (3, 2), (3, 3), (4, 2)][random.below(4)];
        let rules = preset.rules.sized(holes, seeds).unwrap();
        let mut at = Game::opening(&rules, Side::BOTH[random.below(2)]);
        let mut proven = Proven::default();
        let mut nodes = 300;
        let mut value = None;
        while !at.position().is_over() {
            let question = Evaluate {
                only: 0,
                limits: Limits {
                    nodes: Some(nodes),
                    memory: 1,
                    ..Limits::default()
                },
                ..Evaluate::default()
            };
            let ready = Ready::nothing();
            let answer = question.answer_learning(&at, &mut proven, &ready, Control::none());
            let found = answer.unwrap().found;
            expect_one_answer(&found);
            let now = worth(&rules, at.position());
            assert!(found.bounds.contains(now), "{at:?}");
            if let Some(value) = value {
                assert_eq!(found.value, Value::Exact(value), "seed {seed}, {at:?}");
                kept += 1;
            }
            let whole = replay_line(&at, &found.line).is_ok_and(|end| end.is_over());
            if found.value.is_exact() && whole && rules.store == StorePlace::Near {
                value = Some(found.value.seeds());
                // The next search alone would find nothing.
                nodes = 1;
            }
            let mut round = Round::new(&at);
            round.play(found.best().unwrap().hole).unwrap();
            at = game(&rules, round.position());
        }
    }
    assert!(kept > 500, "{kept}");
}

/// Along any line, best or not, what was proven bounds what comes after it and what was before, and
/// it is true. Who takes a move back finds in its row what was proven after it.
#[test]
fn what_was_proven_bounds_all_positions_of_a_line() {
    let (mut narrowed, mut rows) = (0, 0);
    for seed in 0..150 {
        let mut random = Random::new(seed, 33);
        let preset = &Preset::all()[random.below(Preset::all().len())];
        let (holes, seeds) = [(2, 3), (3, 2), (3, 3), (4, 2)][random.below(4)];
        let rules = preset.rules.sized(holes, seeds).unwrap();
        let opening = Game::opening(&rules, Side::BOTH[random.below(2)]);
        let (mut at, mut line) = (opening, Vec::new());
        let mut proven = Proven::default();
        while !at.position().is_over() {
            let asked = |game: &Game, nodes: u64, proven: &Proven| {
                let question = Evaluate {
                    only: 0,
                    fresh: false,
                    every_move: false,
                    limits: Limits {
                        nodes: Some(nodes),
                        memory: 1,
                        ..Limits::default()
                    },
                };
                let ready = Ready {
                    earlier: Some(proven),
                    ..Ready::default()
                };
                let answer = question.answer(game, &ready, Control::none(), None);
                answer.unwrap().found
            };
            proven.follow(&opening, &line);
            let nodes = [1, 5, 50, 300][random.below(4)];
            let found = asked(&at, nodes, &proven);
            let alone = asked(&at, nodes, &Proven::default());
            expect_one_answer(&found);
            let now = worth(&rules, at.position());
            assert!(found.bounds.contains(now), "seed {seed}, {at:?}");
            narrowed += usize::from(found.bounds != alone.bounds);
            let legal: Vec<_> = at.position().legal().collect();
            let hole = legal[random.below(legal.len())];
            let mut round = Round::new(&at);
            let played = round.play(hole).unwrap().played;
            let child = game(&rules, round.position());
            proven.learn(&at, &found);
            if !child.position().is_over() && rules.store == StorePlace::Near {
                let after = asked(&child, 300, &proven);
                proven.learn(&child, &after);
                let again = asked(&at, 1, &proven);
                expect_one_answer(&again);
                assert!(again.bounds.contains(now), "seed {seed}, {at:?}");
                let row = again.moves.iter().find(|m| m.played == played).unwrap();
                let both = row.bounds.and(after.bounds);
                assert_eq!(both, Some(row.bounds), "seed {seed}, {at:?}, {played}");
                rows += 1;
            }
            line.push(played);
            at = child;
        }
    }
    assert!(narrowed > 20 && rows > 300, "{narrowed} {rows}");
}

/// The value of congklak's opening is open, but a turn of the book brings A what its end is worth:
/// that is sure in all its positions, and a move off the best line is worth no more than what was
/// to be had.
#[test]
fn what_a_turn_of_the_book_ends_with_is_sure_on_the_way() {
    let book = asked("evaluate", json!({"rules": "congklak", "nodes": 10}));
    let line: Vec<&str> = book["pv"].as_array().unwrap()[..9]
        .iter()
        .map(|played| played.as_str().unwrap())
        .collect();
    for moves in 1..=line.len() {
        let words = "game --rules congklak --no-board --b human --time 0.01";
        let words: Vec<&str> = words.split(' ').collect();
        let told = stdout(&run_with(
            &words,
            &format!("{}\neval\n", line[..moves].join("\n")),
        ));
        assert!(told.contains("at least +94, proven"), "{told}");
    }
    let words: Vec<&str> = "game --rules conglak --no-board --b human"
        .split(' ')
        .collect();
    let told = stdout(&run_with(&words, "A1\nA2\nA7\nA7\nA1\nA3\nA1\neval\n"));
    let proven = told
        .lines()
        .find(|line| line.starts_with("proven  "))
        .unwrap();
    assert!(proven.ends_with("to +96"), "{told}");
}

/// Each move that ships as a best one keeps the value, also without a line that goes on from it;
/// where all that do ship, every other one brings less.
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
            proven.begin(&opening);
            // A line that a search finds leaves the other best moves what they are.
            let found = Evaluator::new().evaluate(&opening, Control::none());
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
    // The board of the text: the value has four best moves, and a line for one of them.
    for best in ["A1", "A4", "A5", "A9"] {
        let words = format!("analyze --owned 82 --line {best} --nodes 100");
        let words: Vec<&str> = words.split(' ').collect();
        let turns = json_of(&words)["turns"].clone();
        assert_eq!(
            turns[0]["lead_lost"],
            json!({"least": 0, "most": 0}),
            "{best}"
        );
    }
}

/// A turn of the book that is worth less than what is proven is told as that.
#[test]
fn a_bound_that_no_move_is_proven_to_reach_says_so() {
    let told = stdout(&run(&["eval", "--owned", "72", "--nodes", "20000"]));
    let told: Vec<&str> = told.split_whitespace().collect();
    let told = told.join(" ");
    for words in [
        "best A5; no move is proven to reach +142",
        "… (the first turn of the book)",
        "A5 at least +138 +138 to +144",
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
}

#[test]
fn a_turn_of_the_book_is_a_bound_to_begin_with() {
    for (name, owned) in [
        ("congklak", 49),
        ("dakon", 72),
        ("conglak", 56),
        ("overbeck", 99),
    ] {
        let rules = Preset::named(name).unwrap().rules;
        for mover in Side::BOTH {
            let seeds = 2 * u32::from(rules.holes) * u32::from(rules.seeds);
            let owned = if mover == Side::A {
                owned
            } else {
                seeds - owned
            };
            let opening = rules.opening_owning(owned, mover).unwrap();
            let game = game(&rules, &opening);
            let turn = known::first_turn(&game).expect("it is in the book");
            let mut round = Round::new(&game);
            for played in &turn {
                round.play(played.hole).unwrap();
            }
            // The seeds in the store stay there; at worst the rest is the opponent's.
            let won = round.position().store(mover).cast_signed();
            let least = 2 * won - opening.total().cast_signed();
            let limits = Control {
                nodes: 200,
                ..Control::none()
            };
            let evaluator = Evaluator {
                first_turn: &turn,
                depth: 2,
                ..Evaluator::new()
            };
            let found = evaluator.evaluate(&game, limits).unwrap();
            let solver = Solver {
                first_turn: &turn,
                ..Solver::new()
            };
            let solved = solver.solve(&game, limits).unwrap();
            let [evaluated, solved] = match mover {
                Side::A => [found.bounds.lower, solved.bounds.lower],
                Side::B => [-found.bounds.upper, -solved.bounds.upper],
            };
            assert!(
                evaluated >= least && solved >= least,
                "{name} {evaluated} {solved} {least}"
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1_000) })]

    /// Whatever is given as a first turn, legal or not, the value is the same.
    #[test]
    fn a_first_turn_changes_no_value(
        (rules, position, holes, side) in
            (any_rules(), any_small_board(), prop::collection::vec(1..=4u8, 0..6), any::<bool>())
    ) {
        let rules = Rules { store: StorePlace::Near, ..rules };
        let game = game(&rules, &position);
        let side = if side { position.mover() } else { Side::A };
        let line: Vec<Move> = holes
            .into_iter()
            .map(|hole| Move { side, hole: Hole::new(hole).unwrap() })
            .collect();
        let value = worth(&rules, &position);
        let solver = Solver { first_turn: &line, memory: 1, ..Solver::new() };
        prop_assert_eq!(solver.solve(&game, Control::none()).unwrap().value(), Some(value));
        let evaluator = Evaluator { first_turn: &line, memory: 1, ..Evaluator::new() };
        let found = evaluator.evaluate(&game, Control::none()).unwrap();
        prop_assert_eq!(found.value, Value::Exact(value));
    }
}

/// The published value of Kalah is there at once, with its source; `--fresh` searches.
#[test]
fn commands_answer_from_what_ships() {
    let solved = asked("solve", json!({"rules": "kalah", "nodes": 100_000}));
    assert_eq!(
        (&solved["value"], &solved["exact"]),
        (&json!(8), &json!(true))
    );
    assert_eq!(solved["known"]["value"], 8);
    assert_eq!(solved["known"]["source"], "positions/solved");
    let text = stdout(&run(&["solve", "--rules", "kalah", "--threads", "1"]));
    assert!(
        text.contains("known   +8, proven: shipped values (positions/solved)"),
        "{text}"
    );
    // With a line to the end, and no search of many moments.
    for method in ["evaluate", "solve"] {
        let found = asked(method, json!({"rules": "kalah"}));
        let line = found["pv"].as_array().unwrap();
        assert!(line[0] == "A3" && line.len() > 20, "{found}");
        assert!(found["nodes"].as_u64().unwrap() < 100_000, "{found}");
        for rules in ["overbeck", "dakon"] {
            let found = asked(method, json!({"rules": rules}));
            assert_eq!(found["exact"], true);
            assert!(found["pv"].as_array().unwrap().len() > 20, "{found}");
        }
    }
    // More is asked for than is known, and what is known stays.
    let every = json!({"rules": "kalah", "every_move": true, "nodes": 3000});
    let every = asked("evaluate", every);
    assert_eq!(
        (&every["value"], &every["known"]["value"]),
        (&json!(8), &json!(8))
    );
    let small = stdout(&run(&[
        "eval", "--rules", "kalah", "--holes", "3", "--seeds", "2",
    ]));
    assert!(
        small.contains("known   +4") && !small.contains('…'),
        "{small}"
    );
    // The limits are those that were asked for.
    let evaluated = asked("evaluate", json!({"rules": "kalah", "mover": "B"}));
    assert_eq!(evaluated["limits"]["nodes"], Json::Null);
    assert_eq!(
        (&evaluated["value"], &evaluated["exact"]),
        (&json!(-8), &json!(true))
    );
    assert_eq!(
        (&evaluated["best"], &evaluated["ties"]),
        (&json!("B3"), &json!(["B3"]))
    );
    let fresh = [
        "solve", "--rules", "kalah", "--fresh", "--nodes", "1000", "--format", "json",
    ];
    let fresh = run(&fresh);
    assert_eq!((code(&fresh), &parsed(&fresh)["known"]), (3, &Json::Null));
    let book = json!({"rules": "congklak", "nodes": 1000});
    let book = asked("evaluate", book);
    assert_eq!(
        (&book["known"], &book["book"]["source"]),
        (&Json::Null, &json!("positions/rounds"))
    );
    assert!(book["book"]["lower"].as_i64() <= book["lower"].as_i64());
    assert!(book["lower"].as_i64().unwrap() >= 94);
    let plain = json!({"rules": "congklak", "nodes": 1000, "fresh": true});
    let plain = asked("evaluate", plain);
    assert_eq!(
        (&plain["known"], &plain["book"]),
        (&Json::Null, &Json::Null)
    );
}

/// Before a search that nobody has brought to an end that is said, and only then.
#[test]
fn a_search_without_limits_of_an_open_value_is_remarked() {
    let remark = "nobody has proven the value of this opening";
    let mut child = crate::support::program()
        .args(["solve", "--rules", "congklak", "--threads", "1"])
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = String::new();
    let told = child.stderr.take().unwrap();
    std::io::BufRead::read_line(&mut std::io::BufReader::new(told), &mut first).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(first.contains(remark), "{first}");
    for args in [
        &["solve", "--rules", "congklak", "--nodes", "1000"][..],
        &["solve", "--rules", "congklak", "--time", "0.01"],
        // Its value ships with the program.
        &["solve", "--rules", "conglak"],
        &["solve", "--rules", "kalah", "--holes", "3", "--seeds", "2"],
    ] {
        let told = crate::support::stderr(&run(args));
        assert!(!told.contains(remark), "{args:?}: {told}");
    }
}

/// The number that is asked for has an answer.
#[test]
fn at_least_is_answered() {
    for (least, answer) in [("8", "yes, proven"), ("9", "no, proven")] {
        let output = run(&[
            "solve",
            "--rules",
            "kalah",
            "--no-board",
            "--at-least",
            least,
        ]);
        let expected = format!("asked   at least +{least}: {answer}\n");
        assert!(stdout(&output).contains(&expected), "{}", stdout(&output));
    }
}
