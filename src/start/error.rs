//! The reasons why a joint start has no bounds.

use crate::control::ResourceError;
use crate::control::StopReason;
use crate::search::SolveError;
use crate::text::Diagnostic;
use thiserror::Error;

/// The reason why there are no bounds.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum JointError {
    /// A limit was reached first.
    #[error("stopped by {} before there was a tree for every pair of first choices", .0.name())]
    Stopped(StopReason),
    /// The solver can't work.
    #[error(transparent)]
    Solver(#[from] SolveError),
    /// The machine doesn't give what an evaluation needs.
    #[error(transparent)]
    ResourceError(#[from] ResourceError),
}

impl From<JointError> for Diagnostic {
    fn from(error: JointError) -> Diagnostic {
        match error {
            JointError::Stopped(reason) => reason.error(error),
            JointError::Solver(error) => error.into(),
            JointError::ResourceError(shortage) => shortage.into(),
        }
    }
}
