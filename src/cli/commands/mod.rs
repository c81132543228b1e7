//! The commands.

pub mod analyze;
pub mod batch;
pub mod bench;
pub mod board;
pub mod book;
pub mod campaign;
pub mod chong;
pub mod eval;
pub mod game;
pub mod infer;
pub mod match_command;
pub mod moves;
pub mod perft;
pub mod play;
pub mod puzzles;
pub mod rules;
pub mod serve;
pub mod set;
pub mod shell;
pub mod show;
pub mod solve;
pub mod start;
pub mod systems;
pub mod tables;
pub mod turns;
pub mod verify;

use std::path::PathBuf;

use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;

use chongkak::language::Language;

use super::args::{
    self, BatchCommand, Campaign, Common, PageFile, PositionAndLine, PositionArgs, Puzzles, Set,
    Tables, help, number,
};
use super::{CliError, Session, Status};
use book::Book;

/// The end of the help text of the program.
const AFTER_HELP: &str = "\
A position has the form A-row/A-store B-row/B-store mover [final|over]. A row lists its holes from \
hole 1 on, in the direction of sowing: a number of seeds, x for a closed hole, or a number and p for a \
protected hole. The opening of Overbeck's game is 9,9,9,9,9,9,9,9,9/0 9,9,9,9,9,9,9,9,9/0 A. The mover \
may be left out; then A is to move. With --as-drawn the rows are read as the board is drawn: B's row \
first, both from left to right.

Numbers may be written 1000000, 1,000,000, 1_000_000, 1M or 1e6, and times 5 (seconds), 0.5, 500ms, 5s \
or 2m.

Exit codes: 0 success; 1 a claim is refuted or a check failed; 2 invalid usage or input; 3 a limit was \
reached before the answer was complete; 4 data are missing or damaged; 130 interrupted.

Examples:
  chongkak eval --owned 99 --depth 8
  chongkak solve --rules conglak --holes 4 --seeds 3
  chongkak play --owned 99 --line 'A1 A7 A5 A3' --trace
  chongkak verify overbeck";

/// Plays, solves and analyses the relay sowing games of South-East Asia and Ceylon.
#[derive(Debug, Parser)]
#[command(name = "chongkak", version = chongkak::VERSION, max_term_width = 100,
          styles = args::STYLES, after_long_help = AFTER_HELP)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
    #[command(flatten)]
    pub common: Common,
}

