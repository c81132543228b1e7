//! `turns`: what one turn can bring.

use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anstyle::Style;
use serde::Serialize;

use chongkak::analysis::replay_turn;
use chongkak::board::Position;
use chongkak::search::{Limits, MAX_DEPTH, StopReason};
use chongkak::turns::{
    Enumeration, Goal, LayerOrder, Line, Progress as Standing, Reached, Spill, Turns, TurnsError,
};

use super::columns;
use crate::cli::args;
use crate::cli::failure::{Failure, Status};
use crate::cli::input::{self, Task};
use crate::cli::output::Record;
use crate::cli::picture;
use crate::cli::progress::Progress;
use crate::cli::session::Session;
use crate::cli::watch::with_watch;

const BOLD: Style = Style::new().bold();

/// Memory of an enumeration in mebibytes, if nothing else was asked for.
const MEMORY: usize = 2048;

/// How often a state is saved that a later run can go on from.
const SAVE_EVERY: Duration = Duration::from_secs(60);

#[derive(Serialize)]
struct TurnsRecord {
    position: String,
    complete: bool,
    positions: u64,
    /// Positions besides these in which the mover might go on, but has no hole to lift.
    stranded: u64,
    harvest: HarvestRecord,
    shortest: Option<LineRecord>,
    fewest_laps: Option<LineRecord>,
    /// Lines after which the set is won at once, if there are any.
    set: SetRecord,
    /// Every line to the target has at least so many moves and laps.
    at_least: AtLeast,
    /// Whole turns, different in a move; null if they were not counted.
    turns: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    layers: Vec<LayerRecord>,
    stopped: Option<&'static str>,
    #[serde(skip)]
    board: Position,
}

#[derive(Serialize)]
struct HarvestRecord {
    seeds: u32,
    proven: bool,
    moves: usize,
    laps: u32,
    line: Vec<String>,
}

#[derive(Serialize)]
struct LineRecord {
    target: Option<u32>,
    moves: usize,
    laps: u32,
    /// Seeds that reach the mover's store.
    seeds: u32,
    proven: bool,
    line: Vec<String>,
}

#[derive(Serialize)]
struct SetRecord {
    shortest: Option<LineRecord>,
    fewest_laps: Option<LineRecord>,
}

#[derive(Clone, Copy, Serialize)]
struct AtLeast {
    moves: u32,
    laps: u32,
}

/// Positions and ends of turns by what the store has gained.
#[derive(Serialize)]
struct LayerRecord {
    seeds: u32,
    positions: u64,
    turns: Option<String>,
}

pub fn run(args: &args::Turns, session: &mut Session<'_>) -> Result<Status, Failure> {
    let streamed = args.place.position.join(" ").trim() == "-";
    if let (Some(folder), true) = (&args.spill, streamed) {
        let folder = folder.display();
        let message = format!(
            "--spill {folder}: a folder is for one position, and - reads any number of them: \
             expected the position as an argument"
        );
        return Err(Failure::input(message));
    }
    input::each(&args.place, session, |task, session| {
        one(args, task, session)
    })
}

fn one(args: &args::Turns, task: &Task, session: &mut Session<'_>) -> Result<Status, Failure> {
    let search = Search {
        args,
        task,
        session,
        started: Instant::now(),
        goal: match args.target {
            Some(seeds) => Goal::Store(seeds),
            None => Goal::most_of(task.position.total()),
        },
    };
    let found = if task.position.is_over() {
        nothing()
    } else {
        search.run()?
    };
    for line in found.lines() {
        confirm(task, line)?;
    }
    let (status, record) = (search.status(&found), search.record(found));
    session.out.record(&record)?;
    Ok(status)
}

/// Of a finished round there is no turn.
fn nothing() -> Turns {
    Turns {
        complete: true,
        positions: 0,
        stranded: 0,
        layers: Vec::new(),
        most: None,
        shortest: None,
        fewest_laps: None,
        set: [None, None],
        no_shorter: 1,
        turns: Some(Vec::new()),
        stopped: None,
    }
}

struct Search<'a> {
    args: &'a args::Turns,
    task: &'a Task,
    session: &'a Session<'a>,
    started: Instant,
    goal: Goal,
}

