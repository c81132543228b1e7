//! Custom estimates: proofs stay true whatever they return, and they are called as documented.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

use chongkak::ask::{Evaluate, Limits, Ready};
use chongkak::board::{Position, Side};
use chongkak::control::Control;
use chongkak::moves::{Game, Outcome, Round};
use chongkak::rules::{Preset, Rules, StorePlace};
use chongkak::search::{Estimate, Evaluation, Evaluator, Solver, Value};
use proptest::prelude::*;

use super::evaluation::minimax_along;
use crate::support::{
    Reference, any_board, any_game, any_rules, any_small_board, game, sized, within, worth,
};

/// A function as an estimate.
struct By<F>(F);

impl<F: Fn(&Position) -> i32 + Sync> Estimate for By<F> {
    fn estimate(&self, position: &Position) -> i32 {
        (self.0)(position)
    }
}

/// An estimate without knowledge, but deterministic.
#[derive(Clone, Copy, Debug)]
enum Nonsense {
    Always(i32),
    /// Any number, from small ones to the largest.
    Any(u64),
}

impl Estimate for Nonsense {
    fn estimate(&self, position: &Position) -> i32 {
        match self {
            Nonsense::Always(number) => *number,
            Nonsense::Any(seed) => {
                let mut hasher = DefaultHasher::new();
                (seed, position).hash(&mut hasher);
                let number = hasher.finish();
                (number as i32) >> (number >> 32 & 31)
            }
        }
    }
}

fn any_nonsense() -> impl Strategy<Value = Nonsense> {
    let numbers = vec![i32::MIN, -1024, -1, 0, 1, 1024, i32::MAX];
    prop_oneof![
        1 => prop::sample::select(numbers).prop_map(Nonsense::Always),
        1 => any::<u64>().prop_map(Nonsense::Any),
    ]
}

fn near(rules: Rules) -> Rules {
    Rules { store: StorePlace::Near, ..rules }
}

fn threads(count: usize) -> NonZeroUsize {
    NonZeroUsize::new(count).unwrap()
}

/// The value of a position, by the solver, which uses no custom estimate.
fn solved(game: &Game) -> i32 {
    match game.position().is_over() {
        true => game.position().standing(),
        false => {
            Solver::new().with_memory(4).solve(game, Control::none()).unwrap().value().unwrap()
        }
    }
}

/// Checks the proven statements of an evaluation against the true values of the moves.
fn holds(found: &Evaluation, value: i32, of_moves: &HashMap<String, i32>) {
    assert!(found.bounds.contains(value), "{value}, {found:?}");
    assert!(!found.value.is_exact() || found.value == Value::Exact(value), "{value}, {found:?}");
    for of_move in &found.moves {
        let value = of_moves[&of_move.played.to_string()];
        assert!(of_move.bounds.contains(value), "{value}, {of_move:?}");
        assert!(of_move.bounds.contains(of_move.value.seeds()), "{of_move:?}");
        assert_eq!(of_move.value.is_exact(), of_move.bounds.value().is_some(), "{of_move:?}");
    }
}

