//! Measures how work scales with threads and with memory: times, nodes, and the endgame tables that
//! searches build.
//!
//! Prints a line for each task and number of threads: the seconds and the speedup; the nodes and
//! their ratio to one thread; and for a search, the seeds in play of its endgame table at the end.
//! A wrong answer aborts.
//!
//! usage: scripts/measure scaling, which builds it and says what it takes.

use std::error::Error;
use std::io::{Write, stdout};
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::time::Instant;

use chongkak::ask::{Limits, OpenTables, Variant};
use chongkak::batch::{self, Ask, Entry, Findings, Form, Input, Job, Method, Run, Store};
use chongkak::board::{Position, Side};
use chongkak::control::{Control, with_threads};
use chongkak::moves::{Game, perft};
use chongkak::rules::{Preset, RuleSets, Rules};
use chongkak::search::Solver;
use chongkak::tables::Endgame;
use chongkak::text::Diagnostic;
use chongkak::turns::HarvestProof;

/// Leaves of conglak at this depth.
const PERFT: (u32, u64) = (11, 264_100_265);

/// Seeds in play of a Kalah table, and its number of positions.
const TABLE: (u32, u64) = (20, 225_792_840);

/// Searches: name, rules, an option, position (the opening if `None`), value.
type Search = (&'static str, &'static str, [&'static str; 2], Option<&'static str>, i32);
const SEARCHES: [Search; 4] = [
    ("kalah (6, 4)", "kalah", ["lone", "stay"], None, 8),
    ("kalah (6, 4), empty capture", "kalah", ["lone", "bank"], None, 10),
    (
        "overbeck, middle of a round",
        "overbeck",
        ["holes", "9"],
        Some("0,4,0,2,1,3,0,1,10/63 7,4,5,7,1,0,0,3,2/49 B"),
        30,
    ),
    (
        "congklak, middle of a round",
        "congklak",
        ["holes", "7"],
        Some("1,1,0,2,6,1,0/31 8,1,1,6,0,1,21/18 B"),
        2,
    ),
];

/// Positions of a batch, each with a value that other programs have confirmed.
const BATCH: &[u8] = include_bytes!("../positions/mid-round.jsonl");

/// The maximum gain of a first turn of Overbeck's game on 2 x 8 holes, and the memory of its proof
/// in MiB.
const HARVEST: (u32, usize) = (125, 6144);

/// Memory of the searches in MiB, and the amounts that are compared on all threads.
const MEMORY: usize = 4096;
const AMOUNTS: [usize; 4] = [256, 1024, 4096, 8192];

/// What a search took and built.
struct Taken {
    seconds: f64,
    nodes: u64,
    seeds: Option<u32>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let threads = match &arguments[..] {
        [] => up_to(std::thread::available_parallelism()?),
        [list] => list.split(',').map(str::parse).collect::<Result<_, _>>()?,
        _ => return Err("usage: measure-scaling [THREADS,THREADS…]".into()),
    };
    say(format_args!(
        "{:28} {:>7} {:>8} {:>7} {:>11} {:>6} {:>5}",
        "work", "threads", "seconds", "times", "nodes", "ratio", "seeds"
    ))?;
    of_perft(&threads)?;
    of_table(&threads)?;
    for search in SEARCHES {
        let mut first = None;
        for &threads in &threads {
            let taken = solve(search, threads, MEMORY)?;
            line(search.0, threads, &taken, &mut first)?;
        }
    }
    of_batch(&threads)?;
    of_harvest(&threads)?;
    let most = *threads.iter().max().ok_or("no threads")?;
    let mut first = None;
    for memory in AMOUNTS {
        let taken = solve(SEARCHES[0], most, memory)?;
        line(&format!("kalah (6, 4), {memory} MiB"), most, &taken, &mut first)?;
    }
    Ok(())
}

/// Returns 1, 2, 4 and so on, and all.
fn up_to(all: NonZeroUsize) -> Vec<NonZeroUsize> {
    let powers = (0..).map(|power| 1 << power).take_while(|&threads| threads < all.get());
    powers.filter_map(NonZeroUsize::new).chain([all]).collect()
}

fn say(line: std::fmt::Arguments<'_>) -> std::io::Result<()> {
    writeln!(stdout(), "{line}")
}

fn line(
    name: &str,
    threads: NonZeroUsize,
    taken: &Taken,
    first: &mut Option<(f64, u64)>,
) -> std::io::Result<()> {
    let (seconds, nodes) = *first.get_or_insert((taken.seconds, taken.nodes));
    let times = seconds / taken.seconds;
    let ratio = taken.nodes as f64 / nodes as f64;
    let seeds = taken.seeds.map_or(String::new(), |seeds| seeds.to_string());
    say(format_args!(
        "{name:28} {threads:>7} {:>8.2} {times:>7.2} {:>11} {ratio:>6.2} {seeds:>5}",
        taken.seconds, taken.nodes
    ))
}

fn rules(name: &str) -> Result<Rules, Box<dyn Error>> {
    Ok(Preset::named(name)?.rules)
}

fn of_perft(threads: &[NonZeroUsize]) -> Result<(), Box<dyn Error>> {
    let game = Game::opening(&rules("conglak")?, Side::A);
    let mut first = None;
    for &threads in threads {
        let begun = Instant::now();
        let leaves = with_threads(threads, || perft(&game, PERFT.0, Control::none()))?;
        let seconds = begun.elapsed().as_secs_f64();
        assert_eq!(leaves, Ok(PERFT.1));
        let taken = Taken { seconds, nodes: PERFT.1, seeds: None };
        line("perft of conglak", threads, &taken, &mut first)?;
    }
    Ok(())
}

fn of_table(threads: &[NonZeroUsize]) -> Result<(), Box<dyn Error>> {
    let (rules, mut first) = (rules("kalah")?, None);
    let field = Game::opening(&rules, Side::A).position().field();
    for &threads in threads {
        let begun = Instant::now();
        let table = Endgame::build(&rules, field, TABLE.0, threads, Control::none())?;
        let seconds = begun.elapsed().as_secs_f64();
        let nodes = table.layout().positions();
        assert_eq!(nodes, TABLE.1);
        let taken = Taken { seconds, nodes, seeds: Some(TABLE.0) };
        line("endgame table of kalah", threads, &taken, &mut first)?;
    }
    Ok(())
}

/// Solves positions on one thread each.
fn of_batch(threads: &[NonZeroUsize]) -> Result<(), Box<dyn Error>> {
    let (variant, rule_sets) = (Variant::named("overbeck", &RuleSets::new())?, RuleSets::new());
    let method = Method::Solve;
    let input = Input::read(BATCH, Some(Form::Lines), &variant, method, &rule_sets)?;
    let lines: Vec<&str> = std::str::from_utf8(BATCH)?.lines().collect();
    let mut first = None;
    for &threads in threads {
        let (mut seen, mut nodes) = (0, 0);
        let mut compare = |job: &Job, found: Result<&Entry, Diagnostic>| {
            let Findings::Solved(findings) = &found?.findings else {
                unreachable!("an answer of another kind")
            };
            // A record serves as input: its value is not part of the question.
            let line = lines[job.line as usize - 1];
            let known: serde_json::Value = serde_json::from_str(line).expect("a record");
            assert_eq!(known["value"].as_i64(), findings.value.map(i64::from));
            seen += 1;
            nodes += findings.nodes;
            Ok::<_, Diagnostic>(())
        };
        let limits = Limits::default();
        let run = Run {
            jobs: &input.jobs,
            ask: Ask { method, limits, fresh: true },
            threads,
            kept: limits.memory,
            ordered: false,
            retry_open: false,
            tables: &OpenTables::empty(),
        };
        let begun = Instant::now();
        batch::run(&run, &mut Store::in_memory()?, &mut compare, Control::none())?;
        let seconds = begun.elapsed().as_secs_f64();
        assert_eq!(seen, input.jobs.len());
        let taken = Taken { seconds, nodes, seeds: None };
        line("batch, middle of a round", threads, &taken, &mut first)?;
    }
    Ok(())
}

/// Proves that no first turn gains more.
fn of_harvest(threads: &[NonZeroUsize]) -> Result<(), Box<dyn Error>> {
    let (harvest, memory) = HARVEST;
    let game = Game::opening(&rules("overbeck")?.sized(8, 8)?, Side::A);
    let mut first = None;
    for &threads in threads {
        let proof = HarvestProof { memory, threads, known: harvest, spill: None };
        let begun = Instant::now();
        let found = proof.run(&game, Control::none())?;
        let seconds = begun.elapsed().as_secs_f64();
        assert_eq!((found.upper, found.proven), (harvest, true));
        let nodes = found.steps.iter().map(|step| step.positions).sum();
        let taken = Taken { seconds, nodes, seeds: None };
        line("harvest of a first turn", threads, &taken, &mut first)?;
    }
    Ok(())
}

fn solve(
    (_, name, [option, choice], position, value): Search,
    threads: NonZeroUsize,
    memory: usize,
) -> Result<Taken, Box<dyn Error>> {
    let rules = rules(name)?.with(option, choice)?;
    let game = match position {
        Some(text) => Game::new(&rules, &Position::new(&text.parse()?)?)?,
        None => Game::opening(&rules, Side::A),
    };
    let table = Mutex::new(None);
    let solver = Solver::new().with_threads(threads).with_memory(memory).with_keep(Some(&table));
    let begun = Instant::now();
    let found = solver.solve(&game, Control::none())?;
    let seconds = begun.elapsed().as_secs_f64();
    assert_eq!(found.value(), Some(value), "{name}");
    let table = table.into_inner().map_err(|_| "a search panicked")?;
    Ok(Taken { seconds, nodes: found.nodes, seeds: table.as_ref().map(Endgame::seeds) })
}
