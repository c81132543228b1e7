//! Endgame tables: the exact value of every position with few seeds in play.
//!
//! [`Endgame`] is a table, built in memory or mapped from a file, and [`Reader`] reads it;
//! [`Layout`] maps positions to entries. [`build()`] builds tables in a folder, [`find()`] finds
//! one there, and [`verify()`] checks it. Searches take their tables from an [`OpenTables`].

mod building;
pub(crate) mod endgame;
mod error;
mod file;
mod fill;
mod header;
mod matrix_columns;
mod move_target;
mod open_tables;
mod rows;
mod table_check;
mod value_places;

pub use building::{BuildRequest, build};
pub use endgame::Endgame;
pub(crate) use endgame::Reader;
pub use error::{BuildError, TableError, TableProblem};
pub use file::{TableFile, check, check_and_note, find, list, open_file, unfinished};
pub use header::{CODED, file_name, states};
pub use open_tables::OpenTables;
pub use table_check::{Mismatch, Verified, verify};
pub use value_places::{Layout, MAX_SEEDS, Placed, most_seeds};
