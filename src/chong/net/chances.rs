//! The chances of throws: that some dice of a throw add up to one of several distances.

use crate::chong::rules::ChongRules;
use crate::chong::throw::Dice;

/// Parts of 1 in which chances are counted.
pub const UNIT: i32 = 512;

/// The farthest that a throw of four dice goes.
const FARTHEST: usize = 24;

/// Throws, a bit each: 126 of four dice.
type Throws = u128;

/// The reach of the throws of a game.
#[derive(Clone, Debug)]
pub(super) struct Chances {
    /// For each distance the throws of which some dice add up to it.
    arriving: [Throws; FARTHEST + 1],
    /// The same with at least one die that is no Chong: a Chong takes nothing on the way.
    hitting: [Throws; FARTHEST + 1],
    /// For each byte of a set of throws their probability, in parts of 1 / (UNIT << SHIFT).
    weights: Vec<[u32; 256]>,
    /// For each distance the chance of going it exactly with one, two, three throws.
    pub(super) reach: [Vec<i32>; 3],
    /// For each distance the nearness: e to the power of the distance in mean throws, negated.
    pub(super) near: Vec<i32>,
}

const SHIFT: u32 = 16;

impl Chances {
    pub(super) fn new(rules: &ChongRules) -> Chances {
        let all = 6_f64.powi(rules.dice.into());
        let throws = Dice::all(rules.dice);
        let length = usize::from(rules.length());
        let (mut arriving, mut hitting) = ([0; FARTHEST + 1], [0; FARTHEST + 1]);
        let mut weights = vec![[0; 256]; throws.len().div_ceil(8)];
        let mut sums = Vec::new();
        for (number, (weight, throw)) in throws.iter().enumerate() {
            let (any, hits) = sums_of(*throw);
            for distance in 1..=FARTHEST {
                arriving[distance] |= Throws::from(any >> distance & 1) << number;
                hitting[distance] |= Throws::from(hits >> distance & 1) << number;
            }
            let probability = f64::from(*weight) / all;
            let part = (probability * f64::from(UNIT << SHIFT)).round() as u32;
            for (byte, sum) in weights[number / 8].iter_mut().enumerate() {
                *sum += part * (byte as u32 >> (number % 8) & 1);
            }
            sums.push((probability, any));
        }
        let pace = 3.5 * f64::from(rules.dice);
        let near = (0..length).map(|distance| parts((-(distance as f64) / pace).exp()));
        Chances { arriving, hitting, weights, reach: reach(&sums, length), near: near.collect() }
    }

    /// The chance of a throw of which some dice add up to one of these distances, a bit each.
    #[inline]
    pub(super) fn arrives(&self, distances: u32) -> i32 {
        self.sum(union(&self.arriving, distances))
    }

    /// The same of dice that take a soldier there.
    #[inline]
    pub(super) fn hits(&self, distances: u32) -> i32 {
        self.sum(union(&self.hitting, distances))
    }

    #[inline]
    fn sum(&self, throws: Throws) -> i32 {
        if throws == 0 {
            return 0;
        }
        let bytes = throws.to_le_bytes();
        let sums = self.weights.iter().zip(bytes);
        let sum: u32 = sums.map(|(sums, byte)| sums[usize::from(byte)]).sum();
        ((sum + (1 << (SHIFT - 1))) >> SHIFT) as i32
    }
}

#[inline]
fn union(throws: &[Throws; FARTHEST + 1], distances: u32) -> Throws {
    let mut left = distances & ((2 << FARTHEST) - 2);
    let mut all = 0;
    while left != 0 {
        all |= throws[left.trailing_zeros() as usize];
        left &= left - 1;
    }
    all
}

/// The sums of some dice of a throw, a bit each; all sums, and those not of Chongs alone.
fn sums_of(throw: Dice) -> (u32, u32) {
    let (mut any, mut hits) = (1_u32, 0_u32);
    for face in throw.faces() {
        let more = if face > 1 { any } else { hits };
        hits |= hits << face | more << face;
        any |= any << face;
    }
    (any, hits)
}

/// A chance in parts.
fn parts(chance: f64) -> i32 {
    (chance * f64::from(UNIT)).round() as i32
}

/// For each distance the chance of going it exactly with one, two, three throws, each of which may
/// use some of its dice.
fn reach(throws: &[(f64, u32)], length: usize) -> [Vec<i32>; 3] {
    let mut before: Vec<f64> = (0..length).map(|left| f64::from(u8::from(left == 0))).collect();
    [(); 3].map(|()| {
        let of_distance = |distance: usize| {
            let ways = throws.iter().map(|(probability, sums)| {
                let usable = (0..=distance.min(FARTHEST)).filter(|sum| sums >> sum & 1 == 1);
                probability * usable.map(|sum| before[distance - sum]).fold(0.0, f64::max)
            });
            ways.sum::<f64>()
        };
        before = (0..length).map(of_distance).collect();
        before.iter().copied().map(parts).collect()
    })
}
