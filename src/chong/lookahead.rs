//! The choice of a player who looks two decisions ahead: his own, and the reply to each throw.
//!
//! The random draws are the same for all ways, so the luck of the throws does not tell one way from
//! another. Ways that fall behind clearly are given up, and the throws that are left are played for
//! those that are close.

use super::chance_game::ThrowGame;
use super::position::ChongPosition;
use super::throw::Dice;
use crate::control::Clock;
use crate::math::Random;

/// Ways that are looked at farther than one decision: the best by the guess.
const WIDTH: usize = 8;

/// Ways that seem worse than the best by more than this, of a value from -1 to 1, are not.
const MARGIN: f64 = 0.3;

/// Throws between two comparisons of the ways.
const ROUND: usize = 14;

/// Standard errors of a difference by which a way must be behind to be given up.
const BEHIND: f64 = 3.0;

/// A way under comparison.
struct Candidate {
    after: ChongPosition,
    /// The worth of the throws so far to the other player.
    replies: Vec<f64>,
}

/// The best of the positions in which a turn can end, by the mean over all throws, or over so many
/// where there are more. Where the clock ends it the best so far.
pub(super) fn choose(
    game: &ThrowGame<'_>,
    position: &ChongPosition,
    afters: &[ChongPosition],
    throws: u32,
    random: &mut Random,
    clock: &Clock<'_>,
) -> ChongPosition {
    let mut ways = candidates(game, position, afters);
    let throws = sample(game.throws(), throws, random);
    let mut played: Vec<f64> = Vec::new();
    for round in throws.chunks(ROUND) {
        if ways.len() == 1 {
            break;
        }
        for (weight, throw) in round {
            for way in &mut ways {
                if clock.step().is_err() {
                    return ways[0].after;
                }
                way.replies.push(game.best(&way.after, *throw).0);
            }
            played.push(*weight);
        }
        give_up(&mut ways, &played);
    }
    ways[0].after
}

/// The best ways by the guess, the best first.
fn candidates(
    game: &ThrowGame<'_>,
    position: &ChongPosition,
    afters: &[ChongPosition],
) -> Vec<Candidate> {
    let guess = game.guess_near(&position.swapped());
    let rated = afters.iter().map(|after| (guess(after), *after));
    let mut rated: Vec<(f64, ChongPosition)> = rated.collect();
    rated.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    let most = rated[0].0 + MARGIN;
    let near = rated.into_iter().take(WIDTH).filter(|(guess, _)| *guess <= most);
    let candidate = |(_, after)| Candidate { after, replies: Vec::new() };
    near.map(candidate).collect()
}

/// Throws with their weights, in an order without meaning: all, or where there are more so many,
/// each as often as its weight asks for.
fn sample(all: &[(u32, Dice)], wanted: u32, random: &mut Random) -> Vec<(f64, Dice)> {
    let mut throws = all.to_vec();
    for last in (1..throws.len()).rev() {
        throws.swap(last, random.below(last + 1));
    }
    if wanted as usize >= throws.len() {
        let weighted = throws.into_iter().map(|(weight, throw)| (weight.into(), throw));
        return weighted.collect();
    }
    // Every so many of all equally likely throws one, from a random one on.
    let total: u32 = throws.iter().map(|(weight, _)| weight).sum();
    let mut drawn: Vec<(f64, Dice)> = Vec::new();
    let first = random.below(total as usize) as u64;
    let (mut below, mut number) = (0, 0);
    for (weight, throw) in throws {
        below += u64::from(weight) * u64::from(wanted);
        while number * u64::from(total) + first < below {
            drawn.push((1.0, throw));
            number += 1;
        }
    }
    for last in (1..drawn.len()).rev() {
        drawn.swap(last, random.below(last + 1));
    }
    drawn
}

/// Puts the ways in order, the best first, and gives up those that are clearly behind it.
fn give_up(ways: &mut Vec<Candidate>, weights: &[f64]) {
    let total: f64 = weights.iter().sum();
    let mean = |values: &mut dyn Iterator<Item = f64>| {
        values.zip(weights).map(|(value, weight)| value * weight).sum::<f64>() / total
    };
    let worth = |way: &Candidate| mean(&mut way.replies.iter().copied());
    ways.sort_by(|one, other| worth(one).total_cmp(&worth(other)));
    let best = ways[0].replies.clone();
    let count = weights.len() as f64;
    ways.retain(|way| {
        let behind = || way.replies.iter().zip(&best).map(|(one, other)| one - other);
        let by = mean(&mut behind());
        let spread = mean(&mut behind().map(|one| (one - by) * (one - by)));
        by <= BEHIND * (spread / count).sqrt()
    });
}
