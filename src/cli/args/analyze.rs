//! The arguments of `analyze`.

use std::path::Path;

use clap::Args;

use super::numbers::number;
use super::shared::{AS_DRAWN, Ahead, Fresh, PageFile, Place};
use crate::cli::failure::Failure;

/// What stands in the place of a position.
const WHAT: &str = "The record of a set; - reads it from standard input. With --line the position \
                    where the line begins [default: the opening]; then - reads positions, one a \
                    line";
const OWNED: &str = "The line begins at the opening in which A owns N seeds and B the rest";
const MOVER: &str = "The player who starts the opening [default: A]";

/// The record of a set, or a line and where that begins.
#[derive(Debug, Args)]
#[command(mut_arg("position", |it| it.value_name("FILE|POSITION").help(WHAT)),
          mut_arg("as_drawn", |it| it.requires("line").help(AS_DRAWN)),
          mut_arg("owned", |it| it.requires("line").help(OWNED)),
          mut_arg("mover", |it| it.requires("line").help(MOVER)),
          mut_arg("nodes", |it| it.help("Maximum positions to visit for each turn")))]
pub struct Analyze {
    /// The moves that were played, in the place of a record; they may go over several rounds
    #[arg(long, value_name = "MOVES")]
    pub line: Option<String>,
    #[command(flatten)]
    pub place: Place,
    /// Shows only turns that lost N or more of the player's lead, for certain or by an estimate;
    /// JSON has all, and the sums are those of all turns
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<u32>(0..))]
    pub min_loss: u32,
    #[command(flatten)]
    pub ahead: Ahead,
    #[command(flatten)]
    pub fresh: Fresh,
    #[command(flatten)]
    pub page: PageFile,
}

impl Analyze {
    /// The file with the record.
    pub fn file(&self) -> Result<&Path, Failure> {
        match &self.place.position[..] {
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
