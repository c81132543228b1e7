//! The arguments.

mod analyze;
mod batch;
mod campaign;
pub mod chong;
mod game;
pub mod groups;
pub mod help;
pub mod infer;
mod number_arguments;
mod preset_names;
pub mod rule_sets;
mod serve;
mod set;
mod shared;
mod shell;
mod speech;
pub mod start;
mod tables;
pub mod tips;
mod turns;

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::builder::Styles;
use clap::builder::styling::{AnsiColor, Style};
use clap::{Args, Parser, Subcommand};

use chongkak::book;
use chongkak::language::Language;
use chongkak::matches::policies::Policy;
use chongkak::search::Technique;

use super::output::{Colour, Format};
pub use analyze::Analyze;
pub use batch::{Batch, BatchCommand, BatchExport, BatchRun};
pub use campaign::{Campaign, CampaignAdd, CampaignNew, CampaignProof, CampaignRun, CampaignTasks};
pub use game::{Game, HUMAN, Player};
use number_arguments::{mebibytes, number, time};
use rule_sets::NameOrFile;
pub use rule_sets::{Rules, RulesCommand, RulesDiff};
pub use serve::{Board, Serve};
pub use set::{Set, SetPlay, SetReplay, SetReply, SetSolve, SetTable};
use shared::{Ahead, Counts, Fresh, OneOpening, Seed};
pub use shared::{PageFile, Place, ProofTarget, WithTables};
pub use shell::{Completions, Man};
pub use speech::Speech;
pub use tables::{Tables, TablesBuild, TablesInfo, TablesInstall, TablesProbe, TablesVerify};
pub use turns::Turns;

/// The styles of help texts and of errors in arguments, as [`chongkak::text::style`] has them.
const HELP: Styles = Styles::styled()
    .header(Style::new().bold())
    .usage(Style::new().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(Style::new().dimmed())
    .error(AnsiColor::Red.on_default().bold())
    .valid(AnsiColor::Green.on_default().bold())
    .invalid(AnsiColor::Yellow.on_default().bold());

/// Plays, checks and evaluates the sowing games of South-East Asia.
#[derive(Debug, Parser)]
#[command(name = "chongkak", version = chongkak::VERSION, max_term_width = 100,
          styles = HELP)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
    #[command(flatten)]
    pub common: Common,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Lists the rule sets, or shows every option of one with the sentence it rests on
    Rules(Rules),
    /// Draws the board
    Show(Show),
    /// Lists the legal moves with their results
    Moves(Moves),
    /// Plays a line of moves
    Play(Play),
    /// Counts all lines of a given number of moves
    Perft(Perft),
    /// Evaluates a position: the best line found within the limits
    #[command(visible_aliases = ["hint", "best"])]
    Eval(Eval),
    /// Shows what each turn of a record or of a line cost, and the best turn instead
    Analyze(Analyze),
    /// Proves the value of a position by a search to the end of the round
    Solve(Solve),
    /// Solves the first round of a set, which both players start together, or proves bounds
    Start(start::Start),
    /// Finds the best turn: the most seeds it can win, the shortest lines, all positions
    Turns(Turns),
    /// Shows the opening book: the best first turns known for the openings of a rule set
    #[command(visible_aliases = ["openings", "opening"])]
    Book(Book),
    /// Checks claims of the sources: plays their moves and compares; with --rules all under every
    /// rule set
    Verify(Verify),
    /// Finds the rules that fit: claims and recorded sets as evidence
    Infer(infer::Infer),
    /// Plays many rounds between two policies
    Match(Contest),
    /// Plays whole sets in the terminal: against the program, or another person
    Game(Game),
    /// Plays and replays whole sets of rounds, and shows who can win them
    #[command(subcommand)]
    Set(Set),
    /// Finds opening systems: a first hole and a fixed step
    Systems(Systems),
    /// Builds, checks and reads endgame tables: exact values of positions with few seeds
    #[command(subcommand)]
    Tables(Tables),
    /// Solves or evaluates many positions and stores the results; run again, it does what is left
    Batch(Batch),
    /// Proves in many jobs what is too large for one search; run again, it does what is left
    #[command(subcommand)]
    Campaign(Campaign),
    /// Runs a fixed benchmark: checks its results, measures its speed, prints a checksum
    Bench(Bench),
    /// Plays, judges and solves chong, with dice: show, moves, game, play, analyze, eval, solve,
    /// rollout, match, rules
    Chong(chong::Chong),
    /// Answers programs, a request a line: JSON-RPC on standard input and output, or over WebSocket
    Serve(Serve),
    /// Serves the board to a browser, and opens it there
    Board(Board),
    /// Prints a completion script for a shell
    Completions(Completions),
    /// Writes a manual page for every command
    Man(Man),
}

impl Command {
    /// Tells whether it takes all rule sets in the place of one.
    pub const fn takes_all(&self) -> bool {
        matches!(self, Command::Verify(_))
    }

    /// The language of what a player reads: that of games.
    pub fn language(&self) -> &'static Language {
        match self {
            Command::Game(game) => game.speech.language(),
            Command::Chong(chong) => chong.command.language(),
            _ => Language::english(),
        }
    }

    /// Tells whether it is about the sowing games, whose rule sets `--rules` and `--set` are of.
    pub const fn is_sowing(&self) -> bool {
        !matches!(self, Command::Chong(_))
    }
}

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
    /// [default: all cores]
    #[arg(long, value_name = "N", global = true, value_parser = number::<u16>(1..=1024))]
    pub threads: Option<u16>,
    /// Memory in mebibytes, or with a unit (20MB, 1GiB): of each of a search's tables
    /// [default: 256], of the positions of a turn [default: 2048], of `chong solve`
    /// [default: 4096] and `chong eval` [default: 16]; with `tables build` and `tables install`,
    /// the largest table to build
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

