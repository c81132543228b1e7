//! The arguments of `analyze`.

use std::path::Path;

use clap::Args;

use chongkak::board::Side;
use chongkak::control::MAX_DEPTH;

use super::numbers::number;
use super::shared::{PageFile, Place, WithTables, owned, side};
use crate::cli::failure::Failure;

#[derive(Debug, Args)]
pub struct Analyze {
    /// The record of a set; - reads it from standard input. With --line the position where the line
    /// begins [default: the opening]; then - reads positions, one a line
    #[arg(value_name = "FILE|POSITION", num_args = 0..)]
    pub what: Vec<String>,
    /// The moves that were played, in the place of a record; they may go over several rounds
    #[arg(long, value_name = "MOVES")]
    pub line: Option<String>,
    /// Reads the rows of the position as the board is drawn: B's first, both from left to right
    #[arg(long, requires = "line")]
    pub as_drawn: bool,
    /// The line begins at the opening in which A owns N seeds and B the rest
    #[arg(long, value_name = "N", requires = "line", conflicts_with = "what", value_parser = owned)]
    pub owned: Option<u32>,
    /// The player who starts the opening [default: A]
    #[arg(long, value_name = "A|B", requires = "line", conflicts_with = "what",
          value_parser = side)]
    pub mover: Option<Side>,
    /// Shows only turns that lost N or more of the player's lead, for certain or by an estimate;
    /// JSON has all, and the sums are those of all turns
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<u32>(0..))]
    pub min_loss: u32,
    /// Maximum moves to look ahead
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..=MAX_DEPTH.into()))]
    pub depth: Option<u32>,
    /// Maximum positions to visit for each turn
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..))]
    pub nodes: Option<u64>,
    #[command(flatten)]
    pub with: WithTables,
    /// Searches without the values and first turns that ship with the program
    #[arg(long)]
    pub fresh: bool,
    #[command(flatten)]
    pub page: PageFile,
}

impl Analyze {
    /// Where a line begins.
    pub fn place(&self) -> Place {
        Place::of(&self.what, self.as_drawn, self.owned, self.mover)
    }

    /// The file with the record.
    pub fn file(&self) -> Result<&Path, Failure> {
        match &self.what[..] {
            [file] => Ok(Path::new(file)),
            [] => Err(Failure::input(
                "expected the file of a record, or --line MOVES with or without a position",
            )),
            words => Err(Failure::unexpected(
                format_args!("{}", words.join(" ")),
                "one record, or a position with --line MOVES",
            )),
        }
    }
}
