//! The decisions of a session that no person makes: those of policies, and coins.

use super::{Due, SetEvent, SetSession, Step};
use crate::board::Side;
use crate::control::{Clock, Control};
use crate::matches::PolicyPlayer;
use crate::math::Random;
use crate::sets::SetPlay;
use crate::start::Element;
use crate::text::Diagnostic;

impl SetSession {
    /// Lets a policy play its turn or make its choice, or tosses a coin. Returns `None` if a person
    /// is to decide, the set is over, or a set without people has reached its maximum number of
    /// rounds.
    ///
    /// The result depends only on the people's decisions and the random seed, unless a policy is
    /// limited by time or is stopped; it then plays the best move it has found. Undone moves have
    /// no influence.
    ///
    /// # Errors
    /// If the system does not grant what a search needs.
    pub fn go_on(
        &mut self,
        play: &SetPlay<'_>,
        control: Control<'_>,
    ) -> Result<Option<Vec<SetEvent>>, Diagnostic> {
        self.events.clear();
        match self.due() {
            Due::Nothing(_) => return Ok(None),
            Due::Coin => {
                let side = Side::BOTH[self.random(play.seed, Side::A).below(2)];
                self.push(Step::Joint(Element::Coin(side)))?;
            }
            Due::Move(side) => {
                let Some(player) = play.player(side) else {
                    return Ok(None);
                };
                if self.game.rounds().len() as u64 > play.most_rounds {
                    return Ok(None);
                }
                self.play_turn(side, &player, play.seed, control)?;
            }
            Due::Choices(due) => {
                let chooses = |side: &Side| due[side.index()] && play.player(*side).is_some();
                let chooser = Side::BOTH.into_iter().find(chooses);
                let (Some(side), Some(turn)) = (chooser, &self.turn) else {
                    return Ok(None);
                };
                let mut random = self.random(play.seed, side);
                let hole = play.choice_of(side, &self.game, turn, &mut random, control)?;
                self.chosen.0[side.index()] = hole;
                self.play_tick()?;
            }
        }
        Ok(Some(std::mem::take(&mut self.events)))
    }

    /// Random numbers for a decision. They depend only on its number, so that a move that is undone
    /// and played again is the same.
    fn random(&self, seed: u64, side: Side) -> Random {
        Random::new(seed, 2 * self.played as u64 + side.index() as u64)
    }

    /// Plays the rest of a policy's turn.
    fn play_turn(
        &mut self,
        side: Side,
        player: &PolicyPlayer<'_>,
        seed: u64,
        control: Control<'_>,
    ) -> Result<(), Diagnostic> {
        let clock = Clock::new(control);
        let round = self.game.rounds().len();
        loop {
            let mut random = self.random(seed, side);
            let (game, begins) = (self.game.round.game(), self.game.turn_begins);
            let chosen =
                player.choose_telling(game, begins, &mut random, clock.rest(), &mut |_| {})?;
            for played in chosen {
                self.push(Step::Move(played))?;
                let same_round = self.game.rounds().len() == round;
                if self.due() != Due::Move(side) || !same_round || self.game.turn_begins {
                    return Ok(());
                }
            }
        }
    }
}
