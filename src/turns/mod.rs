//! Whole turns: everything that one player can do before the other is to move.
//!
//! A move that ends in the own store goes on and leaves at least a seed there, so a turn ends, and
//! the positions of a turn, put in order by what is in the mover's store, form layers that feed
//! only layers above them. [`Enumeration`] works them off one after the other, each position once:
//! what it says is proven. It needs the layers in hand and those that are fed; where they don't fit
//! the memory they are sorted runs on disk.

mod beam;
mod both_ends;
mod context;
mod depth_first;
mod enumeration;
mod key_codec;
mod layers;
mod resume;
pub(crate) mod run_store;
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

/// Stack of a thread, the usual one: nothing in turns goes deep.
const STACK: usize = 2 << 20;

/// Threads that share work; the caller's alone if that is enough.
fn shared(threads: NonZeroUsize) -> Result<Pool, ResourceError> {
    if threads.get() > 1 { pool(threads, STACK) } else { Ok(Pool::alone()) }
}

/// The results of the same work on every thread of the pool.
fn each<T: Send>(pool: &Pool, work: impl Fn() -> T + Sync) -> Vec<T> {
    let made = Mutex::new(Vec::new());
    pool.broadcast(&|_| {
        let new = work();
        unpoisoned(made.lock()).push(new);
    });
    unpoisoned(made.into_inner())
}

/// A reason why a search of turns did not come to a result.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TurnsError {
    /// A line to begin with is no line of one turn.
    #[error("move {number} of the line, {played}, is not legal: expected moves of one turn")]
    Line {
        /// The number of the move in the line, from 1.
        number: usize,
        /// The move.
        played: Move,
    },
    /// The machine does not give enough.
    #[error(transparent)]
    ResourceError(#[from] ResourceError),
    /// The positions are too many to be numbered with 128 bits.
    #[error(
        "{seeds} seeds in {cells} cells are too many for an exhaustive search: expected a board \
         whose positions are fewer than 2^128; a beam has no such limit"
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
        /// The words of the system.
        source: io::Error,
    },
    /// A file is not as it was written.
    #[error("{}: damaged at byte {at}: expected what was written there", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The place of the damage.
        at: u64,
    },
    /// The folder has an enumeration of something else.
    #[error("{}: of another enumeration, {found}: expected {expected}", path.display())]
    Other {
        /// The manifest.
        path: PathBuf,
        /// The enumeration there.
        found: String,
        /// The enumeration that was to be.
        expected: String,
    },
    /// A limit is reached: what was found so far is the answer.
    #[error("stopped: {0}")]
    Stopped(StopReason),
    /// Another process works in the folder.
    #[error("{}: another process works in this folder", .0.display())]
    Busy(PathBuf),
}

impl TurnsError {
    /// The positions of a turn are too many to be numbered.
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
                let hint = "give another folder, or empty this one";
                Diagnostic::data(format_args!("{error}; {hint}"))
            }
            _ => Diagnostic::data(error),
        }
    }
}

/// The result of an operation on a file.
fn at<T>(path: &Path, result: io::Result<T>) -> Result<T, TurnsError> {
    result.map_err(|source| TurnsError::File { path: path.to_owned(), source })
}

fn damaged(path: &Path, at: u64) -> TurnsError {
    let path = path.to_owned();
    TurnsError::Damaged { path, at }
}
