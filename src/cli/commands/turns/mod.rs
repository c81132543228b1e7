//! `turns`: what one turn can bring.

mod asked;
mod findings;
mod record;
mod scenes;

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use chongkak::control::{Limits, MAX_DEPTH};
use chongkak::moves::Move;
use chongkak::record::replay_turn;
use chongkak::turns::{
    Aim, BeamOrder, BeamSearch, Enumeration, Found, Goal, HarvestProof, LayersBy, Line,
    Progress as Standing, Spill, Turns, TurnsError,
};

use crate::cli::args;
use crate::cli::failure::{Failure, Status};
use crate::cli::input::{self, Task};
use crate::cli::interrupt;
use crate::cli::new_file::NewFile;
use crate::cli::page::{self, Page};
use crate::cli::progress::Progress;
use crate::cli::session::Session;
use crate::cli::watch::with_watch;
use findings::Findings;
use record::TurnsRecord;

/// Memory of an enumeration in mebibytes, if nothing else was asked for.
pub const MEMORY: usize = 2048;

/// Time for a position, if no other limit was asked for and nothing is to be proven.
const TIME: Duration = Duration::from_secs(5);

/// How often a state is saved that a later run can go on from.
const SAVE_EVERY: Duration = Duration::from_secs(60);

/// Positions that are worked off at first: less than a tenth of a second, and all there are on many
/// boards.
const AT_FIRST: u64 = 100_000;

/// Positions of a beam's layer, if nothing was said: some twenty passes a second on 2 x 9 holes.
const WIDTH: usize = 1_000;

pub fn run(args: &args::Turns, session: &mut Session<'_>) -> Result<Status, Failure> {
    input::expect_one(&args.place, "--spill", args.spill.as_deref(), "a folder")?;
    let page = page::file(&args.page, &args.place)?;
    input::each(&args.place, session, |task, session| {
        one(args, task, page.as_ref(), session)
    })
}

fn one(
    args: &args::Turns,
    task: &Task,
    page: Option<&NewFile>,
    session: &mut Session<'_>,
) -> Result<Status, Failure> {
    let search = Search {
        args,
        task,
        session,
        started: Instant::now(),
        goal: asked::goal(args, task)?,
        line: asked::known_line(args, task)?,
    };
    let mut findings = Findings::default();
    if task.position.is_over() {
        findings.complete = true;
    } else {
        search.run(&mut findings)?;
    }
    for line in findings.lines() {
        confirm(task, line)?;
    }
    let asked_for_proof = args.exhaustive || args.shortest || args.prove_harvest;
    let status = match findings.stopped.map(Status::from) {
        Some(Status::Limit) if !asked_for_proof => Status::Done,
        status => status.unwrap_or(Status::Done),
    };
    let scenes = page.map(|_| scenes::of(&findings, task, search.goal));
    let record = TurnsRecord::new(findings, &task.position, search.goal);
    session.out.record(&record)?;
    if let (Some(file), Some(scenes)) = (page, scenes) {
        let page = Page::new(
            "What one turn can bring",
            &session.rules_in_words(),
            scenes?,
        );
        file.write(&page.html())?;
    }
    Ok(status)
}

struct Search<'a> {
    args: &'a args::Turns,
    task: &'a Task,
    session: &'a Session<'a>,
    started: Instant,
    goal: Goal,
    line: Vec<Move>,
}

