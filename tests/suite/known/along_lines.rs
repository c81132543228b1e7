//! Proofs of one position of a line bound the others, whatever is searched.

use chongkak::ask::{Evaluate, Limits, Proven, Ready};
use chongkak::board::Side;
use chongkak::control::Control;
use chongkak::known::Known;
use chongkak::math::Random;
use chongkak::moves::{Game, Move, Round};
use chongkak::record::replay_line;
use chongkak::rules::{Preset, StorePlace};
use chongkak::search::{Bounds, Evaluation, Evaluator, Value};
use serde_json::json;

use crate::support::{asked, cases, game, seeds, worth};

/// Proven bounds of a move hold for the position after it: along any line, with searches of any
/// limits that begin with the bounds, they only narrow, and the value is always between them.
#[test]
fn bounds_only_narrow_along_a_line() {
    let mut narrowed = 0_u64;
    for seed in seeds(300) {
        let mut random = Random::new(seed, 31);
        let preset = &Preset::all()[random.below(Preset::all().len())];
        let (holes, seeds) = [(2, 3), (3, 2), (3, 3), (4, 1)][random.below(4)];
        let rules = preset.rules.sized(holes, seeds).unwrap();
        let mut at = Game::opening(&rules, Side::BOTH[random.below(2)]);
        let (value, mut off) = (worth(&rules, at.position()), || random.below(9) as i32 - 1);
        let mut bounds = match [off(), off()] {
            [-1, _] | [_, -1] => Bounds::of_board(at.position().total()),
            [below, above] => Bounds { lower: value - below, upper: value + above },
        };
        while !at.position().is_over() {
            let known = Known {
                bounds,
                best: Vec::new(),
                all_best: false,
                line: Vec::new(),
                source: "the move before",
            };
            let evaluator = Evaluator::new()
                .with_known(&known)
                .with_depth(1 + u32::try_from(random.below(4)).unwrap())
                .with_every_move(random.below(2) == 0)
                .with_memory(1);
            let nodes = 1 + random.below(400) as u64;
            let limits = Control::none().with_nodes(nodes);
            let found = evaluator.evaluate(&at, limits).unwrap();
            assert_eq!(bounds.and(found.bounds), Some(found.bounds), "{at:?}");
            assert!(found.bounds.contains(worth(&rules, at.position())), "{at:?}");
            narrowed += u64::from(bounds != found.bounds);
            expect_one_answer(&found);
            let next = &found.moves[random.below(found.moves.len())];
            bounds = next.bounds;
            let mut round = Round::new(&at);
            round.play(next.played.hole).unwrap();
            assert!(bounds.contains(worth(&rules, round.position())), "{next:?}");
            at = game(&rules, round.position());
        }
    }
    assert!(narrowed > cases(300), "{narrowed}");
}

/// An estimate is between the bounds, the position's value is that of the best move as far as its
/// bounds allow, and a move that can't be as good is not the best. Where the estimate adds nothing
/// to the proof, the best move keeps the proof if any does.
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

