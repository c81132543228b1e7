//! Playing a line and checking statements about it.

use super::stated::Statement;
use crate::board::{Cell, Hole, Position};
use crate::moves::{MoveTrace, Seen, WrittenMove};
use crate::rules::{PartialRules, next_in_words};
use crate::text::joined;

/// A line being played, under rules whose options are looked up when they matter.
pub(crate) struct Walk<'a, R> {
    pub rules: &'a R,
    pub position: Position,
    /// The last move, if any.
    pub last: Option<MoveTrace>,
    /// The laps of the whole line.
    laps: i64,
    seen: Seen,
}

/// The result of checking a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StatementCheck {
    Holds,
    Fails,
    /// The statement fails, and the line can't continue.
    Stuck,
}

impl From<bool> for StatementCheck {
    fn from(holds: bool) -> StatementCheck {
        if holds { StatementCheck::Holds } else { StatementCheck::Fails }
    }
}

impl<'a, R: PartialRules> Walk<'a, R> {
    pub fn new(rules: &'a R, position: Position) -> Walk<'a, R> {
        Walk { rules, position, last: None, laps: 0, seen: Seen::from(rules, &position) }
    }

    /// Starts another round, or continues alone after a joint start.
    pub fn begin(&mut self, position: Position) {
        self.position = position;
        self.seen = Seen::from(self.rules, &position);
    }

    /// Plays a move, if it is legal.
    fn play(&mut self, written: &WrittenMove) -> bool {
        let Some(played) = self.seen.play(self.rules, &self.position, written) else {
            return false;
        };
        self.position = played.after;
        self.laps += i64::try_from(played.laps.len()).expect("a move has few laps");
        self.last = Some(played);
        true
    }

    /// Checks a statement. If it is a move, plays it.
    pub fn check(&mut self, statement: &Statement) -> StatementCheck {
        match statement {
            Statement::Played(written) if self.play(written) => StatementCheck::Holds,
            Statement::Played(_) => StatementCheck::Stuck,
            // An illegal move that can be played leads to another position, so the line is stuck.
            Statement::Illegal(written) if self.play(written) => StatementCheck::Stuck,
            Statement::Illegal(_) => StatementCheck::Holds,
            // A position can be written in several ways.
            Statement::Position(_, position) => (*position == self.position).into(),
            statement => (statement.in_words().1 == self.found(statement)).into(),
        }
    }

    /// Returns what holds instead of a statement, in the same form.
    pub fn found(&self, statement: &Statement) -> String {
        let last = || self.last.as_ref().expect("a move was played");
        match statement {
            Statement::Position(..) => self.position.to_string(),
            Statement::Legal(_) => {
                let mover = self.position.mover();
                let first = |hole: &Hole| self.seen.first.is_none_or(|first| first == *hole);
                let legal = self.position.legal().filter(first);
                joined(legal.map(|hole| Cell::Hole(mover, hole)), " ")
            }
            Statement::Played(_) => "illegal".to_owned(),
            Statement::Illegal(_) => "legal".to_owned(),
            Statement::Lands(_) => joined(last().laps.iter().map(|lap| lap.last), " "),
            Statement::Outcome(_) => last().outcome.to_string(),
            Statement::Gain(_) => last().gain.to_string(),
            Statement::Captured(_) => last().captured.to_string(),
            Statement::Laps(_) => self.laps.to_string(),
            Statement::NextRound(_) => next_in_words(self.rules, &self.position),
        }
    }
}
