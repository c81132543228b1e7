//! Replaying what a search found by the plain rules, before anybody is shown it.

use thiserror::Error;

use crate::board::Position;
use crate::moves::{IllegalMove, Move, Round, WrittenMove};
use crate::rules::Rules;
use crate::search::Evaluation;

/// A search result that the plain rules do not confirm: a fault of this program.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotReplayed {
    /// A move of the principal line is not legal.
    #[error("the principal line cannot be played: {0}")]
    Illegal(#[from] IllegalMove),
    /// The line ends the round with another result than the value that is called exact.
    #[error("the principal line ends with {found:+}, not with the exact value {expected:+}")]
    Value {
        /// The value of the search.
        expected: i32,
        /// The result of the line.
        found: i32,
    },
}

/// Plays a line by the plain rules; the position after it.
///
/// # Errors
/// If a move isn't legal.
pub fn replay_line(
    rules: &Rules,
    position: &Position,
    line: &[Move],
) -> Result<Position, IllegalMove> {
    let mut round = Round::new(rules, *position);
    for played in line {
        let side = Some(played.side);
        round.play_written(&WrittenMove {
            side,
            hole: played.hole,
            span: 0..0,
        })?;
    }
    Ok(*round.position())
}

/// Plays the principal line of an evaluation by the plain rules; the position after it.
///
/// # Errors
/// If a move isn't legal, or an exact value isn't what the complete line brings.
pub fn replay(
    rules: &Rules,
    position: &Position,
    evaluation: &Evaluation,
) -> Result<Position, NotReplayed> {
    let end = replay_line(rules, position, &evaluation.line)?;
    let (expected, found) = (evaluation.value.seeds(), end.standing());
    if evaluation.value.is_exact() && end.is_over() && expected != found {
        return Err(NotReplayed::Value { expected, found });
    }
    Ok(end)
}
