//! Whole turns: everything that one player can do before the other is to move.
//!
//! A move that ends in the own store goes on and leaves at least a seed there, so a turn ends, and the
//! positions of a turn, put in order by what is in the mover's store, form layers that feed only
//! layers above them. [`Enumeration`] works them off one after the other, each position once: what it
//! says is proven. It needs the layers in hand and those that are fed; where they don't fit the memory
//! they are sorted runs on disk.

mod backtrack;
mod backward;
mod beam;
mod enumeration;
mod goal;
mod harvest;
mod key_codec;
mod layers;
mod quick;
mod record;
mod resume;
mod run;
mod run_store;
mod tally;
mod worker;

use std::io;
use std::path::PathBuf;

use thiserror::Error;

pub use beam::{Aim, BeamOrder, BeamSearch, Found, LayersBy, Weights};
pub use enumeration::{Enumeration, Line, Progress, Reached, Spill, Turns};
pub use goal::Goal;
pub use harvest::{HarvestBound, HarvestProof, HarvestStep};
pub use quick::{Turn, TurnSearch};
pub(crate) use quick::{WIDEN, beam, widening};
pub use tally::Measure;

/// Why an enumeration did not come to a result.
#[derive(Debug, Error)]
pub enum TurnsError {
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
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A file is not as it was written.
    #[error("{}: damaged at byte {at}: expected what was written there", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where the damage is.
        at: u64,
    },
    /// The folder has an enumeration of something else.
    #[error("{}: of another enumeration, {found}: expected {expected}", path.display())]
    Other {
        /// The manifest.
        path: PathBuf,
        /// What is being enumerated there.
        found: String,
        /// What was to be.
        expected: String,
    },
    /// Another process works in the folder.
    #[error("{}: another process works in this folder", path.display())]
    Busy {
        /// The folder.
        path: PathBuf,
    },
}
