//! The arguments of `set`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use chongkak::ask::FindReplies;
use chongkak::board::Side;
use chongkak::matches::policies::Policy;

use super::number_arguments::number;
use super::preset_names::names;
use super::shared::{Counts, OneOpening, PageFile, Place, Seed, WithTables};

#[derive(Debug, Subcommand)]
pub enum Set {
    /// Plays a set, round after round, and prints its record
    Play(SetPlay),
    /// Replays the record of a set and checks everything it says
    Replay(SetReplay),
    /// Proves who can force the set from every opening, on small boards
    Solve(SetSolve),
    /// Proves that a set is lost: finds a reply that wins it to every turn of the player to move
    Reply(SetReply),
    /// Shows what is known of a rule set: who wins the set, by the seeds that A owns
    Table(SetTable),
}

#[derive(Debug, Args)]
pub struct SetPlay {
    #[command(flatten)]
    pub place: Place,
    /// A's policy: random, biggest, smallest, nearest, farthest, greedy, search:N (positions),
    /// search:0.5s (time), a strength (beginner, player, strong, best), or two of them, as in
    /// `match`. Without it the record ends when A is to move
    #[arg(long, value_name = "POLICY")]
    pub a: Option<Policy>,
    /// B's policy
    #[arg(long, value_name = "POLICY")]
    pub b: Option<Policy>,
    /// Both begin the first round together, with these joint choices (as in `start play`). Further
    /// choices are made by the policies as if each player were alone, and ties by a coin
    #[arg(long, value_name = "LINE", num_args = 0..=1, default_missing_value = "",
          conflicts_with = "from")]
    pub together: Option<String>,
    /// Moves to begin with; they may go over several rounds
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    pub line: String,
    /// Continues the set recorded in a file; - reads it from standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "owned", "mover"])]
    pub from: Option<PathBuf>,
    /// Maximum rounds of the set
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = number::<u64>(1..))]
    pub rounds: u64,
    #[command(flatten)]
    pub seed: Seed,
    #[command(flatten)]
    pub with: WithTables,
}

#[derive(Debug, Args)]
pub struct SetReplay {
    /// The record; - reads it from standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    #[command(flatten)]
    pub page: PageFile,
}

#[derive(Debug, Args)]
#[command(mut_args(|it| match it.get_id().as_str() {
    "nodes" => it.help("Maximum positions to visit, for all openings together"),
    _ => it,
}))]
pub struct SetSolve {
    #[command(flatten)]
    pub only: OneOpening,
    /// The player who starts [default: A]
    #[arg(long, value_name = "A|B")]
    pub mover: Option<Side>,
    #[command(flatten)]
    pub counts: Counts,
    /// For a board that is too large: goes on from the openings that `set table` shows; with
    /// --owned, only from those that are won within fewer rounds than this one. Exit code 3 if one
    /// stays open
    #[arg(long)]
    pub known: bool,
    /// With --known: maximum positions to visit for each opening and player
    #[arg(
        long, value_name = "N", default_value_t = 1_000_000, requires = "known",
        value_parser = number::<u64>(1..)
    )]
    pub nodes_each: u64,
}

#[derive(Debug, Args)]
pub struct SetReply {
    #[command(flatten)]
    pub place: Place,
    /// Maximum ends of the turn to examine
    #[arg(long, value_name = "N", default_value_t = FindReplies::default().most_ends,
          value_parser = number::<usize>(1..))]
    pub ends: usize,
    /// Shows the replies
    #[arg(long)]
    pub lines: bool,
}

#[derive(Debug, Args)]
pub struct SetTable {
    /// The rule set [default: overbeck]
    #[arg(value_name = "NAME", value_parser = names())]
    pub name: Option<String>,
    #[command(flatten)]
    pub only: OneOpening,
    /// Shows the first turns that win the set at once
    #[arg(long)]
    pub lines: bool,
}
