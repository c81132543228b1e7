//! The memory of a beam: the way to every position that it let in, and which boards they are.

use crate::board::{Cells, Hole};

/// A move of the turn and the number of the position it was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Step {
    pub from: u32,
    pub hole: Hole,
}

/// The last move to every position, by the position's number. The turn begins with position 0.
#[derive(Debug)]
pub(super) struct Steps(Vec<Step>);

impl Default for Steps {
    fn default() -> Steps {
        let (from, hole) = (0, Hole::at(0));
        Steps(vec![Step { from, hole }])
    }
}

impl Steps {
    /// The number of a position that a step leads to.
    pub(super) fn push(&mut self, step: Step) -> u32 {
        let number = u32::try_from(self.0.len()).expect("memory ends first");
        self.0.push(step);
        number
    }

    /// Takes in the steps to a layer; the number of the first position there.
    pub(super) fn extend(&mut self, steps: impl Iterator<Item = Step>) -> u32 {
        let first = u32::try_from(self.0.len()).expect("memory ends first");
        self.0.extend(steps);
        first
    }

    /// The holes of all moves up to a step.
    pub(super) fn line(&self, last: Step) -> Vec<Hole> {
        let mut line = vec![last.hole];
        let mut number = last.from;
        while number > 0 {
            let step = self.0[number as usize];
            line.push(step.hole);
            number = step.from;
        }
        line.reverse();
        line
    }
}

/// Finds boards in a list: each slot has the place of a board plus one, at the first free slot from
/// the one that its mix names. Never more than half of the slots are taken; whole boards are
/// compared.
#[derive(Debug, Default)]
pub(super) struct Places {
    slots: Vec<u32>,
}

impl Places {
    /// Forgets all, and makes room for so many boards.
    pub(super) fn clear(&mut self, boards: usize) {
        self.slots.clear();
        self.slots.resize((2 * boards).next_power_of_two().max(8), 0);
    }

    /// Tells whether there is room for one more than so many.
    #[inline]
    pub(super) const fn has_room(&self, boards: usize) -> bool {
        2 * boards < self.slots.len()
    }

    /// The place of a board in the list, or the free slot that would be its own.
    #[inline]
    pub(super) fn find<C: Cells>(&self, cells: C, at: impl Fn(usize) -> C) -> Result<usize, usize> {
        let mask = self.slots.len() - 1;
        let mut slot = cells.mix() as usize & mask;
        while let Some(place) = self.slots[slot].checked_sub(1) {
            if at(place as usize) == cells {
                return Ok(place as usize);
            }
            slot = (slot + 1) & mask;
        }
        Err(slot)
    }

    /// Gives a free slot to the board at a place.
    #[inline]
    pub(super) fn set(&mut self, slot: usize, place: usize) {
        self.slots[slot] = u32::try_from(place + 1).expect("memory ends first");
    }
}
