//! Sets played by policies, and rounds with a joint start.

use super::SetGame;
use crate::board::{Hole, Position, Side};
use crate::control::{Clock, Control, ResourceError, StopReason};
use crate::diagnostic;
use crate::language::Sentence;
use crate::matches::{Policy, PolicyPlayer};
use crate::math::Random;
use crate::moves::{Move, Round};
use crate::sentence;
use crate::start::{Choice, Element, JointTurn, Lockstep, Next, Tie, longer};
use crate::tables::Endgame;
use crate::text::Diagnostic;

/// Why a set was not played to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paused {
    /// This player is to move and has no policy.
    Player(Side),
    /// The maximum number of rounds has been played.
    Rounds,
    /// A limit or an interruption. The move being chosen is not played.
    Stopped(StopReason),
}

/// The settings for playing a set.
#[derive(Clone, Copy, Debug)]
pub struct SetPlay<'a> {
    /// The policies of A and B; `None` if the caller supplies the moves.
    pub policies: [Option<Policy>; 2],
    /// The random seed. Every round has random numbers of its own.
    pub seed: u64,
    /// The maximum number of rounds.
    pub most_rounds: u64,
    /// An endgame table for the policies that search, used in rounds whose field it fits.
    pub endgame: Option<&'a Endgame>,
}

impl SetPlay<'_> {
    /// Plays a set to its end, or until it pauses. A node is a move of the set.
    ///
    /// # Errors
    /// If the system does not grant what a search needs.
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

    /// Plays the current round to its end.
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
        let mut chosen = Vec::new().into_iter();
        while !game.position().is_over() {
            let mover = game.position().mover();
            let Some(player) = self.player(mover) else {
                return Ok(Some(Paused::Player(mover)));
            };
            if let Err(reason) = clock.step() {
                return Ok(Some(Paused::Stopped(reason)));
            }
            if game.turn_begins || chosen.len() == 0 {
                let (at, begins, rest) = (game.round.game(), game.turn_begins, clock.rest());
                let found = player.choose_telling(at, begins, &mut random, rest, &mut |_| {})?;
                chosen = found.into_iter();
            }
            // A stopped search may have chosen another move, so its choice is not played.
            if let Some(reason) = clock.ended() {
                return Ok(Some(Paused::Stopped(reason)));
            }
            let played: Move = chosen.next().expect("a round that is not over");
            game.play(&played.into()).expect("a policy chooses legal moves");
        }
        Ok(None)
    }
}

/// What messages expect where a joint turn can't be played.
pub(crate) const JOINT_TURN: &str = "a joint turn, such as A3 B7 / A5";

/// The error of a line that ends before the joint turn does.
fn unfinished(expected: Sentence) -> Diagnostic {
    diagnostic!(Missing, "faults.joint.unfinished", expected = expected)
}

impl SetGame {
    /// Starts the round with a joint turn, instead of a turn of the opening's mover. The line
    /// contains the choices of both players, and the coin tosses where they matter
    /// ([`JointTurn::read`]).
    ///
    /// # Errors
    /// If the round has already started, a joint start is impossible, or the line is not a complete
    /// joint turn.
    ///
    /// # Panics
    /// Never: there is always a round.
    pub fn start_together(&mut self, line: &str) -> Result<(), Diagnostic> {
        let turn = self.joint(line)?;
        match (turn.next, turn.coin) {
            (Next::Done(after), _) => {
                self.begin_after(line, &after);
                Ok(())
            }
            (Next::Tick(_), None) => Err(unfinished(sentence!("faults.joint.choice"))),
            (Next::Tick(_), Some(_)) => Err(unfinished(sentence!("faults.joint.coin"))),
        }
    }

    /// Starts the round after a joint turn that led to this position.
    pub(super) fn begin_after(&mut self, line: &str, after: &Position) {
        self.round = Round::new(&self.round.game().at(*after));
        let round = self.rounds.last_mut().expect("at least one round");
        round.start = Some(line.trim().to_owned());
        (round.begun, round.after) = (*after, *after);
    }

    /// Parses the joint turn of a line.
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
    /// Starts the round with a joint turn: first the choices in the line, then those of the
    /// policies. A policy chooses as if only its player had a turn, on the board as it stands
    /// without the seeds in hand. Coins are tossed at random.
    ///
    /// # Errors
    /// If a joint start is impossible, the line is wrong, or a player without a policy is to
    /// choose.
    ///
    /// # Panics
    /// Never: a player who is to choose has a hole to choose.
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
            if let Next::Done(after) = turn.next {
                game.begin_after(&line, &after);
                return Ok(());
            }
            let next = if turn.coin.is_some() {
                Element::Coin(Side::BOTH[random.below(2)])
            } else {
                let mut chosen = Choice([None; 2]);
                for side in Side::BOTH {
                    let hole = self.choice_of(side, game, &turn, &mut random, control)?;
                    if hole.is_none() && turn.choices().any(|choice| choice.side == side) {
                        return Err(unfinished(format!("a choice of {side}").into()));
                    }
                    chosen.0[side.index()] = hole;
                }
                chosen.into()
            };
            line = longer(&line, &next);
            turn.play(&next).expect("every choice is a hole of its player");
        }
    }

    /// The policy player of a side; `None` without a policy.
    pub(super) fn player(&self, side: Side) -> Option<PolicyPlayer<'_>> {
        let policy = self.policies[side.index()]?;
        Some(PolicyPlayer { policy, endgame: self.endgame })
    }

    /// The choice of one player's policy; `None` without a policy or without anything to choose.
    pub(super) fn choice_of(
        &self,
        side: Side,
        game: &SetGame,
        turn: &JointTurn,
        random: &mut Random,
        control: Control<'_>,
    ) -> Result<Option<Hole>, ResourceError> {
        let chooses = turn.choices().any(|choice| choice.side == side);
        let (Some(player), Next::Tick(joint), true) = (self.player(side), &turn.next, chooses)
        else {
            return Ok(None);
        };
        let alone = game.round.game().at(joint.position(game.position().field(), side));
        let chosen = player.choose_telling(&alone, true, random, control, &mut |_| {})?;
        Ok(chosen.first().map(|played| played.hole))
    }
}
