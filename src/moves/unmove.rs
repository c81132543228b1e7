//! Retrograde moves: the boards from which a move leads to a given board.
//!
//! The board after a lap and the cell of its last seed determine the lap. A lap of m full circuits
//! gave every cell of the path m seeds, and one more to those after its origin up to the last. It
//! emptied the origin first, which therefore holds exactly m. So m is the minimum of all cells, and
//! the origin is the nearest cell, going back from the last, that holds m. There is at most one
//! such lap. Either it was the first of the move, or the lap before it ended in its origin, so all
//! moves with the same last seed lie on one chain of laps.

use super::Kernel;
use super::kernel::State;
use super::path::{LapEnd, Path};
use crate::board::{Cells, Side};
use crate::rules::{Capture, Lone};

/// A board whose moves are to be taken back.
#[derive(Clone, Copy, Debug)]
pub struct After<C> {
    /// The board.
    pub cells: C,
    /// The player whose moves are taken back.
    pub mover: Side,
    /// The minimum number of seeds in his store before the move.
    pub least: u32,
}

impl<C: Cells> Kernel<C> {
    /// Calls `found` with each board and hole index whose move leads to this board and lets the
    /// mover move again (or would, if he had a hole to lift). No pair is repeated.
    pub fn before_going_on(&self, after: After<C>, mut found: impl FnMut(C, usize)) {
        if self.again {
            self.before_feeding(after, &mut found);
        }
    }

    /// Same as [`before_going_on`](Self::before_going_on), for moves that end the turn.
    pub fn before_stopping(&self, after: After<C>, mut found: impl FnMut(C, usize)) {
        // Whether the last seed captured depends on the whole move, so replay it.
        let mut confirmed = |cells, hole| {
            if self.leads_to(cells, hole, after) {
                found(cells, hole);
            }
        };
        if !self.again {
            self.before_feeding(after, &mut confirmed);
        }
        let path = &self.paths[after.mover.index()];
        let stops_at_occupied = !self.relays && !self.bank_occupied;
        for &last in &path.order {
            let held = after.cells.get(last);
            let lay_there = match path.landing[last] {
                LapEnd::Store | LapEnd::Nowhere => false,
                LapEnd::Protected => held > 0,
                LapEnd::Own | LapEnd::Opponent => held == 1 || held > 1 && stops_at_occupied,
            };
            if lay_there {
                self.before_laps(after, after.cells, last, &mut confirmed);
            }
            let captures = match path.landing[last] {
                LapEnd::Own => true,
                LapEnd::Opponent => self.captures_there,
                _ => false,
            };
            if captures {
                self.before_taking(after, last, &mut confirmed);
            }
        }
    }

    /// Finds moves whose last seed fell into the store or, if the rules bank occupied holes, into
    /// an occupied hole.
    fn before_feeding(&self, after: After<C>, found: &mut impl FnMut(C, usize)) {
        let After { cells, mover, .. } = after;
        let store = self.field().shape().store(mover);
        self.before_laps(after, cells, store, found);
        if !self.bank_occupied {
            return;
        }
        let path = &self.paths[mover.index()];
        let most = cells.get(store).saturating_sub(after.least);
        for &last in &path.order {
            let open = matches!(path.landing[last], LapEnd::Own | LapEnd::Opponent);
            if open && cells.get(last) == 0 {
                for banked in 2..=most {
                    let before = cells.add(C::unit(last, banked));
                    let before = before.sub(C::unit(store, banked));
                    self.before_laps(after, before, last, found);
                }
            }
        }
    }

    /// Finds moves whose last seed fell into the empty hole `last` and went to the store, captured
    /// the seeds opposite, or both.
    fn before_taking(&self, after: After<C>, last: usize, found: &mut impl FnMut(C, usize)) {
        let After { cells, mover, .. } = after;
        let shape = self.field().shape();
        let (store, opposite) = (shape.store(mover), shape.facing(last));
        let most = cells.get(store).saturating_sub(after.least);
        let mut taken = |with_last: u32, prize: u32| {
            let before = cells.add(C::unit(opposite, prize));
            let before = before.add(C::unit(last, with_last));
            let before = before.sub(C::unit(store, prize + with_last));
            self.before_laps(after, before, last, found);
        };
        let held = cells.get(last);
        if self.rules.lone == Lone::Bank && held == 0 && most > 0 {
            taken(1, 0);
        }
        let with_last = match self.rules.capture {
            Capture::Both => 1,
            Capture::Opposite => 0,
            Capture::None => return,
        };
        let open = self.open[shape.side_of(opposite).index()];
        let open = !open.and(C::unit(opposite, 1)).is_empty();
        if open && cells.get(opposite) == 0 && held + with_last == 1 {
            for prize in 1..=most.saturating_sub(with_last) {
                taken(with_last, prize);
            }
        }
    }

    /// Takes back laps one by one, starting with the one that ended in `last` and left these cells.
    fn before_laps(
        &self,
        after: After<C>,
        mut cells: C,
        mut last: usize,
        found: &mut impl FnMut(C, usize),
    ) {
        let shape = self.field().shape();
        let (store, first) = (shape.store(after.mover), shape.first(after.mover));
        let path = &self.paths[after.mover.index()];
        while let Some((from, circuits, sown)) = last_lap(path, cells, last) {
            let open = matches!(path.landing[from], LapEnd::Own | LapEnd::Opponent);
            if !open {
                return;
            }
            if sown > 0 {
                let step = (from << path.shift) + sown as usize;
                cells = cells.sub(path.steps[step].change);
            }
            for _ in 0..circuits {
                cells = cells.sub(path.everywhere).add(C::unit(from, path.circuit));
            }
            if cells.get(store) < after.least {
                return;
            }
            if path.landing[from] == LapEnd::Own {
                found(cells, from - first);
            }
            // An earlier lap must have ended in an occupied hole.
            if !self.relays || cells.get(from) < 2 {
                return;
            }
            last = from;
        }
    }

    /// Whether a move ends the turn and leaves this board.
    fn leads_to(&self, cells: C, hole: usize, after: After<C>) -> bool {
        let state = State { cells, mover: after.mover, last_turn: false };
        let played = self.play(&state, hole);
        played.state.cells == after.cells && !played.goes_on
    }
}

/// Returns the lap that left a board and ended in a cell, if there is one: its origin, the number
/// of full circuits, and the number of cells sown after them.
#[inline]
fn last_lap<C: Cells>(path: &Path<C>, cells: C, last: usize) -> Option<(usize, u32, u32)> {
    let reach = |least: u32| {
        let (mut from, mut behind) = (last, 0);
        while behind < path.circuit && cells.get(from) != least {
            from = path.back[from].into();
            behind += 1;
        }
        (behind < path.circuit).then_some((from, behind))
    };
    let (circuits, (from, behind)) = match reach(0) {
        Some(reached) => (0, reached),
        None => {
            let least = path.order.iter().map(|&cell| cells.get(cell)).min()?;
            (least, reach(least)?)
        }
    };
    // The last cell holds at least one seed; a lap that ends where it began made a full circuit.
    (circuits > 0 || behind > 0).then_some((from, circuits, behind))
}
