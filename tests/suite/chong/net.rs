//! The net: its inputs, its output, and its storage.

use chongkak::chong::{
    Afters, Army, ChongPosition, ChongRules, Dice, FEATURES, HIDDEN, Inputs, LEAK, NET_COLUMNS,
    Net, NetWeights, UNIT, check_net,
};
use chongkak::math::Random;
use proptest::prelude::*;

use super::any_rules;

/// The names of the features of an army, in order.
const FEATURE_NAMES: [&str; FEATURES] = [
    "arrives",
    "arrives unhindered",
    "first in two",
    "first in three",
    "second in two",
    "second in three",
    "third in two",
    "third in three",
    "first hit",
    "second hit",
    "one of three hit",
    "first hit, though in two",
    "first in two, unhindered",
    "first hit, though near",
    "one of three in two",
    "at home",
    "in the middle",
    "in the enemy's row",
    "first near",
    "second near",
    "within a throw",
    "within half a throw",
    "behind the king",
    "can hit the first",
];

/// A position of a random game, after at most this many turns.
fn met(rules: &ChongRules, seed: u64, turns: usize) -> ChongPosition {
    let mut random = Random::new(seed, 0);
    let all = 6_usize.pow(rules.dice.into());
    let mut position = ChongPosition::start(rules);
    for _ in 0..turns {
        let ends = rules.ends(&position, Dice::numbered(rules.dice, random.below(all)));
        let next = ends[random.below(ends.len())].after;
        if next.verdict(rules).is_some() {
            break;
        }
        position = next;
    }
    position
}

fn any_throw(rules: &ChongRules, number: usize) -> Dice {
    Dice::numbered(rules.dice, number % 6_usize.pow(rules.dice.into()))
}

/// Weights of any size that a stored net can have.
fn any_weights(columns: u8, seed: u64) -> NetWeights {
    let mut random = Random::new(seed, 1);
    let mut whole = |most: usize| random.below(2 * most + 1) as f32 - most as f32;
    let inputs = Inputs::new(columns);
    let row = |number: usize| {
        let unit = if number < inputs.first_feature() { UNIT as f32 } else { 1.0 };
        [(); HIDDEN].map(|()| unit * whole(127))
    };
    NetWeights {
        columns,
        inputs: (0..inputs.count()).map(row).collect(),
        bias: [(); HIDDEN].map(|()| whole(100_000)),
        output: [(); HIDDEN].map(|()| whole(1000) / 3e8),
        constant: whole(100) / 100.0,
    }
}

/// The same net in plain floating point: the inputs by name, one after the other.
fn plain_output(
    weights: &NetWeights,
    features: [[i32; FEATURES]; 2],
    position: &ChongPosition,
    dice: u8,
) -> f64 {
    let mut inputs = Vec::new();
    for army in [position.mover, position.other] {
        let cells = 3 * weights.columns;
        inputs.extend((0..cells).map(|cell| f64::from(u8::from(army.soldier_on(cell)))));
        inputs.extend((0..cells).map(|cell| f64::from(u8::from(army.king() == Some(cell)))));
        inputs.extend([army.opened(), army.turned()].map(|mark| f64::from(u8::from(mark))));
    }
    inputs.extend((1..=4).map(|count| f64::from(u8::from(count == dice))));
    inputs.extend(features.as_flattened().iter().map(|part| f64::from(*part)));
    assert_eq!(inputs.len(), weights.inputs.len());
    let mut output = f64::from(weights.constant);
    for unit in 0..HIDDEN {
        let products = inputs.iter().zip(&weights.inputs).map(|(x, row)| x * f64::from(row[unit]));
        let sum = products.sum::<f64>() + f64::from(weights.bias[unit]);
        let rectified = if sum > 0.0 { sum } else { f64::from(LEAK) * sum };
        output += rectified * f64::from(weights.output[unit]);
    }
    output
}

