//! Lines of moves: a round followed from a position on.

use std::collections::HashSet;

use super::illegal_move::illegal;
use super::notation::WrittenMove;
use super::plain::trace_by;
use super::{Game, MoveTrace, Outcome};
use crate::board::{Cells, Hole, Mark, Position, Side, Wide};
use crate::rules::{PartialRules, StorePlace};
use crate::text::Diagnostic;

/// A round under way, by the plain rules.
///
/// It remembers the positions where they can recur (`store = far`): there the round is over as
/// soon as holes, mover and mark are those of an earlier position, each player keeping his row.
#[derive(Clone, Debug)]
pub struct Round {
    game: Game,
    seen: Seen,
    moves: usize,
}

/// The positions of a round so far: holes, mover, mark.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen(HashSet<(Wide, Side, Mark)>);

impl Seen {
    /// A round that begins with a position.
    pub fn from(position: &Position) -> Seen {
        let mut seen = Seen::default();
        seen.recurs(position);
        seen
    }

    /// Plays a move by the plain rules, if it is the mover's and the hole can be lifted. Only
    /// `store = far` lets positions recur, and only then it is looked up.
    pub fn play(
        &mut self,
        rules: &impl PartialRules,
        before: &Position,
        written: &WrittenMove,
    ) -> Option<MoveTrace> {
        let side = before.mover();
        if written.side.is_some_and(|written| written != side) {
            return None;
        }
        let mut played = trace_by(rules, before, written.hole)?;
        let over = played.outcome == Outcome::Over;
        if !over && self.recurs(&played.after) && rules.store() == StorePlace::Far {
            let (field, cells) = (played.after.field(), played.after.cells());
            played.after = Position::from_parts(field, cells, side, Mark::Over);
            played.outcome = Outcome::Over;
            played.passes = false;
            played.recurs = true;
        }
        Some(played)
    }

    /// Remembers a position; whether it was there before.
    fn recurs(&mut self, position: &Position) -> bool {
        let field = position.field();
        let holes = Wide::mask(field.row(Side::A) | field.row(Side::B));
        let cells = position.cells().and(holes);
        !self.0.insert((cells, position.mover(), position.mark()))
    }
}

impl Round {
    /// A round from a position on; nothing is known of what came before.
    #[must_use]
    pub fn new(game: &Game) -> Round {
        Round { game: *game, seen: Seen::from(game.position()), moves: 0 }
    }

    /// The position now.
    #[must_use]
    pub const fn position(&self) -> &Position {
        self.game.position()
    }

    /// The rules, and the position now.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Plays a hole of the mover.
    ///
    /// # Errors
    /// If the hole can't be lifted; the message names the ones that can.
    pub fn play(&mut self, hole: Hole) -> Result<MoveTrace, Diagnostic> {
        let written = WrittenMove { side: None, hole, span: 0..0 };
        self.play_written(&written)
    }

    /// Plays a move as it was written in a line.
    ///
    /// # Errors
    /// If it is another player's, or the hole can't be lifted; the message names the legal moves.
    pub fn play_written(&mut self, written: &WrittenMove) -> Result<MoveTrace, Diagnostic> {
        self.moves += 1;
        let (rules, before) = (self.game.rules(), self.game.position());
        let played = self.seen.play(rules, before, written);
        let played = played.ok_or_else(|| illegal(before, written, self.moves))?;
        self.game = self.game.at(played.after);
        Ok(played)
    }
}
