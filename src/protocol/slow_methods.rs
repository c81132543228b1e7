//! The methods that take time: each is read at once and runs when its turn comes.

use std::num::NonZeroUsize;
use std::time::Duration;

use crate::control::{Control, Progress, Stop};
use crate::language::Language;

use super::Engine;
use super::chong;
use super::claims::Claims;
use super::error::RpcError;
use super::params::Params;
use super::searches::{Given, Listener, Searches};
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
    threads: Option<u16>,
    memory: Option<usize>,
    progress: bool,
    parallel: bool,
    /// The language of sentences for people.
    language: &'static Language,
    /// Cancels it.
    pub stop: Stop,
}

enum Work {
    Search(Box<dyn Searches>),
    Claims(Claims),
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
        let language = params.language();
        let search = Search::taken(name, params, engine);
        let search = search.map_err(|problem| problem.in_language(language))?;
        Ok(search.map(|search| Search { language, ..search }))
    }

    fn taken(name: &str, params: &mut Params, engine: &Engine) -> Result<Option<Search>, RpcError> {
        if name == "claims" {
            let work = Work::Claims(Claims::take(params)?);
            return Ok(Some(Search::of(work)));
        }
        let search: Box<dyn Searches> = match chong::Search::read(name, params)? {
            Some(search) => Box::new(search),
            None => match Sowing::read(name, params)? {
                Some(search) => Box::new(search),
                None => return Ok(None),
            },
        };
        let search = Search {
            parallel: params.flag("parallel", PARALLEL)?,
            ..Search::of(Work::Search(search))
        };
        // A player thinks on one thread, with what is usual for him.
        if ["choose", "chong_choose"].contains(&name) {
            return Ok(Some(Search {
                time: params.seconds("time", TIME)?,
                threads: Some(1),
                progress: name == "choose" && params.flag("progress", PROGRESS)?,
                ..search
            }));
        }
        let threads = 1..=engine.sharing.all().get() as u64;
        let memory = 1..=engine.limit.unwrap_or(MOST_MEMORY) as u64;
        Ok(Some(Search {
            time: params.seconds("time", TIME)?,
            threads: params.number("threads", threads, "No more than info says.")?,
            memory: params.number(
                "memory",
                memory,
                "Mebibytes of the search; with `serve --memory`, no more than that.",
            )?,
            progress: params.flag("progress", PROGRESS)?,
            ..search
        }))
    }

    /// Work without limits of its own.
    fn of(work: Work) -> Search {
        Search {
            work,
            time: None,
            threads: None,
            memory: None,
            progress: false,
            parallel: false,
            language: Language::english(),
            stop: Stop::new(),
        }
    }

    /// Returns the lane in which it waits for its turn.
    pub const fn lane(&self) -> Lane {
        match self.work {
            Work::Search(_) if self.parallel => Lane::Parallel,
            Work::Search(_) => Lane::Searches,
            Work::Claims(_) => Lane::Claims,
        }
    }

    /// Does it; tells the client meanwhile what it has found, if he wants to know.
    pub fn run(&self, engine: &Engine, client: &dyn Listener) -> Result<String, RpcError> {
        let answer = self.answer(engine, client);
        answer.map_err(|problem| problem.in_language(self.language))
    }

    fn answer(&self, engine: &Engine, client: &dyn Listener) -> Result<String, RpcError> {
        let search = match &self.work {
            Work::Search(search) => search,
            Work::Claims(claims) => return claims.found(&self.stop),
        };
        let asked = self.threads.map(usize::from);
        let asked = asked.and_then(NonZeroUsize::new);
        let memory = match self.memory {
            Some(asked) => engine.asked_memory(asked),
            None => engine.memory(search.usual_memory(), self.parallel),
        };
        let share = engine.share(asked, memory, &self.stop);
        let given = Given {
            time: self.time.or(engine.time),
            threads: share.threads,
            memory: share.loan.mebibytes(),
        };
        let progress = Progress::new();
        let control = Control {
            nodes: u64::MAX,
            time: given.time.unwrap_or(Duration::MAX),
            stop: &self.stop,
            progress: &progress,
            sharing: share.sharing,
            ..Control::none()
        };
        if !self.progress {
            return search.found(&share, given, control, None);
        }
        let mut found = None;
        client.beside(&|| search.look(given, control, client), &mut || {
            found = Some(search.found(&share, given, control, Some(client)));
        });
        found.unwrap_or_else(|| Err(RpcError::fault("a search was not begun")))
    }
}