proptest! {
    #![proptest_config(crate::support::law(60))]

    #[test]
    fn afters_are_where_the_ways_end(
        rules in any_rules(2..=7), seed in any::<u64>(), turns in 0..14_usize, throw in any::<usize>(),
    ) {
        let position = met(&rules, seed, turns);
        let throw = any_throw(&rules, throw);
        let ends = rules.ends(&position, throw);
        match rules.afters(&position, throw) {
            Afters::Won(after) => {
                prop_assert!(ends.iter().any(|end| end.won && end.after == after));
            }
            Afters::Open(afters) => {
                prop_assert!(ends.iter().all(|end| !end.won));
                let expected: Vec<ChongPosition> = ends.iter().map(|end| end.after).collect();
                prop_assert_eq!(afters, expected);
            }
        }
    }

    #[test]
    fn the_net_is_what_plain_floating_point_makes_of_its_weights(
        rules in any_rules(2..=28), seed in any::<u64>(), turns in 0..30_usize, throw in any::<usize>(),
    ) {
        let position = met(&rules, seed, turns);
        let weights = any_weights(rules.columns.get(), seed);
        let net = Net::new(&rules, weights.clone());
        let dice = rules.dice.get();
        let plain = plain_output(&weights, net.features(&position), &position, dice);
        let found = f64::from(net.output_of(&position));
        prop_assert!((found - plain).abs() < 1e-5 * (1.0 + plain.abs()), "{found} {plain}");
        // An incremental update is bit-identical, whatever it starts from.
        let known = net.first_layer(&ChongPosition::start(&rules));
        prop_assert_eq!(net.output_from(&known, &position), net.output_of(&position));
        let known = net.first_layer(&position.swapped());
        for end in rules.ends(&position, any_throw(&rules, throw)).iter().take(30) {
            prop_assert_eq!(net.output_from(&known, &end.after), net.output_of(&end.after));
        }
    }

    #[test]
    fn features_are_the_chances_that_counting_all_throws_finds(
        rules in any_rules(2..=28), seed in any::<u64>(), turns in 0..30_usize,
    ) {
        let position = met(&rules, seed, turns);
        let net = Net::new(&rules, NetWeights::built_in(rules.columns.get()));
        let counted = Counted::new(&rules);
        let ChongPosition { mover, other } = position;
        let plain = [counted.features(mover, other), counted.features(other, mover)];
        for (found, plain) in net.features(&position).iter().zip(plain) {
            for ((name, found), plain) in FEATURE_NAMES.iter().zip(found).zip(plain) {
                let found = f64::from(*found) / f64::from(UNIT);
                // Chances are rounded once, products of them up to three times.
                prop_assert!((found - plain).abs() < 2.5 / f64::from(UNIT), "{name}: {found} {plain}");
            }
        }
    }

    #[test]
    fn a_stored_net_is_read_as_it_was(columns in 2..=28_u8, seed in any::<u64>()) {
        let weights = any_weights(columns, seed);
        prop_assert_eq!(NetWeights::read(&weights.stored()), Ok(weights));
    }

    #[test]
    fn a_damaged_net_is_refused(seed in any::<u64>(), at in any::<usize>(), by in 1..=u8::MAX) {
        let stored = any_weights(3, seed).stored();
        let mut damaged = stored.clone();
        let at = at % damaged.len();
        damaged[at] ^= by;
        prop_assert!(check_net(&damaged).is_err());
        prop_assert!(check_net(&stored[..at]).is_err());
        let longer = [stored, vec![0]].concat();
        prop_assert!(check_net(&longer).unwrap_err().contains("length doesn't match"));
    }
}

/// The sums of all ordered throws of a game, one by one.
struct Counted {
    last: u8,
    columns: f64,
    dice: u8,
    /// For each throw, all sums of some of its dice, with whether only Chongs are in it.
    throws: Vec<Vec<(u32, bool)>>,
    reach: [Vec<f64>; 3],
}

impl Counted {
    fn new(rules: &ChongRules) -> Counted {
        let dice = u32::from(rules.dice.get());
        let throw = |number: u32| -> Vec<(u32, bool)> {
            let faces: Vec<u32> = (0..dice).map(|die| number / 6_u32.pow(die) % 6 + 1).collect();
            let some = |mask: u32| {
                let chosen = (0..dice).filter(|die| mask >> die & 1 == 1);
                let chosen: Vec<u32> = chosen.map(|die| faces[die as usize]).collect();
                (chosen.iter().sum(), chosen.iter().all(|face| *face == 1))
            };
            (0..1 << dice).map(some).collect()
        };
        let throws: Vec<Vec<(u32, bool)>> = (0..6_u32.pow(dice)).map(throw).collect();
        let mut reach: [Vec<f64>; 3] = Default::default();
        let mut before = vec![0.0; usize::from(rules.length())];
        before[0] = 1.0;
        for of_throws in &mut reach {
            let at = |distance: usize| {
                let best = |throw: &Vec<(u32, bool)>| {
                    let sums = throw.iter().filter(|(sum, _)| *sum as usize <= distance);
                    sums.map(|(sum, _)| before[distance - *sum as usize]).fold(0.0, f64::max)
                };
                throws.iter().map(best).sum::<f64>() / throws.len() as f64
            };
            *of_throws = (0..before.len()).map(at).collect();
            before.clone_from(of_throws);
        }
        Counted {
            last: rules.last(),
            columns: f64::from(rules.columns.get()),
            dice: rules.dice.get(),
            throws,
            reach,
        }
    }

    /// The chance of a throw in which some dice, not only Chongs if so requested, fit a distance.
    fn chance(&self, distances: &[u32], no_chongs_alone: bool) -> f64 {
        let fits = |(sum, chongs): &(u32, bool)| {
            *sum > 0 && distances.contains(sum) && !(no_chongs_alone && *chongs)
        };
        let fitting = self.throws.iter().filter(|throw| throw.iter().any(fits)).count();
        fitting as f64 / self.throws.len() as f64
    }

