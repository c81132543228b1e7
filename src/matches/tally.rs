//! The results of a match and their statistics.

use serde::Serialize;

use crate::board::Side;
use crate::math::{Different, Interval, Sample};
use crate::moves::{MoveTrace, Outcome};

/// Counts of a player's moves and captures in all rounds of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PlayerStats {
    /// Turns.
    pub turns: u64,
    /// Moves.
    pub moves: u64,
    /// Seeds added to the own store.
    pub gained: u64,
    /// Seeds among these gained by moves after which the player moved again.
    pub going_on: u64,
    /// Captures.
    pub captures: u64,
    /// Seeds that captures took from the opponent's holes.
    pub captured: u64,
    /// Rounds in which the player made the last move.
    pub last: u64,
    /// Rounds among these that the player won.
    pub last_and_won: u64,
}

/// The results of a match, from the first player's side.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Tally {
    /// Rounds played.
    pub rounds: u64,
    /// Rounds that the first player won.
    pub won: u64,
    /// Rounds drawn.
    pub drawn: u64,
    /// Rounds that the first player lost.
    pub lost: u64,
    /// The counts of both players, the first player first.
    pub players: [PlayerStats; 2],
    /// The results, as the first player's seeds minus the other player's at the end of a round: of
    /// the rounds with the first player as A, and of those with the first player as B.
    pub seeds: [Sample; 2],
    /// The first player's wins in the same rounds, with draws as half.
    points: [f64; 2],
    different: Different,
}

impl PlayerStats {
    pub(super) fn count(&mut self, played: &MoveTrace, begins: bool) {
        let gain = u64::from(played.gain);
        self.turns += u64::from(begins);
        self.moves += 1;
        self.gained += gain;
        if played.outcome == Outcome::Again {
            self.going_on += gain;
        }
        self.captures += u64::from(played.captured > 0);
        self.captured += u64::from(played.captured);
    }
}

/// Adds the fields of one count to those of another.
macro_rules! add {
    ($to:expr, $from:expr, $($field:ident),+) => {$( $to.$field += $from.$field; )+};
}

impl Tally {
    pub(super) fn add(&mut self, side: Side, result: i32, stats: &[PlayerStats; 2], which: u64) {
        self.rounds += 1;
        let (count, points) = match result {
            1.. => (&mut self.won, 1.0),
            0 => (&mut self.drawn, 0.5),
            _ => (&mut self.lost, 0.0),
        };
        *count += 1;
        self.points[side.index()] += points;
        self.seeds[side.index()].add(Sample::of(result.into()));
        for (to, from) in self.players.iter_mut().zip(stats) {
            add!(to, from, turns, moves, gained, going_on, captures, captured, last, last_and_won);
        }
        self.different.add(side.index(), which);
    }

    /// The number of distinct rounds: rounds that differ in a move or in the first player's side.
    /// For each side [`Different`] limits the count.
    pub fn different(&self) -> u64 {
        self.different.count()
    }

    /// The mean result in seeds, with the interval of the normal approximation if the rounds are a
    /// sample; `None` before the first round.
    pub fn result(&self) -> Option<Interval> {
        Interval::normal(&self.seeds).map(|found| self.known(found))
    }

    /// The share of rounds that the first player won, with draws as half, and Wilson's interval if
    /// the rounds are a sample. With draws the interval is slightly too wide. `None` before the
    /// first round.
    pub fn score(&self) -> Option<Interval> {
        let shares = [0, 1].map(|side| (self.seeds[side].count, self.points[side]));
        Interval::wilson(&shares).map(|found| self.known(found))
    }

    fn known(&self, found: Interval) -> Interval {
        match self.different.is_sample() {
            true => found,
            false => found.mean_alone(),
        }
    }
}
