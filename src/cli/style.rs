//! Every style of the text output, so that a colour means the same in each command: green what is
//! proven, yellow what is not yet, red what is wrong, cyan who or what moves. [`super::output`] and
//! `--color` decide whether they are shown.

use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::sync::LazyLock;

use anstyle::AnsiColor;
use clap::builder::Styles;

/// A style, whose sequences [`super::harmless`] knows as the program's own.
#[derive(Clone, Copy)]
pub struct Style(anstyle::Style);

/// How the sequences of styles begin until they are shown: with a number that is new in each run,
/// so that no file can have it.
pub fn own() -> &'static str {
    static OWN: LazyLock<String> =
        LazyLock::new(|| format!("\u{1b}[{};", RandomState::new().hash_one("style")));
    &OWN
}

impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sequences = match f.alternate() {
            true => format!("{:#}", self.0),
            false => self.0.to_string(),
        };
        f.write_str(&sequences.replace("\u{1b}[", own()))
    }
}

/// A heading, or the main figure of an answer that is neither proven nor estimated.
pub const STRONG: Style = Style(anstyle::Style::new().bold());
/// What matters less: remarks, the names of holes.
pub const DIM: Style = Style(anstyle::Style::new().dimmed());
/// A value that is proven, a claim that holds.
pub const PROVEN: Style = Style(AnsiColor::Green.on_default().bold());
/// Proven bounds of a value that is open; an open claim.
pub const BOUNDS: Style = Style(AnsiColor::Yellow.on_default().bold());
/// A value that is estimated.
pub const ESTIMATE: Style = Style(AnsiColor::Yellow.on_default());
/// An error, a refuted claim.
pub const WRONG: Style = Style(AnsiColor::Red.on_default().bold());
/// The player to move, a move, a line's move.
pub const MOVE: Style = Style(AnsiColor::Cyan.on_default().bold());

/// The same for help texts and for errors in arguments.
pub const HELP: Styles = Styles::styled()
    .header(STRONG.0)
    .usage(STRONG.0)
    .literal(MOVE.0)
    .placeholder(DIM.0)
    .error(WRONG.0)
    .valid(PROVEN.0)
    .invalid(BOUNDS.0);

/// The style of a value, by whether it is proven.
pub const fn value(proven: bool) -> Style {
    if proven { PROVEN } else { ESTIMATE }
}
