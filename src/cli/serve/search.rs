//! The methods that search: each is read at once and runs when its turn comes.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::time::Duration;

use chongkak::ask::{
    Answer, By, Evaluate, FindTurns, Findings, Limits, NoTurns, Ready, Solve, Target, Tell,
};
use chongkak::control::{Control, MAX_DEPTH, Progress, Stop, StopReason};
use chongkak::known::Knowledge;
use chongkak::search::{Bounds, Evaluation, Goal, Solution};

use super::Server;
use super::chong;
use super::choose::Choose;
use super::envelope::{Id, json};
use super::game::Asked;
use super::outbox::Outbox;
use super::params::Params;
use super::problem::Problem;
use super::teller::Teller;
use crate::cli::records::{EvalRecord, SolveRecord, TurnsRecord};
use crate::cli::{Failure, Terms};

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
    question: Question,
}

enum Question {
    Evaluate(Evaluate),
    Solve(Solve),
    Turns(FindTurns),
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
        let limits = Limits {
            time: self.time.or(server.time),
            threads: share.threads,
            ..Limits::default()
        };
        let memory = self.memory.or(server.memory);
        let memory = memory.map(|mib| usize::try_from(mib).unwrap_or(usize::MAX));
        let progress = Progress::new();
        let control = Control {
            nodes: u64::MAX,
            time: limits.time.unwrap_or(Duration::MAX),
            stop: &self.stop,
            progress: &progress,
            sharing: share.sharing,
            ..Control::none()
        };
        let teller = Teller::new(id, outbox);
        let look = || match &self.work {
            Work::Sowing(sowing) => sowing.look(limits, memory, control, &teller),
            Work::Chong(search) => search.look(control, &teller),
        };
        let found = |teller| match &self.work {
            Work::Sowing(sowing) => sowing.found(limits, memory, server, control, teller),
            Work::Chong(search) => search.found(&share, memory, control, teller),
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
            let question = Question::Choose(Choose::take(params)?);
            return Ok(Some(Sowing { asked, question }));
        }
        let nodes = params.number("nodes", 1..=u64::MAX)?;
        let limits = Limits {
            nodes,
            ..Limits::default()
        };
        let question = match name {
            "evaluate" => Question::Evaluate(Evaluate {
                limits: Limits {
                    depth: params.number("depth", 1..=MAX_DEPTH.into())?,
                    ..limits
                },
                every_move: params.flag("every_move")?,
                fresh: params.flag("fresh")?,
            }),
            "solve" => Question::Solve(Solve {
                goal: match params.flag("winner")? {
                    true => Goal::Winner,
                    false => Goal::Value,
                },
                fresh: params.flag("fresh")?,
                limits,
                ..Solve::default()
            }),
            _ => Question::Turns(turns(params, &asked, nodes)?),
        };
        Ok(Some(Sowing { asked, question }))
    }

    /// The result, as JSON.
    fn found(
        &self,
        limits: Limits,
        memory: Option<usize>,
        server: &Server,
        control: Control<'_>,
        teller: Option<&Teller<'_>>,
    ) -> Result<String, Problem> {
        let game = &self.asked.game;
        let terms = Terms::of(&self.asked.variant, game);
        let fresh = match &self.question {
            Question::Evaluate(question) => question.fresh,
            Question::Solve(question) => question.fresh,
            // With what was remembered a choice would not always be the same.
            Question::Turns(_) | Question::Choose(_) => true,
        };
        let built = Mutex::new(None);
        let table = match &self.question {
            Question::Turns(_) => None,
            _ => server.table(game, fresh)?,
        };
        let ready = Ready {
            endgame: table.as_deref(),
            keep: (!fresh).then_some(&built),
            ..Ready::default()
        };
        let found = match &self.question {
            Question::Evaluate(question) => {
                let limits = within(limits, memory, &question.limits);
                let question = Evaluate {
                    limits,
                    ..*question
                };
                let terms = terms.limited(&limits.or_usual());
                let record =
                    |answer| EvalRecord::new(game, answer, question.every_move, terms.clone());
                let mut told = |answer| {
                    let found = record(answer);
                    let note = |teller: &Teller<'_>| teller.note(&found, found.record.nodes);
                    teller.into_iter().for_each(note);
                };
                let tell: Option<Tell<'_, Evaluation>> = match teller {
                    Some(_) => Some(&mut told),
                    None => None,
                };
                let answer = question.answer(game, &ready, control, tell);
                let answer =
                    answer.map_err(|error| Failure::of_evaluation(game.position(), error))?;
                let mut record = record(answer);
                cancelled(&mut record.record.stopped);
                json(&record)
            }
            Question::Solve(question) => {
                let limits = within(limits, memory, &question.limits);
                let question = Solve {
                    limits,
                    ..*question
                };
                let answer = question.answer(game, &ready, control);
                let answer = answer
                    .map_err(|error| Failure::of_solution(game.position(), error))
                    .map_err(Problem::of_rules)?;
                let mut record = SolveRecord::new(game, answer, terms.limited(&limits));
                cancelled(&mut record.found.stopped);
                json(&record)
            }
            Question::Turns(question) => {
                let limits = within(limits, memory, &question.limits);
                let question = FindTurns {
                    limits,
                    ..question.clone()
                };
                let (goal, terms) = (question.goal(game)?, terms.limited(&question.kept_limits()));
                let record = |found: &Findings| {
                    TurnsRecord::new(found, game.position(), goal, terms.clone())
                };
                let tell = |found: &Findings| {
                    let found = record(found);
                    let note = |teller: &Teller<'_>| teller.note(&found, found.nodes);
                    teller.into_iter().for_each(note);
                };
                let found = question.answer(game, &ready, control, &tell);
                let found = found.map_err(|error| -> Problem {
                    match error {
                        NoTurns::Wrong(wrong) => wrong.into(),
                        NoTurns::Turns(error) => Failure::from(error).into(),
                        error => Failure::fault(game.position(), error).into(),
                    }
                });
                let mut record = found.map(|found| record(&found))?;
                cancelled(&mut record.stopped);
                json(&record)
            }
            Question::Choose(choose) => {
                let mut chosen = choose.chosen(&self.asked, table.as_deref(), control)?;
                cancelled(&mut chosen.stopped);
                json(&chosen)
            }
        };
        server.keep(game, built);
        Ok(found)
    }

    /// Notes what a solver, who doesn't tell by himself, has proven so far.
    fn look(
        &self,
        limits: Limits,
        memory: Option<usize>,
        control: Control<'_>,
        teller: &Teller<'_>,
    ) {
        let standing = control.progress.standing();
        let (Question::Solve(question), Some((lower, upper))) = (&self.question, standing.bounds)
        else {
            return;
        };
        let game = &self.asked.game;
        let limits = within(limits, memory, &question.limits);
        let answer = Answer {
            found: Solution::of(Bounds { lower, upper }, standing.done),
            knowledge: Knowledge::unless(question.fresh, game),
        };
        let terms = Terms::of(&self.asked.variant, game).limited(&limits);
        teller.note(&SolveRecord::new(game, answer, terms), standing.done);
    }
}

