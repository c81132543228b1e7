//! The error of a player.

use std::error::Error;

use thiserror::Error;

use crate::board::Position;
use crate::control::ResourceError;
use crate::text::Diagnostic;

/// An error of a player, which ends a match: the player's own error, or a choice that can't be
/// played.
#[derive(Debug, Error)]
#[error("the {} player, in {position}: {fault}", if *player == 0 { "first" } else { "second" })]
#[non_exhaustive]
pub struct MatchError {
    /// The player: 0 for the first, 1 for the second.
    pub player: usize,
    /// The position in which the player was to move.
    pub position: Box<Position>,
    /// The player's error, or the problem with the choice and the legal moves.
    pub fault: Box<dyn Error + Send + Sync>,
}

impl From<MatchError> for Diagnostic {
    /// A shortage of resources keeps its own kind. It is the only way in which a policy fails.
    fn from(error: MatchError) -> Diagnostic {
        match error.fault.downcast::<ResourceError>() {
            Ok(shortage) => Diagnostic::from(*shortage),
            Err(fault) => Diagnostic::fault(error.position, fault),
        }
    }
}
