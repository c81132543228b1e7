//! The upper bounds of `scripts/measure chong-ceiling`, on boards where the best play against the
//! opponent is known.

#[path = "../../../tools/chong-ceiling/ceiling.rs"]
#[allow(clippy::module_inception)]
mod ceiling;

use std::collections::HashMap;

use ceiling::Ceiling;
use chongkak::chong::{Army, ChongPolicy, ChongPosition, ChongRules, Dice, ThrowGame, probability};
use chongkak::math::{Random, Sample};
use proptest::prelude::*;

use super::outlook::played;

fn content(columns: u8, dice: u8) -> ChongRules {
    ChongRules::new(columns).unwrap().with("dice", dice.to_string()).unwrap()
}

fn sure_to_win(rules: &ChongRules, army: Army) -> f64 {
    Ceiling::new(&ThrowGame::new(rules), ChongPolicy::Greedy).sure_to_win(army)
}

/// The chance of a throw, and the positions after it; `None` if a way wins.
type Throw = (f64, Option<Vec<ChongPosition>>);

fn throws(rules: &ChongRules, position: &ChongPosition) -> Vec<Throw> {
    let all = Dice::all(rules.dice);
    let total: u32 = all.iter().map(|(weight, _)| weight).sum();
    let one = |(weight, throw)| {
        let ends = rules.ends(position, throw);
        let open = !ends[0].won;
        let ways = open.then(|| ends.into_iter().map(|end| end.after).collect());
        (f64::from(weight) / f64::from(total), ways)
    };
    all.into_iter().map(one).collect()
}

fn chance_to_win(throws: &[Throw]) -> f64 {
    throws.iter().filter(|(_, ways)| ways.is_none()).map(|(chance, _)| chance).sum()
}

proptest! {
    #![proptest_config(crate::support::law(60))]

    /// A sure win is one against any enemies: those of the position, and those of another one.
    #[test]
    fn a_sure_win_wins(
        columns in 2..=6_u8, dice in 1..=4_u8, turns in 0..12_u32, seed: u64, enemies: u64,
    ) {
        let rules = content(columns, dice);
        let position = played(&rules, turns, seed);
        let sure = sure_to_win(&rules, position.mover);
        prop_assert!(sure <= chance_to_win(&throws(&rules, &position)) + 1e-9);
        let last = 3 * columns - 1;
        let other = played(&rules, turns, enemies).other;
        let free = other.cells().filter(|cell| !position.mover.soldier_on(last - cell));
        let soldiers = free.fold(0, |soldiers, cell| soldiers | 1 << cell);
        let meets = |king: &u8| position.mover.king_on(last - king);
        let king = other.king().filter(|king| !meets(king));
        let king = king.filter(|king| !position.mover.soldier_on(last - king));
        for turned in [false, true] {
            let other = Army::new(soldiers, king).with_opened();
            let other = if turned { other.with_turned() } else { other };
            let elsewhere = ChongPosition { other, ..position };
            if elsewhere.outcome(&rules).is_none() {
                prop_assert!(sure <= chance_to_win(&throws(&rules, &elsewhere)) + 1e-9);
            }
        }
    }
}

/// Of 36 throws of two dice: any with a 4, a double 2, and a 3 with a Chong, which goes last.
#[test]
fn sure_wins_by_hand() {
    let rules = content(12, 2);
    let of = |king| (36.0 * sure_to_win(&rules, Army::new(1 << 31, king).with_opened())).round();
    assert_eq!(of(None), 14.0);
    // The king stops the double 2.
    assert_eq!(of(Some(33)), 13.0);
    assert_eq!(sure_to_win(&rules, Army::new(1 << 31, None)), 0.0);
}

/// How a player's choice counts.
#[derive(Clone, Copy)]
enum Choice {
    Best,
    Win,
    /// As the opponent's next throw leaves it.
    OneThrow,
}

/// The game against `greedy`: all positions, by who throws.
#[derive(Default)]
struct Twin {
    /// The value to the player of a position in which the game is over.
    over: Vec<Option<f64>>,
    mine: Vec<bool>,
    /// The chance of a sure win of whoever throws.
    sure: Vec<f64>,
    /// The chance of each throw, and the positions to which it may lead; `None` if it wins.
    throws: Vec<Vec<(f64, Option<Vec<usize>>)>>,
}

