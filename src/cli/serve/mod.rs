//! `serve`: the line protocol for programs that drive the engine (`docs/PROTOCOL.md`).
//!
//! A transport reads and writes values; a [`Connection`] answers them with [`chongkak::protocol`],
//! whatever the transport. Quick methods are answered by the reading thread. Searches wait in
//! queues of the connection and run on its own threads, one after another or, with `parallel`,
//! several at a time. Output goes into a [`WriteQueue`](write_queue::WriteQueue) of bounded size,
//! so that a client that does not read blocks only itself.

mod batch;
mod connection;
mod stdio;
mod write_queue;

use std::sync::atomic::AtomicUsize;
use std::thread::{self, JoinHandle};

use chongkak::control::{Stop, room_for};
use chongkak::protocol::{Engine, EngineConfig};
use chongkak::tables::OpenTables;

use crate::cli::session::Session;
use crate::cli::{CliError, interrupt, table_folder};

pub use connection::Connection;
pub use stdio::run;

/// The stack size of a search thread: that of a main thread.
const STACK: usize = 8 << 20;

/// What all connections share.
pub struct Server {
    pub engine: Engine,
    /// True if nothing is printed on standard error.
    quiet: bool,
    /// Bytes of the values that wait for a search, over all connections.
    waiting: AtomicUsize,
    pub stop: Stop,
}

impl Server {
    /// Creates a server with the limits of the command line, for searches that set none.
    pub fn new(session: &Session<'_>, table_folder: OpenTables) -> Server {
        let common = session.common;
        let config = EngineConfig {
            threads: session.threads(),
            memory: *session.budget(),
            at_once: None,
            time: common.time,
            open_tables: table_folder,
            rule_set: session.variant.rule_set().clone(),
        };
        Server {
            engine: Engine::new(config),
            quiet: common.quiet,
            waiting: AtomicUsize::new(0),
            stop: interrupt::stop().clone(),
        }
    }

    /// Prints once what is wrong with the installed tables.
    fn report_table_problem(&self) {
        table_folder::report_problem(&self.engine.open_tables, self.quiet);
    }
}

/// Starts a thread that can run searches.
pub fn start(name: &str, work: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>, CliError> {
    room_for(STACK)?;
    let thread = thread::Builder::new().name(name.to_owned());
    let started = thread.stack_size(STACK).spawn(work);
    started
        .map_err(|error| CliError::data(format_args!("cannot start a thread for {name}: {error}")))
}
