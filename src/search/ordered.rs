//! The moves of a position in the order in which to try them.

/// Up to 18 things (the most holes a row has), the highest order first; of equals the one that
/// was put there first.
pub struct Ordered<T> {
    items: [Option<(i32, T)>; 18],
    count: usize,
}

impl<T: Copy> Ordered<T> {
    /// Nothing yet.
    #[inline]
    pub const fn empty() -> Ordered<T> {
        Ordered {
            items: [const { None }; 18],
            count: 0,
        }
    }

    /// By insertion: there are few, and they come nearly in order.
    #[inline]
    pub fn insert(&mut self, order: i32, item: T) {
        let mut place = self.count;
        while place > 0 && self.items[place - 1].is_some_and(|(other, _)| other < order) {
            self.items[place] = self.items[place - 1];
            place -= 1;
        }
        self.items[place] = Some((order, item));
        self.count += 1;
    }

    /// Puts one before all others.
    pub fn bring_forward(&mut self, is_it: impl Fn(&T) -> bool) {
        let items = &mut self.items[..self.count];
        if let Some(at) = (items.iter().flatten()).position(|(_, item)| is_it(item)) {
            items[..=at].rotate_right(1);
        }
    }

    /// All of them, the highest first.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        let items = self.items[..self.count].iter();
        items.flatten().map(|(_, item)| item)
    }
}
