//! Replays records by the plain rules and checks their statements.

use std::fmt::Display;
use std::ops::Range;

use super::playout::JOINT_TURN;
use super::read::{Line, Statement, WrittenSet};
use super::{SetGame, SetRecord};
use crate::board::{Position, Side};
use crate::language::Sentence;
use crate::sentence;
use crate::text::{Diagnostic, ErrorKind, Written};

impl WrittenSet {
    /// Replays the record by the plain rules.
    ///
    /// # Errors
    /// If a move is illegal or a statement is wrong; reports the first one.
    pub fn replay(&self) -> Result<SetRecord, Diagnostic> {
        Ok(SetRecord::new(self.preset, self.tags.clone(), &self.game()?))
    }

    /// Replays the record by the plain rules, so that the set can be continued.
    ///
    /// # Errors
    /// As [`replay`](Self::replay).
    pub fn game(&self) -> Result<SetGame, Diagnostic> {
        match self.game_up_to_fault() {
            (game, None) => Ok(game),
            (_, Some(fault)) => Err(fault),
        }
    }

    /// Replays the record up to the first illegal move or wrong statement, and returns that error.
    #[must_use]
    pub fn game_up_to_fault(&self) -> (SetGame, Option<Diagnostic>) {
        let mut game = SetGame::new(&self.first);
        let mut lines = self.lines.iter();
        let fault = lines.find_map(|line| line.check(&mut game, &line.says).err());
        (game, fault)
    }
}

impl Line {
    /// Plays the line's moves, or checks its statement.
    fn check(&self, game: &mut SetGame, says: &Statement) -> Result<(), Diagnostic> {
        match says {
            Statement::Moves(moves) => {
                for written in moves {
                    game.play(written).map_err(|error| {
                        let (expected, span) = (error.expected(), error.span);
                        self.wrong_statement(span.unwrap_or(0..0), error.message, expected)
                    })?;
                }
                Ok(())
            }
            Statement::Start(line) => game.start_together(line).map_err(|error| {
                let mut span = self.span.clone();
                if let Some(part) = error.span {
                    span = span.start + part.start..span.start + part.end;
                }
                self.wrong_statement(span, error.message, JOINT_TURN)
            }),
            Statement::Round { number, starter, opening } => {
                self.begin(game, *number, *starter, *opening)
            }
            Statement::Position(position) => {
                let expected = game.position();
                self.same(position == expected, || {
                    sentence!("faults.record.position", position = expected.to_string())
                })
            }
            Statement::Result(result) => {
                let position = game.position();
                if !position.is_over() {
                    let mover = position.mover().to_string();
                    let problem = sentence!("faults.record.this-not-over", mover = mover);
                    return Err(self.wrong_statement(self.span.clone(), problem.clone(), problem));
                }
                let expected = Side::BOTH.map(|side| position.owned(side));
                self.same(*result == expected, || {
                    let [a, b] = expected;
                    sentence!("faults.record.owns"; a, b = b.to_string())
                })
            }
            Statement::Remark(text) => {
                game.remark(text.clone());
                Ok(())
            }
            Statement::Set(standing) => {
                let expected = game.standing();
                let so = match standing {
                    Some(standing) => *standing == expected,
                    None => game.winner().is_none(),
                };
                self.same(so, || sentence!("faults.record.set-is", standing = expected.sentence()))
            }
        }
    }

    /// Starts the next round.
    fn begin(
        &self,
        game: &mut SetGame,
        number: usize,
        starter: Option<Side>,
        stated: Option<Position>,
    ) -> Result<(), Diagnostic> {
        let here = |problem: Sentence| {
            Err(self.wrong_statement(self.span.clone(), problem.clone(), problem))
        };
        let under_way = game.rounds().len();
        if !game.position().is_over() {
            return here(SetGame::not_over(under_way, game.position().mover()));
        }
        if let Some(winner) = game.winner() {
            return here(SetGame::is_won(winner));
        }
        let expected = under_way + 1;
        self.same(number == expected, || {
            sentence!("faults.record.this-is", number = expected.to_string())
        })?;
        let opening = game.begin_next_round().expect("the set goes on");
        self.same(starter.is_none_or(|side| side == opening.mover()), || {
            sentence!("faults.record.starts", side = opening.mover().to_string())
        })?;
        self.same(stated.is_none_or(|stated| stated == opening), || {
            sentence!("faults.record.opens", position = opening.to_string())
        })
    }

    fn same(&self, same: bool, expected: impl Fn() -> Sentence) -> Result<(), Diagnostic> {
        if same {
            return Ok(());
        }
        let (found, is) = (Sentence::quoted(self.words()), expected());
        let problem = sentence!("faults.record.but", found = found, is = is.clone());
        Err(self.wrong_statement(self.span.clone(), problem, is))
    }

    fn wrong_statement(
        &self,
        span: Range<usize>,
        problem: Sentence,
        expected: impl Display,
    ) -> Diagnostic {
        let place = Written { number: self.number, line: &self.text };
        place.error(ErrorKind::Untrue, span, problem, expected)
    }
}

impl SetGame {
    /// Why the next round can't start: the current one is in progress.
    pub(crate) fn not_over(round: usize, mover: Side) -> Sentence {
        let (number, mover) = (round.to_string(), mover.to_string());
        sentence!("faults.record.not-over", number = number, mover = mover)
    }

    /// Why there is no next round: the set is won.
    pub(crate) fn is_won(winner: Side) -> Sentence {
        sentence!("faults.record.set-over", side = winner.to_string())
    }
}
