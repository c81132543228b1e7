//! The search of games with chance, compared with plain expectimax on random games.

use chongkak::control::Control;
use chongkak::math::chance::{ChanceGame, Decider, Expectimax, Node, Score};
use chongkak::math::{Certified, Random};
use chongkak::unchecked::{BoundsOfMean, WindowOfMean};
use proptest::prelude::*;

use crate::support::{at_once, set};

/// A random game: the event in a state follows from its number. States recur in many ways.
#[derive(Clone, Copy, Debug)]
struct Numbers {
    seed: u64,
    /// The number of different states.
    many: usize,
    /// One in this many states is terminal.
    ends: usize,
    keys: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct State {
    number: usize,
    /// After chance comes a decision or an end.
    after_chance: bool,
}

impl Numbers {
    fn random(&self, state: &State) -> Random {
        let stream = 2 * state.number + usize::from(state.after_chance);
        Random::new(self.seed, stream as u64)
    }

    /// From -1 to 1 in steps of 1/8, with frequent extremes.
    fn some_value(random: &mut Random) -> f64 {
        #[allow(clippy::cast_precision_loss)]
        let value = random.below(25) as f64 / 8.0 - 1.5;
        value.clamp(-1.0, 1.0)
    }
}

impl ChanceGame for Numbers {
    type State = State;
    type Key = State;

    fn range(&self) -> Certified {
        Certified::new(-1.0, 1.0)
    }

    fn end(&self, state: &State) -> Option<f64> {
        let mut random = self.random(state);
        (random.below(self.ends) == 0).then(|| Self::some_value(&mut random))
    }

    fn estimate(&self, state: &State) -> f64 {
        let mut random = self.random(state);
        let _ = random.next();
        Self::some_value(&mut random)
    }

    fn node(&self, state: &State) -> Node<State> {
        let mut random = self.random(state);
        let _ = random.next();
        let kind = random.below(if state.after_chance { 2 } else { 4 });
        let next = |after_chance: bool, random: &mut Random| State {
            number: random.below(self.many),
            after_chance,
        };
        let many = 1 + random.below(4);
        match kind {
            0 | 1 => {
                let choices = (0..many).map(|_| next(false, &mut random)).collect();
                let decider = [Decider::Max, Decider::Min][kind];
                Node::Decision(decider, choices)
            }
            _ => {
                let weight = |random: &mut Random| u32::try_from(1 + random.below(4)).unwrap();
                let outcomes = (0..many).map(|_| (weight(&mut random), next(true, &mut random)));
                Node::Chance(outcomes.collect())
            }
        }
    }

    fn likely(&self, state: &State) -> Option<(Decider, State)> {
        match self.node(state) {
            Node::Decision(decider, choices) => Some((decider, choices[0])),
            Node::Chance(_) => None,
        }
    }

