//! Moves taken back: from which boards a move leads to this one.
//!
//! Only the board after a lap and the cell of its last seed need be known. With m circuits it
//! gave every cell of the path m seeds, the cells from its origin to the last one more, and the
//! origin, which it had emptied, no more than m. So no cell has fewer than m, the origin has m, and
//! all behind it up to the last cell have more: m is the least that any cell has, and the origin
//! the nearest cell, going back from the last, that has so little. There is one such lap or none.
//! Either it was the first of the move, or the lap before it ended in its origin; so all moves with
//! the same last seed lie on one chain of laps.

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
    /// Seeds in his store that the boards before must have at least.
    pub least: u32,
}

impl<C: Cells> Kernel<C> {
    /// Shows all boards, each with the index of a hole, from which a move leads to this board and
    /// goes on (or would, if there were a hole to lift). No pair is shown twice.
    pub fn before_going_on(&self, after: After<C>, mut found: impl FnMut(C, usize)) {
        if self.again {
            self.before_feeding(after, &mut found);
        }
    }

    /// Shows the same for moves that don't go on.
    pub fn before_stopping(&self, after: After<C>, mut found: impl FnMut(C, usize)) {
        // Whether a last seed took what lay opposite depends on the whole move: it is played again.
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

    /// Moves whose last seed fell into the store or, where these are banked, into an occupied hole.
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

    /// Moves whose last seed fell into the empty hole `last` and went to the store, or what lay
    /// opposite did.
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

    /// Takes back lap after lap, the first of which ended in `last` and left these cells.
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
            // A lap before would have ended in an occupied hole.
            if !self.relays || cells.get(from) < 2 {
                return;
            }
            last = from;
        }
    }

    /// Tells whether a move ends the turn with a board.
    fn leads_to(&self, cells: C, hole: usize, after: After<C>) -> bool {
        let state = State { cells, mover: after.mover, last_turn: false };
        let played = self.play(&state, hole);
        played.state.cells == after.cells && !played.goes_on
    }
}

/// The lap that left a board and had its last seed in a cell, if there can be one: where it began,
/// the circuits it went in full, and the cells sown after these.
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
    // The last cell holds a seed at least; a lap that ends where it began has gone round.
    (circuits > 0 || behind > 0).then_some((from, circuits, behind))
}
