//! Estimates how large the first turn of an opening is, where it is too large to be enumerated:
//! its turns (ways to play it to its end) and its positions, each counted as often as ways lead to
//! it, with the standard error over the runs.
//!
//! The positions of a turn are taken by layers of seeds won, from the opening on. A layer that is
//! too large is replaced by a random part of it that stands for all: each position with the weight
//! of those it stands for, drawn evenly over the positions in the order of their legal moves. The
//! mean is right whatever the order; the order makes the error small. (P. C. Chen, "Heuristic
//! sampling: a method for predicting the performance of tree searching programs", SIAM Journal on
//! Computing 21(2), 1992, with many positions for each of his classes.)
//!
//! usage: cargo run --release --example estimate-turn RULES HOLES SEEDS [SAMPLE [RUNS]]

use std::io::{self, Write};

use chongkak::board::{Position, Side};
use chongkak::math::Random;
use chongkak::moves::{Outcome, trace};
use chongkak::rules::{Preset, Rules};

/// A position, and how many it stands for.
type Weighted = (Position, f64);

/// What one run says: turns, positions of all layers, and those of the largest.
type Estimate = [f64; 3];

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, holes, seeds, rest @ ..] = &arguments[..] else {
        panic!("expected: RULES HOLES SEEDS [SAMPLE [RUNS]]");
    };
    let number = |text: &String| text.parse::<u64>().expect("a number");
    let rules = Preset::named(name).expect("a rule set").rules;
    let rules = rules.sized(
        holes.parse().expect("holes"),
        seeds.parse().expect("seeds a hole"),
    );
    let rules = rules.expect("a board");
    let sample = rest.first().map_or(20_000, number) as usize;
    let runs = rest.get(1).map_or(8, number);
    let found: Vec<Estimate> = (0..runs).map(|run| one(&rules, sample, run)).collect();
    let mut out = io::stdout().lock();
    for (place, what) in ["turns", "positions", "largest layer"].iter().enumerate() {
        let mean = found.iter().map(|run| run[place]).sum::<f64>() / runs as f64;
        let squares = found
            .iter()
            .map(|run| (run[place] - mean).powi(2))
            .sum::<f64>();
        let error = (squares / (runs * (runs - 1).max(1)) as f64).sqrt();
        writeln!(out, "{what:14} {mean:.4e}  standard error {error:.1e}")?;
    }
    Ok(())
}

/// One run over all layers.
fn one(rules: &Rules, sample: usize, run: u64) -> Estimate {
    let mut random = Random::new(1, run);
    let start = rules.opening(Side::A);
    let mut layers: Vec<Vec<Weighted>> = vec![Vec::new(); start.total() as usize + 1];
    layers[0].push((start, 1.0));
    let [mut turns, mut positions, mut largest] = [0.0; 3];
    for won in 0..layers.len() {
        let layer = std::mem::take(&mut layers[won]);
        let size: f64 = layer.iter().map(|(_, weight)| weight).sum();
        positions += size;
        largest = f64::max(largest, size);
        for (position, weight) in reduced(layer, sample, &mut random) {
            for hole in position.legal() {
                let played = trace(rules, &position, hole).expect("a legal move");
                if played.outcome == Outcome::Again {
                    let won = played.after.store(Side::A) as usize;
                    layers[won].push((played.after, weight));
                } else {
                    turns += weight;
                }
            }
        }
    }
    [turns, positions, largest]
}

/// A part of a layer of the same weight in all.
fn reduced(mut layer: Vec<Weighted>, sample: usize, random: &mut Random) -> Vec<Weighted> {
    if layer.len() <= sample {
        return layer;
    }
    layer.sort_by_key(|(position, _)| (position.legal().count(), position.row(Side::A)));
    let weight = layer.iter().map(|(_, weight)| weight).sum::<f64>() / sample as f64;
    // Marks at equal distances, the first at random: whoever lies under a mark is drawn.
    let mut next = weight * (random.next() as f64 / u64::MAX as f64);
    let (mut sum, mut part) = (0.0, Vec::with_capacity(sample));
    for (position, own) in layer {
        sum += own;
        while next < sum {
            part.push((position, weight));
            next += weight;
        }
    }
    part
}
