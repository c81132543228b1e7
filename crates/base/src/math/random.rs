//! Random numbers that are the same on every machine and in every version.
//!
//! The generator is SplitMix64: G. Steele, D. Lea and C. Flood, Fast splittable pseudorandom number
//! generators, OOPSLA 2014.

/// A stream of random numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random {
    state: u64,
}

/// The step of the state: an odd number near 2^64 over the golden ratio.
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

impl Random {
    /// Creates stream number `stream` of a seed. Streams of the same seed and of neighbouring seeds
    /// are independent.
    #[must_use]
    #[inline]
    pub fn new(seed: u64, stream: u64) -> Random {
        Random {
            state: mixed(mixed(seed.wrapping_add(STEP)).wrapping_add(stream.wrapping_mul(STEP))),
        }
    }

    /// Returns the next number.
    #[must_use]
    #[allow(clippy::should_implement_trait)]
    #[inline]
    pub const fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        mixed(self.state)
    }

    /// Returns a number below `bound`, uniform up to one part in 2^64 divided by the bound; 0 if
    /// the bound is 0.
    #[must_use]
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        let wide = u128::from(self.next()) * bound as u128;
        usize::try_from(wide >> 64).expect("at most the bound")
    }
}

/// Returns output number `number`, from 0 on, of the generator that starts with state 0.
#[inline]
pub const fn output(number: u64) -> u64 {
    mixed(number.wrapping_add(1).wrapping_mul(STEP))
}

/// The output function of SplitMix64: a bijection that scrambles consecutive arguments.
#[inline]
pub const fn mixed(state: u64) -> u64 {
    let state = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let state = (state ^ (state >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    state ^ (state >> 31)
}