    /// The distances of an enemy's soldiers to some cells of an army.
    fn distances(&self, enemy: Army, cells: &[u8]) -> Vec<u32> {
        let pairs = cells.iter().flat_map(|cell| enemy.cells().map(move |from| (from, *cell)));
        let away = pairs.filter_map(|(from, cell)| (self.last - cell).checked_sub(from));
        away.map(u32::from).filter(|distance| *distance > 0 && enemy.opened()).collect()
    }

    fn features(&self, army: Army, enemy: Army) -> [f64; FEATURES] {
        let mut cells: Vec<u8> = army.cells().collect();
        cells.reverse();
        let left: Vec<u32> = cells.iter().map(|cell| u32::from(self.last - cell)).collect();
        let away = |number: usize| left.get(number).copied().unwrap_or(self.last.into());
        let reach = |throws: usize, number: usize| self.reach[throws - 1][away(number) as usize];
        let hit = |from: usize, to: usize| {
            let some = &cells[from.min(cells.len())..to.min(cells.len())];
            self.chance(&self.distances(enemy, some), true)
        };
        let arrives = if army.opened() { self.chance(&left, false) } else { 0.0 };
        let near = |number: usize| (-f64::from(away(number)) / 3.5 / f64::from(self.dice)).exp();
        let row = |row: u32| {
            let of_row = cells.iter().filter(|cell| f64::from(**cell) / self.columns >= row.into());
            let of_row =
                of_row.filter(|cell| f64::from(**cell) / self.columns < f64::from(row + 1));
            of_row.count() as f64 / self.columns
        };
        let within =
            |most: u32| left.iter().filter(|away| (1..=most).contains(*away)).count() as f64 / 8.0;
        let behind = cells.iter().filter(|cell| {
            let below = army.king().is_some_and(|king| **cell < king) && !army.turned();
            below && f64::from(**cell) < self.columns
        });
        let hitting = cells
            .first()
            .map_or(0, |first| enemy.cells().filter(|from| self.last - from >= *first).count());
        let in_two = [0, 1, 2].map(|number| 1.0 - reach(2, number));
        [
            arrives,
            arrives * (1.0 - hit(0, 1)),
            reach(2, 0),
            reach(3, 0),
            reach(2, 1),
            reach(3, 1),
            reach(2, 2),
            reach(3, 2),
            hit(0, 1),
            hit(1, 2),
            hit(0, 3),
            reach(2, 0) * hit(0, 1),
            reach(2, 0) * (1.0 - hit(0, 1)),
            near(0) * hit(0, 1),
            1.0 - in_two.iter().product::<f64>(),
            row(0),
            row(1),
            row(2),
            near(0),
            near(1),
            within(24),
            within(12),
            behind.count() as f64 / self.columns,
            hitting as f64 / self.columns,
        ]
    }
}

/// A lone soldier's features follow from the rules: no piece is in its way, and none takes its
/// dice.
#[test]
fn features_of_lone_soldiers_are_the_chances_by_the_rules() {
    for (columns, dice) in [(4, 4), (6, 3), (12, 2), (12, 1)] {
        let rules = ChongRules::new(columns).unwrap();
        let rules = rules.with("dice", dice.to_string()).unwrap();
        let net = Net::new(&rules, NetWeights::built_in(columns));
        let at = |name: &str| FEATURE_NAMES.iter().position(|known| *known == name).unwrap();
        let won = |position: &ChongPosition| {
            let throws = Dice::all(rules.dice).into_iter();
            let won = throws.filter(|(_, throw)| rules.ends(position, *throw)[0].won);
            f64::from(won.map(|(weight, _)| weight).sum::<u32>()) / 6_f64.powi(dice)
        };
        let lone = |cell: u8| Army::new(1 << cell, None).with_opened();
        let unit = f64::from(UNIT);
        for cell in 0..rules.last() {
            // The other one is on the goal and in nobody's way.
            let position = ChongPosition { mover: lone(cell), other: lone(0) };
            let [own, _] = net.features(&position);
            let chances = f64::from(own[at("arrives")]) / unit;
            assert!((chances - won(&position)).abs() < 1.0 / unit, "{columns} {dice} {cell}");
        }
        // A soldier in front of another is hit as often as the other wins, far from any goal.
        for distance in (1..rules.last() - 1).filter(|_| rules.last() > 24) {
            let taken = rules.last() - distance;
            let position = ChongPosition { mover: lone(0), other: lone(taken) };
            let [_, others] = net.features(&position);
            let hit = f64::from(others[at("first hit")]) / unit;
            assert!((hit - won(&position)).abs() < 1.0 / unit, "{columns} {dice} {distance}");
        }
    }
}

#[test]
fn the_built_in_nets_are_whole_and_serve_all_boards() {
    for columns in 2..=28 {
        let rules = ChongRules::new(columns).unwrap();
        let value = Net::built_in(&rules).value(&ChongPosition::start(&rules));
        // On every board the first player has a slight advantage.
        assert!((-0.05..0.5).contains(&value), "{columns}: {value}");
    }
    for columns in NET_COLUMNS {
        assert_eq!(NetWeights::built_in(*columns).columns, *columns);
    }
}
