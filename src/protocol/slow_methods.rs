//! The methods that take time. A request is parsed immediately and runs when its turn comes.

use std::num::NonZeroUsize;
use std::time::Duration;

#[cfg(feature = "batch")]
use crate::batch::{Ask, Job};
use crate::control::{Control, Progress, Stop};
use crate::language::Language;

use super::Engine;
use super::analysis::SetAnalysis;
use super::chong;
use super::claims;
use super::envelope::json;
use super::error::RpcError;
use super::notifier::Listener;
use super::params::Params;
use super::puzzles::PuzzleSearch;
use super::sowing::Sowing;

/// Maximum memory that a search may request, in mebibytes, if the server has no limit.
const MOST_MEMORY: usize = 1 << 20;

const TIME: &str = "Time limit in seconds; null for none.";
const PROGRESS: &str = "Whether to report intermediate results.";
const PARALLEL: &str = "Whether the search may run in parallel with others of the connection.";

/// A request that takes time.
pub struct Search {
    work: Work,
    time: Option<Duration>,
    threads: Option<NonZeroUsize>,
    memory: Option<usize>,
    progress: bool,
    parallel: bool,
    /// The language of texts for people.
    language: &'static Language,
    /// Cancels the search.
    pub stop: Stop,
}

enum Work {
    Sowing(Box<Sowing>),
    Analysis(Box<SetAnalysis>),
    Chong(Box<chong::Search>),
    Claims(claims::Question),
    Puzzle(Box<PuzzleSearch>),
}

/// The lanes of work. Work in one lane never waits for another lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// Searches that run one at a time.
    Searches,
    /// Searches that may run in parallel.
    Parallel,
    Claims,
}

impl Lane {
    pub const ALL: [Lane; 3] = [Lane::Searches, Lane::Parallel, Lane::Claims];

    /// Returns how many requests of the lane run at the same time.
    pub fn at_once(self, engine: &Engine) -> usize {
        match self {
            Lane::Searches | Lane::Claims => 1,
            Lane::Parallel => engine.parallel(),
        }
    }
}

impl Search {
    /// Parses a request, within the limits of the engine; none if the method takes no time.
    pub fn read(
        name: &str,
        params: &mut Params,
        engine: &Engine,
    ) -> Result<Option<Search>, RpcError> {
        let language = params.language;
        Search::parse(name, params, engine).map_err(|problem| problem.in_language(language))
    }

    fn parse(name: &str, params: &mut Params, engine: &Engine) -> Result<Option<Search>, RpcError> {
        let work = match name {
            "claims" => Work::Claims(claims::Question::take(params)?),
            "evaluate" | "solve" | "prove" | "turns" | "choose" => {
                Work::Sowing(Sowing::take(name, params)?.into())
            }
            "puzzle" => Work::Puzzle(PuzzleSearch::take(params)?.into()),
            "analyze" => Work::Analysis(SetAnalysis::take(params)?.into()),
            "chong_evaluate" | "chong_analyze" | "chong_choose" => {
                Work::Chong(chong::Search::take(name, params)?.into())
            }
            _ => return Ok(None),
        };
        let mut search = Search {
            work,
            time: None,
            threads: None,
            memory: None,
            progress: false,
            parallel: false,
            language: params.language,
            stop: Stop::new(),
        };
        if name == "claims" {
            return Ok(Some(search));
        }
        search.parallel = params.flag("parallel", PARALLEL)?;
        search.time = params.seconds("time", TIME)?;
        if ["choose", "chong_choose", "puzzle"].contains(&name) {
            // These search on one thread with a memory of their own.
            search.threads = Some(NonZeroUsize::MIN);
        } else {
            let threads = 1..=engine.sharing.all().get() as u64;
            let asked: Option<u16> = params.number(
                "threads",
                threads,
                "Number of threads; at most the number in info.",
            )?;
            search.threads = asked.and_then(|asked| NonZeroUsize::new(asked.into()));
            let memory = 1..=engine.limit.unwrap_or(MOST_MEMORY) as u64;
            search.memory = params.number(
                "memory",
                memory,
                "Memory in mebibytes; at most that of `serve --memory`.",
            )?;
        }
        if name != "chong_choose" {
            search.progress = params.flag("progress", PROGRESS)?;
        }
        Ok(Some(search))
    }

    /// Returns the lane of the search.
    pub const fn lane(&self) -> Lane {
        match self.work {
            Work::Claims(_) => Lane::Claims,
            _ if self.parallel => Lane::Parallel,
            _ => Lane::Searches,
        }
    }

    /// Converts the search to a question of a batch. Fails if a store can't hold its answer.
    #[cfg(feature = "batch")]
    pub(super) fn of_batch(&self) -> Result<(Job, Ask), RpcError> {
        if self.threads.is_some_and(|threads| threads > NonZeroUsize::MIN) {
            let (why, expected) = ("a store keeps only answers of single-threaded searches", "1");
            return Err(RpcError::conflict("threads", None, why, expected));
        }
        match &self.work {
            Work::Sowing(search) => search.of_batch(self.time),
            Work::Analysis(_) | Work::Chong(_) | Work::Claims(_) | Work::Puzzle(_) => {
                Err(super::sowing::other_method())
            }
        }
    }

    /// Runs the search, and reports progress to the client if requested.
    pub fn run(&self, engine: &Engine, client: &dyn Listener) -> Result<String, RpcError> {
        let answer = self.answer(engine, client);
        answer.map_err(|problem| problem.in_language(self.language))
    }

    fn answer(&self, engine: &Engine, client: &dyn Listener) -> Result<String, RpcError> {
        let default = match &self.work {
            Work::Sowing(search) => search.default_memory(),
            Work::Analysis(search) => search.default_memory(),
            Work::Chong(search) => search.default_memory(),
            Work::Puzzle(_) => 0,
            Work::Claims(question) => return Ok(json(&question.answer(&self.stop)?)),
        };
        let memory = engine.memory(self.memory, default, self.parallel);
        let share = engine.share(self.time, self.threads, memory, &self.stop);
        let progress = Progress::new();
        let control = Control {
            nodes: u64::MAX,
            time: share.time.unwrap_or(Duration::MAX),
            stop: &self.stop,
            progress: &progress,
            sharing: share.sharing,
            ..Control::none()
        };
        let find = |client: Option<&dyn Listener>| match &self.work {
            Work::Sowing(search) => search.run(&share, control, client),
            Work::Analysis(search) => search.run(&share, control, client),
            Work::Chong(search) => search.run(&share, control, client),
            Work::Puzzle(search) => search.run(control),
            Work::Claims(_) => unreachable!("claims are not a search"),
        };
        // For searches that don't report progress themselves.
        let look = || match &self.work {
            Work::Sowing(search) => search.look(&share, control, client),
            Work::Chong(search) => search.look(control, client),
            Work::Analysis(_) | Work::Claims(_) | Work::Puzzle(_) => {}
        };
        if !self.progress {
            return find(None);
        }
        let mut found = None;
        client.beside(&look, &mut || found = Some(find(Some(client))));
        found.unwrap_or_else(|| Err(RpcError::fault("a search was not started")))
    }
}