impl Search<'_> {
    fn run(&self) -> Result<Turns, Failure> {
        self.enumerate(LayerOrder::Store)
    }

    /// Enumerates the positions of the turn in an order.
    fn enumerate(&self, order: LayerOrder) -> Result<Turns, Failure> {
        let (args, session) = (self.args, self.session);
        let stop = AtomicBool::new(false);
        let time = session.common.time.unwrap_or(Duration::MAX);
        let limits = Limits {
            depth: MAX_DEPTH,
            nodes: args.nodes.unwrap_or(u64::MAX),
            time: time.saturating_sub(self.started.elapsed()),
            stop: &stop,
            memory: session.memory_or(MEMORY),
        };
        let enumeration = Enumeration {
            limits,
            threads: session.threads(),
            order,
            goal: self.goal,
            counting: !args.no_count,
            spill: args.spill.as_deref().map(|folder| Spill {
                folder,
                every: SAVE_EVERY,
            }),
        };
        let (standing, mut progress) = (Standing::default(), Progress::new(session.common.quiet));
        let text = || self.standing(&standing);
        let Task { position, rules } = self.task;
        let found = with_watch(None, &stop, &mut progress, text, || {
            enumeration.run(rules, position, &standing)
        });
        Ok(found?)
    }

    fn standing(&self, standing: &Standing) -> String {
        let get = |number: &std::sync::atomic::AtomicU64| number.load(Ordering::Relaxed);
        let disk = match get(&standing.on_disk) {
            0 => String::new(),
            bytes => format!(", {:.1} GB on disk", bytes as f64 / 1e9),
        };
        format!(
            "layer {} of at most {}: {:.1} million positions in {:.0} s, {:.1} million wait, \
             {:.1} million expected of them{disk}",
            get(&standing.layer),
            get(&standing.layers),
            get(&standing.positions) as f64 / 1e6,
            self.started.elapsed().as_secs_f64(),
            get(&standing.waiting) as f64 / 1e6,
            get(&standing.expected) as f64 / 1e6,
        )
    }

    fn status(&self, found: &Turns) -> Status {
        found.stopped.map_or(Status::Done, Status::from)
    }

    fn record(&self, found: Turns) -> TurnsRecord {
        let position = &self.task.position;
        let start = position.store(position.mover());
        let target = match self.goal {
            Goal::Store(seeds) => Some(seeds),
            Goal::Set { .. } => None,
        };
        let record = |reached: Option<Reached>, target| {
            reached.map(|Reached { line, proven }| LineRecord {
                target,
                moves: line.moves.len(),
                laps: line.laps,
                seeds: line.store - start,
                proven,
                line: written(&line),
            })
        };
        let [set_shortest, set_laps] = found.set;
        let mut layers: Vec<LayerRecord> = Vec::new();
        let counted = found.turns.is_some();
        let turns = found.turns.unwrap_or_default();
        for seeds in 0..=position.total() {
            let of = |all: &[(u32, u64)]| all.iter().find(|(s, _)| *s == seeds).map_or(0, |l| l.1);
            let positions = of(&found.layers);
            let ended = turns.iter().find(|(s, _)| *s == seeds).map_or(0, |t| t.1);
            if positions > 0 || ended > 0 {
                layers.push(LayerRecord {
                    seeds,
                    positions,
                    turns: counted.then(|| ended.to_string()),
                });
            }
        }
        let all = turns
            .iter()
            .try_fold(0, |sum: u128, (_, turns)| sum.checked_add(*turns));
        let least = found.no_shorter;
        TurnsRecord {
            position: position.to_string(),
            complete: found.complete,
            positions: found.positions,
            stranded: found.stranded,
            harvest: HarvestRecord {
                seeds: found.most.as_ref().map_or(0, |line| line.store - start),
                proven: found.complete,
                moves: found.most.as_ref().map_or(0, |line| line.moves.len()),
                laps: found.most.as_ref().map_or(0, |line| line.laps),
                line: found.most.as_ref().map_or(Vec::new(), written),
            },
            shortest: record(found.shortest, target),
            fewest_laps: record(found.fewest_laps, target),
            set: SetRecord {
                shortest: record(set_shortest, None),
                fewest_laps: record(set_laps, None),
            },
            at_least: AtLeast {
                moves: least,
                laps: least,
            },
            turns: all.filter(|_| counted).map(|all| all.to_string()),
            layers,
            stopped: found.stopped.map(StopReason::name),
            board: *position,
        }
    }
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

fn written(line: &Line) -> Vec<String> {
    line.moves.iter().map(ToString::to_string).collect()
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

impl Record for TurnsRecord {
    fn text(&self) -> String {
        let board = picture::board(&self.board);
        let mut text = format!("{board}\n{}\n\n", picture::caption(&self.board));
        self.write_findings(&mut text).expect("a string takes text");
        text
    }
}

impl TurnsRecord {
    fn write_findings(&self, text: &mut String) -> std::fmt::Result {
        if !self.layers.is_empty() {
            let rows = self.layers.iter().map(|layer| {
                let turns = layer.turns.clone().unwrap_or_default();
                vec![layer.seeds.to_string(), layer.positions.to_string(), turns]
            });
            let heads = ["seeds", "positions", "turns that end there"];
            writeln!(text, "{}", columns(&heads, rows.collect(), &[0, 1, 2]))?;
        }
        let HarvestRecord { seeds, proven, .. } = &self.harvest;
        let proven = if *proven {
            "the most"
        } else {
            "the best known"
        };
        writeln!(text, "harvest      {BOLD}{seeds}{BOLD:#} seeds, {proven}")?;
        Ok(())
    }
}
