//! Records of sets as they were written, and what they say put to the test.
//!
//! A record is lines: `key: value`, or moves. What it says of positions, results and the winner
//! is optional; where it says something, that must be so.

use std::ops::Range;

use thiserror::Error;

use super::read::Reader;
use super::{SetGame, SetRecord, Tag, TogetherError};
use crate::board::{Position, Side};
use crate::moves::WrittenMove;
use crate::rules::Rules;

/// What is wrong with a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordFault {
    /// Its form: nothing of the set can be said.
    Form,
    /// What it says is not so: an illegal move, another position, another result.
    Statement,
}

/// A record that can't be read, or isn't true: where, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// What was found and what was expected.
    pub problem: String,
    /// Which kind of mistake it is.
    pub fault: RecordFault,
    /// The line as it was written.
    pub text: String,
    /// The offending part, in bytes of that line.
    pub span: Range<usize>,
}

/// A record as it was written: it has the form of one, but nobody has played its moves.
#[derive(Clone, Debug)]
pub struct WrittenSet {
    pub(super) preset: &'static str,
    pub(super) rules: Rules,
    pub(super) tags: Vec<Tag>,
    pub(super) lines: Vec<Line>,
}

/// A line that says something of the play.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) number: usize,
    pub(super) text: String,
    /// The part that a message is about, unless it is a move.
    pub(super) span: Range<usize>,
    pub(super) says: Statement,
}

#[derive(Clone, Debug)]
pub(super) enum Statement {
    /// A round begins: its number, and how.
    Round(usize, Beginning),
    /// Both begin together: the joint turn.
    Start(String),
    /// Moves.
    Moves(Vec<WrittenMove>),
    /// The position.
    Position(Position),
    /// What A and B own at the end of the round.
    Result([u32; 2]),
    /// The winner of the set, or that it is unfinished.
    End(Option<Side>),
}

/// How a round is said to begin.
#[derive(Clone, Copy, Debug)]
pub(super) enum Beginning {
    Unsaid,
    /// With the full opening, by this player.
    By(Side),
    From(Position),
}

impl WrittenSet {
    /// Reads the text of a record.
    ///
    /// # Errors
    /// With line and column of the first line that has not the form of a record.
    ///
    /// # Examples
    /// ```
    /// use chongkak::sets::WrittenSet;
    /// // A2 ends in the store; A1 ends in A2 and takes the seed of B1.
    /// let text = "rules: kalah\nholes: 2\nseeds: 1\nround 1: A\nA2 A1\n";
    /// let record = WrittenSet::read(text).unwrap().replay().unwrap();
    /// assert_eq!(record.rounds[0].after.to_string(), "0,0/3 0,1/0 A over");
    /// ```
    pub fn read(text: &str) -> Result<WrittenSet, RecordError> {
        let mut reader = Reader::default();
        let text = text.trim_start_matches('\u{feff}');
        let mut last = (1, "");
        for (number, line) in (1..).zip(text.lines()) {
            reader.read(Place { number, line })?;
            last = (number, line);
        }
        let end = Place {
            number: last.0,
            line: last.1,
        };
        reader.finish(end)
    }

    /// Plays the record by the plain rules.
    ///
    /// # Errors
    /// At the first move that isn't legal, or the first statement that isn't so.
    pub fn replay(&self) -> Result<SetRecord, RecordError> {
        let game = self.game()?;
        let tags = self.tags.clone();
        Ok(SetRecord::new(self.preset, &self.rules, tags, &game))
    }

    /// Plays the record by the plain rules, so that the set can go on.
    ///
    /// # Errors
    /// As [`replay`](Self::replay).
    ///
    /// # Panics
    /// Never: a record that was read has a round.
    pub fn game(&self) -> Result<SetGame<'_>, RecordError> {
        let mut game: Option<SetGame<'_>> = None;
        for line in &self.lines {
            match (&mut game, &line.says) {
                (None, Statement::Round(_, beginning)) => {
                    let opening = match beginning {
                        Beginning::Unsaid => self.rules.opening(Side::A),
                        Beginning::By(side) => self.rules.opening(*side),
                        Beginning::From(position) => *position,
                    };
                    game = Some(SetGame::new(&self.rules, opening));
                }
                (Some(game), says) => line.check(game, says)?,
                (None, _) => unreachable!("the reader wants a round first"),
            }
        }
        Ok(game.expect("the reader wants a round"))
    }

    /// The name of the rule set.
    #[must_use]
    pub const fn preset(&self) -> &'static str {
        self.preset
    }

    /// The remarks at its head.
    #[must_use]
    pub fn tags(&self) -> &[Tag] {
        &self.tags
    }

    /// The rules of the set.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }
}

impl Line {
    /// Plays or compares what the line says.
    fn check(&self, game: &mut SetGame<'_>, says: &Statement) -> Result<(), RecordError> {
        match says {
            Statement::Moves(moves) => {
                for written in moves {
                    game.play(written)
                        .map_err(|error| self.untrue(error.span.clone(), error.to_string()))?;
                }
                Ok(())
            }
            Statement::Start(line) => game.start_together(line).map_err(|error| {
                let mut span = self.span.clone();
                if let TogetherError::Line(error) = &error {
                    let start = span.start;
                    span = start + error.span.start..start + error.span.end;
                }
                self.untrue(span, error.to_string())
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
                    return Err(self.untrue(self.span.clone(), message));
                }
                let expected = Side::BOTH.map(|side| position.owned(side));
                self.same(*result == expected, || {
                    let [a, b] = expected;
                    format!("A owns {a} seeds and B {b}")
                })
            }
            Statement::End(winner) => {
                let expected = game.winner();
                self.same(*winner == expected, || match expected {
                    Some(winner) => format!("the set is won by {winner}"),
                    None => "the set is unfinished".to_owned(),
                })
            }
        }
    }

    /// Begins the next round.
    fn begin(
        &self,
        game: &mut SetGame<'_>,
        number: usize,
        beginning: Beginning,
    ) -> Result<(), RecordError> {
        let here = |message| Err(self.untrue(self.span.clone(), message));
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
            Beginning::From(position) => self.same(position == opening, || {
                format!("the round opens with {opening}")
            }),
        }
    }

    fn same(&self, same: bool, expected: impl Fn() -> String) -> Result<(), RecordError> {
        if same {
            return Ok(());
        }
        let found = &self.text[self.span.clone()];
        let message = format!("found {found:?}, but {}", expected());
        Err(self.untrue(self.span.clone(), message))
    }

    fn untrue(&self, span: Range<usize>, problem: String) -> RecordError {
        let place = Place {
            number: self.number,
            line: &self.text,
        };
        place.error(RecordFault::Statement, span, problem)
    }
}

/// A line of the text.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) number: usize,
    pub(super) line: &'a str,
}

impl Place<'_> {
    fn error(self, fault: RecordFault, span: Range<usize>, problem: String) -> RecordError {
        RecordError {
            line: self.number,
            column: self.line[..span.start].chars().count() + 1,
            problem,
            fault,
            text: self.line.to_owned(),
            span,
        }
    }

    pub(super) fn malformed(self, span: Range<usize>, problem: impl Into<String>) -> RecordError {
        self.error(RecordFault::Form, span, problem.into())
    }

    /// Where a part of the line is.
    pub(super) fn span(self, part: &str) -> Range<usize> {
        let start = part.as_ptr().addr() - self.line.as_ptr().addr();
        start..start + part.len()
    }
}
