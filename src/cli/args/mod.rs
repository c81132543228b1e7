//! The command-line arguments.

mod batch;
mod campaign;
pub mod chong;
mod game;
pub mod help;
mod number_arguments;
mod puzzles;
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
pub use puzzles::{FindArgs, PuzzleSet, Puzzles};
use rule_sets::NameOrFile;
pub use rule_sets::{Rules, RulesCommand};
pub use serve::{Board, Serve};
pub use set::{Set, SetPlay};
pub use shared::{
    AS_DRAWN, PageFile, PositionAndLine, PositionArgs, ProofTarget, SearchLimits, WithTables,
    language_of_terminal, seeds,
};
pub use tables::Tables;
pub use turns::Turns;

/// The styles of help texts and of clap's errors, the same as in [`chongkak::text::style`].
pub const STYLES: Styles = Styles::styled()
    .header(Style::new().bold())
    .usage(Style::new().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(Style::new().dimmed())
    .error(AnsiColor::Red.on_default().bold())
    .valid(AnsiColor::Green.on_default().bold())
    .invalid(AnsiColor::Yellow.on_default().bold());

/// The options common to all commands.
#[derive(Debug, Args)]
#[command(next_help_heading = "Common options")]
pub struct Common {
    /// The rule set, or a rule file, whose name ends in .toml or contains a slash (`chongkak rules
    /// NAME --toml` prints one to start from) [default: the environment variable CHONGKAK_RULES,
    /// else overbeck, or congklak for `game`]
    #[arg(long, value_name = "NAME|FILE", global = true, value_parser = NameOrFile { or_all: true })]
    pub rules: Option<String>,
    /// Changes an option of the rule set (repeatable; `chongkak rules NAME` lists the options,
    /// `chongkak chong rules` those of chong)
    #[arg(long, value_name = "OPTION=VALUE", global = true)]
    pub set: Vec<String>,
    /// Holes per row, 1 to 18 (chong: 2 to 28)
    #[arg(long, value_name = "N", global = true)]
    pub holes: Option<String>,
    /// Seeds in a full hole, 1 to 18
    #[arg(long, value_name = "N", global = true)]
    pub seeds: Option<String>,
    /// The output format
    #[arg(long, value_enum, global = true, default_value_t = Format::Text)]
    pub format: Format,
    /// Threads for parallel work: a search, the positions of a batch, the games of `analyze`, the
    /// rounds of a match [default: all available]
    #[arg(long, value_name = "N", global = true, value_parser = number::<u16>(1..=1024))]
    pub threads: Option<u16>,
    /// Memory for the whole process in mebibytes, or with a unit (20MB, 1GiB); parallel searches
    /// share it. With `tables build` and `tables install`, the largest table to build
    /// [default: 512 for a search, 4096 for all positions of a turn, `set solve` and `chong solve`,
    /// 16 for `chong eval`, but at most half of the free memory]
    #[arg(long, value_name = "MIB", global = true, value_parser = mebibytes)]
    pub memory: Option<usize>,
    /// Time limit for each position, in seconds or with a unit (500ms, 5s, 2m, 1h); with `bench`,
    /// for all jobs together
    #[arg(long, value_name = "TIME", global = true, value_parser = time)]
    pub time: Option<std::time::Duration>,
    /// Prints no progress and no remarks on standard error
    #[arg(long, short, global = true)]
    pub quiet: bool,
    /// Omits drawings of the board from text output
    #[arg(long, global = true)]
    pub no_board: bool,
    /// When to use colours in text output
    #[arg(long, value_enum, global = true, value_name = "WHEN", default_value_t = Colour::Auto)]
    pub color: Colour,
}

impl Common {
    /// The options that choose the rules, and whether each is given.
    pub fn of_rules(&self) -> [(&'static str, bool); 4] {
        [
            ("rules", self.rules.is_some()),
            ("set", !self.set.is_empty()),
            ("holes", self.holes.is_some()),
            ("seeds", self.seeds.is_some()),
        ]
    }
}
