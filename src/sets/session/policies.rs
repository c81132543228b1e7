//! The decisions of a session that are nobody's: those of policies, and coins.

use super::{Due, SetEvent, SetSession, Step};
use crate::board::Side;
use crate::control::{Clock, Control};
use crate::matches::PolicyPlayer;
use crate::math::Random;
use crate::sets::SetPlay;
use crate::start::Element;
use crate::text::Diagnostic;

impl SetSession {
    /// Lets a policy play its turn or make its choice, or a coin fall. None if a person is to
    /// decide, the set is over, or a set without people has as many rounds as it may have.
    ///
    /// The same decisions of the people and the same seed bring the same answers, unless a policy
    /// goes by time or is stopped: it then plays the best it has found. What it plays does not
    /// depend on what was played and taken back.
    ///
    /// # Errors
    /// If the machine doesn't give what a search needs.
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

    /// Random numbers for a decision. They depend on its place alone, so that what is taken back
    /// and played again comes out the same.
    fn random(&self, seed: u64, side: Side) -> Random {
        Random::new(seed, 2 * self.played as u64 + side.index() as u64)
    }

    /// The rest of a policy's turn.
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
