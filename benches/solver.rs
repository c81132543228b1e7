//! Benchmarks the solver on one thread, the shortest searches, and building endgame tables on all
//! cores, in nodes, searches and positions per second.
//!
//! Values must equal those of `tests/suite/command/bench.rs` and
//! `tests/suite/search/evaluation.rs`, where they are confirmed by other means, and the values of
//! tables must follow from each other.

use std::num::NonZeroUsize;

use chongkak::board::Side;
use chongkak::control::Control;
use chongkak::moves::Game;
use chongkak::rules::{Preset, Rules};
use chongkak::search::{Bounds, Evaluator, Solution, Solver};
use chongkak::tables::{Endgame, verify};
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};

/// Openings by rule set, holes and seeds, with their values.
const OPENINGS: [(&str, u8, u8, i32); 5] = [
    ("kalah", 4, 2, 6),
    ("kalah", 4, 4, 2),
    ("conglak", 6, 4, 44),
    ("congklak", 6, 3, 18),
    ("congklak-six", 6, 4, 46),
];

/// Nodes of the shortest searches.
const FEW: u64 = 10;

/// Tables by rule set, holes and seeds.
const TABLES: [(&str, u8, u32); 4] =
    [("kalah", 6, 14), ("conglak", 7, 11), ("overbeck", 6, 10), ("dakon", 8, 9)];

fn sized(name: &str, holes: u8, seeds: u8) -> Rules {
    let rules = Preset::named(name).expect("a known rule set").rules;
    rules.sized(holes, seeds).expect("a board")
}

fn group<'a>(
    criterion: &'a mut Criterion,
    name: &str,
    count: u64,
) -> BenchmarkGroup<'a, criterion::measurement::WallTime> {
    let mut group = criterion.benchmark_group(name);
    group.sample_size(10).throughput(Throughput::Elements(count));
    group
}

fn solved(rules: &Rules) -> Solution {
    let solver = Solver::new().with_memory(16);
    let solved = solver.solve(&Game::opening(rules, Side::A), Control::none());
    solved.expect("rules that can be solved")
}

fn solving(criterion: &mut Criterion) {
    for (name, holes, seeds, value) in OPENINGS {
        let rules = sized(name, holes, seeds);
        let nodes = solved(&rules).nodes;
        let mut group = group(criterion, "solver, nodes", nodes);
        group.bench_function(format!("{name} ({holes}, {seeds})"), |bencher| {
            bencher.iter(|| assert_eq!(solved(&rules).value(), Some(value)));
        });
        group.finish();
    }
}

/// Searches that end at once measure the fixed cost of every search.
fn beginning(criterion: &mut Criterion) {
    let control = Control::none().with_nodes(FEW);
    let check = |nodes: u64, bounds: Bounds, value: i32| {
        assert!(nodes <= FEW && bounds.lower <= value && value <= bounds.upper);
    };
    for (name, holes, seeds, value) in OPENINGS {
        let game = Game::opening(&sized(name, holes, seeds), Side::A);
        let mut group = group(criterion, "searches of ten nodes", 1);
        group.bench_function(format!("solver, {name} ({holes}, {seeds})"), |bencher| {
            bencher.iter(|| {
                let found = Solver::new().solve(&game, control).expect("rules to solve");
                check(found.nodes, found.bounds, value);
            });
        });
        group.bench_function(format!("evaluator, {name} ({holes}, {seeds})"), |bencher| {
            bencher.iter(|| {
                let found = Evaluator::new().evaluate(&game, control).expect("memory");
                check(found.nodes, found.bounds, value);
            });
        });
        group.finish();
    }
}

fn building(criterion: &mut Criterion) {
    let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    for (name, holes, seeds) in TABLES {
        let rules = sized(name, holes, 1);
        let field = rules.opening(Side::A).field();
        let build = || {
            let table = Endgame::build(&rules, field, seeds, threads, Control::none());
            table.expect("a small table")
        };
        let table = build();
        let found = verify(&table, None, threads, Control::none());
        assert!(found.is_ok_and(|found| found.wrong.is_none()), "{name}");
        let mut group = group(criterion, "tables, positions", table.layout().positions());
        group.bench_function(format!("{name} ({holes}), {seeds} seeds"), |bencher| {
            bencher.iter(build);
        });
        group.finish();
    }
}

criterion_group!(benches, solving, beginning, building);
criterion_main!(benches);
