//! The arguments.

mod batch;
mod campaign;
pub mod chong;
mod game;
pub mod help;
mod number_arguments;
pub mod rule_sets;
mod serve;
mod set;
mod shared;
mod tables;
pub mod tips;
mod turns;
pub mod unquoted_line;

use clap::Args;
use clap::builder::Styles;
use clap::builder::styling::{AnsiColor, Style};

use super::output::{Colour, Format};
pub use batch::{Batch, BatchAsked, BatchCommand, BatchExport, BatchRun};
pub use campaign::{Campaign, CampaignAdd, CampaignNew, CampaignProof, CampaignRun, CampaignTasks};
pub use game::{Game, HUMAN, Player};
pub use number_arguments::number;
use number_arguments::{mebibytes, time};
use rule_sets::NameOrFile;
pub use rule_sets::{Rules, RulesCommand};
pub use serve::{Board, Serve};
pub use set::{Set, SetPlay};
pub use shared::{
    AS_DRAWN, Ahead, PageFile, Place, ProofTarget, Reached, WithTables, language_of_terminal, seeds,
};
pub use tables::Tables;
pub use turns::Turns;

/// The styles of help texts and of errors in arguments, as [`chongkak::text::style`] has them.
pub const STYLES: Styles = Styles::styled()
    .header(Style::new().bold())
    .usage(Style::new().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(Style::new().dimmed())
    .error(AnsiColor::Red.on_default().bold())
    .valid(AnsiColor::Green.on_default().bold())
    .invalid(AnsiColor::Yellow.on_default().bold());

/// Options of every command.
#[derive(Debug, Args)]
#[command(next_help_heading = "Common options")]
pub struct Common {
    /// The rule set, or a rule file (its name ends in .toml or has a slash in it; `chongkak rules
    /// NAME --toml` prints one to start from) [default: that of the environment variable
    /// CHONGKAK_RULES, else overbeck, and congklak for `game`]
    #[arg(long, value_name = "NAME|FILE", global = true, value_parser = NameOrFile { or_all: true })]
    pub rules: Option<String>,
    /// Changes an option of the rule set (repeatable; `chongkak rules NAME` lists the options,
    /// `chongkak chong rules` those of chong)
    #[arg(long, value_name = "OPTION=VALUE", global = true)]
    pub set: Vec<String>,
    /// Holes in a row, 1 to 18 (in chong 2 to 28)
    #[arg(long, value_name = "N", global = true)]
    pub holes: Option<String>,
    /// Seeds that fill a hole, 1 to 18
    #[arg(long, value_name = "N", global = true)]
    pub seeds: Option<String>,
    /// Output as text, as one JSON document, as a JSON object a line, or (`batch`) as a table
    #[arg(long, value_enum, global = true, default_value_t = Format::Text)]
    pub format: Format,
    /// Threads for work in parallel: a search, positions of a batch, rounds of a match
    /// [default: all that the process may use]
    #[arg(long, value_name = "N", global = true, value_parser = number::<u16>(1..=1024))]
    pub threads: Option<u16>,
    /// Memory of the whole process in mebibytes, or with a unit (20MB, 1GiB); what runs at once
    /// shares it [default: 512 for a search, 4096 for all positions of a turn, `set solve` and
    /// `chong solve`, 16 for `chong eval`, but no more than half of what is free]; with
    /// `tables build` and `tables install`, the largest table to build
    #[arg(long, value_name = "MIB", global = true, value_parser = mebibytes)]
    pub memory: Option<usize>,
    /// Time limit for each position, in seconds or with a unit (500ms, 5s, 2m, 1h); of `bench`,
    /// for all its jobs
    #[arg(long, value_name = "TIME", global = true, value_parser = time)]
    pub time: Option<std::time::Duration>,
    /// No progress and no remarks on standard error
    #[arg(long, short, global = true)]
    pub quiet: bool,
    /// Leaves the drawings of the board out of text output
    #[arg(long, global = true)]
    pub no_board: bool,
    /// Colours in text output
    #[arg(long, value_enum, global = true, value_name = "WHEN", default_value_t = Colour::Auto)]
    pub color: Colour,
}

impl Common {
    /// The options that say which rules are meant, and whether they are given.
    pub fn of_rules(&self) -> [(&'static str, bool); 4] {
        [
            ("rules", self.rules.is_some()),
            ("set", !self.set.is_empty()),
            ("holes", self.holes.is_some()),
            ("seeds", self.seeds.is_some()),
        ]
    }
}
