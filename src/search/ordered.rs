//! The moves of a position in the order in which to try them.

use arrayvec::ArrayVec;

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