proptest! {
    #![proptest_config(crate::support::law(1_000))]

    /// To the end of the round, and with limits that leave most of it to the estimate.
    #[test]
    fn nonsense_proves_nothing_wrong(
        (rules, position, nonsense) in (any_rules(), any_board(4, 4), any_nonsense()),
        (depth, nodes, count) in (1..12u32, 1..5_000u64, prop::sample::select(vec![1_usize, 4])),
    ) {
        let game = game(&near(rules), &position);
        let value = solved(&game);
        let moves = game.legal_moves();
        let of_moves: HashMap<String, i32> =
            moves.map(|one| (one.to_string(), solved(&game.play(one).unwrap()))).collect();
        let any = Evaluator::new().with_memory(4).with_threads(threads(count));
        let any = any.with_estimate(&nonsense);
        for (evaluator, control) in [
            (any.with_depth(depth), Control::none()),
            (any, within(nodes)),
            (any.with_every_move(true), within(20 * nodes)),
        ] {
            let tell = &mut |found: &Evaluation| holds(found, value, &of_moves);
            let found = evaluator.evaluate_telling(&game, control, tell).unwrap();
            holds(&found, value, &of_moves);
        }
        let found = any.evaluate(&game, Control::none()).unwrap();
        prop_assert_eq!(found.value, Value::Exact(value));
        holds(&found, value, &of_moves);
    }

    #[test]
    fn nonsense_proves_nothing_wrong_where_positions_recur(
        (rules, position, nonsense) in (any_rules(), any_small_board(), any_nonsense()),
    ) {
        let rules = Rules { store: StorePlace::Far, ..rules };
        let reference = Reference::read(&position.to_string());
        let value = minimax_along(&rules, &reference, &mut Vec::new(), &mut 1_000);
        if let Some(value) = value {
            let evaluator = Evaluator::new().with_memory(4).with_estimate(&nonsense);
            let found = evaluator.evaluate(&game(&rules, &position), Control::none()).unwrap();
            prop_assert_eq!(found.value, Value::Exact(value), "{:?}", nonsense);
        }
    }

    /// A custom copy of the built-in formula gives the same result, node by node. Boards of other
    /// sizes have a network.
    #[test]
    fn the_formula_of_a_caller_is_the_built_in_one(
        ((rules, position), depth, nodes) in (any_game(), 1..8u32, 1..3_000u64),
    ) {
        let has_network = |preset: &Preset| preset.rules.holes == rules.holes;
        prop_assume!(!Preset::all().iter().any(has_network));
        let formula = By(|position: &Position| {
            let [own, other] = [position.mover(), position.mover().other()];
            let [own, other] = [own, other].map(|side| position.in_play(side).cast_signed());
            (7 * own - 4 * other) / 8
        });
        let game = game(&rules, &position);
        for evaluator in [Evaluator::new().with_memory(2), Evaluator::new().with_depth(depth)] {
            let built_in = evaluator.evaluate(&game, within(nodes)).unwrap();
            let callers = evaluator.with_estimate(&formula).evaluate(&game, within(nodes)).unwrap();
            prop_assert_eq!(built_in, callers);
        }
    }

    /// One move ahead, the positions after all moves are requested, including their stores.
    #[test]
    fn a_caller_sees_the_positions_themselves((rules, position) in any_game()) {
        let game = game(&rules, &position);
        let expected = game.legal_moves().filter_map(|played| {
            let mut round = Round::new(&game);
            let told = round.play(played).unwrap();
            (told.outcome != Outcome::Over).then(|| round.position().to_string())
        });
        let mut expected: Vec<String> = expected.collect();
        let seen = Mutex::new(Vec::new());
        let look = By(|position: &Position| {
            seen.lock().unwrap().push(position.to_string());
            0
        });
        let evaluator = Evaluator::new().with_depth(1).with_memory(1).with_estimate(&look);
        evaluator.evaluate(&game, Control::none()).unwrap();
        let mut seen = seen.into_inner().unwrap();
        seen.sort_unstable();
        expected.sort_unstable();
        prop_assert_eq!(seen, expected);
    }

    /// Further ahead they are positions of the same round, and valid as input.
    #[test]
    fn a_caller_sees_positions_of_the_round((rules, position) in any_game(), depth in 2..6u32) {
        let look = By(|seen: &Position| {
            assert_eq!(Position::new(&seen.setup()).as_ref(), Ok(seen));
            assert_eq!((seen.total(), seen.field()), (position.total(), position.field()));
            assert!(!seen.is_over() && seen.legal().next().is_some());
            assert!(Side::BOTH.iter().all(|&side| seen.store(side) >= position.store(side)));
            0
        });
        let evaluator = Evaluator::new().with_depth(depth).with_memory(1).with_estimate(&look);
        evaluator.evaluate(&game(&rules, &position), within(2_000)).unwrap();
    }

    /// An estimate that knows the values finds them one move ahead.
    #[test]
    fn an_estimate_that_knows_is_listened_to((rules, position) in (any_rules(), any_small_board())) {
        let rules = near(rules);
        let knows = By(|position: &Position| {
            let [own, other] = [position.mover(), position.mover().other()];
            let won = |side| (position.owned(side) - position.in_play(side)).cast_signed();
            own.sign() * worth(&rules, position) - (won(own) - won(other))
        });
        let game = game(&rules, &position);
        let evaluator = Evaluator::new().with_depth(1).with_memory(1).with_estimate(&knows);
        let found = evaluator.evaluate(&game, Control::none()).unwrap();
        prop_assert_eq!(found.value.seeds(), worth(&rules, &position));
        for of_move in &found.moves {
            let after = game.play(of_move.played).unwrap();
            prop_assert_eq!(of_move.value.seeds(), worth(&rules, after.position()), "{:?}", of_move);
        }
    }
}

/// Questions pass an estimate on to the search.
#[test]
fn a_question_takes_an_estimate() {
    let rules = sized("congklak", 7, 7);
    let game = Game::opening(&rules, Side::A);
    let limits = Limits::default().with_depth(2);
    let question = Evaluate::default().with_limits(limits).with_fresh(true);
    let [even, all] = [0, i32::MAX].map(|number| {
        let estimate = Nonsense::Always(number);
        let ready = Ready::nothing().with_estimate(&estimate);
        let answer = question.answer(&game, &ready, Control::none(), None);
        answer.unwrap().found
    });
    assert_ne!(even.value, all.value);
}

/// An error of the estimate gives no result.
#[test]
fn a_panic_of_an_estimate_goes_on_in_the_caller() {
    let rules = sized("congklak", 7, 7);
    let game = Game::opening(&rules, Side::A);
    let faulty = By(|_: &Position| -> i32 { panic!("a fault that a test makes") });
    for count in [1, 4] {
        let evaluator = Evaluator::new().with_depth(4).with_threads(threads(count));
        let search = || evaluator.with_estimate(&faulty).evaluate(&game, Control::none());
        assert!(catch_unwind(AssertUnwindSafe(search)).is_err(), "{count} threads");
    }
}
