//! The capture by a last seed that falls alone into an own open hole.

use super::{Capture, LapCondition, Lone, Rules};

impl Rules {
    /// Tells whether a move from `origin` captures that has ended in the own hole `last` after so
    /// many times past the own store: as often it came back into its own row.
    #[inline]
    pub(crate) const fn may_capture(&self, passes: u32, origin: usize, last: usize) -> bool {
        match self.lap {
            LapCondition::None => true,
            LapCondition::Passed => passes >= 1,
            LapCondition::Circuit => passes > 1 || (passes == 1 && last >= origin),
        }
    }

    /// Returns how many seeds of the hole opposite, which has so many, go to the store, and whether
    /// the last seed goes there too.
    #[inline]
    pub(crate) const fn taken(&self, opposite: u32) -> (u32, bool) {
        match (opposite, self.capture) {
            (0, _) => (0, matches!(self.lone, Lone::Bank)),
            (_, Capture::Both) => (opposite, true),
            (_, Capture::Opposite) => (opposite, false),
            (_, Capture::None) => (0, false),
        }
    }
}
