//! The model, a tick at a time.

use super::Tie;
use super::joint::{CELLS, Joint};
use crate::board::{Cell, Field, Hole, Mark, Position, Side};
use crate::diagnostic;
use crate::math::Certified;
use crate::moves::{Ending, Game, sowing_order};
use crate::rules::{Rules, StoreLast, StorePlace};
use crate::text::Diagnostic;

/// The end of a hand that has become empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Landing {
    /// In a hole with seeds, all of which he lifts: he goes on from there.
    Relay {
        /// The seeds, the last one included.
        seeds: u32,
    },
    /// In a hole in which nothing is left: in this very tick the other player has lifted it or
    /// taken what was in it.
    Nothing,
    /// As a move ends.
    Ended(Ending),
}

/// The actions of a player in a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayerActions {
    /// The cell that he has chosen and lifts, and its seeds.
    pub lifts: Option<(usize, u32)>,
    /// True if he stops because he has nothing to choose.
    pub stuck: bool,
    /// The cell into which he drops a seed.
    pub drops: Option<usize>,
    /// The end of his hand, if it has become empty.
    pub lands: Option<Landing>,
    /// True if he stops in this tick.
    pub stops: bool,
}

/// The state after a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::large_enum_variant)]
pub enum Next {
    /// Another tick.
    Tick(Joint),
    /// Both have stopped: the position with which the round goes on by turns, or ends.
    Done(Position),
}

impl Next {
    /// The board as positions are written, without a mover: `A-row/A-store B-row/B-store`.
    #[must_use]
    pub fn board(&self, field: Field) -> String {
        let text = match self {
            Next::Tick(joint) => joint.position(field, Side::A).to_string(),
            Next::Done(position) => position.to_string(),
        };
        text.split(' ').take(2).collect::<Vec<_>>().join(" ")
    }
}

/// A tick that has been played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedTick {
    /// The actions of the players, A first.
    pub actions: [PlayerActions; 2],
    /// The first player, if a coin decided it.
    pub coin: Option<Side>,
    /// The state after it.
    pub next: Next,
}

/// The lockstep model of a round that both players start together.
#[derive(Clone, Debug)]
pub struct Lockstep {
    /// The rules, and the position before the first choice.
    pub game: Game,
    /// The states of the holes.
    pub field: Field,
    /// The first player in a tie.
    pub tie: Tie,
    /// The start of the first tick.
    pub start: Joint,
    /// By side and cell: the next cell that the side sows into, and how many cells on it lies.
    pub(super) steps: [[(u8, u8); CELLS]; 2],
}

impl Lockstep {
    /// The model of a round that is started so. The mover of the position does not matter.
    ///
    /// # Errors
    /// If the round is over or marked final, a player has no hole to start with, or `store = far`.
    pub fn new(game: &Game, tie: Tie) -> Result<Lockstep, Diagnostic> {
        let position = game.position();
        if game.rules().store == StorePlace::Far {
            return Err(diagnostic!(BadValue, "faults.joint.far"));
        }
        match position.mark() {
            Mark::Over => return Err(diagnostic!(BadValue, "faults.joint.over")),
            Mark::Final => return Err(diagnostic!(BadValue, "faults.joint.final")),
            Mark::None => {}
        }
        let mut sides = Side::BOTH.into_iter();
        if let Some(side) = sides.find(|&side| !position.can_move(side)) {
            let side = side.to_string();
            return Err(diagnostic!(BadValue, "faults.joint.no-hole", side = side));
        }
        let field = position.field();
        Ok(Lockstep {
            game: *game,
            field,
            tie,
            start: Joint::new(position),
            steps: Side::BOTH.map(|side| steps(field, side)),
        })
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        self.game.rules()
    }

    /// Tells whether the start is worth 0: both players have the same before them, and what one can
    /// do the other can.
    #[must_use]
    pub fn is_even(&self) -> bool {
        self.is_symmetric() && self.start.turned(self.field.shape()) == self.start
    }

    /// Tells whether the players could change sides without any change of the game: both see the
    /// same field, and a tie favours neither.
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        self.tie == Tie::Coin && self.field.is_symmetric()
    }

    /// Bounds of a value that hold whatever is played, with so many seeds in the stores of A and B:
    /// they stay there.
    pub(super) fn unknown(&self, stores: [u32; 2]) -> Certified {
        let [a, b] = stores.map(f64::from);
        let left = f64::from(self.start.total()) - a - b;
        Certified::new(a - b - left, a - b + left)
    }

    /// Bounds that hold for every play of what follows.
    pub(super) fn unknown_after(&self, next: &Next) -> Certified {
        let stores = Side::BOTH.map(|side| match next {
            Next::Tick(joint) => joint.seeds(self.field.shape(), Cell::Store(side)),
            Next::Done(position) => position.store(side),
        });
        self.unknown(stores)
    }

    /// Tells whether a hole that a player may choose ends in his store with its first lap, and he
    /// chooses again. Whatever the other player does meanwhile does not matter.
    pub(super) fn ends_in_store(&self, joint: &Joint, side: Side, hole: Hole) -> bool {
        let first = self.field.shape().first(side) + hole.index();
        let mut at = u8::try_from(first).expect("a cell of the board");
        for _ in 0..joint.seeds[first] {
            at = self.steps[side.index()][usize::from(at)].0;
        }
        let store = self.field.shape().store(side);
        self.rules().store_last == StoreLast::Again && usize::from(at) == store
    }
}

/// By cell of the path of a side the next one that it sows into, and its distance.
fn steps(field: Field, side: Side) -> [(u8, u8); CELLS] {
    let shape = field.shape();
    let path = sowing_order(field, side, StorePlace::Near).into_iter();
    let path: Vec<usize> = path.filter_map(|cell| shape.index(cell)).collect();
    // What is stepped over counts, but for the other store.
    let place = |cell: usize| match shape.side_of(cell) == side {
        true => cell - shape.first(side),
        false => cell - shape.first(side.other()) + shape.holes() + 1,
    };
    let ring = 2 * shape.holes() + 1;
    let byte = |number: usize| u8::try_from(number).expect("fewer than 256 cells");
    let mut steps = [(0, 0); CELLS];
    for (&cell, &next) in path.iter().zip(path.iter().cycle().skip(1)) {
        steps[cell] = (byte(next), byte((place(next) + ring - place(cell)) % ring));
    }
    steps
}