impl Search<'_> {
    /// Finds what was asked for.
    fn run(&self, findings: &mut Findings) -> Result<(), Failure> {
        if self.args.exhaustive {
            self.enumerate(LayersBy::Store, self.limits(1), findings)
        } else if self.args.shortest {
            self.enumerate(LayersBy::Moves, self.limits(2), findings)?;
            self.enumerate(LayersBy::Laps, self.limits(1), findings)
        } else if self.args.prove_harvest {
            self.prove_harvest(findings)
        } else if self.args.beam.is_some() {
            self.beams(findings)
        } else {
            self.everything(findings)
        }
    }

    /// What can be proven in a part of the time, and the best that beams find in the rest.
    fn everything(&self, findings: &mut Findings) -> Result<(), Failure> {
        let mut first = self.limits(1);
        first.nodes = first.nodes.min(AT_FIRST);
        if self.enumerate_if_possible(LayersBy::Store, first, findings)? {
            if findings.complete || self.is_interrupted() {
                return Ok(());
            }
            self.enumerate(LayersBy::Moves, self.limits(4), findings)?;
            self.enumerate(LayersBy::Laps, self.limits(4), findings)?;
        }
        self.beams(findings)
    }

    /// The largest harvest that is found in a short time, and then a proof that there is none larger,
    /// or one that is.
    fn prove_harvest(&self, findings: &mut Findings) -> Result<(), Failure> {
        let mut first = self.limits(1);
        first.nodes = first.nodes.min(AT_FIRST);
        self.enumerate(LayersBy::Store, first, findings)?;
        if findings.complete || self.is_interrupted() {
            return Ok(());
        }
        let mut short = self.limits(8);
        short.time = short.time.min(TIME);
        self.beam(Aim::Harvest, short, findings)?;
        if findings.most_proven || self.is_interrupted() {
            return Ok(());
        }
        let stop = AtomicBool::new(false);
        let proof = HarvestProof {
            limits: Limits {
                stop: &stop,
                ..self.limits(1)
            },
            threads: self.session.threads(),
            known: findings.most.as_ref().map_or(0, |line| line.store),
        };
        let standing = Standing::default();
        let mut progress = Progress::new(self.session.common.quiet);
        let text = || self.standing(&standing);
        let Task { position, rules } = self.task;
        let bound = with_watch(None, &stop, &mut progress, text, || {
            proof.run(rules, position, &standing)
        });
        findings.take_bound(bound?);
        Ok(())
    }

    /// Beams for the largest harvest, and first for what is open of the short lines.
    fn beams(&self, findings: &mut Findings) -> Result<(), Failure> {
        let set = Goal::Set {
            fill: self.task.rules.seeds.into(),
        };
        for goal in [self.goal, set] {
            for aim in [Aim::Moves(goal), Aim::Laps(goal)] {
                if !findings.is_proven(aim, self.goal) && !self.is_interrupted() {
                    self.beam(aim, self.limits(8), findings)?;
                }
            }
        }
        if self.is_interrupted() {
            return Ok(());
        }
        self.beam(Aim::Harvest, self.limits(1), findings)
    }

    fn is_interrupted(&self) -> bool {
        interrupt::happened()
    }

    /// The limits, with a part of the time that is left.
    fn limits(&self, part: u32) -> Limits<'static> {
        let args = self.args;
        let proving = args.exhaustive || args.shortest || args.prove_harvest;
        let usual = if proving || args.nodes.is_some() {
            Duration::MAX
        } else {
            TIME
        };
        let time = self.session.common.time.unwrap_or(usual);
        Limits {
            depth: MAX_DEPTH,
            nodes: args.nodes.unwrap_or(u64::MAX),
            time: time.saturating_sub(self.started.elapsed()) / part,
            stop: interrupt::flag(),
            memory: self.session.memory_or(MEMORY),
        }
    }

    fn enumerate(
        &self,
        layers: LayersBy,
        limits: Limits<'_>,
        findings: &mut Findings,
    ) -> Result<(), Failure> {
        let found = self.enumerated(layers, limits)?;
        findings.take_enumeration(layers, found);
        Ok(())
    }

    /// The same, unless the board is too large to be enumerated.
    fn enumerate_if_possible(
        &self,
        layers: LayersBy,
        limits: Limits<'_>,
        findings: &mut Findings,
    ) -> Result<bool, Failure> {
        match self.enumerated(layers, limits) {
            Err(TurnsError::TooLarge { .. }) => Ok(false),
            found => {
                findings.take_enumeration(layers, found?);
                Ok(true)
            }
        }
    }

    /// Enumerates the positions of the turn in layers.
    fn enumerated(&self, layers: LayersBy, limits: Limits<'_>) -> Result<Turns, TurnsError> {
        let args = self.args;
        let stop = AtomicBool::new(false);
        let enumeration = Enumeration {
            limits: Limits {
                stop: &stop,
                ..limits
            },
            threads: self.session.threads(),
            layers,
            goal: self.goal,
            counting: !args.no_count,
            spill: args.spill.as_deref().map(|folder| Spill {
                folder,
                every: SAVE_EVERY,
            }),
        };
        let standing = Standing::default();
        let mut progress = Progress::new(self.session.common.quiet);
        let text = || self.standing(&standing);
        let Task { position, rules } = self.task;
        with_watch(None, &stop, &mut progress, text, || {
            enumeration.run(rules, position, &standing)
        })
    }

    fn standing(&self, standing: &Standing) -> String {
        let get = |number: &AtomicU64| number.load(Ordering::Relaxed);
        let millions = |number: &AtomicU64| get(number) as f64 / 1e6;
        let disk = match get(&standing.on_disk) {
            0 => String::new(),
            bytes => format!(", {:.1} GB on disk", bytes as f64 / 1e9),
        };
        format!(
            "layer {} of at most {}: {:.1} million positions in {:.0} s; {:.1} million wait, of \
             their layers some {:.0} million are expected{disk}",
            get(&standing.layer),
            get(&standing.layers),
            millions(&standing.positions),
            self.started.elapsed().as_secs_f64(),
            millions(&standing.waiting),
            millions(&standing.expected),
        )
    }

    /// Searches with a beam; tells meanwhile what it has found.
    fn beam(&self, aim: Aim, limits: Limits<'_>, findings: &mut Findings) -> Result<(), Failure> {
        let args = self.args;
        let stop = AtomicBool::new(false);
        let named = args.order.as_deref().and_then(BeamOrder::named);
        let search = BeamSearch {
            limits: Limits {
                stop: &stop,
                ..limits
            },
            threads: self.session.threads(),
            width: args.beam.unwrap_or(WIDTH.try_into().expect("not 0")),
            order: named.unwrap_or(BeamOrder::all()[0]),
            aim,
            seed: args.random,
            restarts: limits.time < Duration::MAX || args.nodes.is_some(),
            line: &self.line,
        };
        let best = Mutex::new(String::new());
        let Task { position, rules } = self.task;
        let mut told = |found: &Found| {
            let line = self.line_of(found);
            // Nobody is shown a line that the plain rules don't confirm.
            if replay_turn(rules, position, &line).is_ok() {
                let text = format!(
                    "{} seeds in {} moves, {} laps: {}",
                    found.harvest,
                    found.moves,
                    found.laps,
                    record::written(&line).join(" ")
                );
                *best.lock().expect("no thread has panicked") = text;
            }
        };
        let mut progress = Progress::new(self.session.common.quiet);
        let text = || match &*best.lock().expect("no thread has panicked") {
            best if best.is_empty() => "nothing found yet".to_owned(),
            best => format!("best so far {best}"),
        };
        let found = with_watch(None, &stop, &mut progress, text, || {
            search.search(rules, position, &mut told)
        });
        findings.take_beam(aim, self.goal, &found, self.line_of(&found));
        Ok(())
    }

    fn line_of(&self, found: &Found) -> Line {
        let position = &self.task.position;
        Line {
            moves: found.line.clone(),
            laps: found.laps,
            store: position.store(position.mover()) + found.harvest,
        }
    }
}

/// Plays a line by the plain rules: it must bring what was found.
fn confirm(Task { position, rules }: &Task, line: &Line) -> Result<(), Failure> {
    let played = replay_turn(rules, position, line);
    played.map(|_| ()).map_err(|error| {
        Failure::check(format_args!(
            "{position}: {error}: please report this as a fault"
        ))
    })
}

impl From<TurnsError> for Failure {
    fn from(error: TurnsError) -> Failure {
        match error {
            TurnsError::TooLarge { .. } => Failure::input(error),
            TurnsError::Other { .. } => {
                let hint = "give another folder, or empty this one";
                Failure::data(format!("{error}; {hint}"))
            }
            _ => Failure::data(error),
        }
    }
}
