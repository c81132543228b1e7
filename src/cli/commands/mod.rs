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
mod needs;
pub mod perft;
pub mod play;
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

use clap::{CommandFactory, Parser, Subcommand};

use super::args::{self, Common, help};
use super::{CliError, Session, Status};

/// Plays, checks and evaluates the sowing games of South-East Asia.
#[derive(Debug, Parser)]
#[command(name = "chongkak", version = chongkak::VERSION, max_term_width = 100,
          styles = args::STYLES)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
    #[command(flatten)]
    pub common: Common,
}

impl Arguments {
    /// The command line with its help texts.
    pub fn told() -> clap::Command {
        help::told(Arguments::command())
    }
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Lists the rule sets, or shows every option of one with the sentence it rests on
    Rules(args::Rules),
    /// Draws the board
    Show(show::Show),
    /// Lists the legal moves with their results
    Moves(moves::Moves),
    /// Plays a line of moves
    Play(play::Play),
    /// Counts all lines of a given number of moves
    Perft(perft::Perft),
    /// Evaluates a position: the best line found within the limits
    #[command(visible_aliases = ["hint", "best"])]
    Eval(eval::Eval),
    /// Shows what each turn of a record or of a line cost, and the best turn instead
    Analyze(analyze::Analyze),
    /// Proves the value of a position by a search to the end of the round
    Solve(solve::Solve),
    /// Solves the first round of a set, which both players start together, or proves bounds
    Start(start::Start),
    /// Finds the best turn: the most seeds it can win, the shortest lines, all positions
    Turns(args::Turns),
    /// Shows the opening book: the best first turns known for the openings of a rule set
    #[command(visible_aliases = ["openings", "opening"])]
    Book(book::Book),
    /// Checks claims of the sources: plays their moves and compares; with --rules all under every
    /// rule set
    Verify(verify::Verify),
    /// Finds the rules that fit: claims and recorded sets as evidence
    Infer(infer::Infer),
    /// Plays many rounds between two policies
    Match(match_command::Contest),
    /// Plays whole sets in the terminal: against the program, or another person
    Game(args::Game),
    /// Plays and replays whole sets of rounds, and shows who can win them
    #[command(subcommand)]
    Set(args::Set),
    /// Finds opening systems: a first hole and a fixed step
    Systems(systems::Systems),
    /// Builds, checks and reads endgame tables: exact values of positions with few seeds
    #[command(subcommand)]
    Tables(args::Tables),
    /// Solves or evaluates many positions and stores the results; run again, it does what is left
    Batch(args::Batch),
    /// Proves in many jobs what is too large for one search; run again, it does what is left
    #[command(subcommand)]
    Campaign(args::Campaign),
    /// Runs a fixed benchmark: checks its results, measures its speed, prints a checksum
    Bench(bench::Bench),
    /// Plays, judges and solves chong, with dice: show, moves, game, play, analyze, eval, solve,
    /// rollout, match, rules
    Chong(args::chong::Chong),
    /// Answers programs, a request a line: JSON-RPC on standard input and output, or over WebSocket
    Serve(args::Serve),
    /// Serves the board to a browser, and opens it there
    Board(args::Board),
    /// Prints a completion script for a shell
    Completions(shell::Completions),
    /// Writes a manual page for every command
    Man(shell::Man),
}

/// Does what a command asks for.
pub fn run(command: &Command, session: &mut Session<'_>) -> Result<Status, CliError> {
    match command {
        Command::Rules(args) => rules::run(args, session),
        Command::Show(args) => show::run(args, session),
        Command::Moves(args) => moves::run(args, session),
        Command::Play(args) => play::run(args, session),
        Command::Perft(args) => perft::run(args, session),
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
        Command::Systems(args) => systems::run(args, session),
        Command::Tables(args) => tables::run(args, session),
        Command::Batch(args) => batch::run(args, session),
        Command::Campaign(args) => campaign::run(args, session),
        Command::Bench(args) => bench::run(args, session),
        Command::Chong(args) => chong::run(args, session),
        Command::Serve(args) => serve::run(args, session),
        Command::Board(args) => board::run(args, session),
        Command::Completions(args) => shell::completions(args, session),
        Command::Man(args) => shell::man(args, session),
    }
}

/// The schemas of what they print, and of what programs read besides, by the names of their files.
#[cfg(feature = "schemas")]
pub fn schemas() -> Vec<(&'static str, serde_json::Value)> {
    use super::schemas::{self, schema};
    use super::{error, records};
    use chongkak::chong::findings;

    vec![
        ("analyze", schema::<records::AnalysisRecord>()),
        ("batch", schemas::batch()),
        ("batch-opening", schema::<chongkak::batch::Opening>()),
        ("bench", schema::<bench::BenchRecord>()),
        ("book", schema::<chongkak::book::Opening>()),
        ("campaign", schema::<campaign::StandingRecord>()),
        ("chong-analyze", schema::<findings::analysis::ChongAnalysisRecord>()),
        ("chong-eval", schema::<findings::eval::ChongEvalRecord>()),
        ("chong-match", schema::<chong::games::MatchRecord>()),
        ("chong-moves", schema::<chong::moves::ThrowsRecord>()),
        ("chong-moves-throw", schema::<chong::moves::ThrowMovesRecord>()),
        ("chong-play", schema::<findings::play::ChongPlayRecord>()),
        ("chong-rollout", schema::<chong::games::RolloutRecord>()),
        ("chong-show", schema::<findings::show::ChongShowRecord>()),
        ("chong-solve", schema::<chong::solve::SolveRecord>()),
        ("eval", schema::<records::EvalRecord>()),
        ("failure", schema::<error::FailureRecord<'_>>()),
        ("infer", schema::<records::InferRecord>()),
        ("match", schema::<match_command::MatchRecord>()),
        ("moves", schema::<records::MovesRecord>()),
        ("perft", schema::<records::PerftRecord>()),
        ("play", schema::<records::PlayRecord>()),
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
