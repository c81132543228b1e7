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

use super::args::Command;
use super::{CliError, Session, Status};

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
