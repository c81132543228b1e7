//! The capture by a last seed that falls alone into an open hole.

use super::{Capture, CaptureIn, LapCondition, Lone, Rules, StorePlace};

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

    /// Whether a move captures that has ended in a hole of the opponent, after so many times past
    /// the own store. Between a near store and the own row it goes through the opponent's row.
    #[inline]
    pub(crate) const fn may_capture_there(&self, passes: u32) -> bool {
        match (self.capture_in, self.lap) {
            (CaptureIn::Own, _) => false,
            (CaptureIn::Either, LapCondition::None) => true,
            (CaptureIn::Either, _) => match self.store {
                StorePlace::Near => passes > 1,
                StorePlace::Far => passes > 0,
            },
        }
    }

    /// The way of a hand that has gone so far, after a step of so many cells. It may have come back
    /// into the own row. No more of it is kept than [`has_gone_far`](Self::has_gone_far) must know,
    /// so that hands that may do the same are the same. `ring` counts the cells that a player sows
    /// into.
    pub(crate) fn gone_on(&self, gone: u8, distance: u8, comes_back: bool, ring: u8) -> u8 {
        match self.lap {
            LapCondition::None => 0,
            LapCondition::Passed => gone.max(u8::from(comes_back)),
            LapCondition::Circuit => ring.min(gone + distance),
        }
    }

    /// Tells the same as [`may_capture`](Self::may_capture) of a hand that has gone so far.
    pub(crate) const fn has_gone_far(&self, gone: u8, ring: u8) -> bool {
        match self.lap {
            LapCondition::None => true,
            LapCondition::Passed => gone > 0,
            LapCondition::Circuit => gone >= ring,
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
