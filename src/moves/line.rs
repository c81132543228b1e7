//! Rounds in progress, played move by move from a position.

use std::collections::HashSet;

use super::illegal_move::illegal;
use super::notation::WrittenMove;
use super::plain::trace_by;
use super::{Game, MoveTrace, Outcome};
use crate::board::{Cells, Hole, Mark, Position, Side, Wide};
use crate::rules::{PartialRules, StorePlace, first_hole};
use crate::text::Diagnostic;

/// A round in progress, played by the plain rules.
///
/// With `store = far` positions can recur. The round is then over as soon as holes, mover and mark
/// are those of an earlier position, and each player keeps the seeds in his row.
#[derive(Clone, Debug)]
pub struct Round {
    game: Game,
    seen: Seen,
    moves: usize,
}

/// The positions of a round so far.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    /// Holes, mover, mark.
    met: HashSet<(Wide, Side, Mark)>,
    /// The hole that must be played first, until it is.
    pub first: Option<Hole>,
}

impl Seen {
    /// Creates the record of a round that starts from a position.
    pub fn from(rules: &impl PartialRules, position: &Position) -> Seen {
        let mut seen = Seen { met: HashSet::new(), first: first_hole(rules, position) };
        seen.recurs(position);
        seen
    }

    /// Plays a move by the plain rules; `None` if it is the other player's move or the hole can't
    /// be lifted. Looks up `store` only if the position recurs.
    pub fn play(
        &mut self,
        rules: &impl PartialRules,
        before: &Position,
        written: &WrittenMove,
    ) -> Option<MoveTrace> {
        let side = before.mover();
        if self.first.is_some_and(|first| first != written.hole) {
            return None;
        }
        let mut played = trace_by(rules, before, written)?;
        self.first = None;
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

    /// Records a position and returns whether it has occurred before.
    fn recurs(&mut self, position: &Position) -> bool {
        let field = position.field();
        let holes = Wide::mask(field.row(Side::A) | field.row(Side::B));
        let cells = position.cells().and(holes);
        !self.met.insert((cells, position.mover(), position.mark()))
    }
}

impl Round {
    /// Creates a round that starts from a position, with no earlier positions.
    #[must_use]
    pub fn new(game: &Game) -> Round {
        Round { game: *game, seen: Seen::from(game.rules(), game.position()), moves: 0 }
    }

    /// The current position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        self.game.position()
    }

    /// The rules and the current position.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Plays a move, or a hole of the mover.
    ///
    /// # Errors
    /// If the hole can't be lifted. The message lists the legal moves.
    pub fn play(&mut self, played: impl Into<WrittenMove>) -> Result<MoveTrace, Diagnostic> {
        self.play_written(&played.into())
    }

    /// Plays a move as it was written in a line.
    ///
    /// # Errors
    /// If it is the other player's move, or the hole can't be lifted. The message lists the legal
    /// moves.
    pub fn play_written(&mut self, written: &WrittenMove) -> Result<MoveTrace, Diagnostic> {
        self.moves += 1;
        let (rules, before) = (self.game.rules(), self.game.position());
        let played = self.seen.play(rules, before, written);
        let played = played.ok_or_else(|| illegal(rules, before, written, self.moves))?;
        self.game = self.game.at(played.after);
        Ok(played)
    }
}