/// Even a tiny search never estimates beyond the built-in bounds.
#[test]
fn an_estimate_is_held_within_what_ships() {
    for (name, owned, nodes) in [
        ("overbeck", 63, 10),
        ("overbeck", 63, 2000),
        ("overbeck", 72, 100),
        ("congklak-six", 36, 1),
    ] {
        let asks = json!({"rules": name, "owned": owned, "nodes": nodes});
        let found = asked("evaluate", asks);
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

/// All seeds belong to somebody at the end, so with an even number of them no result is odd.
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

/// A player who follows the moves of hints keeps what is proven, however small the next search is:
/// all positions of a line of best play have its value.
#[test]
fn what_is_proven_stays_proven_in_a_game() {
    let mut kept = 0;
    for seed in seeds(200) {
        let mut random = Random::new(seed, 32);
        let preset = &Preset::all()[random.below(Preset::all().len())];
        let (holes, seeds) = [(2, 3), (3, 2), (3, 3), (4, 2)][random.below(4)];
        let rules = preset.rules.sized(holes, seeds).unwrap();
        let mut at = Game::opening(&rules, Side::BOTH[random.below(2)]);
        let mut proven = Proven::default();
        let mut nodes = 300;
        let mut value = None;
        while !at.position().is_over() {
            let question =
                Evaluate::default().with_limits(Limits::default().with_nodes(nodes).with_memory(1));
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
    assert!(kept as u64 > 2 * cases(200), "{kept}");
}

/// Along any line, what was proven bounds later and earlier positions, correctly. After undo, the
/// position shows what was proven after it.
#[test]
fn what_was_proven_bounds_all_positions_of_a_line() {
    let (mut narrowed, mut rows) = (0_u64, 0_u64);
    for seed in seeds(150) {
        let mut random = Random::new(seed, 33);
        let preset = &Preset::all()[random.below(Preset::all().len())];
        let (holes, seeds) = [(2, 3), (3, 2), (3, 3), (4, 2)][random.below(4)];
        let rules = preset.rules.sized(holes, seeds).unwrap();
        let opening = Game::opening(&rules, Side::BOTH[random.below(2)]);
        let (mut at, mut line) = (opening, Vec::new());
        let mut proven = Proven::default();
        while !at.position().is_over() {
            let asked = |game: &Game, nodes: u64, proven: &Proven| {
                let question = Evaluate::default()
                    .with_limits(Limits::default().with_nodes(nodes).with_memory(1));
                let ready = Ready::default().with_earlier(proven);
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
            narrowed += u64::from(found.bounds != alone.bounds);
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
    let cases = cases(150);
    assert!(narrowed > cases / 8 && rows > 2 * cases, "{narrowed} {rows}");
}

/// An opening of Overbeck's board, a move, and the game after it.
fn overbeck(owned: u32, played: &str) -> (Game, [Move; 1], Game) {
    let rules = Preset::named("overbeck").unwrap().rules;
    let opening = game(&rules, &rules.opening_owning(owned, Side::A).unwrap());
    let played: Move = played.parse().unwrap();
    let mut round = Round::new(&opening);
    round.play(played.hole).unwrap();
    let after = game(opening.rules(), round.position());
    (opening, [played], after)
}

/// A question about the opening itself does not forget its built-in data: the next one, after a
/// move, is answered as if it were the first.
#[test]
fn a_hint_at_the_opening_keeps_what_ships() {
    let (opening, line, after) = overbeck(72, "A5");
    let lower = |openings: bool| {
        let mut proven = Proven::default();
        let mut hint = |game: &Game, line: &[Move]| {
            let question = Evaluate::advice(None);
            let ready = Ready::default().with_line((&opening, line));
            let answer = question.answer_learning(game, &mut proven, &ready, Control::none());
            answer.unwrap().found.bounds.lower
        };
        if openings {
            hint(&opening, &[]);
        }
        hint(&after, &line)
    };
    let alone = lower(false);
    assert!(alone > 100, "{alone}");
    assert!(lower(true) >= alone);
}

/// A known value takes no search along the line, names its source, and is known along the line; the
/// analysis of a line does not search for it again at each position.
#[test]
fn a_line_of_a_known_opening_costs_nothing() {
    let asks = |line: &str, nodes: u64| {
        let asks = json!({"rules": "overbeck", "owned": 9, "line": line, "nodes": nodes});
        asked("evaluate", asks)
    };
    let found = asks("A9", 3_000);
    let known = json!({"value": -156, "source": "positions/rounds"});
    assert_eq!(found["known"], known);
    let question = Evaluate::default().with_limits(Limits::default().with_depth(1));
    let nodes = |game: &Game, ready: &Ready<'_>| {
        let answer = question.answer(game, ready, Control::none(), None);
        answer.unwrap().found.nodes
    };
    let (opening, line, after) = overbeck(9, "A9");
    let ready = Ready::default().with_line((&opening, &line[..]));
    assert!(nodes(&after, &ready) < 2 * nodes(&after, &Ready::nothing()) + 100);
}

/// A line of best play keeps the value of its opening, for a proof and for an evaluation.
#[test]
fn a_proof_knows_of_a_line_what_an_evaluation_knows() {
    for (rules, owned) in [("kalah", None), ("overbeck", Some(99)), ("dakon", None)] {
        let mut asks = json!({"rules": rules, "nodes": 1_000, "threads": 1});
        if let Some(owned) = owned {
            asks["owned"] = json!(owned);
        }
        let opening = asked("evaluate", asks.clone());
        asks["line"] = opening["pv"][0].clone();
        let bounds = ["evaluate", "solve"].map(|method| {
            let found = asked(method, asks.clone());
            ["lower", "upper"].map(|bound| found[bound].as_i64().unwrap())
        });
        assert_eq!(bounds[0], bounds[1], "{asks}");
        assert_eq!(bounds[1][0], bounds[1][1], "{asks}");
    }
}
