//! `set`: whole sets of rounds.

mod play;
pub mod record;
mod replay;
pub mod reply;
pub mod solve;
mod table;

use crate::cli::args::Set;
use crate::cli::{Failure, Session, Status};
pub use play::given;

pub fn run(command: &Set, session: &mut Session<'_>) -> Result<Status, Failure> {
    match command {
        Set::Play(args) => play::run(args, session),
        Set::Replay(args) => replay::run(args, session),
        Set::Solve(args) => solve::run(args, session),
        Set::Reply(args) => reply::run(args, session),
        Set::Table(args) => table::run(args, session),
    }
}
