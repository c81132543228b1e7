//! Says what a campaign would take on many machines, by replaying it in virtual time.
//!
//! The jobs are dealt out by the very tree that a campaign has, and are really done: each once, its
//! result kept in a file, so that a second run takes no time. A worker gets the job that does most
//! with what is known at that moment; its result is known when its time is up, which is the nodes
//! that the search took, at a number of nodes a second.
//!
//! usage: cargo run --release --example simulate-campaign FOLDER [OPTION VALUE]...
//!
//! FOLDER is a campaign (of `campaign new`); the file of results is FOLDER.simulated. Options:
//! `--workers LIST` (1,4,16,64,256,1024); `--rate` nodes a second (1000000); `--start` seconds that
//! each job takes beside its search (0.1); `--deal` seconds in which one place deals out a job and
//! takes in its result, one after the other (0.001); `--stragglers` the share of jobs that take ten
//! times as long (0); `--dead` the share of workers that die at a random time, whose jobs are given
//! up after ten minutes (0).

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use chongkak::board::{Position, Setup};
use chongkak::campaign::{Campaign, Finding, Job, Origin, Question, Tree};
use chongkak::control::{Control, StopReason};
use chongkak::math::Random;
use chongkak::moves::Game;
use chongkak::search::{Goal, Solver};

/// Seconds after which a job of a dead worker is given up.
const GIVEN_UP: f64 = 600.0;

/// Mebibytes of a job's search.
const MEMORY: usize = 64;

struct Model {
    rate: f64,
    start: f64,
    deal: f64,
    stragglers: f64,
    dead: f64,
}

/// Results of jobs, by position and what was asked.
struct Jobs {
    question: Question,
    known: HashMap<(Position, i32), Finding>,
    file: File,
}

impl Jobs {
    fn open(question: Question, path: &Path) -> io::Result<Jobs> {
        let mut file = OpenOptions::new();
        let file = file.read(true).append(true).create(true).open(path)?;
        let mut known = HashMap::new();
        for line in BufReader::new(&file).lines() {
            let line = line?;
            // A line that is cut off is done again.
            let Some(found) = read(&line, question.job_nodes) else {
                continue;
            };
            known.insert((found.position, found.at_least.expect("a job")), found);
        }
        Ok(Jobs { question, known, file })
    }

    /// Does a job, or looks up what came of it.
    fn result(&mut self, position: Position, at_least: i32) -> io::Result<Finding> {
        if let Some(found) = self.known.get(&(position, at_least)) {
            return Ok(*found);
        }
        let game = Game::new(self.question.game.rules(), &position).expect("its own position");
        let solver = Solver::new().with_goal(Goal::AtLeast(at_least)).with_memory(MEMORY);
        let nodes = self.question.job_nodes;
        let control = Control::none().with_nodes(nodes);
        let found = solver.solve(&game, control).expect("a solution");
        let found = Finding::of_job((position, at_least), nodes, &found);
        let Finding { lower, upper, nodes, .. } = found;
        let in_vain = u8::from(found.stopped.is_some());
        writeln!(self.file, "{position};{at_least};{lower};{upper};{nodes};{in_vain};")?;
        self.known.insert((position, at_least), found);
        Ok(found)
    }
}

fn read(line: &str, max_nodes: u64) -> Option<Finding> {
    let fields: Vec<&str> = line.split(';').collect();
    let [position, at_least, lower, upper, nodes, in_vain, ""] = fields[..] else {
        return None;
    };
    let setup: Setup = position.parse().ok()?;
    Some(Finding {
        position: Position::new(&setup).ok()?,
        at_least: Some(at_least.parse().ok()?),
        lower: lower.parse().ok()?,
        upper: upper.parse().ok()?,
        nodes: nodes.parse().ok()?,
        stopped: (in_vain == "1").then_some(StopReason::Nodes),
        max_nodes: Some(max_nodes),
    })
}

/// The result of a run in virtual time.
#[derive(Default)]
struct Told {
    seconds: f64,
    jobs: u64,
    nodes: u64,
    /// Jobs of which the result was never needed: at work when the question was answered.
    late: usize,
    /// Seconds that all workers together had a job.
    busy: f64,
    /// The time that the tree itself took, in real time.
    dealing: Duration,
}

/// An end of a job: the time in nanoseconds, its number, and whether its result comes.
type End = Reverse<(u64, u64, bool)>;

