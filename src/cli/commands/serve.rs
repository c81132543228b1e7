//! `serve`: answers other programs on standard input and output, or over WebSocket. `board`: the
//! same server with the page that asks it, in a browser.

use crate::cli::args::{Board, Serve, WithTables};
use crate::cli::serve::{self, Server};
use crate::cli::web::{self, Listen};
use crate::cli::{Failure, Session, Status, shelf};

pub fn run(args: &Serve, session: &mut Session<'_>) -> Result<Status, Failure> {
    let server = server(&args.with, session)?;
    let Some(address) = args.listen else {
        return serve::run(server);
    };
    let listen = Listen {
        address,
        remote: args.allow_remote,
        open: false,
    };
    web::run(session, server, &listen)
}

pub fn board(args: &Board, session: &mut Session<'_>) -> Result<Status, Failure> {
    let server = server(&args.with, session)?;
    let listen = Listen {
        address: args.listen,
        remote: args.allow_remote,
        open: !args.no_open,
    };
    web::run(session, server, &listen)
}

fn server(with: &WithTables, session: &Session<'_>) -> Result<Server, Failure> {
    session.expect_no_rules("every request names its own rules")?;
    session.start_threads()?;
    let tables = shelf::asked(with.tables.as_deref());
    // Whoever starts a server is to hear of it, not whoever asks it later.
    tables.expect_folder()?;
    Ok(Server::new(session, tables))
}
