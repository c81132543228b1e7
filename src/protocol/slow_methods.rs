//! The methods that take time: each is read at once and runs when its turn comes.

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
use super::sowing::Sowing;

/// Mebibytes that a search may ask for, if the server was not told how many.
const MOST_MEMORY: usize = 1 << 20;

const TIME: &str = "Seconds; null: no limit.";
const PROGRESS: &str = "Whether to tell what was found so far.";
const PARALLEL: &str = "Whether it may run beside other searches of the connection.";

/// Work that was asked for and takes time.
pub struct Search {
    work: Work,
    time: Option<Duration>,
    threads: Option<NonZeroUsize>,
    memory: Option<usize>,
    progress: bool,
    parallel: bool,
    /// The language of sentences for people.
    language: &'static Language,
    /// Cancels it.
    pub stop: Stop,
}

enum Work {
    Sowing(Box<Sowing>),
    Analysis(Box<SetAnalysis>),
    Chong(Box<chong::Search>),
    Claims(claims::Question),
}

/// The kinds of work done beside each other: none keeps another one waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// Searches that run one after the other.
    Searches,
    /// Searches that may run beside each other.
    Parallel,
    Claims,
}

impl Lane {
    pub const ALL: [Lane; 3] = [Lane::Searches, Lane::Parallel, Lane::Claims];

    /// Returns how many of its works run at once.
    pub fn at_once(self, engine: &Engine) -> usize {
        match self {
            Lane::Searches | Lane::Claims => 1,
            Lane::Parallel => engine.parallel(),
        }
    }
}

impl Search {
    /// Reads what a method asks for, within what a server has; nothing if it is no search.
    pub fn read(
        name: &str,
        params: &mut Params,
        engine: &Engine,
    ) -> Result<Option<Search>, RpcError> {
        let language = params.language;
        Search::taken(name, params, engine).map_err(|problem| problem.in_language(language))
    }

    fn taken(name: &str, params: &mut Params, engine: &Engine) -> Result<Option<Search>, RpcError> {
        let work = match name {
            "claims" => Work::Claims(claims::Question::take(params)?),
            "evaluate" | "solve" | "prove" | "turns" | "choose" => {
                Work::Sowing(Sowing::take(name, params)?.into())
            }
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
        if ["choose", "chong_choose"].contains(&name) {
            // A player thinks on one thread, with what is usual for him.
            search.threads = Some(NonZeroUsize::MIN);
        } else {
            let threads = 1..=engine.sharing.all().get() as u64;
            let asked: Option<u16> =
                params.number("threads", threads, "No more than info says.")?;
            search.threads = asked.and_then(|asked| NonZeroUsize::new(asked.into()));
            let memory = 1..=engine.limit.unwrap_or(MOST_MEMORY) as u64;
            search.memory = params.number(
                "memory",
                memory,
                "Mebibytes of the search; with `serve --memory`, no more than that.",
            )?;
        }
        if name != "chong_choose" {
            search.progress = params.flag("progress", PROGRESS)?;
        }
        Ok(Some(search))
    }

    /// Returns the lane in which it waits for its turn.
    pub const fn lane(&self) -> Lane {
        match self.work {
            Work::Claims(_) => Lane::Claims,
            _ if self.parallel => Lane::Parallel,
            _ => Lane::Searches,
        }
    }

    /// The same as a question of a batch; refuses what no store has an answer to.
    #[cfg(feature = "batch")]
    pub(super) fn of_batch(&self) -> Result<(Job, Ask), RpcError> {
        if self.threads.is_some_and(|threads| threads > NonZeroUsize::MIN) {
            let (why, expected) = ("a store keeps answers of searches with one thread", "1");
            return Err(RpcError::conflict("threads", None, why, expected));
        }
        match &self.work {
            Work::Sowing(search) => search.of_batch(self.time),
            Work::Analysis(_) | Work::Chong(_) | Work::Claims(_) => {
                Err(super::sowing::other_method())
            }
        }
    }

    /// Does it; tells the client meanwhile what it has found, if he wants to know.
    pub fn run(&self, engine: &Engine, client: &dyn Listener) -> Result<String, RpcError> {
        let answer = self.answer(engine, client);
        answer.map_err(|problem| problem.in_language(self.language))
    }

    fn answer(&self, engine: &Engine, client: &dyn Listener) -> Result<String, RpcError> {
        let usual = match &self.work {
            Work::Sowing(search) => search.usual_memory(),
            Work::Analysis(search) => search.usual_memory(),
            Work::Chong(search) => search.usual_memory(),
            Work::Claims(question) => return Ok(json(&question.found(&self.stop)?)),
        };
        let memory = engine.memory(self.memory, usual, self.parallel);
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
            Work::Sowing(search) => search.found(&share, control, client),
            Work::Analysis(search) => search.found(&share, control, client),
            Work::Chong(search) => search.found(&share, control, client),
            Work::Claims(_) => unreachable!("they are no search"),
        };
        // What doesn't tell by itself what was found so far.
        let look = || match &self.work {
            Work::Sowing(search) => search.look(&share, control, client),
            Work::Chong(search) => search.look(control, client),
            Work::Analysis(_) | Work::Claims(_) => {}
        };
        if !self.progress {
            return find(None);
        }
        let mut found = None;
        client.beside(&look, &mut || found = Some(find(Some(client))));
        found.unwrap_or_else(|| Err(RpcError::fault("a search was not begun")))
    }
}
