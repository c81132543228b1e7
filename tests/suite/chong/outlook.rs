//! The value of every throw: the same as from the list of all ways to play it, with fewer moves.

use chongkak::chong::{ChongPosition, ChongRules, Dice, Lookout};
use chongkak::math::Random;
use proptest::prelude::*;

use super::any_rules;

/// A value that distinguishes all positions without any knowledge of the game.
pub fn arbitrary(position: &ChongPosition) -> f64 {
    let word = |number: u128| (number ^ number >> 64) as u64;
    let of = |army: chongkak::chong::Army| {
        let marks = [army.opened(), army.turned(), army.primed()];
        let marks = marks.iter().fold(0, |all, one| 2 * all + u64::from(*one));
        let king = army.king().map_or(99, u64::from);
        word(army.soldiers()) ^ (8 * king + marks) << 50
    };
    let seed = of(position.mover).wrapping_mul(3) ^ of(position.other).rotate_left(17);
    let part = Random::new(seed, 0).below(1 << 20);
    f64::from(u32::try_from(part).unwrap()) / f64::from(1_u32 << 19) - 1.0
}

/// Computes the value of a throw from the list of all ways to play it.
fn listed(rules: &ChongRules, position: &ChongPosition, throw: Dice) -> f64 {
    let ends = rules.ends(position, throw);
    let worth = ends.iter().map(|end| match end.won {
        true => 1.0,
        false => -arbitrary(&end.after),
    });
    worth.fold(f64::NEG_INFINITY, f64::max)
}

/// A position this many random turns after the start, or the last one before the end.
pub fn played(rules: &ChongRules, turns: u32, seed: u64) -> ChongPosition {
    let mut random = Random::new(seed, 0);
    let mut position = ChongPosition::start(rules);
    let all = 6_usize.pow(rules.dice.into());
    for _ in 0..turns {
        let throw = Dice::numbered(rules.dice, random.below(all));
        let ends = rules.ends(&position, throw);
        let after = ends[random.below(ends.len())].after;
        if after.outcome(rules).is_some() {
            break;
        }
        position = after;
    }
    position
}

proptest! {
    #![proptest_config(crate::support::law(60))]

    #[test]
    fn every_throw_is_worth_the_best_of_all_its_ways(
        rules in any_rules(2..=5), turns in 0..12_u32, seed: u64,
    ) {
        let position = played(&rules, turns, seed);
        let outlook = Lookout::new(&rules, &arbitrary).of(&position);
        let (mut sum, mut all) = (0.0, 0.0);
        for (weight, throw) in Dice::all(rules.dice) {
            let expected = listed(&rules, &position, throw);
            prop_assert_eq!(outlook.of(throw), expected, "{:?} {:?} {}", rules, position, throw);
            sum += f64::from(weight) * expected;
            all += f64::from(weight);
        }
        prop_assert!((outlook.mean - sum / all).abs() < 1e-12);
    }
}

/// A result for one position does not affect the next.
#[test]
fn a_lookout_forgets() {
    let rules = ChongRules::new(4).unwrap();
    let positions: Vec<ChongPosition> = (0..6).map(|seed| played(&rules, 6, seed)).collect();
    let mut lookout = Lookout::new(&rules, &arbitrary);
    for position in &positions {
        let fresh = Lookout::new(&rules, &arbitrary).of(position);
        assert_eq!(lookout.of(position), fresh);
    }
}
