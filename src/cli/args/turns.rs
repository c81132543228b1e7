//! The arguments of `turns`.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args};

use chongkak::turns::BeamOrder;

use super::number_arguments::number;
#[cfg(feature = "cluster")]
use super::number_arguments::time;
use super::shared::{Counts, Fresh, PageFile, Reached, Seed};

#[derive(Debug, Default, Args)]
#[command(mut_args(told))]
pub struct Turns {
    #[command(flatten)]
    pub from: Reached,
    /// Seeds in the mover's store that a line must reach [default: more than half of all]
    #[arg(long, value_name = "N", value_parser = number::<u32>(0..=1023))]
    pub target: Option<u32>,
    /// A line must win the set at once, instead of reaching a number of seeds
    #[arg(long, conflicts_with = "target")]
    pub win_set: bool,
    /// Visits every position of the turn: all answers are proven
    #[arg(long, group = "spills")]
    pub exhaustive: bool,
    /// Proves which line to the target has the fewest moves, and which the fewest laps
    #[arg(long, conflicts_with = "exhaustive")]
    pub shortest: bool,
    /// Proves the most seeds that the turn can win, by a search from its start and from its end
    #[arg(long, group = "spills", conflicts_with_all = ["exhaustive", "shortest", "beam"])]
    pub prove_harvest: bool,
    /// Searches with a beam of this many positions a layer, then with other beams until the time
    /// is up
    #[arg(long, value_name = "WIDTH", conflicts_with_all = ["exhaustive", "shortest"],
          value_parser = number::<usize>(1..))]
    pub beam: Option<usize>,
    /// The positions that a beam keeps, and its layers
    #[arg(long, value_name = "NAME", value_parser = beam_order())]
    pub order: Option<String>,
    #[command(flatten)]
    pub seed: Seed,
    /// A line of the turn for beams to improve
    #[arg(long, value_name = "MOVES", conflicts_with_all = ["exhaustive", "shortest"])]
    pub improve: Option<String>,
    #[command(flatten)]
    pub fresh: Fresh,
    #[command(flatten)]
    pub counts: Counts,
    /// With --exhaustive or --prove-harvest: a folder for positions that memory does not hold;
    /// after an interruption the same command continues from it
    #[arg(long, value_name = "DIR", requires = "spills")]
    pub spill: Option<PathBuf>,
    /// With --exhaustive: does not count the turns, which saves some bytes of memory a position
    #[arg(long, requires = "exhaustive")]
    pub no_count: bool,
    #[cfg(feature = "cluster")]
    #[command(flatten)]
    pub together: Together,
    #[command(flatten)]
    pub page: PageFile,
}

/// The processes that work together.
#[cfg(feature = "cluster")]
#[derive(Debug, Default, Args)]
pub struct Together {
    /// With --exhaustive: the processes that do it together, a line HOST:PORT for each; or slurm,
    /// which takes them from the job
    #[arg(long, value_name = "FILE", requires = "exhaustive")]
    pub hosts: Option<PathBuf>,
    /// With --hosts: the number of this process, from 0; process 0 prints
    #[arg(long, value_name = "I", requires = "hosts", value_parser = number::<usize>(..))]
    pub process: Option<usize>,
    /// With --hosts: how long the processes wait for each other at the start
    #[arg(long, value_name = "TIME", requires = "hosts", default_value = "60s",
          value_parser = time)]
    pub patience: std::time::Duration,
}

impl Turns {
    /// Tells whether something is to be proven, however long it takes.
    pub const fn proves(&self) -> bool {
        self.exhaustive || self.shortest || self.prove_harvest
    }
}

/// Says what the shared arguments mean here.
fn told(it: Arg) -> Arg {
    match it.get_id().as_str() {
        "seed" => it.alias("random").help("The random seed of beams"),
        "fresh" => it.help("Searches without what the opening book has"),
        "nodes" => {
            it.help("Maximum positions to examine, in all the searches that it takes together")
        }
        _ => it,
    }
}

fn beam_order() -> impl TypedValueParser<Value = String> {
    let all = BeamOrder::all().iter();
    PossibleValuesParser::new(all.map(|order| PossibleValue::new(order.name).help(order.title)))
}
