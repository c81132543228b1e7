//! The line protocol: JSON-RPC 2.0 for programs that drive the engine (`docs/PROTOCOL.md`).
//!
//! A transport reads values and writes values; a [`Connection`] answers them, whatever the
//! transport. Quick methods are answered where they are read. Searches wait in a queue of the
//! connection and run one after the other on a thread of its own. What is to be written lies in an
//! [`Outbox`] of bounded size, so that who doesn't read only makes himself wait.

mod batch;
mod chong;
mod choose;
mod claims;
mod connection;
mod envelope;
mod game;
mod kept;
mod methods;
mod outbox;
mod params;
mod problem;
mod record;
mod scene;
#[cfg(feature = "schemas")]
mod schema;
mod search;
mod sowing;
mod stdio;
mod teller;
mod unique;

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use chongkak::control::{Sharing, Stop, room_for, unpoisoned};
use chongkak::moves::Game;
use chongkak::rules::RuleSet;
use chongkak::tables::{Endgame, Shelf};

use crate::cli::session::Session;
use crate::cli::{Failure, interrupt, shelf};

use chong::SolvedBoard;
pub use connection::Connection;
use kept::Kept;
#[cfg(feature = "schemas")]
pub use schema::Results;
pub use stdio::run;

/// The stack of a thread that searches: what a main thread has.
const STACK: usize = 8 << 20;

/// What all connections share: the machine, and what outlives a request.
pub struct Server {
    /// Threads of the machine that searches may use.
    sharing: Sharing,
    /// Mebibytes for each of a search's tables, if that was limited.
    memory: Option<u32>,
    /// The time limit of searches that have none of their own.
    time: Option<Duration>,
    /// Whether nothing is said on standard error.
    quiet: bool,
    /// The endgame tables.
    shelf: Shelf,
    /// What searches have built.
    kept: Kept,
    /// The board of chong that was solved last.
    solved: SolvedBoard,
    /// The rule set of requests that name none.
    rule_set: RuleSet,
    /// Whether requests may name files of this machine.
    files: bool,
    /// Bytes of the values that wait for a search, of all connections.
    waiting: AtomicUsize,
    /// Ends everything.
    stop: Stop,
}

/// A search that runs, as far as the others are concerned.
pub struct Share<'a> {
    /// Whose searches they are.
    pub server: &'a Server,
    /// The threads that it gets at most.
    pub threads: NonZeroUsize,
    /// With whom it shares them, if it didn't ask for so many.
    pub sharing: Option<&'a Sharing>,
}

impl Server {
    /// A server with the limits of the command line, for searches that set themselves none.
    pub fn new(session: &Session<'_>, shelf: Shelf) -> Server {
        let common = session.common;
        Server {
            sharing: Sharing::new(session.threads()),
            memory: common.memory,
            time: common.time,
            quiet: common.quiet,
            shelf,
            kept: Kept::within(session.memory()),
            solved: SolvedBoard::within(session.memory()),
            rule_set: session.variant.rule_set().clone(),
            files: true,
            waiting: AtomicUsize::new(0),
            stop: interrupt::stop().clone(),
        }
    }

    /// The same, ended by somebody else than the user alone.
    pub fn ended_by(self, stop: Stop) -> Server {
        Server { stop, ..self }
    }

    /// The same for clients who have no business with the files of this machine.
    pub fn without_files(self) -> Server {
        Server {
            files: false,
            ..self
        }
    }

    /// The endgame table for a game, if there is one: of what was installed or given and, unless
    /// nothing is to be remembered, what searches have built, the larger one.
    fn table(&self, game: &Game, fresh: bool) -> Result<Option<Arc<Endgame>>, Failure> {
        let (rules, field) = (game.rules(), game.position().field());
        let given = shelf::endgame_of(&self.shelf, rules, field, self.quiet)?;
        let kept = (!fresh).then(|| self.kept.table(game)).flatten();
        Ok(given
            .into_iter()
            .chain(kept)
            .max_by_key(|table| table.seeds()))
    }

    /// Remembers what a search has built.
    fn keep(&self, game: &Game, built: Mutex<Option<Endgame>>) {
        let built = unpoisoned(built.into_inner());
        built
            .into_iter()
            .for_each(|built| self.kept.keep(game, built));
    }

    /// The share of a search that begins: as many threads as it asks for; without a wish, those of
    /// the machine divided by the searches that run, so that several connections get as much of it.
    pub fn share(&self, asked: Option<NonZeroUsize>) -> Share<'_> {
        self.sharing.join();
        Share {
            server: self,
            threads: asked.unwrap_or(self.sharing.each()),
            sharing: asked.is_none().then_some(&self.sharing),
        }
    }
}

impl Drop for Share<'_> {
    fn drop(&mut self) {
        self.server.sharing.leave();
    }
}

/// Starts a thread that may search.
pub fn start(name: &str, work: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>, Failure> {
    room_for(STACK)?;
    let thread = thread::Builder::new().name(name.to_owned());
    let started = thread.stack_size(STACK).spawn(work);
    started.map_err(|error| Failure::data(format_args!("no thread for {name}: {error}")))
}
