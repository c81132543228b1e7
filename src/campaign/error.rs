//! Errors of campaigns.

use std::io;
use std::path::Path;

use crate::board::Position;
use crate::files::{fault, refusal};
use crate::search::Bounds;
use crate::text::Diagnostic;

/// Converts a system error about a file or a folder.
pub(super) fn refused(path: &Path) -> impl FnOnce(io::Error) -> Diagnostic {
    |error| fault(path, refusal(&error))
}

/// The error when bounds contradict each other. `by` names the results behind the lower and the
/// upper bound.
pub(super) fn contradiction(position: &Position, bounds: Bounds, by: [&str; 2]) -> Diagnostic {
    let (Bounds { lower, upper }, [by_lower, by_upper]) = (bounds, by);
    Diagnostic::data(format_args!(
        "{position}: its value is at least {lower:+} by {by_lower}, and at most {upper:+} by \
         {by_upper}: one of these results is wrong"
    ))
}
