//! Sets to analyse in a batch.

use std::fmt::Write;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::ask::Analysis;
use crate::board::Position;
use crate::moves::Game;
use crate::sets::{AnalysedTurn, SetGame};

/// A set whose turns are to be analysed.
#[derive(Clone, Debug)]
pub struct PlayedSet {
    game: Arc<SetGame>,
    text: Arc<str>,
}

impl PlayedSet {
    /// Prepares the analysis of a set.
    #[must_use]
    pub fn new(game: SetGame) -> PlayedSet {
        PlayedSet { text: rounds(&game).into(), game: Arc::new(game) }
    }

    /// The set.
    #[must_use]
    pub fn game(&self) -> &SetGame {
        &self.game
    }

    /// The openings and moves of the set. Two records of one set have the same text, whatever their
    /// tags and their layout.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The first position of the set.
    pub(super) fn first(&self) -> Game {
        let first = Game::new(self.game.rules(), &self.game.rounds()[0].opening);
        first.expect("a set begins with a position of its rules")
    }
}

/// Formats the rounds in one line: the opening, the joint start if there is one, and the moves.
fn rounds(game: &SetGame) -> String {
    let mut text = String::new();
    for round in game.rounds() {
        let separator = if text.is_empty() { "" } else { "; " };
        let write = |text: &mut String| {
            write!(text, "{separator}{}:", round.opening)?;
            if let Some(start) = &round.start {
                write!(text, " ({start})")?;
            }
            round.turns.iter().flatten().try_for_each(|played| write!(text, " {played}"))
        };
        write(&mut text).expect("a string takes text");
    }
    text
}

/// The turns of a set and their costs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnalysedSet {
    /// The first position of the set.
    pub position: Position,
    /// The turns in order of play.
    pub turns: Vec<AnalysedTurn>,
}

impl AnalysedSet {
    /// Returns the turns as a finished analysis.
    #[must_use]
    pub fn analysis(&self) -> Analysis {
        Analysis { turns: self.turns.clone(), stopped: None }
    }

    /// Counts the turns with a proven cost.
    pub(super) fn proven(&self) -> usize {
        let proven =
            |turn: &&AnalysedTurn| turn.before.value.is_exact() && turn.after.value.is_exact();
        self.turns.iter().filter(proven).count()
    }
}
