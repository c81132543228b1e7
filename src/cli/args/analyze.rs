//! The arguments of `analyze`.

use clap::{Arg, Args};

use super::number_arguments::number;
use super::shared::{AS_DRAWN, Ahead, Fresh, PageFile, Place};

/// The record of a set, or a line and where that begins.
#[derive(Debug, Args)]
#[command(mut_args(told))]
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

/// Says what the shared arguments mean here.
fn told(it: Arg) -> Arg {
    match it.get_id().as_str() {
        "position" => it.value_name("FILE|POSITION").help(
            "The record of a set; - reads it from standard input. With --line the position where \
             the line begins [default: the opening]; then - reads positions, one a line",
        ),
        "as_drawn" => it.requires("line").help(AS_DRAWN),
        "owned" => it
            .requires("line")
            .help("The line begins at the opening in which A owns N seeds and B the rest"),
        "mover" => it
            .requires("line")
            .help("The player who starts the opening [default: A]"),
        "nodes" => it.help("Maximum positions to visit for each turn"),
        _ => it,
    }
}
