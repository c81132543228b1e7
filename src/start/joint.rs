//! The state of a joint turn: the seeds, and the phase of each player.

use crate::board::{Cell, Cells, Field, Hole, MAX_HOLES, Mark, Position, Shape, Side, Wide};

/// The maximum number of cells of a board.
pub(super) const CELLS: usize = 2 * MAX_HOLES as usize + 2;

/// The phase of a player's turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Phase {
    /// He is to choose a hole.
    Choosing,
    /// He sows.
    Sowing {
        /// Seeds still to be dropped, at least 1.
        seeds: u16,
        /// The cell of the last drop, or the lifted cell before the first drop.
        at: u8,
        /// How far the move has gone, as `lap` requires: always 0 under `none`; under `passed` 1
        /// once it has come back into the player's own row; under `circuit` the number of cells
        /// passed, up to a full circuit.
        gone: u8,
    },
    /// He has stopped.
    Stopped,
}

/// The state at the start of a tick: the seeds on the board and the phases of both players. At
/// least one player has not stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Joint {
    /// By cell, as [`Shape`] numbers them; 0 beyond the board.
    pub(super) seeds: [u16; CELLS],
    pub(super) phases: [Phase; 2],
}

impl Joint {
    /// Creates the state in which both players are to choose. The mover of the position is ignored.
    pub(super) fn new(position: &Position) -> Joint {
        let cells = position.cells();
        let held = |cell| u16::try_from(cells.get(cell)).expect("at most 1,023 seeds");
        let board = position.shape().cells();
        Joint {
            seeds: std::array::from_fn(|cell| if cell < board { held(cell) } else { 0 }),
            phases: [Phase::Choosing; 2],
        }
    }

    /// The phase of a player's turn.
    #[must_use]
    pub const fn phase(&self, side: Side) -> Phase {
        self.phases[side.index()]
    }

    /// Returns the seeds in a player's hand.
    #[must_use]
    pub const fn in_hand(&self, side: Side) -> u32 {
        match self.phase(side) {
            Phase::Sowing { seeds, .. } => seeds as u32,
            Phase::Choosing | Phase::Stopped => 0,
        }
    }

    /// Returns the seeds in a cell; 0 for a hole outside the board.
    #[must_use]
    pub fn seeds(&self, shape: Shape, cell: Cell) -> u32 {
        shape.index(cell).map_or(0, |index| self.seeds[index].into())
    }

    /// Returns the holes that a player may choose; none unless he is to choose.
    pub fn choices(&self, field: Field, side: Side) -> impl Iterator<Item = Hole> + use<> {
        let (first, open) = (field.shape().first(side), field.open_holes(side));
        let (seeds, chooses) = (self.seeds, self.phase(side) == Phase::Choosing);
        (0..field.shape().holes())
            .filter(move |index| {
                let cell = first + index;
                chooses && open >> cell & 1 == 1 && seeds[cell] > 0
            })
            .map(Hole::at)
    }

    /// Returns the board as a position with this player to move, without the seeds in the hands.
    pub(crate) fn position(&self, field: Field, mover: Side) -> Position {
        let cells = (0..field.shape().cells())
            .fold(Wide::default(), |all, cell| all.add(Wide::unit(cell, self.seeds[cell].into())));
        Position::from_parts(field, cells, mover, Mark::None)
    }

    /// Returns the number of seeds on the board and in the hands.
    pub(super) fn total(&self) -> u32 {
        let board: u32 = self.seeds.iter().copied().map(u32::from).sum();
        let hands = Side::BOTH.into_iter().map(|side| self.in_hand(side));
        board + hands.sum::<u32>()
    }

    /// Returns the same state with empty stores. The stores don't affect play.
    pub(super) fn without_stores(mut self, shape: Shape) -> Joint {
        for side in Side::BOTH {
            self.seeds[shape.store(side)] = 0;
        }
        self
    }

    /// Returns the state with the players exchanged, as if the board were turned round.
    pub(super) fn turned(&self, shape: Shape) -> Joint {
        let (half, all) = (shape.cells() / 2, shape.cells());
        let other = |cell: usize| (cell + half) % all;
        let turn = |phase| match phase {
            Phase::Sowing { seeds, at, gone } => {
                let at = u8::try_from(other(at.into())).expect("a cell of the board");
                Phase::Sowing { seeds, at, gone }
            }
            Phase::Choosing | Phase::Stopped => phase,
        };
        let mut seeds = self.seeds;
        for (cell, held) in seeds[..all].iter_mut().enumerate() {
            *held = self.seeds[other(cell)];
        }
        let [a, b] = self.phases.map(turn);
        Joint { seeds, phases: [b, a] }
    }
}

/// A choice of both players in one tick, or of one alone: `A3 B7`, `A1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Choice(pub [Option<Hole>; 2]);

impl Choice {
    /// Returns the hole that a player chooses.
    #[must_use]
    pub const fn of(&self, side: Side) -> Option<Hole> {
        self.0[side.index()]
    }
}
