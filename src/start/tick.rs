//! The model, a tick at a time.

use super::Tie;
use super::joint::{CELLS, Choice, Joint};
use crate::board::{Cell, Field, Hole, Mark, Position, Side};
use crate::diagnostic;
use crate::math::Certified;
use crate::moves::{Ending, Game};
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

/// A tick that has been played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedTick {
    /// The actions of the players, A first.
    pub actions: [PlayerActions; 2],
    /// The state after it.
    pub next: Next,
}

/// A tick, as far as the choices decide it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::large_enum_variant)]
pub enum Tick {
    /// It can only end so.
    Sure(PlayedTick),
    /// It matters who is first in a tie: A first, B first, each with probability one half.
    Coin([PlayedTick; 2]),
}

/// The lockstep model of a round that both players start together.
#[derive(Clone, Debug)]
pub struct Lockstep {
    game: Game,
    pub(super) field: Field,
    pub(super) tie: Tie,
    start: Joint,
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

    /// The rules, and the position that the round begins with.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The start of the first tick, in which both choose.
    #[must_use]
    pub const fn start(&self) -> &Joint {
        &self.start
    }

    /// The holes and their states.
    #[must_use]
    pub const fn field(&self) -> Field {
        self.field
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        self.game.rules()
    }

    /// The first player in a tie.
    #[must_use]
    pub const fn tie(&self) -> Tie {
        self.tie
    }

    /// Tells whether the start is worth 0: both players have the same before them, and what one can
    /// do the other can.
    #[must_use]
    pub fn is_even(&self) -> bool {
        self.is_symmetric() && self.start().turned(self.field.shape()) == *self.start()
    }

    /// Tells whether the players could change sides without any change of the game: both see the
    /// same field, and a tie favours neither.
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        self.tie == Tie::Coin && self.field.is_symmetric()
    }

    /// Bounds of a value that hold whatever is played, with so many seeds in the stores of A and B:
    /// they stay there.
    #[must_use]
    pub fn unknown(&self, stores: [u32; 2]) -> Certified {
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
    #[must_use]
    pub fn ends_in_store(&self, joint: &Joint, side: Side, hole: Hole) -> bool {
        let first = self.field.shape().first(side) + hole.index();
        let mut at = u8::try_from(first).expect("a cell of the board");
        for _ in 0..joint.seeds[first] {
            at = self.steps[side.index()][usize::from(at)].0;
        }
        let store = self.field.shape().store(side);
        self.rules().store_last == StoreLast::Again && usize::from(at) == store
    }

    /// Plays a tick in which the players who are to choose and have a hole choose these; none if a
    /// choice is missing, not allowed, or one too many.
    #[must_use]
    pub fn tick(&self, joint: &Joint, choice: Choice) -> Option<Tick> {
        let options = Side::BOTH.into_iter().zip(self.options(joint));
        let mut options = options.map(|(side, holes)| holes.contains(&choice.of(side)));
        let allowed = options.all(|allowed| allowed);
        allowed.then(|| self.tick_of(joint, choice))
    }
}

/// By cell the next one that a side sows into, and its distance.
fn steps(field: Field, side: Side) -> [(u8, u8); CELLS] {
    let shape = field.shape();
    let after = |cell: usize| {
        if cell == shape.store(side) {
            shape.first(side.other())
        } else if cell + 1 == shape.store(side.other()) {
            shape.first(side)
        } else {
            cell + 1
        }
    };
    let byte = |number: usize| u8::try_from(number).expect("fewer than 256 cells");
    let mut steps = [(0, 0); CELLS];
    for (cell, step) in steps[..shape.cells()].iter_mut().enumerate() {
        if cell == shape.store(side.other()) {
            continue;
        }
        let (mut at, mut distance) = (after(cell), 1);
        // The own store is always sown into, so this ends.
        while !field.is_sown(side, at) {
            (at, distance) = (after(at), distance + 1);
        }
        *step = (byte(at), byte(distance));
    }
    steps
}