/// Takes the parameters of `turns`.
fn turns(params: &mut Params, asked: &Asked, nodes: Option<u64>) -> Result<FindTurns, Problem> {
    let width = params.number("beam", 1..=u64::MAX)?;
    let targets = FindTurns::targets(asked.game.position());
    let targets = u64::from(*targets.start())..=u64::from(*targets.end());
    let target = params.number("target", targets)?;
    let usual = FindTurns::default();
    Ok(FindTurns {
        by: if width.is_some() {
            By::Beams
        } else {
            By::Everything
        },
        width: width.and_then(NonZeroUsize::new),
        target: target.map_or(Target::Most, Target::Store),
        fresh: params.flag("fresh")?,
        hurry: true,
        limits: Limits {
            nodes,
            ..usual.limits
        },
        ..usual
    })
}

/// What a question is limited to, within what the server gives it.
fn within(limits: Limits, memory: Option<usize>, asked: &Limits) -> Limits {
    Limits {
        nodes: asked.nodes,
        depth: asked.depth,
        memory: memory.unwrap_or(asked.memory),
        ..limits
    }
}

/// Says of what was interrupted that the client has cancelled it: nobody else can.
fn cancelled(stopped: &mut Option<StopReason>) {
    if *stopped == Some(StopReason::Interrupted) {
        *stopped = Some(StopReason::Cancelled);
    }
}
