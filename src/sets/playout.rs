//! Sets played out by policies.

use super::SetGame;
use crate::board::Side;
use crate::control::{Clock, Control, ResourceError, StopReason};
use crate::matches::policies::{Player, Policy};
use crate::math::Random;
use crate::moves::WrittenMove;
use crate::tables::Endgame;

/// The reason why a set was not played to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paused {
    /// It is this player's move, and he has no policy.
    Player(Side),
    /// As many rounds as were allowed are over.
    Rounds,
    /// A limit, or an interruption. The move that was being chosen is not played.
    Stopped(StopReason),
}

/// A plan to play a set.
#[derive(Clone, Copy, Debug)]
pub struct SetPlay<'a> {
    /// The policies of A and B; none if somebody else chooses the moves.
    pub policies: [Option<Policy>; 2],
    /// The seed of all random choices. Every round has random numbers of its own.
    pub seed: u64,
    /// The most rounds of the set.
    pub most_rounds: u64,
    /// An endgame table for the policies that search. It serves the rounds in whose field it fits.
    pub endgame: Option<&'a Endgame>,
}

impl SetPlay<'_> {
    /// Goes on with a set to its end, or until it pauses. A node is a move of the set.
    ///
    /// # Errors
    /// If the machine doesn't give what a search needs.
    pub fn go_on(
        &self,
        game: &mut SetGame,
        control: Control<'_>,
    ) -> Result<Option<Paused>, ResourceError> {
        let clock = Clock::new(control);
        loop {
            if let Some(paused) = self.finish_round(game, control, &clock)? {
                return Ok(Some(paused));
            }
            if game.winner().is_some() {
                return Ok(None);
            }
            if game.rounds().len() as u64 >= self.most_rounds {
                return Ok(Some(Paused::Rounds));
            }
            game.begin_next_round().expect("the set goes on");
        }
    }

    /// Plays the round under way to its end.
    fn finish_round(
        &self,
        game: &mut SetGame,
        control: Control<'_>,
        clock: &Clock<'_>,
    ) -> Result<Option<Paused>, ResourceError> {
        let round = game.rounds().len() as u64;
        let [a, b] = Side::BOTH.map(|side| game.position().owned(side));
        let stage = format!("round {round}, A {a}, B {b}; moves");
        control.progress.start_phase(stage, None);
        let mut random = Random::new(self.seed, round);
        let player =
            |policy: Option<Policy>| Some(Player::new(policy?, self.endgame, clock.rest()));
        let mut players = self.policies.map(player);
        while !game.position().is_over() {
            let position = *game.position();
            let mover = position.mover();
            let Some(player) = &mut players[mover.index()] else {
                return Ok(Some(Paused::Player(mover)));
            };
            if let Err(reason) = clock.step() {
                return Ok(Some(Paused::Stopped(reason)));
            }
            let at = game.round.game();
            let hole = player.choose(at, game.turn_begins(), &mut random)?;
            let Some(hole) = hole else { continue };
            // A search that was stopped has not chosen as it would have.
            if let Some(reason) = clock.ended() {
                return Ok(Some(Paused::Stopped(reason)));
            }
            let written = WrittenMove { side: Some(mover), hole, span: 0..0 };
            game.play(&written).expect("a policy chooses a legal move");
        }
        Ok(None)
    }
}
