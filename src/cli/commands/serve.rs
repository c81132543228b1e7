//! `serve`: answers other programs on standard input and output.

use crate::cli::args::Serve;
use crate::cli::serve::{self, Server};
use crate::cli::{Failure, Session, Status, shelf};

pub fn run(args: &Serve, session: &Session<'_>) -> Result<Status, Failure> {
    session.expect_no_rules("every request names its own rules")?;
    session.start_threads()?;
    let tables = shelf::asked(args.with.tables.as_deref());
    serve::run(Server::new(session, tables))
}
