//! The end of work as others are told of it.

use super::{ResourceError, StopReason};
use crate::text::{Diagnostic, ErrorKind};

impl StopReason {
    /// Tells whether somebody wanted the end, and it is no limit.
    #[must_use]
    pub const fn is_cancel(self) -> bool {
        matches!(self, StopReason::Interrupted | StopReason::Cancelled)
    }

    /// The error of work for which a limit is too low, or that was cancelled.
    #[doc(hidden)]
    #[must_use]
    pub fn error(self, message: impl std::fmt::Display) -> Diagnostic {
        let error = Diagnostic::new(ErrorKind::Stopped, message.to_string());
        Diagnostic { cancelled: self.is_cancel(), ..error }
    }
}

impl From<ResourceError> for Diagnostic {
    fn from(shortage: ResourceError) -> Diagnostic {
        Diagnostic::data(shortage)
    }
}

/// Tells what ended a search early, in words behind its effort.
#[doc(hidden)]
#[must_use]
pub fn stopped_by(stopped: Option<StopReason>) -> String {
    stopped.map_or(String::new(), |limit| format!("; stopped by: {limit}"))
}
