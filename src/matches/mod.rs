//! Matches: many rounds between two players, and their statistics.
//!
//! A [`Match`] asks two [`Player`]s for their moves: your own, or [`PolicyPlayer`]s, which follow
//! the [`Policy`] named by a text such as `greedy` or `search:20k`. The [`Tally`] estimates the
//! strength of these two players against each other, with the uncertainty that the number of rounds
//! leaves. It proves nothing about best play.
//!
//! Deterministic players repeat the same round. Repetitions are no sample, so distinct rounds are
//! counted, and a single repeated round has no confidence interval. If the players change sides,
//! the rounds with either side are separate samples, because starting may be a systematic
//! advantage.

mod match_error;
mod player;
#[doc(hidden)]
pub mod policies;
mod policy_player;
mod tally;
mod turn_search;

use std::hash::{DefaultHasher, Hash, Hasher};

use rayon::prelude::*;

use crate::board::Side;
use crate::control::{Clock, Control, StopReason, settings};
use crate::moves::{Game, Move, Outcome, Round, WrittenMove};

#[doc(inline)]
pub use crate::math::{Interval, Random, Sample};
pub use match_error::MatchError;
pub use player::Player;
pub use policies::{Choice, Policy};
pub use policy_player::PolicyPlayer;
pub use tally::{PlayerStats, Tally};
#[doc(hidden)]
pub use turn_search::choose_turn;

/// Rounds per batch; results are added after each batch.
const BATCH: u64 = 256;

/// The error of a player who returns no move.
const NO_MOVE: &str = "found no move, expected at least one";

/// A finished round: the first player's side, the first player's seeds minus the other's, both
/// players' counts, and a hash of its moves (two different rounds share one by chance once in a
/// million millions).
type Played = (Side, i32, [PlayerStats; 2], u64);

/// A match to be played.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Match<'a> {
    /// The position from which every round starts.
    pub start: &'a Game,
    /// The two players.
    pub players: [&'a dyn Player; 2],
    /// Whether the first player is A in every round. Otherwise the players change sides after every
    /// round, and the first player is A in the first one.
    pub keep_sides: bool,
    /// The number of rounds.
    pub rounds: u64,
    /// The random seed.
    pub seed: u64,
}

settings!(Match<'a> {
    with_keep_sides keep_sides (bool),
    with_rounds rounds (u64),
    with_seed seed (u64),
});

impl<'a> Match<'a> {
    /// Creates a match of 1,000 rounds in which the players change sides after each, with random
    /// seed 1.
    #[must_use]
    pub const fn new(start: &'a Game, players: [&'a dyn Player; 2]) -> Self {
        Match { start, players, keep_sides: false, rounds: 1000, seed: 1 }
    }

    /// Plays the match on all threads of the pool it is called in. Nodes are moves.
    ///
    /// Every round has its own random numbers, so the result does not depend on the threads. If a
    /// limit ends the match, it is returned, and the rounds that were finished count.
    ///
    /// # Errors
    /// If a player fails, returns no move or an illegal one, or the system does not grant what a
    /// policy's search needs.
    pub fn play(&self, control: Control<'_>) -> Result<(Tally, Option<StopReason>), MatchError> {
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
            for one in rounds.collect::<Result<Vec<_>, MatchError>>()? {
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

    /// Plays one round; returns the limit that ended it, if any.
    fn round(
        &self,
        number: u64,
        clock: &Clock<'_>,
    ) -> Result<Result<Played, StopReason>, MatchError> {
        let mut random = Random::new(self.seed, number);
        let first = if self.keep_sides || number.is_multiple_of(2) { Side::A } else { Side::B };
        let mut stats = [PlayerStats::default(); 2];
        let mut round = Round::new(self.start);
        let mut line = DefaultHasher::new();
        let (mut begins, mut chosen) = (true, Vec::<Move>::new().into_iter());
        while !round.position().is_over() {
            if let Err(reason) = clock.step() {
                return Ok(Err(reason));
            }
            let position = *round.position();
            let player = usize::from(position.mover() != first);
            let at_fault = |fault| MatchError { player, position: Box::new(position), fault };
            if begins || chosen.len() == 0 {
                let asked = self.players[player];
                let found = asked.choose(round.game(), begins, &mut random, clock.rest());
                // A stopped player may have chosen another move, so the round does not count.
                if let Some(reason) = clock.ended() {
                    return Ok(Err(reason));
                }
                chosen = found.map_err(at_fault)?.into_iter();
            }
            let next = chosen.next().ok_or_else(|| at_fault(NO_MOVE.into()))?;
            let played = round.play_written(&WrittenMove::from(next));
            let played = played.map_err(|illegal| at_fault(illegal.into()))?;
            stats[player].count(&played, begins);
            played.played.hash(&mut line);
            begins = played.outcome != Outcome::Again;
        }
        let end = round.position();
        let result = first.sign() * end.standing();
        let last = usize::from(end.mover() != first);
        stats[last].last = 1;
        stats[last].last_and_won = u64::from(if last == 0 { result > 0 } else { result < 0 });
        Ok(Ok((first, result, stats, line.finish())))
    }
}
