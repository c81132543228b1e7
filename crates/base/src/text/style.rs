//! All styles of text output, so that a colour means the same everywhere: green is proven, yellow
//! is not proven yet, red is wrong, cyan is a player to move or a move. [`harmless`] decides
//! whether they are shown.
//!
//! [`harmless`]: super::harmless::harmless

use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::sync::LazyLock;

/// A style: the parameters of its terminal escape sequence.
#[derive(Clone, Copy)]
pub struct Style(&'static [u8]);

/// Returns the prefix of style sequences before they are resolved. It contains a number that is new
/// in every run, so that no file can forge it.
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
/// Secondary text: remarks, the names of holes.
pub const DIM: Style = Style(&[2]);
/// A proven value, a claim that holds.
pub const PROVEN: Style = Style(&[1, 32]);
/// Proven bounds of an open value; an open claim.
pub const BOUNDS: Style = Style(&[1, 33]);
/// An estimated value.
pub const ESTIMATE: Style = Style(&[33]);
/// An error, a refuted claim.
pub const WRONG: Style = Style(&[1, 31]);
/// The player to move, a move, a line's move.
pub const MOVE: Style = Style(&[1, 36]);

/// Returns the style of a value.
pub const fn value(proven: bool) -> Style {
    if proven { PROVEN } else { ESTIMATE }
}
