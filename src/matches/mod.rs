//! Matches: two ways of playing against each other, round after round, and what comes of it.
//!
//! What a match says is an estimate from play: how these two policies do against each other, with
//! the doubt that so many rounds leave. It proves nothing of best play.

pub mod policies;

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use crate::board::{Position, Side};
use crate::control::{Shortage, Stop};
pub use crate::math::Interval;
use crate::math::Random;
use crate::moves::{MoveTrace, Outcome, Round};
use crate::rules::Rules;
use policies::{Player, Policy};

/// Rounds that are played between two looks at what has been finished.
const BATCH: u64 = 256;

/// A match to be played.
#[derive(Clone, Copy, Debug)]
pub struct Match<'a> {
    /// The rules; `holes` must be that of the position.
    pub rules: &'a Rules,
    /// The position every round starts from.
    pub start: &'a Position,
    /// The two players.
    pub policies: [Policy; 2],
    /// Whether the first player is A in every round. Else they change sides after every round, the
    /// first player being A in the first one.
    pub keep_sides: bool,
    /// The rounds to be played.
    pub rounds: u64,
    /// The seed of all random choices.
    pub seed: u64,
}

/// What a player did in all rounds of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Deeds {
    /// Turns.
    pub turns: u64,
    /// Moves.
    pub moves: u64,
    /// Seeds added to the own store.
    pub gained: u64,
    /// Of these: by moves after which he moved again.
    pub going_on: u64,
    /// Captures.
    pub captures: u64,
    /// Seeds that captures took from the opponent's holes.
    pub captured: u64,
    /// Rounds in which he made the last move.
    pub last: u64,
    /// Of these: rounds that he won.
    pub last_and_won: u64,
}

/// The results of a match, from the first player's side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Rounds played.
    pub rounds: u64,
    /// Rounds that the first player won, drew, lost.
    pub won: u64,
    /// Drawn.
    pub drawn: u64,
    /// Lost.
    pub lost: u64,
    /// The sum of the results: his seeds less the other player's at a round's end.
    pub sum: i64,
    /// The sum of the squares of the results.
    pub squares: u64,
    /// What both did, the first player first.
    pub deeds: [Deeds; 2],
}

impl Match<'_> {
    /// Plays the match on all threads of the pool it is called in.
    ///
    /// Every round has random numbers of its own, so the results do not depend on the threads. When
    /// `stop` is set the match ends with the rounds of the batches that are complete: those that a
    /// match of so many rounds would have had.
    ///
    /// # Errors
    /// If the machine doesn't give what a search needs.
    ///
    /// # Panics
    /// If the start is over, or the rules don't allow it.
    pub fn play(&self, stop: &Stop) -> Result<Tally, Shortage> {
        self.play_counting(stop, &AtomicU64::new(0))
    }

    /// [`Match::play`], which on its way adds to `played` every round that it has played.
    ///
    /// # Errors
    /// As [`Match::play`].
    ///
    /// # Panics
    /// As [`Match::play`].
    pub fn play_counting(&self, stop: &Stop, played: &AtomicU64) -> Result<Tally, Shortage> {
        let mut tally = Tally::default();
        while tally.rounds < self.rounds {
            let batch = tally.rounds..self.rounds.min(tally.rounds + BATCH);
            let rounds = batch.into_par_iter().map(|number| {
                let one = self.round(number, stop);
                played.fetch_add(1, Ordering::Relaxed);
                one
            });
            let rounds: Vec<Option<Tally>> = rounds.collect::<Result<_, Shortage>>()?;
            let Some(rounds) = rounds.into_iter().collect::<Option<Vec<Tally>>>() else {
                break;
            };
            tally = rounds.iter().fold(tally, |all, one| all.and(one));
        }
        Ok(tally)
    }

    /// One round; none if it was stopped.
    fn round(&self, number: u64, stop: &Stop) -> Result<Option<Tally>, Shortage> {
        let mut random = Random::new(self.seed, number);
        let first = if self.keep_sides || number.is_multiple_of(2) {
            Side::A
        } else {
            Side::B
        };
        let mut players = self.policies.map(|policy| Player::new(policy, stop));
        let mut deeds = [Deeds::default(); 2];
        let mut round = Round::new(self.rules, *self.start);
        let mut begins = true;
        while !round.position().is_over() {
            let position = *round.position();
            let who = usize::from(position.mover() != first);
            let hole = players[who].choose(self.rules, &position, begins, &mut random)?;
            let played = round.play(hole).expect("a policy chooses a legal move");
            deeds[who].count(&played, begins);
            begins = played.outcome != Outcome::Again;
            // A search that was stopped has not chosen as it would have.
            if stop.is_set() {
                return Ok(None);
            }
        }
        let end = round.position();
        let result = first.sign() * end.standing();
        let last = usize::from(end.mover() != first);
        deeds[last].last = 1;
        deeds[last].last_and_won = u64::from(if last == 0 { result > 0 } else { result < 0 });
        Ok(Some(Tally {
            rounds: 1,
            won: u64::from(result > 0),
            drawn: u64::from(result == 0),
            lost: u64::from(result < 0),
            sum: result.into(),
            squares: u64::from(result.unsigned_abs()).pow(2),
            deeds,
        }))
    }
}

impl Deeds {
    fn count(&mut self, played: &MoveTrace, begins: bool) {
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

    fn and(self, other: &Deeds) -> Deeds {
        Deeds {
            turns: self.turns + other.turns,
            moves: self.moves + other.moves,
            gained: self.gained + other.gained,
            going_on: self.going_on + other.going_on,
            captures: self.captures + other.captures,
            captured: self.captured + other.captured,
            last: self.last + other.last,
            last_and_won: self.last_and_won + other.last_and_won,
        }
    }
}

impl Tally {
    fn and(self, other: &Tally) -> Tally {
        let [first, second] = self.deeds;
        Tally {
            rounds: self.rounds + other.rounds,
            won: self.won + other.won,
            drawn: self.drawn + other.drawn,
            lost: self.lost + other.lost,
            sum: self.sum + other.sum,
            squares: self.squares + other.squares,
            deeds: [first.and(&other.deeds[0]), second.and(&other.deeds[1])],
        }
    }

    /// The mean result in seeds, with the interval of the normal approximation; none before the
    /// second round.
    #[must_use]
    #[allow(clippy::cast_precision_loss)]
    pub fn result(&self) -> Option<Interval> {
        Interval::normal(self.rounds, self.sum as f64, self.squares as f64)
    }

    /// The share of rounds that the first player won, draws counted as half, with Wilson's
    /// interval. With draws the interval is a little too wide. None before the first round.
    #[must_use]
    #[allow(clippy::cast_precision_loss)]
    pub fn score(&self) -> Option<Interval> {
        Interval::wilson(self.rounds, self.won as f64 + self.drawn as f64 / 2.0)
    }
}
