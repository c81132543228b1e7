//! The lockstep model and the record of a tick.

use super::Tie;
use super::joint::{CELLS, Joint};
use crate::board::{Cell, Field, Hole, Mark, Position, Side};
use crate::diagnostic;
use crate::math::Certified;
use crate::moves::{Ending, Game, sowing_order};
use crate::rules::{Rules, StoreLast, StorePlace};
use crate::text::Diagnostic;

/// What happens to a player whose hand has become empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Landing {
    /// The hole held seeds, and he lifts them and sows on.
    Relay {
        /// The seeds, including the last one.
        seeds: u32,
    },
    /// The hole is empty, because the other player has lifted or captured its seeds in this tick.
    Nothing,
    /// His move ends.
    Ended(Ending),
}

/// The actions of a player in a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayerActions {
    /// The cell that he lifts by choice, and its seeds.
    pub lifts: Option<(usize, u32)>,
    /// Whether he stops because he has no hole to choose.
    pub stuck: bool,
    /// The cell into which he drops a seed.
    pub drops: Option<usize>,
    /// What happens if his hand has become empty.
    pub lands: Option<Landing>,
    /// Whether he stops in this tick.
    pub stops: bool,
}

/// The state after a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::large_enum_variant)]
pub enum Next {
    /// Another tick.
    Tick(Joint),
    /// Both have stopped: the position from which the round continues by turns, or in which it
    /// ends.
    Done(Position),
}

impl Next {
    /// Returns the board as text, without a mover: `A-row/A-store B-row/B-store`.
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
    /// The player who came first in a tie, if a coin decided it.
    pub coin: Option<Side>,
    /// The state after the tick.
    pub next: Next,
}

/// The lockstep model of a round that both players start together.
#[derive(Clone, Debug)]
pub struct Lockstep {
    /// The rules, and the position before the first choice.
    pub game: Game,
    /// The states of the holes.
    pub field: Field,
    /// Who comes first in a tie.
    pub tie: Tie,
    /// The start of the first tick.
    pub start: Joint,
    /// By side and cell: the next cell that the side sows into, and its distance in cells.
    pub(super) steps: [[(u8, u8); CELLS]; 2],
}

impl Lockstep {
    /// Creates the model of a round that both players start together. The mover of the position
    /// does not matter.
    ///
    /// # Errors
    /// If the round is over or marked final, a player has no hole to start with, `store = far`, or
    /// `store_last = may`, or the rules name the first hole.
    pub fn new(game: &Game, tie: Tie) -> Result<Lockstep, Diagnostic> {
        let position = game.position();
        if game.rules().store == StorePlace::Far {
            return Err(diagnostic!(BadValue, "faults.joint.far"));
        }
        if game.rules().store_last == StoreLast::May {
            return Err(diagnostic!(BadValue, "faults.joint.may"));
        }
        if game.rules().first_hole != 0 {
            return Err(diagnostic!(BadValue, "faults.joint.first-hole"));
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

    /// Whether the start is symmetric and so worth 0: both players have the same seeds, and the
    /// game is [symmetric](Self::is_symmetric).
    #[must_use]
    pub fn is_even(&self) -> bool {
        self.is_symmetric() && self.start.turned(self.field.shape()) == self.start
    }

    /// Whether the players can be exchanged without changing the game: both see the same field, and
    /// a tie favours neither.
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        self.tie == Tie::Coin && self.field.is_symmetric()
    }

    /// Returns the trivial bounds of a value, given the seeds in the stores of A and B, which stay
    /// there.
    pub(super) fn unknown(&self, stores: [u32; 2]) -> Certified {
        let [a, b] = stores.map(f64::from);
        let left = f64::from(self.start.total()) - a - b;
        Certified::new(a - b - left, a - b + left)
    }

    /// Returns the trivial bounds of the value of what follows.
    pub(super) fn unknown_after(&self, next: &Next) -> Certified {
        let stores = Side::BOTH.map(|side| match next {
            Next::Tick(joint) => joint.seeds(self.field.shape(), Cell::Store(side)),
            Next::Done(position) => position.store(side),
        });
        self.unknown(stores)
    }

    /// Whether the first lap from a hole that a player may choose ends in his store, so that he
    /// chooses again. This does not depend on the other player.
    pub(super) fn ends_in_store(&self, joint: &Joint, side: Side, hole: Hole) -> bool {
        let first = self.field.shape().first(side) + hole.index();
        let mut at = u8::try_from(first).expect("a cell of the board");
        for _ in 0..joint.seeds[first] {
            at = self.steps[side.index()][usize::from(at)].0;
        }
        let store = self.field.shape().store(side);
        self.rules().store_last != StoreLast::Stop && usize::from(at) == store
    }
}

/// Returns for each cell on a side's path the next cell that the side sows into, and its distance.
fn steps(field: Field, side: Side) -> [(u8, u8); CELLS] {
    let shape = field.shape();
    let path = sowing_order(field, side, StorePlace::Near).into_iter();
    let path: Vec<usize> = path.filter_map(|cell| shape.index(cell)).collect();
    // Skipped cells count, except the opponent's store.
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
