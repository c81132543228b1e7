//! Lines of moves: a round followed from a position on.

use std::collections::HashSet;
use std::ops::Range;

use thiserror::Error;

use super::notation::WrittenMove;
use super::{MoveTrace, Outcome, trace};
use crate::board::{Cell, Cells, Hole, Mark, Position, Side, Wide};
use crate::rules::{Rules, StorePlace};

/// A move that can't be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("move {number}, {played}: {problem}")]
pub struct IllegalMove {
    /// Its number in the line, from 1.
    pub number: usize,
    /// The move.
    pub played: String,
    /// The fault, and the legal moves.
    pub problem: String,
    /// Its place, in bytes of the line.
    pub span: Range<usize>,
}

/// A round under way, by the plain rules.
///
/// It remembers the positions where they can recur (`store = far`): there the round is over as
/// soon as holes, mover and mark are those of an earlier position, each player keeping his row.
#[derive(Clone, Debug)]
pub struct Round<'a> {
    rules: &'a Rules,
    position: Position,
    seen: HashSet<(Wide, Side, Mark)>,
    moves: usize,
}

impl<'a> Round<'a> {
    /// A round from a position on; nothing is known of what came before.
    #[must_use]
    pub fn new(rules: &'a Rules, position: Position) -> Round<'a> {
        let mut round = Round {
            rules,
            position,
            seen: HashSet::new(),
            moves: 0,
        };
        round.recurs();
        round
    }

    /// The position now.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Plays a hole of the mover.
    ///
    /// # Errors
    /// If the hole can't be lifted; the message names the ones that can.
    pub fn play(&mut self, hole: Hole) -> Result<MoveTrace, IllegalMove> {
        let written = WrittenMove {
            side: None,
            hole,
            span: 0..0,
        };
        self.play_written(&written)
    }

    /// Plays a move as it was written in a line.
    ///
    /// # Errors
    /// If it is another player's, or the hole can't be lifted; the message names the legal moves.
    pub fn play_written(&mut self, written: &WrittenMove) -> Result<MoveTrace, IllegalMove> {
        self.moves += 1;
        let side = self.position.mover();
        if let Some(problem) = self.problem(written) {
            return Err(IllegalMove {
                number: self.moves,
                played: format!("{}{}", written.side.unwrap_or(side), written.hole),
                problem,
                span: written.span.clone(),
            });
        }
        let mut move_trace = trace(self.rules, &self.position, written.hole);
        self.position = move_trace.after;
        if move_trace.outcome != Outcome::Over && self.recurs() {
            let cells = self.position.cells();
            self.position = Position::from_parts(self.position.field(), cells, side, Mark::Over);
            move_trace.outcome = Outcome::Over;
            move_trace.passes = false;
            move_trace.recurs = true;
            move_trace.after = self.position;
        }
        Ok(move_trace)
    }

    /// Remembers the position; whether it was there before.
    fn recurs(&mut self) -> bool {
        if self.rules.store == StorePlace::Near {
            return false;
        }
        let field = self.position.field();
        let holes = Wide::mask(field.row(Side::A) | field.row(Side::B));
        let cells = self.position.cells().and(holes);
        !self
            .seen
            .insert((cells, self.position.mover(), self.position.mark()))
    }

    fn problem(&self, written: &WrittenMove) -> Option<String> {
        let position = &self.position;
        let mover = position.mover();
        if position.is_over() {
            return Some("the round is over: there are no legal moves".to_owned());
        }
        let legal: Vec<String> = position
            .legal()
            .map(|hole| Cell::Hole(mover, hole).to_string())
            .collect();
        let problem = if written.side.is_some_and(|side| side != mover) {
            format!("{mover} is to move")
        } else if written.hole.index() >= position.shape().holes() {
            format!("a row has {} holes", position.shape().holes())
        } else if !position.legal().any(|hole| hole == written.hole) {
            "the hole is not open or holds no seeds".to_owned()
        } else {
            return None;
        };
        Some(format!("{problem}; legal: {}", legal.join(" ")))
    }
}
