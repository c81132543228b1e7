//! Matches: two ways of playing against each other, round after round, and what comes of it.
//!
//! The result of a match is an estimate from play: how these two policies do against each other,
//! with the doubt that so many rounds leave. It proves nothing of best play.
//!
//! Players who leave nothing to chance play one round again and again. That is no sample, so the
//! different rounds are counted, and of one round repeated there is no interval. Where the players
//! change sides, the rounds of either side are a sample of their own: to begin may be worth much,
//! and that is no chance either.

pub mod policies;
mod tally;
mod turn_search;

use std::hash::{DefaultHasher, Hash, Hasher};

use rayon::prelude::*;

use crate::board::Side;
use crate::control::{Clock, Control, ResourceError, StopReason};
use crate::math::Random;
use crate::moves::{Game, Outcome, Round};
use crate::tables::Endgame;
use policies::{Player, Policy};
pub use tally::{PlayerStats, Tally};
pub use turn_search::choose_turn;

/// Rounds that are played between two looks at what has been finished.
const BATCH: u64 = 256;

/// A round that was played: the first player's side, his seeds less the other's, what both did, and
/// a number that other rounds don't have (but for one in a million millions).
type Played = (Side, i32, [PlayerStats; 2], u64);

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

impl Match<'_> {
    /// Plays the match on all threads of the pool it is called in. The control's nodes are moves.
    ///
    /// Every round has random numbers of its own, so the results do not depend on the threads.
    /// Where a limit ends it, which is said, every round counts that was played to its end.
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
                let one = self.round(number, &clock)?;
                control.progress.add(one.is_ok().into());
                Ok(one)
            });
            let mut stopped = None;
            for one in rounds.collect::<Result<Vec<_>, ResourceError>>()? {
                match one {
                    Ok((side, result, stats, which)) => tally.add(side, result, &stats, which),
                    Err(reason) => stopped = Some(reason),
                }
            }
            if stopped.is_some() {
                return Ok((tally, stopped));
            }
        }
        Ok((tally, None))
    }

    /// One round, or what ended it.
    fn round(
        &self,
        number: u64,
        clock: &Clock<'_>,
    ) -> Result<Result<Played, StopReason>, ResourceError> {
        let mut random = Random::new(self.seed, number);
        let first = if self.keep_sides || number.is_multiple_of(2) { Side::A } else { Side::B };
        let mut players =
            self.policies.map(|policy| Player::new(policy, self.endgame, clock.rest()));
        let mut stats = [PlayerStats::default(); 2];
        let mut round = Round::new(self.start);
        let mut line = DefaultHasher::new();
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
            played.played.hash(&mut line);
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
        Ok(Ok((first, result, stats, line.finish())))
    }
}
