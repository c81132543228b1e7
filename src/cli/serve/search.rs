//! The methods that search: each is read at once and runs when its turn comes.

use std::num::NonZeroUsize;
use std::time::Duration;

use chongkak::control::{Control, Progress, Stop};

use super::Server;
use super::chong;
use super::envelope::Id;
use super::outbox::Outbox;
use super::params::Params;
use super::problem::Problem;
use super::sowing::{Given, Sowing};
use super::teller::Teller;

/// Mebibytes that a search may ask for, if the server was not told how many.
const MOST_MEMORY: u32 = 1 << 20;

/// A search that was asked for.
pub struct Search {
    work: Work,
    time: Option<Duration>,
    threads: Option<u16>,
    memory: Option<u32>,
    progress: bool,
    /// Cancels it.
    pub stop: Stop,
}

/// What is searched.
enum Work {
    Sowing(Box<Sowing>),
    Chong(Box<chong::Search>),
}

impl Search {
    /// Reads what a method asks for, within what a server has; nothing if it is no search.
    pub fn read(
        name: &str,
        params: &mut Params,
        server: &Server,
    ) -> Result<Option<Search>, Problem> {
        let work = match chong::Search::read(name, params)? {
            Some(search) => Some(Work::Chong(Box::new(search))),
            None => Sowing::read(name, params)?.map(|search| Work::Sowing(Box::new(search))),
        };
        let Some(work) = work else {
            return Ok(None);
        };
        // A player thinks on one thread, with what is usual for him.
        if ["choose", "chong_choose"].contains(&name) {
            return Ok(Some(Search {
                work,
                time: params.seconds("time")?,
                threads: Some(1),
                memory: None,
                progress: false,
                stop: Stop::new(),
            }));
        }
        Ok(Some(Search {
            work,
            time: params.seconds("time")?,
            threads: params.number("threads", 1..=server.sharing.all().get() as u64)?,
            memory: params.number("memory", 1..=server.memory.unwrap_or(MOST_MEMORY).into())?,
            progress: params.flag("progress")?,
            stop: Stop::new(),
        }))
    }

    /// Searches; tells the client meanwhile what it has found, if he wants to know.
    pub fn run(&self, id: &Id, server: &Server, outbox: &Outbox) -> Result<String, Problem> {
        let asked = self.threads.map(usize::from);
        let share = server.share(asked.and_then(NonZeroUsize::new));
        let memory = self.memory.or(server.memory);
        let given = Given {
            time: self.time.or(server.time),
            threads: share.threads,
            memory: memory.map(|mib| usize::try_from(mib).unwrap_or(usize::MAX)),
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
        let teller = Teller::new(id, outbox);
        let look = || match &self.work {
            Work::Sowing(sowing) => sowing.look(given, control, &teller),
            Work::Chong(search) => search.look(control, &teller),
        };
        let found = |teller| match &self.work {
            Work::Sowing(sowing) => sowing.found(given, server, control, teller),
            Work::Chong(search) => search.found(&share, given.memory, control, teller),
        };
        match self.progress {
            true => teller.beside(look, || found(Some(&teller))),
            false => found(None),
        }
    }
}
