//! The upper bounds of `scripts/measure chong-ceiling`, on boards where the best play against the
//! opponent is known.

#[path = "../../../tools/chong-ceiling/ceiling.rs"]
#[allow(clippy::module_inception)]
mod ceiling;

use std::collections::{HashMap, HashSet};

use ceiling::Ceiling;
use chongkak::chong::{Army, ChongPolicy, ChongPosition, ChongRules, Dice, ThrowGame, probability};
use chongkak::math::{Random, Sample};
use proptest::prelude::*;

use super::outlook::played;

fn content(columns: u8, dice: u8) -> ChongRules {
    ChongRules::new(columns).unwrap().with("dice", &dice.to_string()).unwrap()
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

/// The chances against `greedy`, by iteration over all positions.
struct Twin {
    rules: ChongRules,
    choice: Choice,
    /// Every position in which the game is not over, by who throws.
    known: HashMap<(ChongPosition, bool), Vec<Throw>>,
    values: HashMap<(ChongPosition, bool), f64>,
}

impl Twin {
    fn value(&mut self, position: ChongPosition, mine: bool) -> f64 {
        // All positions, each once, in the order in which they are found.
        let mut found = vec![(position, mine)];
        let mut seen = HashSet::from([(position, mine)]);
        let mut next = 0;
        while next < found.len() {
            let (position, mine) = found[next];
            next += 1;
            if position.outcome(&self.rules).is_none() {
                let throws = throws(&self.rules, &position);
                let ways = throws.iter().filter_map(|(_, ways)| ways.as_ref()).flatten();
                found.extend(ways.map(|way| (*way, !mine)).filter(|new| seen.insert(*new)));
                self.known.insert((position, mine), throws);
            }
        }
        loop {
            let mut change: f64 = 0.0;
            for &(position, mine) in found.iter().rev() {
                let new = match (position.outcome(&self.rules), mine) {
                    (Some(value), true) => probability(value),
                    (Some(value), false) => probability(-value),
                    (None, _) => {
                        let throws = self.known[&(position, mine)].iter();
                        throws.map(|(chance, ways)| chance * self.after(ways, mine)).sum()
                    }
                };
                let old = self.values.insert((position, mine), new);
                change = change.max((new - old.unwrap_or(0.0)).abs());
            }
            if change < 1e-12 {
                return self.values[&(position, mine)];
            }
        }
    }

    fn after(&self, ways: &Option<Vec<ChongPosition>>, mine: bool) -> f64 {
        let value = |way: &ChongPosition| *self.values.get(&(*way, !mine)).unwrap_or(&0.0);
        let most = |values: &mut dyn Iterator<Item = f64>| values.fold(0.0, f64::max);
        let Some(ways) = ways else {
            return if mine { 1.0 } else { 0.0 };
        };
        match (mine, self.choice) {
            _ if ways.len() == 1 => value(&ways[0]),
            (true, Choice::Best) => most(&mut ways.iter().map(value)),
            (true, Choice::Win) => 1.0,
            (true, Choice::OneThrow) => {
                let throws = |way| self.known.get(&(way, false)).map_or(&[][..], Vec::as_slice);
                most(&mut ways.iter().map(|way| 1.0 - chance_to_win(throws(*way))))
            }
            (false, _) => {
                let left =
                    |way: &ChongPosition| way.mover.count() + u32::from(way.mover.king().is_some());
                let fewest = ways.iter().map(left).min().unwrap();
                let taken = ways.iter().filter(|way| left(way) == fewest);
                let count = taken.clone().count();
                taken.map(value).sum::<f64>() / count as f64
            }
        }
    }
}

#[test]
fn no_bound_is_below_the_best_play() {
    for (columns, dice) in [(2, 1), (2, 2), (2, 4)] {
        let rules = content(columns, dice);
        let start = ChongPosition::start(&rules);
        let game = ThrowGame::new(&rules);
        let mut ceiling = Ceiling::new(&game, ChongPolicy::Greedy);
        for mine in [true, false] {
            let exact = |choice| {
                let (known, values) = (HashMap::new(), HashMap::new());
                Twin { rules, choice, known, values }.value(start, mine)
            };
            let [best, win, one_throw] = [Choice::Best, Choice::Win, Choice::OneThrow].map(exact);
            assert!(best < one_throw && one_throw < win, "{best} {one_throw} {win}");
            let mut found = [Sample::default(); 2];
            for number in 0..20_000 {
                let bounds = ceiling.of(start, mine, &mut Random::new(1, number));
                for (all, bound) in found.iter_mut().zip(bounds) {
                    all.add(Sample::of(bound));
                }
            }
            let error = |one: Sample| 4.0 * one.deviation() / (one.count as f64).sqrt();
            let [no_choice, one_choice] = found;
            assert!((no_choice.mean() - win).abs() < error(no_choice));
            // It counts only wins of one soldier.
            assert!(one_choice.mean() > one_throw - error(one_choice));
            assert!(one_choice.mean() <= no_choice.mean());
        }
    }
}
