//! `serve`: answers other programs on standard input and output, or over WebSocket.

use crate::cli::args::{Serve, WithTables};
use crate::cli::serve::{self, Server};
use crate::cli::web::{self, Listen};
use crate::cli::{CliError, Session, Status, table_folder};

pub fn run(args: &Serve, session: &mut Session<'_>) -> Result<Status, CliError> {
    session.expect_no_rules("every request names its own rules")?;
    let server = server(&args.with, session)?;
    let Some(address) = args.listen else {
        return serve::run(server);
    };
    let listen = Listen {
        address: Some(address),
        remote: args.allow_remote,
        files: args.allow_files,
        page: None,
        open: false,
        site: None,
    };
    web::run(session, server, &listen)
}

/// Returns the server of a session.
pub fn server(with: &WithTables, session: &Session<'_>) -> Result<Server, CliError> {
    session.start_threads()?;
    let tables = table_folder::from_option(with.tables.as_deref());
    // Missing tables are reported when the server starts, not to its clients later.
    tables.expect_folder()?;
    Ok(Server::new(session, tables))
}
