//! The moves of a node, which may be played before it is the node's turn.
//!
//! A search waits for memory: for what the tables know of the positions after the moves. Where
//! siblings are likely to be searched one after the other, the next is expanded before this one is
//! searched, and meanwhile the machine fetches what the next needs.

use arrayvec::ArrayVec;

use super::bounds::Window;
use super::heuristic_table::NO_MOVE;
use super::shared_state::{Lookup, Node};
use crate::board::Side;

/// The moves of a node, once they are played.
pub(super) struct Expansion<C> {
    /// The moves that need a look.
    pub children: Ordered<Child<C>>,
    /// The best score of those that don't, with its move.
    pub best: (i32, u8),
    /// True if the moves are played.
    pub is_made: bool,
    /// True if no move is expected to be good enough, so that all of them must be searched.
    pub is_all_node: bool,
    /// The node's place among its siblings.
    place: usize,
}

impl<C> Expansion<C> {
    /// An expansion of a node without siblings, of which nothing is played yet.
    pub const fn none() -> Expansion<C> {
        Expansion {
            children: Ordered::empty(),
            best: (i32::MIN, NO_MOVE),
            is_made: false,
            is_all_node: false,
            place: 0,
        }
    }

    /// The expansion of the node at this place among its siblings: as far as it has come, if it is
    /// that of this node, or else from its beginning.
    #[inline]
    pub fn of(&mut self, place: usize) -> &mut Expansion<C> {
        if self.place != place {
            self.place = place;
            self.is_made = false;
            self.children.clear();
        }
        self
    }
}

/// A move that needs a look: into the table, into the endgame table, or a search.
#[derive(Clone, Copy)]
pub(super) struct Child<C> {
    pub node: Node<C>,
    pub place: Lookup,
    pub index: u8,
    /// The seeds that the mover wins by it.
    pub gain: i32,
    /// Its place in the order in which to try them, the highest first.
    pub order: i32,
}

impl<C> Child<C> {
    /// The window of the child in that of its parent.
    #[inline]
    pub fn window(&self, parent: Side, window: Window) -> Window {
        let inner = window.less(self.gain);
        if self.node.state.mover == parent { inner } else { inner.turned() }
    }
}

/// The most holes a row has.
const MOST: usize = 18;

/// Up to 18 things, those with a place in the order, the highest order first; of equals the one
/// that got its place first. Only their numbers are moved about.
pub struct Ordered<T> {
    items: ArrayVec<T, MOST>,
    /// The order and the number of each, the highest first.
    places: ArrayVec<(i32, u8), MOST>,
}

impl<T> Ordered<T> {
    /// Makes a list with nothing in it yet.
    #[inline]
    pub const fn empty() -> Ordered<T> {
        Ordered { items: ArrayVec::new_const(), places: ArrayVec::new_const() }
    }

    /// Forgets all.
    #[inline]
    pub fn clear(&mut self) {
        self.items.clear();
        self.places.clear();
    }

    /// Adds one that has no place yet.
    #[inline]
    pub fn push(&mut self, item: T) {
        self.items.push(item);
    }

    /// All, with a place or without, in the order in which they came.
    #[inline]
    pub fn all(&self) -> &[T] {
        &self.items
    }

    /// Gives one of all its place, by insertion: there are few, and they come nearly in order.
    #[inline]
    pub fn place(&mut self, number: usize, order: i32) {
        let mut place = self.places.len();
        self.places.push((order, number as u8));
        while place > 0 && self.places[place - 1].0 < order {
            self.places.swap(place - 1, place);
            place -= 1;
        }
    }

    /// Puts one before all others.
    pub fn bring_forward(&mut self, is_it: impl Fn(&T) -> bool) {
        let at = self.iter().position(is_it);
        if let Some(at) = at {
            self.places[..=at].rotate_right(1);
        }
    }

    /// The one at a place, the highest at 0.
    #[inline]
    pub fn at(&self, place: usize) -> Option<&T> {
        let place = self.places.get(place);
        place.map(|&(_, number)| &self.items[usize::from(number)])
    }

    /// All that have a place, the highest first.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        (0..self.places.len()).filter_map(|place| self.at(place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Seven;
    use crate::moves::State;

    /// A guard: what a sibling has left is never taken for a node's own moves.
    #[test]
    fn only_the_same_sibling_goes_on_with_an_expansion() {
        let mut expansion = Expansion::<Seven>::none();
        let state = State { cells: Seven::default(), mover: Side::A, last_turn: false };
        expansion.is_made = true;
        expansion.children.push(Child {
            node: Node { state, in_play: 0, key: None },
            place: Lookup::Nowhere,
            index: 0,
            gain: 0,
            order: 0,
        });
        let kept = |expansion: &Expansion<_>| (expansion.is_made, expansion.children.all().len());
        assert_eq!(kept(expansion.of(0)), (true, 1));
        assert_eq!(kept(expansion.of(2)), (false, 0));
        assert_eq!(kept(expansion.of(0)), (false, 0));
    }
}
