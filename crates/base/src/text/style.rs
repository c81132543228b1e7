//! Every style of texts for people, so that a colour means the same everywhere: green what is
//! proven, yellow what is not yet, red what is wrong, cyan who or what moves. [`harmless`]
//! decides whether they are shown.
//!
//! [`harmless`]: super::harmless::harmless

use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::sync::LazyLock;

/// A style: its numbers in the sequences that terminals obey.
#[derive(Clone, Copy)]
pub struct Style(&'static [u8]);

/// Returns the beginning of the sequences of styles until they are shown: with a number that is new
/// in each run, so that no file can have it.
pub fn own() -> &'static str {
    static OWN: LazyLock<String> =
        LazyLock::new(|| format!("\u{1b}[{};", RandomState::new().hash_one("style")));
    &OWN
}

impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers = if f.alternate() { &[0] } else { self.0 };
        numbers.iter().try_for_each(|number| write!(f, "{}{number}m", own()))
    }
}

/// A heading, or the main figure of an answer that is neither proven nor estimated.
pub const STRONG: Style = Style(&[1]);
/// The style of what matters less: remarks, the names of holes.
pub const DIM: Style = Style(&[2]);
/// A value that is proven, a claim that holds.
pub const PROVEN: Style = Style(&[1, 32]);
/// Proven bounds of a value that is open; an open claim.
pub const BOUNDS: Style = Style(&[1, 33]);
/// A value that is estimated.
pub const ESTIMATE: Style = Style(&[33]);
/// An error, a refuted claim.
pub const WRONG: Style = Style(&[1, 31]);
/// The player to move, a move, a line's move.
pub const MOVE: Style = Style(&[1, 36]);

/// The style of a value, by whether it is proven.
pub const fn value(proven: bool) -> Style {
    if proven { PROVEN } else { ESTIMATE }
}
