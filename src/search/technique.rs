//! The solver's techniques, each of which can be switched off to measure what it is worth.

/// A technique of the solver. None changes a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Technique {
    /// Bounds of positions met before.
    Table,
    /// The table's bounds of the positions after all moves, before any of them is searched.
    ChildBounds,
    /// Nobody wins more than the seeds in play.
    SeedsLeft,
    /// The move that was best before comes first.
    TableMove,
    /// Moves that go on come before those that don't.
    GoingOn,
    /// Of the others those come first that leave the opponent few replies.
    Replies,
    /// Whole turns, before the search and inside it.
    Turns,
    /// Threads put off each other's moves.
    Spreading,
}

impl Technique {
    /// All of them, with their names.
    pub const NAMES: [(&'static str, Technique); 8] = [
        ("table", Technique::Table),
        ("child-bounds", Technique::ChildBounds),
        ("seeds-left", Technique::SeedsLeft),
        ("table-move", Technique::TableMove),
        ("going-on", Technique::GoingOn),
        ("replies", Technique::Replies),
        ("turns", Technique::Turns),
        ("spreading", Technique::Spreading),
    ];
}

/// The techniques that a solver uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques {
    off: u8,
}

impl Techniques {
    /// All of them.
    pub const ALL: Techniques = Techniques { off: 0 };

    /// These without one.
    #[must_use]
    pub const fn without(self, technique: Technique) -> Techniques {
        Techniques {
            off: self.off | 1 << technique as u8,
        }
    }

    /// Whether one is used.
    #[must_use]
    #[inline(always)]
    pub const fn has(self, technique: Technique) -> bool {
        self.off >> technique as u8 & 1 == 0
    }
}
