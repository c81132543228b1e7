//! What the machine does not give.

use thiserror::Error;

use crate::text::Diagnostic;

/// Something that the machine does not give, or has not kept. It is no fault of the input, and
/// nothing was lost.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ResourceError {
    /// No thread can be started.
    #[error("no thread can be started, with {} MiB of stack: {reason}", stack >> 20)]
    Thread {
        /// The stack that it reserves, in bytes.
        stack: usize,
        /// The reason that the system gives.
        reason: String,
    },
    /// Memory can't be had.
    #[error("{mebibytes} MiB of memory can't be had: {reason}; expected at least as much")]
    Memory {
        /// The amount that was asked for.
        mebibytes: usize,
        /// The reason that the system gives.
        reason: String,
    },
    /// An endgame table has wrong values: no game can have them all.
    #[error("an endgame table is damaged: its values contradict each other; build it again")]
    Damaged,
}

impl ResourceError {
    /// No thread can be started.
    pub(super) fn thread(stack: usize, reason: impl ToString) -> ResourceError {
        let reason = reason.to_string();
        ResourceError::Thread { stack, reason }
    }

    /// So much memory can't be had.
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
