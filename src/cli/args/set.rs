//! The arguments of `set`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use chongkak::ask::FindReplies;
use chongkak::board::Side;
use chongkak::matches::Policy;

use super::number_arguments::number;
use super::rule_sets::names;
use super::shared::{PageFile, PositionArgs, WithTables, seeds};

#[derive(Debug, Subcommand)]
pub enum Set {
    /// Plays a set round by round and prints its record
    #[command(after_help = "Examples:
  chongkak set play --rules congklak-six --holes 3 --seeds 2 --a greedy --b biggest --seed 2
  chongkak set play --line 'A1 A7 A5 A3' --a search:2000 --b biggest
  chongkak set play --from record.txt --a greedy --b random
  chongkak set play --together 'A9 B9' --a greedy --b greedy --rounds 3")]
    Play(SetPlay),
    /// Replays the record of a set and checks everything it states
    #[command(after_help = "Examples:
  chongkak set replay record.txt
  chongkak set replay record.txt --html set.html
  chongkak set play --rules congklak-six --a greedy --b random | chongkak set replay -")]
    Replay {
        /// The record; - reads it from standard input
        #[arg(value_name = "FILE")]
        file: PathBuf,
        #[command(flatten)]
        page: PageFile,
    },
    /// Proves, on small boards, who can force a win of the set from each opening
    #[command(after_help = "Examples:
  chongkak set solve --rules congklak-six --holes 3 --seeds 2
  chongkak set solve --holes 4 --seeds 3 --owned 12 --mover B --nodes 10000000")]
    Solve {
        /// Shows only the opening in which A owns N seeds
        #[arg(long, value_name = "N", value_parser = seeds)]
        owned: Option<u32>,
        /// The player to move in the opening [default: A]
        #[arg(long, value_name = "A|B")]
        mover: Option<Side>,
        /// Maximum positions to visit for all openings together
        #[arg(long, value_name = "N", value_parser = number::<u64>(1..))]
        nodes: Option<u64>,
        /// For larger boards: builds on the openings that `set table` knows, or with --owned only
        /// on those won in fewer rounds; the exit code is 3 if an opening stays open
        #[arg(long)]
        known: bool,
        /// With --known: maximum positions to visit for each opening and player
        #[arg(
            long, value_name = "N", default_value_t = 1_000_000, requires = "known",
            value_parser = number::<u64>(1..)
        )]
        nodes_each: u64,
    },
    /// Proves that the player to move loses the set, by a winning reply to each turn
    #[command(after_help = "Examples:
  chongkak set reply 'x,x,2/0 2,2,2/4 A' --rules congklak-six
  chongkak set reply --rules congklak-six --holes 3 --seeds 2 --owned 2 --lines")]
    Reply {
        #[command(flatten)]
        place: PositionArgs,
        /// Maximum positions at the end of the turn to examine
        #[arg(long, value_name = "N", default_value_t = FindReplies::default().most_ends,
              value_parser = number::<usize>(1..))]
        ends: usize,
        /// Shows the replies
        #[arg(long, hide_short_help = true)]
        lines: bool,
    },
    /// Shows who wins the set, as far as it is known, by the number of seeds that A owns
    #[command(after_help = "Examples:
  chongkak set table
  chongkak set table congklak-six --owned 48 --lines")]
    Table {
        /// The rule set [default: overbeck]
        #[arg(value_name = "NAME", value_parser = names())]
        name: Option<String>,
        /// Shows only the opening in which A owns N seeds
        #[arg(long, value_name = "N", value_parser = seeds)]
        owned: Option<u32>,
        /// Shows the first turns that win the set at once
        #[arg(long, hide_short_help = true)]
        lines: bool,
    },
}

#[derive(Debug, Args)]
pub struct SetPlay {
    #[command(flatten)]
    pub place: PositionArgs,
    /// A's policy: random, biggest, smallest, nearest, farthest, greedy, search:N (positions),
    /// search:0.5s (time), a strength (beginner, player, strong, best), or two of these as in
    /// `match`. Without a policy the record ends when A is to move
    #[arg(long, value_name = "POLICY")]
    pub a: Option<Policy>,
    /// B's policy
    #[arg(long, value_name = "POLICY")]
    pub b: Option<Policy>,
    /// Both players start the first round together, with these joint choices (see `start play`).
    /// The policies make the other choices, as if each player were alone; a coin decides ties
    #[arg(long, value_name = "LINE", num_args = 0..=1, default_missing_value = "",
          conflicts_with = "from")]
    pub together: Option<String>,
    /// Moves to play first, which may span several rounds
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    pub line: String,
    /// Continues the set recorded in a file; - reads it from standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "owned", "mover"])]
    pub from: Option<PathBuf>,
    /// Maximum rounds to play
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = number::<u64>(1..))]
    pub rounds: u64,
    /// The random seed
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(..))]
    pub seed: u64,
    #[command(flatten)]
    pub with: WithTables,
}
