//! The sowing kernel against the reference implementation: moves and laps a second.
//!
//! The workload is every move of positions of first turns in which the starter moves again: up to
//! 2,000 from each of the first twelve moves of the turn, on 2 x 7 with 7 seeds and on 2 x 9 with
//! 9. Both implementations must make the same laps and gain the same seeds.

use std::collections::HashSet;
use std::hint::black_box;

use chongkak::board::{Position, Side};
use chongkak::moves::{Outcome, trace};
use chongkak::rules::{Preset, Rules};
use chongkak::unchecked::{Cells, Kernel, KernelVisitor, State, with_kernel};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

#[expect(dead_code, reason = "no benchmark stops after a move")]
#[path = "../tests/suite/support/reference.rs"]
mod reference;
use reference::Reference;

const LAYERS: usize = 12;
const WIDTH: usize = 2000;

/// The sums over all moves of the workload.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sum {
    moves: u64,
    laps: u64,
    gain: u64,
}

/// Positions of a first turn in which the starter moves again, in the order of discovery.
fn go_on_positions(rules: &Rules) -> Vec<Position> {
    let mut all = Vec::new();
    let mut layer = vec![rules.opening(Side::A)];
    for _ in 0..LAYERS {
        let mut seen = HashSet::new();
        let mut next = Vec::new();
        for position in &layer {
            for hole in position.legal() {
                let played = trace(rules, position, hole).unwrap();
                let new = played.outcome == Outcome::Again && seen.insert(played.after);
                if new && next.len() < WIDTH {
                    next.push(played.after);
                }
            }
        }
        all.append(&mut layer);
        layer = next;
    }
    all.append(&mut layer);
    all
}

fn all_moves<C: Cells>(kernel: &Kernel<C>, states: &[State<C>]) -> Sum {
    let mut sum = Sum::default();
    for state in states {
        let before = kernel.store(state.cells, state.mover);
        let mut legal = kernel.legal(state);
        while legal != 0 {
            let played = kernel.play(state, legal.trailing_zeros() as usize);
            legal &= legal - 1;
            sum.moves += 1;
            sum.laps += u64::from(played.laps);
            sum.gain += u64::from(kernel.store(played.state.cells, state.mover) - before);
        }
    }
    sum
}

fn all_moves_of_reference(rules: &Rules, positions: &[Reference]) -> Sum {
    let mut sum = Sum::default();
    for position in positions {
        for choice in position.choices(position.mover) {
            let played = position.play(rules, choice);
            assert_eq!(played.after.total(), position.total());
            sum.moves += 1;
            sum.laps += played.lands.len() as u64;
            sum.gain += u64::from(played.gain);
        }
    }
    sum
}

fn reference_of(position: &Position) -> Reference {
    let reference = Reference::read(&position.to_string());
    assert_eq!((reference.text(), reference.result()), (position.to_string(), position.standing()));
    reference
}

struct Measure<'a> {
    criterion: &'a mut Criterion,
    name: &'a str,
    rules: &'a Rules,
    positions: &'a [Position],
}

impl KernelVisitor for Measure<'_> {
    type Output = ();

    fn visit<C: Cells>(self, kernel: &Kernel<C>, start: &State<C>) {
        let repack = |position: &Position| State {
            cells: (0..position.shape().cells())
                .fold(C::default(), |all, c| all.add(C::unit(c, position.cells().get(c)))),
            ..*start
        };
        let states: Vec<State<C>> = self.positions.iter().map(repack).collect();
        let references: Vec<Reference> = self.positions.iter().map(reference_of).collect();
        let sum = all_moves(kernel, &states);
        assert_eq!(
            sum,
            all_moves_of_reference(self.rules, &references),
            "kernel and reference play alike"
        );
        println!("{}: {} positions, {sum:?}", self.name, states.len());
        for (unit, count) in [("laps", sum.laps), ("moves", sum.moves)] {
            let mut group = self.criterion.benchmark_group(format!("{}, {unit}", self.name));
            group.throughput(Throughput::Elements(count));
            group.bench_function("kernel", |bencher| {
                bencher.iter(|| assert_eq!(all_moves(kernel, black_box(&states)), sum));
            });
            group.sample_size(20);
            group.bench_function("slow reference", |bencher| {
                bencher.iter(|| {
                    assert_eq!(all_moves_of_reference(self.rules, black_box(&references)), sum)
                });
            });
            group.finish();
        }
    }
}

fn kernels(criterion: &mut Criterion) {
    for (name, preset) in [("2x7, 7 seeds", "conglak"), ("2x9, 9 seeds", "overbeck")] {
        let rules = &Preset::named(preset).expect("a known rule set").rules;
        let positions = &go_on_positions(rules);
        let start = &rules.opening(Side::A);
        with_kernel(rules, start, Measure { criterion, name, rules, positions });
    }
}

criterion_group!(benches, kernels);
criterion_main!(benches);
