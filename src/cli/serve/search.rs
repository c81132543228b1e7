//! The methods that search: each is read at once and runs when its turn comes.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::time::Duration;

use chongkak::control::{Control, MAX_DEPTH, Progress, Stop, StopReason};

use super::Server;
use super::chong;
use super::choose::Choose;
use super::envelope::{Id, json};
use super::game::Asked;
use super::outbox::Outbox;
use super::params::Params;
use super::problem::Problem;
use super::teller::Teller;
use crate::cli::args::{Asked as Question, Colour, Common, Eval, Format, Solve, Turns};
use crate::cli::commands::{eval, solve, turns};

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

/// A search in a sowing game.
struct Sowing {
    asked: Asked,
    method: Method,
}

enum Method {
    Evaluate(Eval),
    Solve(Solve),
    Turns(Turns),
    Choose(Choose),
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
        let common = server.common(self, share.threads.get());
        let progress = Progress::new();
        let control = Control {
            nodes: u64::MAX,
            time: common.time.unwrap_or(Duration::MAX),
            stop: &self.stop,
            progress: &progress,
            sharing: share.sharing,
            ..Control::none()
        };
        let teller = Teller::new(id, outbox);
        let look = || match &self.work {
            Work::Sowing(sowing) => sowing.look(&common, control, &teller),
            Work::Chong(search) => search.look(control, &teller),
        };
        let found = |teller| match &self.work {
            Work::Sowing(sowing) => sowing.found(&common, server, control, teller),
            Work::Chong(search) => search.found(&share, common.memory, control, teller),
        };
        match self.progress {
            true => teller.beside(look, || found(Some(&teller))),
            false => found(None),
        }
    }
}

impl Sowing {
    fn read(name: &str, params: &mut Params) -> Result<Option<Sowing>, Problem> {
        if !["evaluate", "solve", "turns", "choose"].contains(&name) {
            return Ok(None);
        }
        let asked = Asked::take(params)?;
        if name == "choose" {
            let method = Method::Choose(Choose::take(params)?);
            return Ok(Some(Sowing { asked, method }));
        }
        let nodes = params.number("nodes", 1..=u64::MAX)?;
        let method = match name {
            "evaluate" => Method::Evaluate(Eval {
                nodes,
                depth: params.number("depth", 1..=MAX_DEPTH.into())?,
                every_move: params.flag("every_move")?,
                fresh: params.flag("fresh")?,
                ..Eval::default()
            }),
            "solve" => Method::Solve(Solve {
                nodes,
                asked: Question {
                    winner: params.flag("winner")?,
                    ..Question::default()
                },
                fresh: params.flag("fresh")?,
                ..Solve::default()
            }),
            _ => Method::Turns(Turns {
                nodes,
                beam: params.number("beam", 1..=u64::MAX)?,
                target: params.number("target", {
                    let targets = turns::targets(asked.game.position());
                    u64::from(*targets.start())..=u64::from(*targets.end())
                })?,
                seed: 1,
                fresh: params.flag("fresh")?,
                ..Turns::default()
            }),
        };
        Ok(Some(Sowing { asked, method }))
    }

    /// The result, as JSON.
    fn found(
        &self,
        common: &Common,
        server: &Server,
        control: Control<'_>,
        teller: Option<&Teller<'_>>,
    ) -> Result<String, Problem> {
        let session = &self.asked.session(common);
        let game = &self.asked.game;
        let table = |fresh| server.table(game, session, fresh);
        let built = Mutex::new(None);
        match &self.method {
            Method::Evaluate(args) => {
                let table = table(args.fresh)?;
                let asked = eval::Asked {
                    args,
                    session,
                    game,
                    table: table.as_deref(),
                    keep: (!args.fresh).then_some(&built),
                };
                let mut record = match teller {
                    None => asked.record(control, None)?,
                    Some(teller) => asked.record(
                        control,
                        Some(&mut |found| {
                            teller.note(&found, found.record.nodes);
                        }),
                    )?,
                };
                server.keep(game, built);
                cancelled(&mut record.record.stopped);
                Ok(json(&record))
            }
            Method::Solve(args) => {
                let table = table(args.fresh)?;
                let asked = solve::Asked {
                    args,
                    session,
                    game,
                    table: table.as_deref(),
                    keep: (!args.fresh).then_some(&built),
                };
                let answer = asked.answer(control, None).map_err(Problem::of_rules);
                let mut record = answer?.record;
                server.keep(game, built);
                cancelled(&mut record.found.stopped);
                Ok(json(&record))
            }
            Method::Turns(args) => {
                let tell = |found: turns::TurnsRecord| {
                    let note = |teller: &Teller<'_>| teller.note(&found, found.nodes);
                    teller.into_iter().for_each(note);
                };
                let mut record = turns::record(args, session, game, control, &tell)?;
                cancelled(&mut record.stopped);
                Ok(json(&record))
            }
            Method::Choose(choose) => {
                // With what was remembered it would not always be the same.
                let table = table(true)?;
                let mut chosen = choose.chosen(&self.asked, table.as_deref(), control)?;
                cancelled(&mut chosen.stopped);
                Ok(json(&chosen))
            }
        }
    }

    /// Notes what a solver, who doesn't tell by himself, has proven so far.
    fn look(&self, common: &Common, control: Control<'_>, teller: &Teller<'_>) {
        let standing = control.progress.standing();
        let (Method::Solve(args), Some(bounds)) = (&self.method, standing.bounds) else {
            return;
        };
        let asked = solve::Asked {
            args,
            session: &self.asked.session(common),
            game: &self.asked.game,
            table: None,
            keep: None,
        };
        let found = asked.so_far(bounds, standing.done, control);
        teller.note(&found, standing.done);
    }
}

/// Says of what was interrupted that the client has cancelled it: nobody else can.
fn cancelled(stopped: &mut Option<StopReason>) {
    if *stopped == Some(StopReason::Interrupted) {
        *stopped = Some(StopReason::Cancelled);
    }
}

impl Server {
    /// The options of a session.
    fn common(&self, search: &Search, threads: usize) -> Common {
        Common {
            threads: u16::try_from(threads).ok(),
            memory: search.memory.or(self.memory),
            time: search.time.or(self.time),
            ..self.usual()
        }
    }

    /// The options of a session that searches nothing.
    pub fn usual(&self) -> Common {
        Common {
            rules: None,
            set: Vec::new(),
            holes: None,
            seeds: None,
            format: Format::Jsonl,
            threads: None,
            memory: None,
            time: None,
            quiet: self.quiet,
            no_board: false,
            color: Colour::Auto,
        }
    }
}
