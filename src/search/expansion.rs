//! The moves of a node, which may be generated before the node is searched.
//!
//! Memory latency dominates: the search waits for the table entries of the positions after the
//! moves. Where siblings are likely to be searched in sequence, the next one is expanded before the
//! current one is searched, so that its entries are prefetched meanwhile.

use arrayvec::ArrayVec;

use super::bounds::Window;
use super::heuristic_table::NO_MOVE;
use super::shared_state::{Lookup, Node};
use crate::board::Side;

/// The moves of a node, once generated.
pub(super) struct Expansion<C> {
    /// The moves that need a table lookup or a search.
    pub children: Ordered<Child<C>>,
    /// The best score among the others, with its move.
    pub best: (i32, u8),
    /// Whether the moves have been played.
    pub is_made: bool,
    /// Whether no move is expected to cause a cutoff, so that all of them must be searched.
    pub is_all_node: bool,
    /// The node's place among its siblings.
    place: usize,
}

impl<C> Expansion<C> {
    /// An empty expansion of a node without siblings.
    pub const fn none() -> Expansion<C> {
        Expansion {
            children: Ordered::empty(),
            best: (i32::MIN, NO_MOVE),
            is_made: false,
            is_all_node: false,
            place: 0,
        }
    }

    /// The expansion for the node at this place among its siblings: kept if it belongs to that
    /// node, cleared otherwise.
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

/// A move that needs a lookup in a table, or a search.
#[derive(Clone, Copy)]
pub(super) struct Child<C> {
    pub node: Node<C>,
    pub place: Lookup,
    /// The move, packed.
    pub index: u8,
    /// The seeds that the mover wins by the move.
    pub gain: i32,
    /// Its rank in the move ordering, highest first.
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

/// Maximum number of moves: 18 holes, each with and without a stop.
pub(super) const MAX_MOVES: usize = 36;

/// Up to 36 items. Items that have been given an order are sorted by it, highest first and stable;
/// only their numbers move.
pub struct Ordered<T> {
    items: ArrayVec<T, MAX_MOVES>,
    /// Order and number of each ordered item, highest first.
    places: ArrayVec<(i32, u8), MAX_MOVES>,
}

impl<T> Ordered<T> {
    /// Creates an empty list.
    #[inline]
    pub const fn empty() -> Ordered<T> {
        Ordered { items: ArrayVec::new_const(), places: ArrayVec::new_const() }
    }

    /// Removes all items.
    #[inline]
    pub fn clear(&mut self) {
        self.items.clear();
        self.places.clear();
    }

    /// Adds an item without an order.
    #[inline]
    pub fn push(&mut self, item: T) {
        self.items.push(item);
    }

    /// All items, ordered or not, in insertion order.
    #[inline]
    pub fn all(&self) -> &[T] {
        &self.items
    }

    /// Orders an item, by insertion: there are few, and they come nearly in order.
    #[inline]
    pub fn place(&mut self, number: usize, order: i32) {
        let mut place = self.places.len();
        self.places.push((order, number as u8));
        while place > 0 && self.places[place - 1].0 < order {
            self.places.swap(place - 1, place);
            place -= 1;
        }
    }

    /// Moves the first ordered item that matches to the front.
    pub fn bring_forward(&mut self, is_it: impl Fn(&T) -> bool) {
        let at = self.iter().position(is_it);
        if let Some(at) = at {
            self.places[..=at].rotate_right(1);
        }
    }

    /// The ordered item at a place, the highest at 0.
    #[inline]
    pub fn at(&self, place: usize) -> Option<&T> {
        let place = self.places.get(place);
        place.map(|&(_, number)| &self.items[usize::from(number)])
    }

    /// The ordered items, highest first.
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

    /// A guard: a sibling's leftover expansion is never taken for a node's own moves.
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
