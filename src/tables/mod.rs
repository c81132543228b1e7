//! Endgame tables: the exact value of every position with few seeds in play.
//!
//! [`Endgame`] is a table, built in memory or mapped from a file, and [`Reader`] reads it;
//! [`Layout`] says which entry is which position's. [`build()`] fills a folder with tables,
//! [`open()`] finds one there, and [`verify()`] checks it. A [`OpenTables`] is where searches take
//! theirs from.

mod build;
mod build_error;
#[cfg(any(feature = "batch", feature = "protocol"))]
mod cache;
mod checked;
mod derive;
pub(crate) mod endgame;
mod error;
mod fill;
mod folder;
mod header;
mod journal;
mod locate;
mod mapped;
mod matrix_columns;
mod move_target;
mod open_tables;
mod part;
mod rows;
mod sound;
mod source;
mod table_check;
mod value_places;

pub use build_error::BuildError;
#[cfg(any(feature = "batch", feature = "protocol"))]
pub(crate) use cache::TableCache;
pub use endgame::Endgame;
pub(crate) use endgame::Reader;
pub use error::{TableError, TableProblem};
pub use folder::{check, check_and_note, find, list, open, open_file, unfinished};
pub use header::{CODED, HeaderError, file_name, states};
pub use journal::{BuildRequest, build};
pub use open_tables::OpenTables;
pub use source::TableFile;
pub use table_check::{Mismatch, Verified, verify};
pub use value_places::{Layout, MAX_SEEDS, Placed, most_seeds};
