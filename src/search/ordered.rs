//! The moves of a position in the order in which to try them.

use arrayvec::ArrayVec;

/// The most holes a row has.
const MOST: usize = 18;

/// Up to 18 things, the highest order first; of equals the one that was put there first. Only their
/// numbers are moved about.
pub struct Ordered<T> {
    items: ArrayVec<T, MOST>,
    /// The order and the number of each, the highest first.
    places: ArrayVec<(i32, u8), MOST>,
}

impl<T> Ordered<T> {
    /// Nothing yet.
    #[inline]
    pub const fn empty() -> Ordered<T> {
        Ordered {
            items: ArrayVec::new_const(),
            places: ArrayVec::new_const(),
        }
    }

    /// By insertion: there are few, and they come nearly in order.
    #[inline]
    pub fn insert(&mut self, order: i32, item: T) {
        let mut place = self.places.len();
        self.places.push((order, place as u8));
        self.items.push(item);
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

    /// All of them, the highest first.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        let places = self.places.iter();
        places.map(|&(_, number)| &self.items[usize::from(number)])
    }
}
