//! Every style of the text output, so that a colour means the same in each command: green what is
//! proven, yellow what is not yet, red what is wrong, cyan who or what moves. [`super::output`] and
//! `--color` decide whether they are shown.

use anstyle::{AnsiColor, Style};
use clap::builder::Styles;

/// A heading, or the main figure of an answer that is neither proven nor estimated.
pub const STRONG: Style = Style::new().bold();
/// What matters less: remarks, the names of holes.
pub const DIM: Style = Style::new().dimmed();
/// A value that is proven, a claim that holds.
pub const PROVEN: Style = AnsiColor::Green.on_default().bold();
/// Proven bounds of a value that is open; an open claim.
pub const BOUNDS: Style = AnsiColor::Yellow.on_default().bold();
/// A value that is estimated.
pub const ESTIMATE: Style = AnsiColor::Yellow.on_default();
/// An error, a refuted claim.
pub const WRONG: Style = AnsiColor::Red.on_default().bold();
/// The player to move, a move, a line's move.
pub const MOVE: Style = AnsiColor::Cyan.on_default().bold();

/// The same for help texts and for errors in arguments.
pub const HELP: Styles = Styles::styled()
    .header(STRONG)
    .usage(STRONG)
    .literal(MOVE)
    .placeholder(DIM)
    .error(WRONG)
    .valid(PROVEN)
    .invalid(BOUNDS);

/// The style of a value, by whether it is proven.
pub const fn value(proven: bool) -> Style {
    if proven { PROVEN } else { ESTIMATE }
}
