//! `serve`: the line protocol for programs that drive the engine (`docs/PROTOCOL.md`).
//!
//! A transport reads values and writes values; a [`Connection`] answers them by
//! [`chongkak::protocol`], whatever the transport. Quick methods are answered where they are read.
//! Searches wait in queues of the connection and run on threads of its own: one after the other, or
//! several at once if they are asked for as `parallel`. What is to be written lies in an
//! [`WriteQueue`](write_queue::WriteQueue) of bounded size, so that who doesn't read only makes
//! himself wait.

mod batch;
mod connection;
mod stdio;
mod write_queue;

use std::sync::atomic::AtomicUsize;
use std::thread::{self, JoinHandle};

use chongkak::control::{Stop, room_for};
use chongkak::protocol::{Engine, Means};
use chongkak::tables::OpenTables;

use crate::cli::session::Session;
use crate::cli::{CliError, interrupt, table_folder};

pub use connection::Connection;
pub use stdio::run;

/// The stack of a thread that searches: what a main thread has.
const STACK: usize = 8 << 20;

/// The parts that all connections share.
pub struct Server {
    pub engine: Engine,
    /// True if nothing is said on standard error.
    quiet: bool,
    /// Bytes of the values that wait for a search, of all connections.
    waiting: AtomicUsize,
    pub stop: Stop,
}

impl Server {
    /// A server with the limits of the command line, for searches that set themselves none.
    pub fn new(session: &Session<'_>, table_folder: OpenTables) -> Server {
        let common = session.common;
        let means = Means {
            threads: session.threads(),
            memory: *session.budget(),
            at_once: None,
            time: common.time,
            open_tables: table_folder,
            rule_set: session.variant.rule_set().clone(),
        };
        Server {
            engine: Engine::new(means),
            quiet: common.quiet,
            waiting: AtomicUsize::new(0),
            stop: interrupt::stop().clone(),
        }
    }

    /// Says once what is wrong with the installed tables.
    fn remark(&self) {
        table_folder::remark(&self.engine.open_tables, self.quiet);
    }
}

/// Starts a thread that may search.
pub fn start(name: &str, work: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>, CliError> {
    room_for(STACK)?;
    let thread = thread::Builder::new().name(name.to_owned());
    let started = thread.stack_size(STACK).spawn(work);
    started.map_err(|error| CliError::data(format_args!("no thread for {name}: {error}")))
}