fn simulate(jobs: &mut Jobs, workers: usize, model: &Model) -> io::Result<Told> {
    let mut tree = Tree::new(&jobs.question).expect("a tree");
    let origin = Origin { file: Path::new("simulation").into(), line: None };
    let (mut random, mut told) = (Random::new(1, workers as u64), Told::default());
    let mut chance = |share: f64| (random.below(1_000_000) as f64) < share * 1e6;
    let mut ends: BinaryHeap<End> = BinaryHeap::new();
    let mut work: HashMap<u64, (Position, Option<Finding>)> = HashMap::new();
    let (mut now, mut dealt, mut free, mut dead) = (0.0_f64, 0.0_f64, workers, 0);
    loop {
        while free > 0 {
            let began = Instant::now();
            let next = tree.deal().expect("no contradiction");
            told.dealing += began.elapsed();
            let Some(Job { position, at_least, .. }) = next else {
                break;
            };
            let found = jobs.result(position, at_least)?;
            dealt = dealt.max(now) + model.deal;
            let mut length = model.start + found.nodes as f64 / model.rate;
            if chance(model.stragglers) {
                length *= 10.0;
            }
            let alone = free + work.len() == 1;
            // The more a worker has done the likelier it is that he is gone.
            let dies = !alone && (dead as f64) < model.dead * workers as f64 && chance(0.01);
            let end = dealt + if dies { GIVEN_UP } else { length };
            told.busy += if dies { 0.0 } else { length };
            ends.push(Reverse(((end * 1e9) as u64, told.jobs, !dies)));
            work.insert(told.jobs, (position, (!dies).then_some(found)));
            told.jobs += 1;
            free -= 1;
            if dies {
                dead += 1;
            }
        }
        let Some(Reverse((end, number, comes))) = ends.pop() else {
            panic!("no job, and no answer");
        };
        now = end as f64 / 1e9;
        let (position, found) = work.remove(&number).expect("a job at work");
        let began = Instant::now();
        match found {
            Some(found) => {
                tree.add(&found, &origin).expect("no contradiction");
                told.nodes += found.nodes;
                free += usize::from(comes);
            }
            None => tree.give_up(&position).expect("no contradiction"),
        }
        told.dealing += began.elapsed();
        if tree.is_answered() {
            told.seconds = now;
            told.late = work.len();
            for Reverse((end, _, comes)) in ends {
                if comes {
                    told.busy -= (end as f64 / 1e9 - now).max(0.0);
                }
            }
            return Ok(told);
        }
    }
}

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (folder, options) = arguments.split_first().expect("expected: FOLDER");
    let options: HashMap<&str, &str> =
        options.chunks(2).map(|pair| (pair[0].as_str(), pair[1].as_str())).collect();
    let number = |name, usual| {
        let given = options.get(name);
        given.map_or(usual, |text| text.parse::<f64>().expect("a number"))
    };
    let model = Model {
        rate: number("--rate", 1e6),
        start: number("--start", 0.1),
        deal: number("--deal", 0.001),
        stragglers: number("--stragglers", 0.0),
        dead: number("--dead", 0.0),
    };
    let workers = options.get("--workers").copied().unwrap_or("1,4,16,64,256,1024");
    let campaign = Campaign::open(Path::new(folder)).expect("a campaign");
    let path = format!("{}.simulated", folder.trim_end_matches('/'));
    // What a job takes must not depend on those before it: jobs share nothing, and have one limit.
    let question = *campaign.question();
    let question = Question { most_nodes: question.job_nodes, ..question };
    let mut jobs = Jobs::open(question, Path::new(&path))?;
    println!("workers  seconds  speed-up  efficiency  busy    jobs  extra  late  tree a job");
    let mut one = None;
    for workers in workers.split(',') {
        let workers: usize = workers.parse().expect("a number of workers");
        let told = simulate(&mut jobs, workers, &model)?;
        let (seconds, nodes) = *one.get_or_insert((told.seconds * workers as f64, told.nodes));
        let speedup = seconds / told.seconds;
        println!(
            "{workers:7}  {:7.0}  {speedup:8.2}  {:9.0}%  {:3.0}%  {:6}  {:4.0}%  {:4}  {:7.1} us",
            told.seconds,
            100.0 * speedup / workers as f64,
            100.0 * told.busy / told.seconds / workers as f64,
            told.jobs,
            100.0 * (told.nodes as f64 / nodes as f64 - 1.0),
            told.late,
            told.dealing.as_secs_f64() * 1e6 / told.jobs as f64,
        );
    }
    Ok(())
}
