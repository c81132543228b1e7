//! Errors of missing resources.

use thiserror::Error;

use crate::text::Diagnostic;

/// A resource that the machine refused or lost. The input is not at fault, and nothing was lost.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ResourceError {
    /// A thread could not be started.
    #[error("can't start a thread with {} MiB of stack: {reason}", stack >> 20)]
    Thread {
        /// The requested stack, in bytes.
        stack: usize,
        /// The system's reason.
        reason: String,
    },
    /// Memory could not be allocated.
    #[error("can't allocate {mebibytes} MiB of memory: {reason}; expected at least that much")]
    Memory {
        /// The requested amount.
        mebibytes: usize,
        /// The system's reason.
        reason: String,
    },
    /// An endgame table contradicts itself.
    #[error("an endgame table is damaged: its values contradict each other; build it again")]
    Damaged,
}

impl ResourceError {
    /// Creates the error of a thread that could not be started.
    pub(super) fn thread(stack: usize, reason: impl ToString) -> ResourceError {
        let reason = reason.to_string();
        ResourceError::Thread { stack, reason }
    }

    /// Creates the error of memory that could not be allocated.
    #[doc(hidden)]
    pub fn memory(mebibytes: usize, reason: impl ToString) -> ResourceError {
        let reason = reason.to_string();
        ResourceError::Memory { mebibytes, reason }
    }
}

impl From<ResourceError> for Diagnostic {
    fn from(shortage: ResourceError) -> Diagnostic {
        Diagnostic::data(shortage)
    }
}