impl Twin {
    /// Position 0 is the start with the player to throw.
    fn of(rules: &ChongRules) -> Twin {
        let start = (ChongPosition::start(rules), true);
        let (mut found, mut numbers) = (vec![start], HashMap::from([(start, 0)]));
        let mut twin = Twin::default();
        while let Some(&(position, mine)) = found.get(twin.mine.len()) {
            let over = position.outcome(rules);
            twin.over.push(over.map(|value| probability(if mine { value } else { -value })));
            twin.mine.push(mine);
            twin.sure.push(sure_to_win(rules, position.mover));
            let mut number = |way| {
                *numbers.entry((way, !mine)).or_insert_with(|| {
                    found.push((way, !mine));
                    found.len() - 1
                })
            };
            let open = if over.is_none() { throws(rules, &position) } else { Vec::new() };
            let open = open.into_iter().map(|(chance, ways)| {
                let ways = ways.map(|ways| if mine { ways } else { greedy(ways) });
                (chance, ways.map(|ways| ways.into_iter().map(&mut number).collect()))
            });
            let open = open.collect();
            twin.throws.push(open);
        }
        twin
    }

    /// Returns the chances of the player from all positions, by iteration.
    fn values(&self, choice: Choice) -> Vec<f64> {
        let mut values = vec![0.0; self.mine.len()];
        loop {
            let mut change: f64 = 0.0;
            for at in (0..values.len()).rev() {
                let after = |ways: &Option<Vec<usize>>| match ways {
                    None => f64::from(u8::from(self.mine[at])),
                    Some(ways) if !self.mine[at] => {
                        ways.iter().map(|way| values[*way]).sum::<f64>() / ways.len() as f64
                    }
                    Some(ways) if ways.len() == 1 => values[ways[0]],
                    Some(ways) => {
                        let most = |way: &usize| match choice {
                            Choice::Best => values[*way],
                            Choice::Win => 1.0,
                            Choice::OneThrow => 1.0 - self.sure[*way],
                        };
                        ways.iter().map(most).fold(0.0, f64::max)
                    }
                };
                let throws = self.throws[at].iter();
                let mean = || throws.map(|(chance, ways)| chance * after(ways)).sum();
                let new = self.over[at].unwrap_or_else(mean);
                change = change.max((new - values[at]).abs());
                values[at] = new;
            }
            if change < 1e-12 {
                return values;
            }
        }
    }
}

/// The ways that leave the fewest pieces.
fn greedy(ways: Vec<ChongPosition>) -> Vec<ChongPosition> {
    let left = |way: &ChongPosition| way.mover.count() + u32::from(way.mover.king().is_some());
    let fewest = ways.iter().map(left).min().unwrap();
    ways.into_iter().filter(|way| left(way) == fewest).collect()
}

#[test]
fn no_bound_is_below_the_best_play() {
    for dice in [1, 4] {
        let rules = content(2, dice);
        let start = ChongPosition::start(&rules);
        let (game, twin) = (ThrowGame::new(&rules), Twin::of(&rules));
        let values = [Choice::Best, Choice::Win, Choice::OneThrow].map(|one| twin.values(one));
        let mut ceiling = Ceiling::new(&game, ChongPolicy::Greedy);
        let [best, win, one_throw] = values.map(|values| values[0]);
        assert!(best < one_throw && one_throw < win, "{best} {one_throw} {win}");
        let mut found = [Sample::default(); 2];
        for number in 0..50_000 {
            let [no_choice, one_choice] = ceiling.of(start, true, &mut Random::new(1, number));
            // The difference varies far less than either.
            for (all, one) in found.iter_mut().zip([no_choice, no_choice - one_choice]) {
                all.add(Sample::of(one));
            }
        }
        let error = |one: Sample| 4.0 * one.deviation() / (one.count as f64).sqrt();
        let [no_choice, less] = found;
        assert!((no_choice.mean() - win).abs() < error(no_choice));
        assert!((less.mean() - (win - one_throw)).abs() < error(less));
    }
}