impl Arguments {
    /// The command line with its help texts.
    pub fn with_help() -> clap::Command {
        help::complete(Arguments::command())
    }
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Rules(args::Rules),
    /// Draws the board
    #[command(after_help = "Examples:
  chongkak show
  chongkak show --owned 99 --line 'A1 A7 A5 A3'
  chongkak show '1,0,3/0 0,5,1/0 A' --svg board.svg
  chongkak show --as-drawn '0,5,1/0 3,0,1/0'")]
    Show {
        #[command(flatten)]
        from: PositionAndLine,
        /// Writes a picture of the position as an SVG file
        #[arg(long, value_name = "FILE")]
        svg: Option<PathBuf>,
        /// Overwrites an existing file
        #[arg(long)]
        force: bool,
    },
    /// Lists the legal moves with their results
    #[command(after_help = "Examples:
  chongkak moves '1,0,3/0 0,5,1/0 A'
  chongkak moves --rules kalah --mover B
  chongkak moves '1,0,3/0 0,5,1/0 A' --html moves.html
  chongkak moves - --format jsonl")]
    Moves {
        #[command(flatten)]
        from: PositionAndLine,
        #[command(flatten)]
        page: PageFile,
    },
    Play(play::Play),
    /// Counts all lines of a given number of moves
    #[command(after_help = "Examples:
  chongkak perft 6
  chongkak perft 4 --rules kalah --divide
  chongkak perft 1000 --distinct --rules kalah --holes 4 --seeds 2")]
    Perft {
        /// Moves of each line
        #[arg(value_name = "DEPTH", value_parser = number::<u32>(0..=1000),
              allow_negative_numbers = true)]
        depth: u32,
        #[command(flatten)]
        place: PositionArgs,
        /// Also shows the count after each first move
        #[arg(long)]
        divide: bool,
        /// Counts the different positions that these moves can reach, not the lines; at most 100
        /// million, which take about 5 GB
        #[arg(long, conflicts_with = "divide")]
        distinct: bool,
    },
    #[command(visible_aliases = ["hint", "best"])]
    Eval(eval::Eval),
    Analyze(analyze::Analyze),
    Solve(solve::Solve),
    Start(start::Start),
    Turns(args::Turns),
    #[command(visible_aliases = ["openings", "opening"])]
    Book(Book),
    Verify(verify::Verify),
    Infer(infer::Infer),
    Match(match_command::Contest),
    Game(args::Game),
    /// Plays, replays and solves whole sets of rounds
    #[command(after_help = "Examples:
  chongkak set play --rules congklak-six --a greedy --b random > record.txt
  chongkak set replay record.txt
  chongkak set solve --rules congklak-six --holes 3 --seeds 2
  chongkak set reply --rules congklak-six --holes 3 --seeds 2 --owned 2
  chongkak set table congklak-six")]
    #[command(subcommand)]
    Set(Set),
    /// Finds, makes, checks and asks puzzles: positions with a question that has one answer
    #[command(after_help = "Examples:
  chongkak puzzles find --rules congklak --length 3 --count 2
  chongkak puzzles make --question store '1,1,1/0 2,0,1/0 A'
  chongkak puzzles check kalah
  chongkak puzzles play kalah
  chongkak puzzles page kalah kalah.html")]
    #[command(subcommand)]
    Puzzles(Puzzles),
    /// Finds opening systems: a first hole and a fixed step
    #[command(after_help = "Examples:
  chongkak systems
  chongkak systems --rules congklak --least 2")]
    Systems {
        /// Minimum number of consecutive openings in which a system must work
        #[arg(long, value_name = "N", default_value_t = 3, value_parser = number::<u8>(1..))]
        least: u8,
    },
    /// Builds, checks and reads endgame tables: exact values of positions with few seeds
    #[command(after_help = "Examples:
  chongkak tables build tables --max 12 --rules conglak --holes 4
  chongkak solve --rules conglak --holes 4 --seeds 3 --tables tables
  chongkak tables verify tables --all")]
    #[command(subcommand)]
    Tables(Tables),
    Batch(args::Batch),
    /// Splits a proof that is too large for one search into many jobs
    ///
    /// A job asks whether the value of a position is at least v, within a budget of positions. The
    /// folder keeps what the jobs prove. A position whose job ended without an answer is split into
    /// the positions after its moves. The most useful jobs come first. Results may arrive in any
    /// order, more than once, and from any machine. If a process is killed, only its unfinished
    /// jobs are lost.
    #[command(after_help = "Examples:
  chongkak campaign new first-proof --rules conglak --holes 4 --seeds 3
  chongkak campaign run first-proof
  chongkak campaign status first-proof --format json")]
    #[command(subcommand)]
    Campaign(Campaign),
    /// Runs a fixed benchmark: checks its results, measures its speed, prints a checksum
    #[command(after_help = "Examples:
  chongkak bench
  chongkak bench perft")]
    Bench {
        /// Runs only the jobs whose commands contain TEXT, such as perft or kalah
        #[arg(value_name = "TEXT")]
        word: Option<String>,
    },
    Chong(args::chong::Chong),
    Serve(args::Serve),
    Board(args::Board),
    /// Prints a completion script for a shell
    #[command(after_help = "Examples:
  chongkak completions bash > ~/.local/share/bash-completion/completions/chongkak
  chongkak completions zsh > ~/.zfunc/_chongkak     (with fpath+=~/.zfunc before compinit)
  chongkak completions fish > ~/.config/fish/completions/chongkak.fish")]
    Completions {
        /// The shell
        #[arg(value_name = "SHELL", value_enum)]
        shell: Shell,
    },
    /// Writes a manual page for every command
    #[command(after_help = "Examples:
  chongkak man ~/.local/share/man/man1
  man chongkak-play")]
    Man {
        /// The folder, which is created if it does not exist
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// Overwrites an existing file
        #[arg(long)]
        force: bool,
    },
}

impl Command {
    /// Returns the language for players; only games have one.
    pub fn language(&self) -> &'static Language {
        match self {
            Command::Game(game) => game.language.unwrap_or_else(args::language_of_terminal),
            Command::Puzzles(Puzzles::Play(set) | Puzzles::Page { puzzles: set, .. }) => {
                set.language.unwrap_or_else(args::language_of_terminal)
            }
            Command::Chong(chong) => chong.command.language(),
            _ => Language::english(),
        }
    }

    /// Returns whether the command uses the rule set of `--rules`, or a default without it.
    pub fn asks_for_rules(&self) -> bool {
        match self {
            Command::Rules(_)
            | Command::Verify(_)
            | Command::Infer(_)
            | Command::Bench { .. }
            | Command::Chong(_)
            | Command::Completions { .. }
            | Command::Man { .. }
            | Command::Set(Set::Replay { .. }) => false,
            Command::Book(Book { name, .. }) | Command::Set(Set::Table { name, .. }) => {
                name.is_none()
            }
            Command::Puzzles(Puzzles::Find(args)) => args.records.is_empty(),
            Command::Puzzles(args) => matches!(args, Puzzles::Make { .. }),
            Command::Board(args) => !args.has_own_rules(),
            Command::Analyze(args) => args.line.is_some(),
            Command::Game(args) => args.load.is_none() && args.lesson.is_none(),
            Command::Set(Set::Play(args)) => args.from.is_none(),
            Command::Tables(args) => matches!(args, Tables::Build { .. } | Tables::Probe { .. }),
            Command::Batch(args) => !matches!(args.command, Some(BatchCommand::Export(_))),
            Command::Campaign(args) => matches!(args, Campaign::New(_)),
            _ => true,
        }
    }
}

