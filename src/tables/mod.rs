//! Endgame tables: the exact value of every position with few seeds in play.
//!
//! [`Endgame`] is a table, built in memory or mapped from a file, and [`Reader`] reads it;
//! [`Layout`] says which entry is which position's. [`build`] fills a folder with tables, [`open`]
//! finds one there, and [`verify`] checks it.

mod build;
mod derive;
mod endgame;
mod folder;
mod header;
mod journal;
mod layout;
mod locate;
mod mapped;
mod packed;
mod verify;

pub use build::{BuildError, BuildObserver};
pub use endgame::{Endgame, Reader};
pub use folder::{
    PackedError, TableError, TableFile, Unfinished, check, find, list, open, open_file, unfinished,
};
pub use header::{HeaderError, file_name, states};
pub use journal::{Order, build};
pub use layout::{Layout, MAX_SEEDS, Placed, most_seeds};
pub use verify::{Mismatch, verify};
