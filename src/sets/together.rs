//! Rounds that both players begin together.

use super::{PlayedRound, SetGame, SetPlay};
use crate::board::{Hole, Position, Setup, Side};
use crate::control::{Control, ResourceError};
use crate::diagnostic;
use crate::language::Sentence;
use crate::matches::policies::Player;
use crate::math::Random;
use crate::moves::Round;
use crate::sentence;
use crate::start::{Choice, Element, Joint, JointTurn, Lockstep, Reached, Tie, play_joint_line};
use crate::text::Diagnostic;

/// The text that is expected where a joint turn can't be played.
pub(crate) const JOINT_TURN: &str = "a joint turn, such as A3 B7 / A5";

/// The error of a line that ends before the joint turn does.
fn unfinished(expected: Sentence) -> Diagnostic {
    diagnostic!(Missing, "faults.joint.unfinished", expected = expected)
}

impl SetGame {
    /// Begins the round with a joint turn, instead of a turn of the opening's mover. The line has
    /// what both choose, and on whom a coin falls where that matters ([`play_joint_line`]).
    ///
    /// # Errors
    /// If the round has begun, both can't start, or the line isn't a whole joint turn.
    ///
    /// # Panics
    /// Never: there is always a round.
    pub fn start_together(&mut self, line: &str) -> Result<(), Diagnostic> {
        match self.joint(line)?.reached() {
            Reached::Done(after) => {
                self.begin_after(line, after);
                Ok(())
            }
            Reached::Choice(_) => Err(unfinished(sentence!("faults.joint.choice"))),
            Reached::Coin(_) => Err(unfinished(sentence!("faults.joint.coin"))),
        }
    }

    /// Begins the round behind a joint turn that left this position.
    pub(super) fn begin_after(&mut self, line: &str, after: &Position) {
        self.round = Round::new(&self.round.game().at(*after));
        let round = self.rounds.last_mut().expect("at least one round");
        round.start = Some(line.trim().to_owned());
        round.after = *after;
    }

    /// The position in which the first turn of a round began, of those so far from 0 on: its
    /// opening, or what the joint turn left.
    ///
    /// # Panics
    /// If there is no such round.
    #[must_use]
    pub fn begun(&self, round: usize) -> Position {
        let PlayedRound { opening, start, .. } = &self.rounds[round];
        let Some(line) = start else { return *opening };
        let model = Lockstep::new(&self.round.game().at(*opening), Tie::Coin);
        let model = model.expect("both have started from there");
        match play_joint_line(&model, line) {
            Ok((_, Reached::Done(after))) => after,
            _ => unreachable!("the joint turn has been played"),
        }
    }

    /// The joint turn of a line.
    fn joint(&self, line: &str) -> Result<JointTurn, Diagnostic> {
        let round = self.rounds.last().expect("at least one round");
        if round.start.is_some() || !round.turns.is_empty() {
            return Err(diagnostic!(BadValue, "faults.joint.begun"));
        }
        let game = self.round.game().at(round.opening);
        let model = Lockstep::new(&game, Tie::Coin)?;
        JointTurn::read(&model, line)
    }
}

impl SetPlay<'_> {
    /// Begins the round with a joint turn: first what the line has, then what the policies choose.
    /// A policy chooses as if it were the player's turn alone, on the board as it stands without
    /// the seeds in the hands. Coins fall at random.
    ///
    /// # Errors
    /// If both can't start, the line is wrong, or a player who has no policy is to choose.
    ///
    /// # Panics
    /// Never: who chooses has a hole.
    pub fn start_together(
        &self,
        game: &mut SetGame,
        line: &str,
        control: Control<'_>,
    ) -> Result<(), Diagnostic> {
        let mut random = Random::new(self.seed, 0);
        let mut turn = game.joint(line)?;
        let mut line = line.trim().to_owned();
        loop {
            let next = match turn.reached() {
                Reached::Done(after) => {
                    game.begin_after(&line, after);
                    return Ok(());
                }
                Reached::Coin(_) => Element::Coin(Side::BOTH[random.below(2)]),
                Reached::Choice(joint) => {
                    Element::Choice(self.joint_choice(game, joint, &mut random, control)?)
                }
            };
            let gap = if line.is_empty() { "" } else { " / " };
            line = format!("{line}{gap}{next}");
            (turn.play(&next.into())).expect("who is to choose has chosen a hole of his");
        }
    }

    /// The choices of the players who are to choose.
    fn joint_choice(
        &self,
        game: &SetGame,
        joint: &Joint,
        random: &mut Random,
        control: Control<'_>,
    ) -> Result<Choice, Diagnostic> {
        let field = game.position().field();
        let mut chosen = Choice([None; 2]);
        for side in Side::BOTH {
            if joint.choices(field, side).next().is_none() {
                continue;
            }
            if self.policies[side.index()].is_none() {
                return Err(unfinished(format!("a choice of {side}").into()));
            }
            let hole = self.choice_of(side, game, joint, random, control)?;
            chosen.0[side.index()] = Some(hole.expect("who chooses has a hole"));
        }
        Ok(chosen)
    }

    /// The choice of one player's policy; none if he has no policy, or nothing to choose.
    pub(super) fn choice_of(
        &self,
        side: Side,
        game: &SetGame,
        joint: &Joint,
        random: &mut Random,
        control: Control<'_>,
    ) -> Result<Option<Hole>, ResourceError> {
        let field = game.position().field();
        let first = joint.choices(field, side).next();
        let (Some(policy), Some(_)) = (self.policies[side.index()], first) else {
            return Ok(None);
        };
        let alone: Setup =
            format!("{} {side}", joint.board(field)).parse().expect("a board as it is written");
        let alone = Position::new(&alone).expect("who chooses has a hole");
        let alone = game.round.game().at(alone);
        let mut player = Player::new(policy, self.endgame, control);
        // A search that was stopped before it began has no move: any is better than none.
        Ok(player.choose(&alone, true, random)?.or(first))
    }
}
