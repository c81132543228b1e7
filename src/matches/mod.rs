//! Matches: two ways of playing against each other, round after round, and what comes of it.
//!
//! The result of a match is an estimate from play: how these two policies do against each other,
//! with the doubt that so many rounds leave. It proves nothing of best play.

pub mod policies;
mod turn_search;

use rayon::prelude::*;
use serde::Serialize;

use crate::board::Side;
use crate::control::{Clock, Control, ResourceError, StopReason};
pub use crate::math::Interval;
use crate::math::Random;
use crate::moves::{Game, MoveTrace, Outcome, Round};
use crate::tables::Endgame;
use policies::{Player, Policy};
pub use turn_search::{ChosenTurn, choose_turn};

/// Rounds that are played between two looks at what has been finished.
const BATCH: u64 = 256;

/// A match to be played.
#[derive(Clone, Copy, Debug)]
pub struct Match<'a> {
    /// The start of every round.
    pub start: &'a Game,
    /// The two players.
    pub policies: [Policy; 2],
    /// True if the first player is A in every round. Else they change sides after every round, the
    /// first player being A in the first one.
    pub keep_sides: bool,
    /// The rounds to be played.
    pub rounds: u64,
    /// The seed of all random choices.
    pub seed: u64,
    /// An endgame table for the policies that search.
    pub endgame: Option<&'a Endgame>,
}

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

/// The results of a match, from the first player's side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
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

impl Match<'_> {
    /// Plays the match on all threads of the pool it is called in. The control's nodes are moves.
    ///
    /// Every round has random numbers of its own, so the results do not depend on the threads.
    /// Where a limit ends it, which is said, the rounds of the batches that are complete count:
    /// those that a match of so many rounds would have had.
    ///
    /// # Errors
    /// If the machine doesn't give what a search needs.
    pub fn play(&self, control: Control<'_>) -> Result<(Tally, Option<StopReason>), ResourceError> {
        control.progress.start_phase("rounds", Some(self.rounds));
        let clock = Clock::new(control.quietly());
        let mut tally = Tally::default();
        while tally.rounds < self.rounds {
            let batch = tally.rounds..self.rounds.min(tally.rounds + BATCH);
            let rounds = batch.into_par_iter().map(|number| {
                let one = self.round(number, &clock);
                control.progress.add(1);
                one
            });
            let rounds: Vec<Result<Tally, StopReason>> = rounds.collect::<Result<_, _>>()?;
            match rounds.into_iter().collect::<Result<Vec<Tally>, _>>() {
                Ok(rounds) => rounds.iter().for_each(|one| tally.add(one)),
                Err(reason) => return Ok((tally, Some(reason))),
            }
        }
        Ok((tally, None))
    }

    /// One round, or what ended it.
    fn round(
        &self,
        number: u64,
        clock: &Clock<'_>,
    ) -> Result<Result<Tally, StopReason>, ResourceError> {
        let mut random = Random::new(self.seed, number);
        let first = if self.keep_sides || number.is_multiple_of(2) {
            Side::A
        } else {
            Side::B
        };
        let mut players = self
            .policies
            .map(|policy| Player::new(policy, self.endgame, clock.rest()));
        let mut stats = [PlayerStats::default(); 2];
        let mut round = Round::new(self.start);
        let mut begins = true;
        while !round.position().is_over() {
            if let Err(reason) = clock.step() {
                return Ok(Err(reason));
            }
            let who = usize::from(round.position().mover() != first);
            let hole = players[who].choose(round.game(), begins, &mut random)?;
            let hole = hole.expect("a round that is not over");
            let played = round.play(hole).expect("a policy chooses a legal move");
            stats[who].count(&played, begins);
            begins = played.outcome != Outcome::Again;
            // A search that was stopped has not chosen as it would have.
            if let Some(reason) = clock.ended() {
                return Ok(Err(reason));
            }
        }
        let end = round.position();
        let result = first.sign() * end.standing();
        let last = usize::from(end.mover() != first);
        stats[last].last = 1;
        stats[last].last_and_won = u64::from(if last == 0 { result > 0 } else { result < 0 });
        Ok(Ok(Tally {
            rounds: 1,
            won: u64::from(result > 0),
            drawn: u64::from(result == 0),
            lost: u64::from(result < 0),
            sum: result.into(),
            squares: u64::from(result.unsigned_abs()).pow(2),
            players: stats,
        }))
    }
}

impl PlayerStats {
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
}

/// Adds the fields of one count to those of another.
macro_rules! add {
    ($to:expr, $from:expr, $($field:ident),+) => {$( $to.$field += $from.$field; )+};
}

impl Tally {
    fn add(&mut self, other: &Tally) {
        add!(self, other, rounds, won, drawn, lost, sum, squares);
        for (to, from) in self.players.iter_mut().zip(&other.players) {
            add!(
                to,
                from,
                turns,
                moves,
                gained,
                going_on,
                captures,
                captured,
                last,
                last_and_won
            );
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
