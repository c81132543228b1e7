//! Goals of a turn.

use crate::board::{Cells, Side};
use crate::moves::{Kernel, Outcome, Played};

/// A goal of a turn. It is reached by a move of the turn, the last or any before it, and
/// what was reached once stays reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// So many seeds in the mover's store.
    Store(u32),
    /// The set is won at once: the opponent is left with fewer seeds than fill a hole, however the
    /// round goes on. Either everything outside the mover's store, the opponent's store included,
    /// is fewer than so many seeds, or the round ends in this turn and the opponent owns fewer.
    Set {
        /// Seeds that fill a hole, the `seeds` of the rules.
        fill: u32,
    },
}

impl Goal {
    /// More than half of all seeds in the mover's store: the round is his.
    #[must_use]
    pub const fn most_of(total: u32) -> Goal {
        Goal::Store(total / 2 + 1)
    }

    /// Tells whether a move of `mover` has reached it.
    #[inline]
    pub(super) fn reached<C: Cells>(
        self,
        kernel: &Kernel<C>,
        mover: Side,
        played: &Played<C>,
    ) -> bool {
        let cells = played.state.cells;
        let store = kernel.store(cells, mover);
        match self {
            Goal::Store(seeds) => store >= seeds,
            Goal::Set { fill } => {
                let outside = cells.sum() - store;
                outside < fill
                    || played.outcome == Outcome::Over
                        && outside - kernel.rows(cells)[mover.index()] < fill
            }
        }
    }
}
