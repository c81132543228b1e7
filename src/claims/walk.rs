//! A line as it is played, and whether what is said of it is so.

use super::stated::Says;
use crate::board::{Cell, Position};
use crate::moves::{MoveTrace, Seen, WrittenMove};
use crate::rules::{Rulebook, next_in_words};

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

/// What became of a statement.
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

/// A statement beside what was found, both in one form.
pub(crate) struct Compared {
    /// The field of the claim.
    pub what: &'static str,
    /// What is claimed.
    pub stated: String,
    /// What was found.
    pub found: String,
}

impl<'a, R: Rulebook> Walk<'a, R> {
    pub fn new(rules: &'a R, position: Position) -> Walk<'a, R> {
        Walk {
            rules,
            position,
            last: None,
            laps: 0,
            seen: Seen::from(&position),
        }
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

    /// Whether a statement is so; a move of it is played.
    pub fn heard(&mut self, says: &Says) -> Heard {
        match says {
            Says::Played(written) if self.play(written) => Heard::So,
            Says::Played(_) => Heard::Stuck,
            // A move that is played though it should be refused leads elsewhere.
            Says::Illegal(written) if self.play(written) => Heard::Stuck,
            Says::Illegal(_) => Heard::So,
            Says::Position(_, position) => (*position == self.position).into(),
            says => {
                let Compared { stated, found, .. } = self.compared(says);
                (stated == found).into()
            }
        }
    }

    /// A statement, other than that a move can be played or not, beside what was found.
    pub fn compared(&self, says: &Says) -> Compared {
        let last = || self.last.as_ref().expect("a move was played");
        let compared = |what, stated: &dyn ToString, found: String| Compared {
            what,
            stated: stated.to_string(),
            found,
        };
        match says {
            // Through a position: a text may be written in more than one way.
            Says::Position(what, position) => compared(what, position, self.position.to_string()),
            Says::Legal(cells) => {
                let mover = self.position.mover();
                let legal = self.position.legal().map(|hole| Cell::Hole(mover, hole));
                compared("legal", cells, joined(legal))
            }
            Says::Lands(cells) => {
                let lands = last().laps.iter().map(|lap| lap.last);
                compared("lands", cells, joined(lands))
            }
            Says::Outcome(outcome) => {
                compared("outcome", &outcome.name(), last().outcome.name().to_owned())
            }
            Says::Gain(seeds) => compared("gain", seeds, last().gain.to_string()),
            Says::Captured(seeds) => compared("captured", seeds, last().captured.to_string()),
            Says::Laps(laps) => compared("laps", laps, self.laps.to_string()),
            Says::NextRound(next) => {
                let found = next_in_words(self.rules, &self.position);
                compared("next_round", next, found)
            }
            Says::Played(_) | Says::Illegal(_) => unreachable!("whoever plays says what is legal"),
        }
    }
}

/// Names of cells, with one blank between two.
fn joined(cells: impl Iterator<Item = Cell>) -> String {
    cells
        .map(|cell| cell.to_string())
        .collect::<Vec<_>>()
        .join(" ")
}
