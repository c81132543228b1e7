//! Whole turns: everything that one player can do before the other is to move.
//!
//! A move that ends in the own store continues the turn and leaves at least one seed there. So
//! every turn ends, and the positions of a turn, ordered by the seeds in the mover's store, form
//! layers that feed only higher layers. [`Enumeration`] processes one layer after another and
//! expands each position once, so its results are proven. Only the current layer and the frontier
//! (positions in higher layers that are already reached) are needed; if these don't fit in memory,
//! they go to disk as sorted runs.

mod beam;
mod both_ends;
mod context;
mod depth_first;
mod enumeration;
mod key_codec;
mod layers;
mod resume;
pub(crate) mod run_codec;
mod run_store;
mod tally;
mod worker;

use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use thiserror::Error;

use crate::board::{Position, Side};
use crate::control::{Pool, ResourceError, StopReason, pool, unpoisoned};
use crate::files::refusal;
use crate::moves::Move;
use crate::text::Diagnostic;

pub use beam::{Aim, BeamSearch, Found};
pub use both_ends::{HarvestBound, HarvestProof, HarvestStep};
pub use depth_first::{Turn, search_turn};
pub(crate) use depth_first::{WIDEN, beam, turn_of, widening};
pub use enumeration::{Enumeration, Goal, Line, Measure, Reached, Spill, Turns};

/// Stack size of a thread, the usual one: nothing here recurses deeply.
const STACK: usize = 2 << 20;

/// Creates a pool, or uses only the caller's thread if one thread is wanted.
fn start_pool(threads: NonZeroUsize) -> Result<Pool, ResourceError> {
    if threads.get() > 1 { pool(threads, STACK) } else { Ok(Pool::alone()) }
}

/// Runs the same work on every thread of the pool, and collects the results.
fn on_each_thread<T: Send>(pool: &Pool, work: impl Fn() -> T + Sync) -> Vec<T> {
    let made = Mutex::new(Vec::new());
    pool.broadcast(&|_| {
        let new = work();
        unpoisoned(made.lock()).push(new);
    });
    unpoisoned(made.into_inner())
}

/// Why a search of turns has no result.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TurnsError {
    /// The given line is not a line of one turn.
    #[error("move {number} of the line, {played}, is not legal: expected moves of one turn")]
    Line {
        /// The number of the move in the line, from 1.
        number: usize,
        /// The move.
        played: Move,
    },
    /// The system does not grant enough threads or memory.
    #[error(transparent)]
    ResourceError(#[from] ResourceError),
    /// There are too many positions to number them with 128 bits.
    #[error(
        "{seeds} seeds in {cells} cells are too many for an exhaustive search: expected a board \
         with fewer than 2^128 positions; a beam search has no such limit"
    )]
    TooLarge {
        /// Seeds that can move.
        seeds: u32,
        /// Cells they can move to.
        cells: usize,
    },
    /// A file can't be read or written.
    #[error("{}: {}", path.display(), refusal(source))]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// A file is damaged.
    #[error("{}: damaged at byte {at}: use another folder, or empty this one", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The place of the damage.
        at: u64,
    },
    /// The folder belongs to another enumeration.
    #[error("{}: belongs to another enumeration, {found}: expected {expected}", path.display())]
    Other {
        /// The manifest.
        path: PathBuf,
        /// The enumeration there.
        found: String,
        /// The enumeration that was requested.
        expected: String,
    },
    /// A limit was reached. The results so far are still valid.
    #[error("stopped: {0}")]
    Stopped(StopReason),
    /// Another process is using the folder.
    #[error("{}: another process is using this folder", .0.display())]
    Busy(PathBuf),
}

impl TurnsError {
    /// The error for a turn with too many positions.
    fn too_large(position: &Position) -> TurnsError {
        let field = position.field();
        let open = field.open_holes(Side::A) | field.open_holes(Side::B);
        let cells = open.count_ones() as usize + 1;
        TurnsError::TooLarge { seeds: position.total(), cells }
    }
}

impl From<TurnsError> for Diagnostic {
    fn from(error: TurnsError) -> Diagnostic {
        match error {
            TurnsError::TooLarge { .. } | TurnsError::Line { .. } => {
                Diagnostic::unsupported(error.to_string())
            }
            TurnsError::Other { .. } => {
                let hint = "use another folder, or empty this one";
                Diagnostic::data(format_args!("{error}; {hint}"))
            }
            _ => Diagnostic::data(error),
        }
    }
}

/// Adds the path to an error of the operating system.
fn at<T>(path: &Path, result: io::Result<T>) -> Result<T, TurnsError> {
    result.map_err(|source| TurnsError::File { path: path.to_owned(), source })
}

fn damaged(path: &Path, at: u64) -> TurnsError {
    let path = path.to_owned();
    TurnsError::Damaged { path, at }
}
