//! Sets: as they were played, and who can win them.

mod lost;
mod played;
mod solved;
mod table;

use super::{Record, Terms, columns, of_version, written};

pub use lost::ReplyRecord;
pub use played::SetOutput;
pub use solved::SetSolveRecord;
pub use table::SetTableRecord;
