//! Matches: two players against each other, round after round, and what comes of it.
//!
//! A [`Match`] asks two [`Player`]s for their moves: ones of your own, or [`PolicyPlayer`]s, which
//! follow the [`Policy`] that a text such as `greedy` or `search:20k` names. The [`Tally`] is an
//! estimate from play: how these two do against each other, with the doubt that so many rounds
//! leave. It proves nothing of best play.
//!
//! Players who leave nothing to chance play one round again and again. That is no sample, so the
//! different rounds are counted, and of one round repeated there is no interval. Where the players
//! change sides, the rounds of either side are a sample of their own: to begin may be worth much,
//! and that is no chance either.

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

/// Rounds that are played between two looks at what has been finished.
const BATCH: u64 = 256;

/// The fault of a player who chooses nothing.
const NO_MOVE: &str = "no move is chosen, expected at least one";

/// A round that was played: the first player's side, his seeds less the other's, what both did, and
/// a number that other rounds don't have (but for one in a million millions).
type Played = (Side, i32, [PlayerStats; 2], u64);

/// A match to be played.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Match<'a> {
    /// The start of every round.
    pub start: &'a Game,
    /// The two players.
    pub players: [&'a dyn Player; 2],
    /// True if the first player is A in every round. Else they change sides after every round, the
    /// first player being A in the first one.
    pub keep_sides: bool,
    /// The rounds to be played.
    pub rounds: u64,
    /// The seed of all random choices.
    pub seed: u64,
}

settings!(Match<'a> {
    with_keep_sides keep_sides (bool),
    with_rounds rounds (u64),
    with_seed seed (u64),
});

impl<'a> Match<'a> {
    /// A match of 1,000 rounds, in which the players change sides after each; the seed is 1.
    #[must_use]
    pub const fn new(start: &'a Game, players: [&'a dyn Player; 2]) -> Self {
        Match { start, players, keep_sides: false, rounds: 1000, seed: 1 }
    }

    /// Plays the match on all threads of the pool it is called in. The control's nodes are moves.
    ///
    /// Every round has random numbers of its own, so the results do not depend on the threads.
    /// Where a limit ends it, which is said, every round counts that was played to its end.
    ///
    /// # Errors
    /// If a player can't choose, chooses nothing, or chooses what is not legal; if the machine
    /// doesn't give what the search of a policy needs.
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

    /// One round, or what ended it.
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
                // Who was stopped has not chosen as he would have.
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
