//! The line protocol: requests and answers (`docs/PROTOCOL.md`).
//!
//! A transport reads and writes values. [`envelope`] parses the request in a value. [`quick`]
//! answers requests that take no time; a [`Search`] takes time and runs on any thread of the
//! transport. An [`Engine`] lives longer than a request. This module starts threads only for
//! multithreaded searches and for a [`Notifier`], which reports their progress, and it prints
//! nothing.

mod analysis;
mod chong;
mod claims;
pub mod envelope;
mod error;
mod game_request;
mod guard;
mod lesson;
mod methods;
mod notifier;
mod params;
mod puzzles;
mod record;
mod scene;
#[cfg(feature = "schemas")]
mod schema;
mod slow_methods;
mod sowing;
mod start;
#[cfg(feature = "batch")]
mod stored;

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::ask::Limits;
use crate::chong::BoardValues;
use crate::control::{Budget, Lender, Loan, ResourceError, Sharing, Stop, Wish, unpoisoned};
use crate::moves::Game;
use crate::rules::RuleSet;
use crate::search::MEMORY;
use crate::search::stack::DeepThreads;
use crate::tables::{Endgame, OpenTables};
use crate::text::Diagnostic;

pub use error::RpcError;
pub use guard::guarded;
pub use methods::{Cancelled, cancels, quick};
pub use notifier::{Listener, Notifier};
pub use params::Params;
#[cfg(feature = "schemas")]
pub use schema::{Results, envelope as envelope_schema, parameters, results};
pub use slow_methods::{Lane, Search};
#[cfg(feature = "batch")]
pub use stored::StoredQuestion;

/// Bounds on the number of parallel searches of a client.
const LEAST_PARALLEL: usize = 2;
const MOST_PARALLEL: usize = 8;

/// State shared by all requests.
pub struct Engine {
    /// Threads available to searches.
    sharing: Sharing,
    /// The memory limit of the whole process in mebibytes, if any.
    limit: Option<usize>,
    /// The memory of all searches.
    lender: Lender,
    /// The memory of each search, in mebibytes, if the maximum number of searches run at the same
    /// time.
    part: usize,
    /// Maximum number of searches of all clients that have enough memory to run at the same time;
    /// others wait.
    pub at_once: NonZeroUsize,
    /// The default time limit of searches.
    time: Option<Duration>,
    /// The endgame tables, with the errors of damaged ones, and tables that searches have built.
    pub open_tables: OpenTables,
    /// The last solved board of chong, whose values answer later requests about its positions.
    solved: Mutex<Option<Arc<BoardValues>>>,
    /// The maximum size of this board in bytes.
    most_solved: u64,
    /// The default rule set of requests.
    rule_set: RuleSet,
    /// True if requests may name files on this machine.
    files: bool,
    /// Threads with deep stacks, for clients whose threads have shallow ones.
    threads: DeepThreads,
}

/// The configuration of an engine, with the defaults of requests.
pub struct EngineConfig {
    /// Threads available to searches.
    pub threads: NonZeroUsize,
    /// The memory of the whole process.
    pub memory: Budget,
    /// Number of searches of one client that may run at the same time, if not the default.
    pub at_once: Option<NonZeroUsize>,
    /// The default time limit of searches.
    pub time: Option<Duration>,
    /// The endgame tables.
    pub open_tables: OpenTables,
    /// The default rule set of requests.
    pub rule_set: RuleSet,
}

/// The resources of a running search.
pub struct Share<'a> {
    /// The engine.
    pub engine: &'a Engine,
    /// The memory.
    pub loan: Loan<'a>,
    /// The time limit, if any.
    pub time: Option<Duration>,
    /// The maximum number of threads.
    pub threads: NonZeroUsize,
    /// The searches with which it shares the threads, if the request set no number.
    pub sharing: Option<&'a Sharing>,
}

