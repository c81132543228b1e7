//! The methods that search: each is read at once and runs when its turn comes.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde::Serialize;

use chongkak::control::{Control, MAX_DEPTH, Progress, Stop, StopReason, room_for};

use super::Server;
use super::envelope::{Id, json, progress};
use super::game::Asked;
use super::outbox::Outbox;
use super::params::Params;
use super::problem::Problem;
use crate::cli::args::{Asked as Question, Colour, Common, Eval, Format, Solve, Turns};
use crate::cli::commands::{eval, solve, turns};
use crate::cli::session::Session;

/// How often a client is told what was found so far, at most.
const EVERY: Duration = Duration::from_millis(100);

/// The stack of the thread that tells.
const STACK: usize = 1 << 20;

/// A search that was asked for.
pub struct Search {
    asked: Asked,
    method: Method,
    time: Option<Duration>,
    threads: Option<u16>,
    memory: Option<u32>,
    progress: bool,
    /// Cancels it.
    pub stop: Stop,
}

enum Method {
    Evaluate(Eval),
    Solve(Solve),
    Turns(Turns),
}

impl Search {
    /// Reads what a method asks for; nothing if it is no search.
    pub fn read(name: &str, params: &mut Params) -> Result<Option<Search>, Problem> {
        if !["evaluate", "solve", "turns"].contains(&name) {
            return Ok(None);
        }
        let asked = Asked::take(params)?;
        let nodes = params.number("nodes", 1..=u64::MAX)?;
        let method = match name {
            "evaluate" => Method::Evaluate(Eval {
                nodes,
                depth: params.number("depth", 1..=MAX_DEPTH.into())?,
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
                ..Turns::default()
            }),
        };
        Ok(Some(Search {
            asked,
            method,
            time: params.seconds("time")?,
            threads: params.number("threads", 1..=1024)?,
            memory: params.number("memory", 1..=1_048_576)?,
            progress: params.flag("progress")?,
            stop: Stop::new(),
        }))
    }

    /// Searches; tells the client meanwhile what it has found, if he wants to know.
    pub fn run(&self, id: &Id, server: &Server, outbox: &Outbox) -> Result<String, Problem> {
        let share = server.share(self.threads.map(usize::from));
        let common = server.common(self, share.threads);
        let session = self.asked.session(&common);
        let progress = Progress::new();
        let control = Control {
            nodes: u64::MAX,
            time: common.time.unwrap_or(Duration::MAX),
            stop: &self.stop,
            progress: &progress,
        };
        let teller = Teller {
            id,
            outbox,
            latest: Mutex::new(None),
        };
        if !self.progress {
            return self.found(&session, server, control, None);
        }
        let (working, done) = mpsc::channel::<()>();
        std::thread::scope(|scope| {
            let (teller, session) = (&teller, &session);
            let tell = move || {
                while done.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
                    self.look(session, control, teller);
                    teller.tell();
                }
            };
            // Without a thread that tells the search is done all the same.
            let done_telling = room_for(STACK).ok().and_then(|()| {
                let thread = std::thread::Builder::new().stack_size(STACK);
                thread.spawn_scoped(scope, tell).ok()
            });
            let found = self.found(session, server, control, Some(teller));
            drop(working);
            // Nothing is told after the answer.
            if let Some(thread) = done_telling {
                let _ = thread.join();
            }
            found
        })
    }

    /// The result, as JSON.
    fn found(
        &self,
        session: &Session<'_>,
        server: &Server,
        control: Control<'_>,
        teller: Option<&Teller<'_>>,
    ) -> Result<String, Problem> {
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
                    Some(teller) => {
                        asked.record(control, Some(&mut |found| teller.note(&found)))?
                    }
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
                let tell = |found| {
                    teller.into_iter().for_each(|teller| teller.note(&found));
                };
                let mut record = turns::record(args, session, game, control, &tell)?;
                cancelled(&mut record.stopped);
                Ok(json(&record))
            }
        }
    }

    /// Notes what a solver, who doesn't tell by himself, has proven so far.
    fn look(&self, session: &Session<'_>, control: Control<'_>, teller: &Teller<'_>) {
        let standing = control.progress.standing();
        let (Method::Solve(args), Some(bounds)) = (&self.method, standing.bounds) else {
            return;
        };
        let asked = solve::Asked {
            args,
            session,
            game: &self.asked.game,
            table: None,
            keep: None,
        };
        teller.note(&asked.so_far(bounds, standing.done, control));
    }
}

/// Says of what was interrupted that the client has cancelled it: nobody else can.
fn cancelled(stopped: &mut Option<StopReason>) {
    if *stopped == Some(StopReason::Interrupted) {
        *stopped = Some(StopReason::Cancelled);
    }
}

/// Tells a client what was found so far: the latest, now and then.
struct Teller<'a> {
    id: &'a Id,
    outbox: &'a Outbox,
    latest: Mutex<Option<String>>,
}

impl Teller<'_> {
    fn note(&self, found: &impl Serialize) {
        *self.latest() = Some(progress(self.id, found));
    }

    fn tell(&self) {
        let latest = self.latest().take();
        if let Some(latest) = latest {
            self.outbox.offer(latest);
        }
    }

    fn latest(&self) -> std::sync::MutexGuard<'_, Option<String>> {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Server {
    /// The options of a session.
    fn common(&self, search: &Search, threads: usize) -> Common {
        let most = self.memory.unwrap_or(u32::MAX);
        Common {
            threads: u16::try_from(threads).ok(),
            memory: search.memory.map(|memory| memory.min(most)).or(self.memory),
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
