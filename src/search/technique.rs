//! The solver's techniques, each of which can be switched off to measure what it is worth.

use crate::options::named_values;

named_values! {
    /// A technique of the solver. None changes a value.
    Technique as "technique" {
        /// Bounds of positions met before.
        Table = "table",
        /// The table's bounds of the positions after all moves, before any of them is searched.
        ChildBounds = "child-bounds",
        /// The limit of the seeds in play: neither player wins more than those.
        SeedsLeft = "seeds-left",
        /// Under some rules nobody wins the last of them (in the search with `seeds-left` only).
        LastSeed = "last-seed",
        /// Moves that leave the opponent few replies come first.
        Replies = "replies",
        /// Whole turns, before the search and inside it.
        Turns = "turns",
        /// A guess at the value, where the questions begin.
        Guess = "guess",
        /// Threads put off each other's moves.
        Spreading = "spreading",
    }
}

/// The techniques that a solver uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques {
    off: u16,
}

impl Techniques {
    /// All of them.
    pub const ALL: Techniques = Techniques { off: 0 };

    /// These without one.
    #[must_use]
    pub const fn without(self, technique: Technique) -> Techniques {
        Techniques { off: self.off | 1 << technique as u8 }
    }

    /// Tells whether one is used.
    #[must_use]
    #[inline(always)]
    pub const fn has(self, technique: Technique) -> bool {
        self.off >> technique as u8 & 1 == 0
    }
}
