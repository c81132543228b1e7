//! The arguments of `start`.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args, Subcommand};

use chongkak::ask::SolveStart;
use chongkak::start::Tie;

use super::number_arguments::number;
use super::shared::{Counts, PageFile, Place};

#[derive(Debug, Args)]
#[command(subcommand_precedence_over_arg = true)]
#[command(mut_args(told))]
pub struct Start {
    #[command(subcommand)]
    pub command: Option<StartCommand>,
    #[command(flatten)]
    pub place: Place,
    /// The player who is first when both land, or stop, in one tick: A, B, or by a fair coin
    #[arg(long, value_name = "a|b|coin", default_value = "coin", global = true, value_parser = tie())]
    pub tie: Tie,
    /// Proves the value, however long it takes
    #[arg(long)]
    pub exact: bool,
    /// Proves bounds of every pair of first choices by search trees, without trying to prove the
    /// value
    #[arg(long, alias = "estimate", conflicts_with = "exact")]
    pub bounds: bool,
    /// Maximum joint positions of a proof [default: 200000; with --exact as many as 2048 MiB, or
    /// --memory, hold]
    #[arg(long, value_name = "N", conflicts_with = "bounds",
          value_parser = number::<u32>(1..))]
    pub states: Option<u32>,
    /// For a proof: uses the endgame tables in a folder (see `tables build`), or with `none` no
    /// tables [default: those that `tables install` has built]
    #[arg(long, value_name = "DIR|none", conflicts_with = "bounds")]
    pub tables: Option<PathBuf>,
    /// For bounds: search trees for every pair of first choices
    #[arg(long, value_name = "N", default_value_t = SolveStart::default().trees, conflicts_with = "exact",
          value_parser = number::<u32>(1..=10_000))]
    pub trees: u32,
    /// For bounds: iterations of each tree
    #[arg(long, value_name = "N", default_value_t = SolveStart::default().plays, conflicts_with = "exact",
          value_parser = number::<u32>(1..=10_000_000))]
    pub iterations: u32,
    #[command(flatten)]
    pub counts: Counts,
    /// For bounds: the random seed
    #[arg(long, value_name = "N", default_value_t = SolveStart::default().seed, conflicts_with = "exact",
          value_parser = number::<u64>(..))]
    pub seed: u64,
    /// Likely lines to show, of a proven value
    #[arg(long, value_name = "N", default_value_t = SolveStart::default().lines,
          value_parser = number::<usize>(0..=1000))]
    pub lines: usize,
    #[command(flatten)]
    pub page: PageFile,
}

#[derive(Debug, Subcommand)]
pub enum StartCommand {
    /// Plays a line of joint choices, tick by tick
    Play(StartPlay),
}

#[derive(Debug, Args)]
pub struct StartPlay {
    #[command(flatten)]
    pub place: Place,
    /// The choices, with a / between ticks: "A3 B7 / A1" (of both, then of A alone); "coin A" or
    /// "coin B" if it matters who is first in a tie
    #[arg(long, value_name = "LINE")]
    pub line: String,
    #[command(flatten)]
    pub page: PageFile,
}

/// Says what the shared arguments mean here.
fn told(it: Arg) -> Arg {
    match it.get_id().as_str() {
        "nodes" => it
            .value_parser(number::<u64>(1..=1_000_000_000_000))
            .conflicts_with("exact")
            .help(format!(
                "For bounds: positions to visit for the value of a turn that follows. Every third \
                 tree visits twice, every third four times as many [default: {}]",
                SolveStart::NODES
            )),
        _ => it,
    }
}

fn tie() -> impl TypedValueParser<Value = Tie> {
    PossibleValuesParser::new(Tie::ALL.iter().map(|tie| tie.name()))
        .map(|name| name.parse().expect("a possible value"))
}
