//! Sets: as they were played, and who can win them.

mod forced;
mod played_set;

use super::{Provenance, Record, columns, of_version, written};

pub use forced::{ReplyRecord, SetSolveRecord, SetTableRecord};
pub use played_set::SetOutput;