    fn key(&self, state: &State) -> Option<State> {
        self.keys.then_some(*state)
    }
}

/// Plain expectimax: the value, and whether it contains an estimate.
fn plain(game: &Numbers, state: &State, depth: u32) -> (f64, bool) {
    if let Some(value) = game.end(state) {
        return (value, true);
    }
    if depth == 0 {
        return (game.estimate(state), false);
    }
    match game.node(state) {
        Node::Decision(decider, choices) => {
            let values: Vec<_> = choices.iter().map(|c| plain(game, c, depth - 1)).collect();
            let exact = values.iter().all(|(_, exact)| *exact);
            let values = values.iter().map(|(value, _)| *value);
            let best = match decider {
                Decider::Max => values.fold(f64::NEG_INFINITY, f64::max),
                Decider::Min => values.fold(f64::INFINITY, f64::min),
            };
            (best, exact)
        }
        Node::Chance(outcomes) => {
            let (mut sum, mut total, mut exact) = (0.0, 0.0, true);
            for (weight, outcome) in outcomes {
                let (value, known) = plain(game, &outcome, depth);
                sum += f64::from(weight) * value;
                total += f64::from(weight);
                exact &= known;
            }
            (sum / total, exact)
        }
    }
}

/// The states that plain expectimax visits.
fn plain_nodes(game: &Numbers, state: &State, depth: u32) -> u64 {
    if game.end(state).is_some() || depth == 0 {
        return 1;
    }
    let below: u64 = match game.node(state) {
        Node::Decision(_, choices) => {
            let below = choices.iter().map(|c| plain_nodes(game, c, depth - 1));
            below.sum()
        }
        Node::Chance(outcomes) => {
            let below = outcomes.iter().map(|(_, o)| plain_nodes(game, o, depth));
            below.sum()
        }
    };
    1 + below
}

proptest! {
    #![proptest_config(crate::support::remembered_law(400))]

    #[test]
    fn pruning_and_table_change_no_value(
        seed: u64, many in 2..200_usize, ends in 2..8_usize, keys: bool, depth in 0..6_u32,
    ) {
        let game = Numbers { seed, many, ends, keys };
        let start = State { number: 0, after_chance: false };
        let (expected, all_exact) = plain(&game, &start, depth);
        let search = Expectimax::new(&game, Control::none());
        let mut search = search.with_table(1).unwrap();
        // The table is kept from one depth to the next.
        for depth in 0..=depth {
            let (expected, _) = plain(&game, &start, depth);
            let found = search.value(&start, depth).unwrap();
            prop_assert!((found.value - expected).abs() < 1e-12, "{:?}", found);
        }
        let found = search.value(&start, depth).unwrap();
        // Without estimates in the tree there are none in the value.
        prop_assert!(found.exact || !all_exact, "{:?}", found);
        if found.exact {
            // A value without estimates stays the same at any depth.
            let (deeper, _) = plain(&game, &start, depth + 1);
            prop_assert!((deeper - expected).abs() < 1e-12, "{:?}", found);
        }
    }
}

#[test]
fn pruning_leaves_something_out() {
    let (mut plain, mut pruned) = (0, 0);
    for seed in 0..200 {
        let game = Numbers { seed, many: 100_000, ends: 5, keys: false };
        let start = State { number: 0, after_chance: false };
        let mut search = Expectimax::new(&game, Control::none());
        search.value(&start, 7).unwrap();
        (plain, pruned) = (plain + plain_nodes(&game, &start, 7), pruned + search.nodes());
    }
    assert!(plain > pruned, "{plain} {pruned}");
}

#[test]
fn a_table_saves_nodes_where_states_come_again() {
    let nodes = [true, false].map(|keys| {
        let game = Numbers { seed: 5, many: 30, ends: 30, keys };
        let start = State { number: 0, after_chance: false };
        let search = Expectimax::new(&game, Control::none());
        let mut search = search.with_table(1).unwrap();
        search.value(&start, 7).unwrap();
        search.nodes()
    });
    assert!(nodes[0] * 2 < nodes[1], "{nodes:?}");
}

#[test]
fn limits_end_a_search() {
    let game = Numbers { seed: 5, many: 100_000, ends: 50, keys: false };
    let start = State { number: 0, after_chance: false };
    for (control, reason) in at_once(&set()) {
        let mut search = Expectimax::new(&game, control);
        assert_eq!(search.value(&start, 9), Err(reason));
        assert_eq!(search.nodes(), 1);
    }
}

#[test]
fn an_end_is_exact_and_a_horizon_is_not() {
    let game = Numbers { seed: 1, many: 1000, ends: 2, keys: false };
    let mut search = Expectimax::new(&game, Control::none());
    let mut kinds = [0, 0];
    for number in 0..100 {
        let state = State { number, after_chance: true };
        let found = search.value(&state, 0).unwrap();
        let expected = match game.end(&state) {
            Some(value) => Score { value, exact: true },
            None => Score { value: game.estimate(&state), exact: false },
        };
        assert_eq!(found, expected);
        kinds[usize::from(found.exact)] += 1;
    }
    assert!(kinds[0] > 20 && kinds[1] > 20, "{kinds:?}");
}

#[test]
#[allow(clippy::cast_precision_loss)]
fn a_bound_of_a_mean_never_lies_inside_the_window() {
    let range = Certified::new(-1.0, 1.0);
    let mut random = Random::new(1, 0);
    let mut met = [0; 2];
    for _ in 0..20_000 {
        let outcomes: Vec<(u32, ())> = (0..1 + random.below(5))
            .map(|_| (1 + u32::try_from(random.below(9)).expect("below 9"), ()))
            .collect();
        let mut bounds = BoundsOfMean::new(&outcomes, range);
        for index in 0..outcomes.len() {
            let value = random.below(1000) as f64 / 499.5 - 1.0;
            bounds.set(index, value, value);
        }
        // Windows that begin or end at the mean, or a rounding error next to it.
        let mean = bounds.mean(true).value;
        for edge in [mean.next_down(), mean, mean.next_up()] {
            let (mut above, mut below) = (WindowOfMean::ALL, WindowOfMean::ALL);
            (above.alpha, below.beta) = (edge, edge);
            if let Some(score) = bounds.outside(above, true) {
                assert!(score.value <= edge, "{score:?} above {edge}", score = score.value);
                met[0] += 1;
            }
            if let Some(score) = bounds.outside(below, true) {
                assert!(score.value >= edge, "{score:?} below {edge}", score = score.value);
                met[1] += 1;
            }
        }
    }
    assert!(met.iter().all(|met| *met > 10_000), "{met:?}");
}
