//! Arguments of several commands: positions, and pages.

use std::path::PathBuf;

use clap::Args;

use chongkak::board::Side;
use chongkak::control::whole_number;
use chongkak::search::Goal;

use super::numbers::seeds_ahead;

/// A position: given, read from standard input, or an opening.
#[derive(Clone, Debug, Default, Args)]
pub struct Place {
    /// The position, such as "7,7,7/0 7,7,7/0 A": A's row from hole 1 on and his store, B's, the
    /// player to move; - reads positions from standard input, one a line [default: the opening]
    #[arg(value_name = "POSITION", num_args = 0..)]
    pub position: Vec<String>,
    /// Reads the rows as the board is drawn: B's first, both from left to right
    #[arg(long)]
    pub as_drawn: bool,
    /// The opening in which A owns N seeds and B the rest
    #[arg(long, value_name = "N", conflicts_with = "position", value_parser = owned)]
    pub owned: Option<u32>,
    /// The player who starts an opening [default: A]
    #[arg(long, value_name = "A|B", conflicts_with = "position", value_parser = side)]
    pub mover: Option<Side>,
}

impl Place {
    /// Of a command whose arguments stand for other things than positions too.
    pub fn of(words: &[String], as_drawn: bool, owned: Option<u32>, mover: Option<Side>) -> Place {
        Place {
            position: words.to_vec(),
            as_drawn,
            owned,
            mover,
        }
    }
}

/// An interactive page.
#[derive(Debug, Default, Args)]
pub struct PageFile {
    /// Writes an interactive HTML page: the board, the line, every lap; one file for any browser
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
}

pub fn side(text: &str) -> Result<Side, String> {
    match text {
        "A" => Ok(Side::A),
        "B" => Ok(Side::B),
        _ => Err("expected A or B".to_owned()),
    }
}

pub fn owned(text: &str) -> Result<u32, String> {
    let seeds = whole_number(text).and_then(|seeds| seeds.try_into().ok());
    seeds.ok_or_else(|| "expected a whole number of seeds".to_owned())
}

/// Which endgame tables the searches of a command use.
#[derive(Debug, Default, PartialEq, Eq, Args)]
pub struct WithTables {
    /// Uses the endgame tables in a folder (see `tables build`), or with `none` no tables
    /// [default: those that `tables install` has built]
    #[arg(long, value_name = "DIR|none")]
    pub tables: Option<PathBuf>,
}

/// What is to be proven of a position, if not its value.
#[derive(Debug, Default, Args)]
pub struct Asked {
    /// Proves only who wins
    #[arg(long)]
    pub winner: bool,
    /// Proves only whether the value is at least V: A's seeds less B's at the end of the round
    #[arg(long, value_name = "V", conflicts_with = "winner", value_parser = seeds_ahead)]
    pub at_least: Option<i32>,
}

impl Asked {
    /// What is to be proven.
    pub const fn goal(&self) -> Goal {
        match self.at_least {
            Some(least) => Goal::AtLeast(least),
            None if self.winner => Goal::Winner,
            None => Goal::Value,
        }
    }
}
