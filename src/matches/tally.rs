//! The results of the rounds of a match, and what they say.

use serde::Serialize;

use crate::board::Side;
use crate::math::{Different, Interval, Sample};
use crate::moves::{MoveTrace, Outcome};

/// Counts of a player's moves and captures in all rounds of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct PlayerStats {
    /// Turns.
    pub turns: u64,
    /// Moves.
    pub moves: u64,
    /// Seeds added to the own store.
    pub gained: u64,
    /// Those of them gained by moves after which he moved again.
    pub going_on: u64,
    /// Captures.
    pub captures: u64,
    /// Seeds that captures took from the opponent's holes.
    pub captured: u64,
    /// Rounds in which he made the last move.
    pub last: u64,
    /// Rounds among these that he won.
    pub last_and_won: u64,
}

/// The results of rounds, from the first player's side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// Rounds played.
    pub rounds: u64,
    /// Rounds that the first player won.
    pub won: u64,
    /// Drawn.
    pub drawn: u64,
    /// Lost.
    pub lost: u64,
    /// The sum of the results: his seeds less the other player's at a round's end.
    pub sum: i64,
    /// The sum of the squares of the results.
    pub squares: u64,
    /// The counts of both, the first player first.
    pub players: [PlayerStats; 2],
}

/// The results of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The rounds in which the first player is A, and those in which he is B.
    sides: [Results; 2],
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

impl Results {
    pub(super) fn of_round(result: i32, players: [PlayerStats; 2]) -> Results {
        Results {
            rounds: 1,
            won: u64::from(result > 0),
            drawn: u64::from(result == 0),
            lost: u64::from(result < 0),
            sum: result.into(),
            squares: u64::from(result.unsigned_abs()).pow(2),
            players,
        }
    }

    fn add(&mut self, other: &Results) {
        add!(self, other, rounds, won, drawn, lost, sum, squares);
        for (to, from) in self.players.iter_mut().zip(&other.players) {
            add!(to, from, turns, moves, gained, going_on, captures, captured, last, last_and_won);
        }
    }

    #[allow(clippy::cast_precision_loss)]
    fn seeds(&self) -> Sample {
        Sample { count: self.rounds, sum: self.sum as f64, squares: self.squares as f64 }
    }

    /// The rounds, and how many of them were won, a draw as half.
    #[allow(clippy::cast_precision_loss)]
    fn share(&self) -> (u64, f64) {
        (self.rounds, self.won as f64 + self.drawn as f64 / 2.0)
    }
}

impl Tally {
    pub(super) fn add(&mut self, side: Side, results: &Results, which: u64) {
        self.sides[side.index()].add(results);
        self.different.add(side.index(), which);
    }

    /// The results of all rounds together.
    #[must_use]
    pub fn all(&self) -> Results {
        let mut all = self.sides[0];
        all.add(&self.sides[1]);
        all
    }

    /// Different rounds among them: those that differ in a move, or in the first player's side. Of
    /// each side so many are counted as [`Different`] counts.
    #[must_use]
    pub fn different(&self) -> u64 {
        self.different.count()
    }

    /// The mean result in seeds, with the interval of the normal approximation if the rounds are a
    /// sample; none before the first round.
    #[must_use]
    pub fn result(&self) -> Option<Interval> {
        let seeds = self.sides.map(|side| side.seeds());
        Interval::normal(&seeds).map(|found| self.known(found))
    }

    /// The share of rounds that the first player won, draws counted as half, with Wilson's
    /// interval if the rounds are a sample. With draws the interval is a little too wide. None
    /// before the first round.
    #[must_use]
    pub fn score(&self) -> Option<Interval> {
        let shares = self.sides.map(|side| side.share());
        Interval::wilson(&shares).map(|found| self.known(found))
    }

    fn known(&self, found: Interval) -> Interval {
        match self.different.is_sample() {
            true => found,
            false => found.mean_alone(),
        }
    }
}