/// Runs a command.
pub fn run(command: &Command, session: &mut Session<'_>) -> Result<Status, CliError> {
    match command {
        Command::Rules(args) => rules::run(args, session),
        Command::Show { from, svg, force } => show::run(from, svg.as_deref(), *force, session),
        Command::Moves { from, page } => moves::run(from, page, session),
        Command::Play(args) => play::run(args, session),
        Command::Perft { depth, place, distinct: true, .. } => {
            perft::run_distinct(*depth, place, session)
        }
        Command::Perft { depth, place, divide, .. } => perft::run(*depth, place, *divide, session),
        Command::Eval(args) => eval::run(args, session),
        Command::Analyze(args) => analyze::run(args, session),
        Command::Solve(args) => solve::run(args, session),
        Command::Start(args) => start::run(args, session),
        Command::Turns(args) => turns::run(args, session),
        Command::Book(args) => book::run(args, session),
        Command::Verify(args) => verify::run(args, session),
        Command::Infer(args) => infer::run(args, session),
        Command::Match(args) => match_command::run(args, session),
        Command::Game(args) => game::run(args, session),
        Command::Set(args) => set::run(args, session),
        Command::Puzzles(args) => puzzles::run(args, session),
        Command::Systems { least } => systems::run(*least, session),
        Command::Tables(args) => tables::run(args, session),
        Command::Batch(args) => batch::run(args, session),
        Command::Campaign(args) => campaign::run(args, session),
        Command::Bench { word } => bench::run(word.as_deref(), session),
        Command::Chong(args) => chong::run(args, session),
        Command::Serve(args) => serve::run(args, session),
        Command::Board(args) => board::run(args, session),
        Command::Completions { shell } => shell::completions(*shell, session),
        Command::Man { folder, force } => shell::man(folder, *force, session),
    }
}

/// Returns the schemas of all output, and of files that programs read, by file name.
#[cfg(feature = "schemas")]
pub fn schemas() -> Vec<(&'static str, serde_json::Value)> {
    use super::schemas::{self, schema};
    use super::{error, records};
    use chongkak::chong::findings;

    vec![
        ("analyze", schema::<records::AnalysisRecord>()),
        ("analyze-games", schema::<analyze::rows::GameRow>()),
        ("analyze-turns", schema::<analyze::rows::TurnRow<'_>>()),
        ("batch", schemas::batch()),
        ("batch-opening", schema::<chongkak::batch::Opening>()),
        ("bench", schema::<bench::BenchRecord>()),
        ("book", schema::<chongkak::book::Opening>()),
        ("campaign", schema::<campaign::StandingRecord>()),
        ("chong-analyze", schema::<findings::analysis::ChongAnalysisRecord>()),
        ("chong-eval", schema::<findings::eval::ChongEvalRecord>()),
        ("chong-match", schema::<findings::games::MatchRecord>()),
        ("chong-moves", schema::<findings::turns::ThrowsRecord>()),
        ("chong-moves-throw", schema::<findings::turns::ThrowMovesRecord>()),
        ("chong-play", schema::<findings::turns::ChongPlayRecord>()),
        ("chong-rollout", schema::<findings::games::RolloutRecord>()),
        ("chong-show", schema::<findings::turns::ChongShowRecord>()),
        ("chong-solve", schema::<findings::solve::SolveRecord>()),
        ("eval", schema::<records::EvalRecord>()),
        ("failure", schema::<error::FailureRecord>()),
        ("infer", schema::<records::InferRecord>()),
        ("match", schema::<match_command::MatchRecord>()),
        ("moves", schema::<records::MovesRecord>()),
        ("perft", schema::<records::PerftRecord>()),
        ("perft-distinct", schema::<records::ReachedRecord>()),
        ("play", schema::<records::PlayRecord>()),
        ("puzzle", schema::<chongkak::puzzles::Puzzle>()),
        ("puzzle-check", schema::<puzzles::PuzzleCheck<'_>>()),
        ("rules", schemas::rule_file()),
        ("rules-diff", schema::<rules::diff::DiffRecord>()),
        ("serve", schemas::serve()),
        ("serve-results", schema::<chongkak::protocol::Results>()),
        ("set-record", schema::<records::SetOutput<'_>>()),
        ("set-reply", schema::<records::ReplyRecord>()),
        ("set-solve", schema::<records::SetSolveRecord>()),
        ("set-table", schema::<chongkak::sets::TableEntry>()),
        ("show", schema::<records::ShowRecord>()),
        ("solve", schema::<records::SolveRecord>()),
        ("start", schema::<records::StartRecord>()),
        ("start-play", schema::<records::JointPlayRecord>()),
        ("systems", schema::<records::SystemsRecord>()),
        ("table", schema::<tables::info::TableRecord>()),
        ("tables-probe", schema::<tables::probe::ProbeRecord>()),
        ("tables-verify", schema::<tables::verify::VerifyRecord>()),
        ("turns", schema::<records::TurnsRecord>()),
        ("verify", schema::<records::VerifyRecord>()),
        ("verify-all", schema::<records::MatrixRecord>()),
    ]
}
