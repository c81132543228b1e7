//! Records put to the test by the plain rules.

use crate::text::plural;
use std::ops::Range;

use super::read::WrittenSet;
use super::statement::{Beginning, Line, Statement};
use super::{RecordError, RecordFault, SetGame, SetRecord, TogetherError};
use crate::board::Side;
use crate::text::Written;

impl WrittenSet {
    /// Plays the record by the plain rules.
    ///
    /// # Errors
    /// At the first move that isn't legal, or the first statement that isn't so.
    pub fn replay(&self) -> Result<SetRecord, RecordError> {
        let game = self.game()?;
        let tags = self.tags.clone();
        Ok(SetRecord::new(self.preset, tags, &game))
    }

    /// Plays the record by the plain rules, so that the set can go on.
    ///
    /// # Errors
    /// As [`replay`](Self::replay).
    pub fn game(&self) -> Result<SetGame, RecordError> {
        match self.game_up_to_fault() {
            (game, None) => Ok(game),
            (_, Some(fault)) => Err(fault),
        }
    }

    /// Plays the record up to the first move that isn't legal, or the first statement that isn't
    /// so, which is then said.
    #[must_use]
    pub fn game_up_to_fault(&self) -> (SetGame, Option<RecordError>) {
        let mut game = SetGame::new(&self.first);
        let mut lines = self.lines.iter();
        let fault = lines.find_map(|line| line.check(&mut game, &line.says).err());
        (game, fault)
    }
}

impl Line {
    /// Plays or compares what the line says.
    fn check(&self, game: &mut SetGame, says: &Statement) -> Result<(), RecordError> {
        match says {
            Statement::Moves(moves) => {
                for written in moves {
                    game.play(written).map_err(|error| {
                        self.untrue(error.span.clone(), error.to_string(), error.expected)
                    })?;
                }
                Ok(())
            }
            Statement::Start(line) => game.start_together(line).map_err(|error| {
                let mut span = self.span.clone();
                if let TogetherError::Line(error) = &error {
                    let start = span.start;
                    span = start + error.span.start..start + error.span.end;
                }
                self.untrue(span, error.to_string(), TogetherError::EXPECTED)
            }),
            Statement::Round(number, beginning) => self.begin(game, *number, *beginning),
            Statement::Position(position) => {
                let expected = game.position();
                self.same(position == expected, || {
                    format!("the position is {expected}")
                })
            }
            Statement::Result(result) => {
                let position = game.position();
                if !position.is_over() {
                    let message = format!("the round is not over: {} is to move", position.mover());
                    return Err(self.untrue(self.span.clone(), message.clone(), message));
                }
                let expected = Side::BOTH.map(|side| position.owned(side));
                self.same(*result == expected, || {
                    let [a, b] = expected;
                    format!("A owns {a} seed{} and B {b}", plural(&a))
                })
            }
            Statement::Set(standing) => {
                let expected = game.standing();
                let so = match standing {
                    Some(standing) => *standing == expected,
                    None => game.winner().is_none(),
                };
                self.same(so, || format!("the set is {expected}"))
            }
        }
    }

    /// Begins the next round.
    fn begin(
        &self,
        game: &mut SetGame,
        number: usize,
        beginning: Beginning,
    ) -> Result<(), RecordError> {
        let here = |message: String| Err(self.untrue(self.span.clone(), message.clone(), message));
        let under_way = game.rounds().len();
        if !game.position().is_over() {
            let mover = game.position().mover();
            return here(format!("round {under_way} is not over: {mover} is to move"));
        }
        if let Some(winner) = game.winner() {
            return here(format!("the set is over: it is won by {winner}"));
        }
        let expected = under_way + 1;
        self.same(number == expected, || format!("this is round {expected}"))?;
        let opening = game.begin_next_round().expect("the set goes on");
        match beginning {
            Beginning::Unsaid => Ok(()),
            Beginning::By(side) => self.same(side == opening.mover(), || {
                format!("{} starts this round", opening.mover())
            }),
            Beginning::From(game) => self.same(*game.position() == opening, || {
                format!("the round opens with {opening}")
            }),
        }
    }

    fn same(&self, same: bool, expected: impl Fn() -> String) -> Result<(), RecordError> {
        if same {
            return Ok(());
        }
        let found = self.words();
        let is = expected();
        let message = format!("found {found:?}, but {is}");
        Err(self.untrue(self.span.clone(), message, is))
    }

    fn untrue(
        &self,
        span: Range<usize>,
        problem: String,
        expected: impl Into<String>,
    ) -> RecordError {
        let place = Written {
            number: self.number,
            line: &self.text,
        };
        place.error(RecordFault::Statement, span, problem, expected.into())
    }
}