#[derive(Debug, Args)]
pub struct Show {
    #[command(flatten)]
    pub place: Place,
    /// Writes a picture of the position in SVG
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct Play {
    #[command(flatten)]
    pub place: Place,
    /// The moves: "A1 A7", "1. A1 A7", A1-A7, or 1,7 for holes of the mover
    #[arg(long, value_name = "MOVES")]
    pub line: String,
    /// Explains every lap
    #[arg(long)]
    pub trace: bool,
    #[command(flatten)]
    pub page: PageFile,
}

#[derive(Debug, Args)]
pub struct Perft {
    /// Moves of each line
    #[arg(value_name = "DEPTH", value_parser = number::<u32>(0..=1000), allow_negative_numbers = true)]
    pub depth: u32,
    #[command(flatten)]
    pub place: Place,
    /// Shows the count after each first move too
    #[arg(long)]
    pub divide: bool,
}

#[derive(Debug, Default, Args)]
pub struct Eval {
    #[command(flatten)]
    pub place: Place,
    #[command(flatten)]
    pub ahead: Ahead,
    /// Goes on until the value of every move is proven; in JSON each has its line
    #[arg(long)]
    pub every_move: bool,
    #[command(flatten)]
    pub fresh: Fresh,
    #[command(flatten)]
    pub page: PageFile,
}

#[derive(Debug, Args)]
pub struct Moves {
    #[command(flatten)]
    pub place: Place,
    #[command(flatten)]
    pub page: PageFile,
}

#[derive(Debug, Default, Args)]
pub struct Solve {
    #[command(flatten)]
    pub place: Place,
    #[command(flatten)]
    pub asked: ProofTarget,
    #[command(flatten)]
    pub with: WithTables,
    #[command(flatten)]
    pub counts: Counts,
    #[command(flatten)]
    pub fresh: Fresh,
    /// Writes a proof, which `scripts/check-proof` confirms without this program
    #[arg(long, value_name = "FILE")]
    pub proof: Option<PathBuf>,
    /// Maximum positions of the proof; each takes 100 to 400 bytes of memory
    #[arg(long, value_name = "N", default_value_t = 4_000_000, requires = "proof",
          value_parser = number::<u32>(1..))]
    pub proof_positions: u32,
    /// Switches off a technique of the search, to measure its effect (repeatable)
    #[arg(long, value_name = "TECHNIQUE",
          value_parser = PossibleValuesParser::new(
              Technique::ALL.iter().map(|technique| technique.name()).chain([ENDGAME])))]
    pub without: Vec<String>,
    #[command(flatten)]
    pub page: PageFile,
}

/// The name that `--without` takes besides the techniques: the endgame table that a long search
/// builds.
const ENDGAME: &str = "endgame";

#[derive(Debug, Args)]
pub struct Book {
    /// The rule set, or dakon-openings: the full openings of dakon with n seeds in 2 x n holes
    /// [default: overbeck]
    #[arg(value_name = "NAME", value_parser = preset_names::one_of(book::names()))]
    pub name: Option<String>,
    /// Shows all openings, and not only that of a first round, with its lines (other formats than
    /// text always have all)
    #[arg(long, conflicts_with = "owned")]
    pub all: bool,
    #[command(flatten)]
    pub only: OneOpening,
    /// Shows the lines of every opening that is shown
    #[arg(long)]
    pub lines: bool,
}

#[derive(Debug, Args)]
#[command(mut_args(|it| match it.get_id().as_str() {
    "nodes" => it
        .default_value("20000000")
        .help("Maximum positions to visit for each value that a claim states"),
    _ => it,
}))]
pub struct Verify {
    /// Claim files, folders of them (*.toml), or names of those that ship with the program, such as
    /// overbeck; - reads one from standard input [default: all that ship with the program]
    #[arg(value_name = "FILE|NAME")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub counts: Counts,
    #[command(flatten)]
    pub with: WithTables,
    #[command(flatten)]
    pub page: PageFile,
}

#[derive(Debug, Args)]
pub struct Contest {
    #[command(flatten)]
    pub place: Place,
    /// The first player's policy: random, biggest (pile), smallest, nearest (to the store),
    /// farthest, greedy (most seeds gained), search:N (within N positions), search:0.5s (within a
    /// time), or a strength: beginner, player, strong, best (see below); or two of them, such as
    /// biggest/random, for the first move of each turn and for the others
    #[arg(long, value_name = "POLICY")]
    pub first: Policy,
    /// The second player's policy
    #[arg(long, value_name = "POLICY")]
    pub second: Policy,
    /// Rounds to play
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = number::<u64>(1..))]
    pub rounds: u64,
    #[command(flatten)]
    pub seed: Seed,
    /// The first player is A in every round; without it the players change sides after each
    #[arg(long)]
    pub keep_sides: bool,
    #[command(flatten)]
    pub with: WithTables,
}

#[derive(Debug, Args)]
pub struct Systems {
    /// Minimum number of openings in a row for which a system must hold
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = number::<u8>(1..))]
    pub least: u8,
}

#[derive(Debug, Args)]
pub struct Bench {
    /// Runs only the jobs that contain this text, such as perft or kalah
    #[arg(value_name = "TEXT")]
    pub word: Option<String>,
}
