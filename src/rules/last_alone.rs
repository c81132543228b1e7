//! Captures: when a last seed in an empty open hole captures, and what it takes.

use super::{Capture, CaptureIn, LapCondition, Lone, Rules, StorePlace};

impl Rules {
    /// Whether a move from `origin` captures if it ends in the player's own hole `last` after
    /// passing his store `passes` times. Every pass is followed by a return to his own row.
    #[inline]
    pub(crate) const fn may_capture(&self, passes: u32, origin: usize, last: usize) -> bool {
        match self.lap {
            LapCondition::None => true,
            LapCondition::Passed => passes >= 1,
            LapCondition::Circuit => passes > 1 || (passes == 1 && last >= origin),
        }
    }

    /// Whether a move captures if it ends in a hole of the opponent after passing the player's own
    /// store `passes` times. A move passes a near store before the opponent's row, and a far store
    /// after it.
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

    /// Returns how far a hand has gone after another step of `distance` cells. `comes_back` says
    /// whether the step led back into the player's own row; `ring` is the number of cells that a
    /// player sows into. Keeps only what [`has_gone_far`](Self::has_gone_far) needs, so that
    /// equivalent states compare equal.
    pub(crate) fn gone_on(&self, gone: u8, distance: u8, comes_back: bool, ring: u8) -> u8 {
        match self.lap {
            LapCondition::None => 0,
            LapCondition::Passed => gone.max(u8::from(comes_back)),
            LapCondition::Circuit => ring.min(gone + distance),
        }
    }

    /// Like [`may_capture`](Self::may_capture), for a distance from [`gone_on`](Self::gone_on).
    pub(crate) const fn has_gone_far(&self, gone: u8, ring: u8) -> bool {
        match self.lap {
            LapCondition::None => true,
            LapCondition::Passed => gone > 0,
            LapCondition::Circuit => gone >= ring,
        }
    }

    /// Returns how many of the `opposite` seeds in the hole opposite go to the store, and whether
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
