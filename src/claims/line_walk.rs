//! A line as it is played, and whether what is said of it is so.

use super::stated::Says;
use crate::board::{Cell, Position};
use crate::moves::{MoveTrace, Seen, WrittenMove};
use crate::rules::{PartialRules, next_in_words};
use crate::text::joined;

/// A line on its way, by rules whose options are looked up when they matter.
pub(crate) struct Walk<'a, R> {
    pub rules: &'a R,
    pub position: Position,
    /// The last move, if there was one.
    pub last: Option<MoveTrace>,
    /// The laps of the whole line.
    laps: i64,
    seen: Seen,
}

/// The outcome for a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    So,
    NotSo,
    /// It is not so, and the line can't go on.
    Stuck,
}

impl From<bool> for Heard {
    fn from(so: bool) -> Heard {
        if so { Heard::So } else { Heard::NotSo }
    }
}

impl<'a, R: PartialRules> Walk<'a, R> {
    pub fn new(rules: &'a R, position: Position) -> Walk<'a, R> {
        Walk { rules, position, last: None, laps: 0, seen: Seen::from(&position) }
    }

    /// Begins another round, or goes on with it alone after both began it.
    pub fn begin(&mut self, position: Position) {
        self.position = position;
        self.seen = Seen::from(&position);
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

    /// Tells whether a statement is so; a move of it is played.
    pub fn heard(&mut self, says: &Says) -> Heard {
        match says {
            Says::Played(written) if self.play(written) => Heard::So,
            Says::Played(_) => Heard::Stuck,
            // A move that is played though it should be refused leads elsewhere.
            Says::Illegal(written) if self.play(written) => Heard::Stuck,
            Says::Illegal(_) => Heard::So,
            // A text of a position may be written in more than one way.
            Says::Position(_, position) => (*position == self.position).into(),
            says => (says.in_words().1 == self.found(says)).into(),
        }
    }

    /// Returns what is so in place of a statement, in the form in which it is said.
    pub fn found(&self, says: &Says) -> String {
        let last = || self.last.as_ref().expect("a move was played");
        match says {
            Says::Position(..) => self.position.to_string(),
            Says::Legal(_) => {
                let mover = self.position.mover();
                joined(self.position.legal().map(|hole| Cell::Hole(mover, hole)), " ")
            }
            Says::Played(_) => "illegal".to_owned(),
            Says::Illegal(_) => "legal".to_owned(),
            Says::Lands(_) => joined(last().laps.iter().map(|lap| lap.last), " "),
            Says::Outcome(_) => last().outcome.to_string(),
            Says::Gain(_) => last().gain.to_string(),
            Says::Captured(_) => last().captured.to_string(),
            Says::Laps(_) => self.laps.to_string(),
            Says::NextRound(_) => next_in_words(self.rules, &self.position),
        }
    }
}
