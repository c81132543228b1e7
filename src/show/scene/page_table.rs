//! A table of a page.

use serde::Serialize;

/// A table beside the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Columns {
    pub caption: String,
    pub heads: Vec<String>,
    pub rows: Vec<Vec<String>>,
    /// For each row the number of the scene that it plays, or nothing at all.
    pub plays: Vec<usize>,
}
