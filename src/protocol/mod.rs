//! The line protocol: what its requests ask, and what is answered (`docs/PROTOCOL.md`).
//!
//! A transport reads values and writes values. [`envelope`] takes a request out of a value;
//! [`quick`] answers what is answered at once; [`Search`] is work that takes time, for whatever
//! thread the transport has. An [`Engine`] is what outlives a request. Nothing here starts a thread
//! of its own but for searches that ask for several and a [`Notifier`], which tells of one
//! meanwhile, and nothing prints.

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

/// The fewest and the most parallel searches of a client.
const LEAST_PARALLEL: usize = 2;
const MOST_PARALLEL: usize = 8;

/// The parts that all requests share: the machine, and what outlives them.
pub struct Engine {
    /// Threads of the machine that searches may use.
    sharing: Sharing,
    /// The mebibytes of the whole process, if they are limited.
    limit: Option<usize>,
    /// The memory of all searches.
    lender: Lender,
    /// The mebibytes of each where so many run at once as may.
    part: usize,
    /// Searches that have memory enough at once, of all clients together; more of them wait.
    pub at_once: NonZeroUsize,
    /// The time limit of searches that have none of their own.
    time: Option<Duration>,
    /// The endgame tables, which know what is wrong with them, and those that searches have built.
    pub open_tables: OpenTables,
    /// The board of chong that was solved last: its values answer what is asked of its positions
    /// later.
    solved: Mutex<Option<Arc<BoardValues>>>,
    /// The most bytes of it.
    most_solved: u64,
    /// The rule set of requests that name none.
    rule_set: RuleSet,
    /// True if requests may name files of this machine.
    files: bool,
    /// Threads for searches of clients whose own have shallow stacks.
    threads: DeepThreads,
}

/// The means of an engine: the defaults of what a request may say.
pub struct Means {
    /// Threads of the machine that searches may use.
    pub threads: NonZeroUsize,
    /// The memory of the whole process.
    pub memory: Budget,
    /// Searches that one client may have run at once; as usual if nothing is said.
    pub at_once: Option<NonZeroUsize>,
    /// The time limit of searches that have none of their own.
    pub time: Option<Duration>,
    /// The endgame tables.
    pub open_tables: OpenTables,
    /// The rule set of requests that name none.
    pub rule_set: RuleSet,
}

/// A search that runs, as far as the others are concerned.
pub struct Share<'a> {
    /// The engine whose searches they are.
    pub engine: &'a Engine,
    /// Its memory.
    pub loan: Loan<'a>,
    /// The time that it gets at most; none without a limit.
    pub time: Option<Duration>,
    /// The threads that it gets at most.
    pub threads: NonZeroUsize,
    /// With whom it shares them, if it didn't ask for so many.
    pub sharing: Option<&'a Sharing>,
}

impl Engine {
    /// An engine for clients who may name files of this machine.
    pub fn new(means: Means) -> Engine {
        // One after the other, and beside them those that are parallel.
        let usual = parallel(means.threads).saturating_add(1);
        let parts = means.memory.divided(MEMORY, means.at_once.unwrap_or(usual));
        Engine {
            sharing: Sharing::new(means.threads),
            limit: means.memory.wish(),
            lender: Lender::new(parts.running),
            part: parts.each,
            at_once: parts.at_once,
            time: means.time,
            open_tables: means.open_tables.keeping(parts.kept / 2),
            solved: Mutex::default(),
            most_solved: (parts.kept as u64 / 2).saturating_mul(1 << 20),
            rule_set: means.rule_set,
            files: true,
            threads: DeepThreads::new(),
        }
    }

    /// The same for clients who have no business with the files of this machine.
    pub fn without_files(self) -> Engine {
        Engine { files: false, ..self }
    }

    /// Does work on a thread whose stack is deep enough for every search: one for all that the work
    /// does.
    ///
    /// # Errors
    /// If none can be started; then nothing is done.
    pub fn deeply<T: Send>(&self, work: impl FnOnce() -> T + Send) -> Result<T, ResourceError> {
        self.threads.run(work)
    }

    /// The number of parallel searches that run at once for a client; more of them wait.
    fn parallel(&self) -> usize {
        parallel(self.sharing.all()).get()
    }

    /// The memory of a search: what it asks for. If it asks for none, where so many mebibytes are
    /// usual, its part at least. One that is not for many at once has more if others leave it: up to
    /// what is usual, or up to all where the sum was set.
    fn memory(&self, asked: Option<usize>, usual: usize, parallel: bool) -> Wish {
        if let Some(asked) = asked {
            return Wish { least: asked.min(self.lender.all()), most: 0 };
        }
        let least = self.part.min(usual);
        let most = match self.limit {
            _ if usual < MEMORY => usual,
            _ if parallel && usual == MEMORY => least,
            Some(_) => self.lender.all(),
            None => usual,
        };
        Wish { least, most }
    }

    /// The endgame table for a game, if there is one: of what was installed or given and, unless
    /// nothing is to be remembered, what searches have built, the larger one.
    fn table(&self, game: &Game, fresh: bool) -> Result<Option<Arc<Endgame>>, Diagnostic> {
        let given = self.open_tables.table(game.rules(), game.position().field())?;
        let kept = (!fresh).then(|| self.open_tables.kept(game)).flatten();
        Ok(given.into_iter().chain(kept).max_by_key(|table| table.seeds()))
    }

    /// Remembers what a search has built.
    fn keep(&self, game: &Game, built: Mutex<Option<Endgame>>) {
        let built = unpoisoned(built.into_inner());
        built.into_iter().for_each(|built| self.open_tables.keep(game, built));
    }

    /// The share of a search that begins, as soon as there is so much memory: as many threads as it
    /// asks for; without a wish, those of the machine divided by the searches that run, so that
    /// several connections get as much of it.
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

/// The number of parallel searches that run at once for a client with so many threads.
fn parallel(threads: NonZeroUsize) -> NonZeroUsize {
    let parallel = threads.get().clamp(LEAST_PARALLEL, MOST_PARALLEL);
    NonZeroUsize::new(parallel).unwrap_or(NonZeroUsize::MIN)
}

impl Share<'_> {
    /// The limits of a question within it.
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