impl Engine {
    /// Creates an engine for clients who may name files on this machine.
    pub fn new(config: EngineConfig) -> Engine {
        // One sequential search, and the parallel ones.
        let default = parallel(config.threads).saturating_add(1);
        let parts = config.memory.divided(MEMORY, config.at_once.unwrap_or(default));
        Engine {
            sharing: Sharing::new(config.threads),
            limit: config.memory.wish(),
            lender: Lender::new(parts.running),
            part: parts.each,
            at_once: parts.at_once,
            time: config.time,
            open_tables: config.open_tables.keeping(parts.kept / 2),
            solved: Mutex::default(),
            most_solved: (parts.kept as u64 / 2).saturating_mul(1 << 20),
            rule_set: config.rule_set,
            files: true,
            threads: DeepThreads::new(),
        }
    }

    /// Restricts the engine to clients who may not name files on this machine.
    pub fn without_files(self) -> Engine {
        Engine { files: false, ..self }
    }

    /// Runs work on a thread with a stack that is deep enough for every search.
    ///
    /// # Errors
    /// If no thread can be started; then the work is not done.
    pub fn deeply<T: Send>(&self, work: impl FnOnce() -> T + Send) -> Result<T, ResourceError> {
        self.threads.run(work)
    }

    /// The number of parallel searches of a client that run at the same time; others wait.
    fn parallel(&self) -> usize {
        parallel(self.sharing.all()).get()
    }

    /// The memory of a search. A request for a number gets it, up to the maximum. Otherwise the
    /// search gets at least its part of the memory. A search that is not parallel gets more if
    /// other searches leave it, up to the default of its kind, or up to everything if a memory
    /// limit was set.
    fn memory(&self, asked: Option<usize>, default: usize, parallel: bool) -> Wish {
        if let Some(asked) = asked {
            return Wish { least: asked.min(self.lender.all()), most: 0 };
        }
        let least = self.part.min(default);
        let most = match self.limit {
            _ if default < MEMORY => default,
            _ if parallel && default == MEMORY => least,
            Some(_) => self.lender.all(),
            None => default,
        };
        Wish { least, most }
    }

    /// Finds the larger of the installed or given endgame table and, unless the search is fresh,
    /// the one that searches have built.
    fn table(&self, game: &Game, fresh: bool) -> Result<Option<Arc<Endgame>>, Diagnostic> {
        let given = self.open_tables.table(game.rules(), game.position().field())?;
        let kept = (!fresh).then(|| self.open_tables.kept(game)).flatten();
        Ok(given.into_iter().chain(kept).max_by_key(|table| table.seeds()))
    }

    /// Keeps a table that a search has built.
    fn keep(&self, game: &Game, built: Mutex<Option<Endgame>>) {
        let built = unpoisoned(built.into_inner());
        built.into_iter().for_each(|built| self.open_tables.keep(game, built));
    }

    /// Waits until there is enough memory, then reserves the resources of a search: the requested
    /// number of threads, or by default the threads of the machine divided by the number of running
    /// searches, so that all connections get equal shares.
    fn share(
        &self,
        time: Option<Duration>,
        asked: Option<NonZeroUsize>,
        memory: Wish,
        stop: &Stop,
    ) -> Share<'_> {
        let loan = self.lender.lend(memory, stop);
        self.sharing.join();
        Share {
            engine: self,
            loan,
            time: time.or(self.time),
            threads: asked.unwrap_or(self.sharing.each()),
            sharing: asked.is_none().then_some(&self.sharing),
        }
    }
}

/// The number of parallel searches of a client that run at the same time on this many threads.
fn parallel(threads: NonZeroUsize) -> NonZeroUsize {
    let parallel = threads.get().clamp(LEAST_PARALLEL, MOST_PARALLEL);
    NonZeroUsize::new(parallel).unwrap_or(NonZeroUsize::MIN)
}

impl Share<'_> {
    /// Applies the resources to the limits of a question.
    fn within(&self, asked: &Limits) -> Limits {
        let memory = self.loan.mebibytes();
        Limits { time: self.time, threads: self.threads, memory, ..*asked }
    }
}

impl Drop for Share<'_> {
    fn drop(&mut self) {
        self.engine.sharing.leave();
    }
}
