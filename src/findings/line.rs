//! A line of moves, told move by move.

use std::fmt::Write;

use serde::Serialize;

use crate::board::{Position, Side};
use crate::language::Language;
use crate::moves::{Game, MoveTrace};

use super::played::{PlayedInLine, laps_told};
use super::{Provenance, Record};
use crate::show::{picture, words};
use crate::text::style::MOVE;

/// A line that `chongkak play` plays.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemas", schemars(transform = Provenance::limits_never))]
pub struct PlayRecord {
    /// The position where it begins.
    position: Position,
    /// The player to move there.
    mover: Side,
    /// Its moves.
    line: Vec<PlayedInLine>,
    /// The position where it ends.
    after: Position,
    #[serde(flatten)]
    terms: Provenance,
    #[serde(skip)]
    pub traces: Vec<MoveTrace>,
    #[serde(skip)]
    explain: bool,
}

impl PlayRecord {
    /// The record of a line from a position, with every lap if it is to be explained.
    pub fn new(
        game: &Game,
        traces: Vec<MoveTrace>,
        explain: bool,
        terms: Provenance,
    ) -> PlayRecord {
        let position = *game.position();
        PlayRecord {
            position,
            mover: position.mover(),
            line: (traces.iter()).map(|trace| PlayedInLine::new(trace, explain)).collect(),
            after: traces.last().map_or(position, |last| last.after),
            terms,
            traces,
            explain,
        }
    }

    /// The same with the laps of each move, and what ended them.
    pub fn told_by_laps(mut self) -> PlayRecord {
        for (played, trace) in self.line.iter_mut().zip(&self.traces) {
            played.laps_told = Some(laps_told(trace));
        }
        self
    }
}

impl Record for PlayRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        let english = Language::english();
        text.push_str(&self.terms.heading(&self.position));
        for (number, trace) in (1..).zip(&self.traces) {
            let played = trace.played;
            let told = words::told(trace, self.explain, english);
            writeln!(text, "{number:>3}. {MOVE}{played}{MOVE:#}  {told}")?;
            if self.explain {
                write!(text, "\n{}", self.terms.drawing(&trace.after))?;
            }
        }
        let after = self.after;
        if !self.explain && !self.traces.is_empty() {
            write!(text, "\n{}", self.terms.drawing(&after))?;
        }
        writeln!(text, "{}\n{after}", picture::caption(&after, english))
    }
}
