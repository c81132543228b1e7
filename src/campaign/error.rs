//! The reasons why a campaign can't be read, or goes no further.

use std::io;
use std::path::Path;

use crate::board::Position;
use crate::files::{fault, refusal};
use crate::search::Bounds;
use crate::text::Diagnostic;

/// The system refuses a file or a folder.
pub(super) fn refused(path: &Path) -> impl FnOnce(io::Error) -> Diagnostic {
    |error| fault(path, refusal(&error))
}

/// Two results can't both be true, with what follows from others: where those stand that the lower
/// and the upper bound rest on.
pub(super) fn contradiction(position: &Position, bounds: Bounds, by: [&str; 2]) -> Diagnostic {
    let (Bounds { lower, upper }, [by_lower, by_upper]) = (bounds, by);
    Diagnostic::data(format_args!(
        "{position}: its value is at least {lower:+} by {by_lower}, and at most {upper:+} by \
         {by_upper}: one of these results is wrong"
    ))
}
