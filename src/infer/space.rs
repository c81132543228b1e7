//! Combinations of option values, and sets of them.

use super::varied::{Cube, Varied};

/// All combinations of the values of some options, numbered.
#[derive(Clone, Debug)]
pub(super) struct Space {
    /// The options by number, each with its number of values and its stride: the difference between
    /// the numbers of two combinations whose values differ by one.
    axes: Vec<Axis>,
    size: usize,
}

#[derive(Clone, Copy, Debug)]
struct Axis {
    option: usize,
    values: usize,
    stride: usize,
}

impl Space {
    pub fn new(varied: &Varied, options: impl Iterator<Item = usize>) -> Space {
        let mut size = 1;
        let mut axes = Vec::new();
        for option in options {
            let (values, stride) = (varied.values(option).len(), size);
            axes.push(Axis { option, values, stride });
            size *= values;
        }
        Space { axes, size }
    }

    /// The number of combinations.
    pub const fn size(&self) -> usize {
        self.size
    }

    /// The options.
    pub fn options(&self) -> impl Iterator<Item = usize> {
        self.axes.iter().map(|axis| axis.option)
    }

    /// The value of an option in a combination, by number; `None` if the option is not an axis.
    pub fn value(&self, combination: usize, option: usize) -> Option<usize> {
        let axis = self.axes.iter().find(|axis| axis.option == option)?;
        Some(combination / axis.stride % axis.values)
    }

    /// The combinations in a union of cubes. Options that are not axes are ignored.
    pub fn union(&self, cubes: &[Cube]) -> Set {
        let mut set = Set::empty(self.size);
        for &cube in cubes {
            self.fill(&mut set, cube, self.axes.len(), 0);
        }
        set
    }

    fn fill(&self, set: &mut Set, cube: Cube, axes: usize, start: usize) {
        let Some(axis) = axes.checked_sub(1).map(|last| self.axes[last]) else {
            return set.insert(start);
        };
        let free = |axis: &Axis| cube.value(axis.option).is_none();
        if self.axes[..axes].iter().all(free) {
            return set.insert_range(start, start + axis.stride * axis.values);
        }
        match cube.value(axis.option) {
            Some(value) => self.fill(set, cube, axes - 1, start + value * axis.stride),
            None => (0..axis.values)
                .for_each(|value| self.fill(set, cube, axes - 1, start + value * axis.stride)),
        }
    }

    /// Whether a set is independent of an option.
    pub fn is_free(&self, set: &Set, option: usize) -> bool {
        let axis = self.axes.iter().find(|axis| axis.option == option);
        axis.is_none_or(|axis| {
            set.iter().all(|at| {
                let first = at - at / axis.stride % axis.values * axis.stride;
                (0..axis.values).all(|value| set.contains(first + value * axis.stride))
            })
        })
    }

    /// Projects a set to a space without the options it is independent of.
    pub fn project(&self, set: &Set, to: &Space) -> Set {
        let mut project = Set::empty(to.size);
        for at in 0..to.size {
            let same = |axis: &Axis| at / axis.stride % axis.values * self.stride(axis.option);
            if set.contains(to.axes.iter().map(same).sum()) {
                project.insert(at);
            }
        }
        project
    }

    fn stride(&self, option: usize) -> usize {
        let axis = self.axes.iter().find(|axis| axis.option == option);
        axis.expect("an option of both spaces").stride
    }

    /// For every axis, marks the values that occur in a set.
    pub fn present(&self, set: &Set) -> Vec<Vec<bool>> {
        let mut present: Vec<_> = self.axes.iter().map(|axis| vec![false; axis.values]).collect();
        for at in set.iter() {
            for (axis, seen) in self.axes.iter().zip(&mut present) {
                seen[at / axis.stride % axis.values] = true;
            }
        }
        present
    }
}

/// A set of combinations of a space.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Set {
    words: Vec<u64>,
}

impl Set {
    pub fn empty(size: usize) -> Set {
        Set { words: vec![0; size.div_ceil(64)] }
    }

    pub fn full(size: usize) -> Set {
        let mut set = Set::empty(size);
        set.insert_range(0, size);
        set
    }

    pub fn insert(&mut self, at: usize) {
        self.words[at / 64] |= 1 << (at % 64);
    }

    fn insert_range(&mut self, first: usize, end: usize) {
        let mut at = first;
        while at < end {
            let count = (64 - at % 64).min(end - at);
            self.words[at / 64] |= (u64::MAX >> (64 - count)) << (at % 64);
            at += count;
        }
    }

    pub fn contains(&self, at: usize) -> bool {
        self.words[at / 64] >> (at % 64) & 1 == 1
    }

    /// Subtracts another set; returns whether anything was removed.
    pub fn subtract(&mut self, other: &Set) -> bool {
        let mut taken = 0;
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            taken |= *word & other;
            *word &= !other;
        }
        taken != 0
    }

    pub fn intersect(&mut self, other: &Set) {
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word &= other;
        }
    }

    pub fn meets(&self, other: &Set) -> bool {
        let mut pairs = self.words.iter().zip(&other.words);
        pairs.any(|(word, other)| word & other != 0)
    }

    pub fn is_within(&self, other: &Set) -> bool {
        let mut pairs = self.words.iter().zip(&other.words);
        pairs.all(|(word, other)| word & !other == 0)
    }

    pub fn count(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.words.iter().enumerate().flat_map(|(at, &word)| {
            let next = |word: &u64| Some(word & (word - 1)).filter(|rest| *rest != 0);
            let first = Some(word).filter(|word| *word != 0);
            std::iter::successors(first, next)
                .map(move |rest| 64 * at + rest.trailing_zeros() as usize)
        })
    }
}
