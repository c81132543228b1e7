//! The settings of a run: how jobs are done.

use std::num::NonZeroUsize;

use crate::search::{Goal, Solver};
use crate::tables::Endgame;

/// The way in which a campaign is worked off.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// Jobs at the same time, each on one thread.
    pub parallel: NonZeroUsize,
    /// Mebibytes for each job's search.
    pub memory: usize,
    /// An endgame table to use, if it fits.
    pub endgame: Option<&'a Endgame>,
    /// True if jobs share nothing: a switch for measurements.
    #[doc(hidden)]
    pub alone: bool,
}

impl<'a> Run<'a> {
    /// The search of a job: is the value at least this?
    pub(super) fn solver(self, at_least: i32) -> Solver<'a> {
        Solver {
            goal: Goal::AtLeast(at_least),
            memory: self.memory,
            endgame: self.endgame,
            ..Solver::new()
        }
    }
}
