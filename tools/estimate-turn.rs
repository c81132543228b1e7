//! Estimates how large the first turn of an opening is, where it is too large to be enumerated:
//! its turns (ways to play it to its end) and the ways to all its positions (each position counted
//! as often as ways lead to it), with the standard error over the runs; and between which numbers
//! the number of different positions lies, as far as chance lets it be seen.
//!
//! The positions of a turn are taken by layers of seeds won, from the opening on. A layer that is
//! too large is replaced by a random part of it that stands for all: each position with the weight
//! of those it stands for, drawn evenly over the positions in the order of their legal moves. The
//! mean is right whatever the order; the order makes the error small. (P. C. Chen, "Heuristic
//! sampling: a method for predicting the performance of tree searching programs", SIAM Journal on
//! Computing 21(2), 1992, with many positions for each of his classes.)
//!
//! At least: let w be the ways to a position. Two runs that know nothing of each other meet in a
//! position with weights whose product is w² in the mean, so all meetings together estimate the
//! sum of w². By the inequality of Cauchy and Schwarz there are at least (sum of w)² / (sum of w²)
//! positions: layers in which enough runs meet each for itself, the others together with the next
//! ones. The more the ways differ, the more positions there are beyond that.
//!
//! At most: a layer has no more positions than ways, nor than the seeds outside of the mover's
//! store can lie in the holes.
//!
//! usage: cargo run --release --example estimate-turn RULES HOLES SEEDS [SAMPLE [RUNS]]

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::io::{self, Write};

use chongkak::board::{Position, Side};
use chongkak::math::Random;
use chongkak::moves::{Outcome, trace};
use chongkak::rules::{Preset, Rules};
use rayon::prelude::*;

/// A position, and how many ways it stands for.
type Weighted = (Position, f64);

/// Meetings of runs from which on a layer is judged by itself.
const ENOUGH: u64 = 100;

/// The result of one run.
struct Run {
    turns: f64,
    /// Ways to all positions of each layer.
    ways: Vec<f64>,
    /// The positions that stand for each layer: a hash of each, in ascending order, and its weight.
    drawn: Vec<Vec<(u64, f64)>>,
}

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, holes, seeds, rest @ ..] = &arguments[..] else {
        panic!("expected: RULES HOLES SEEDS [SAMPLE [RUNS]]");
    };
    let number = |text: &String| text.parse::<u64>().expect("a number");
    let rules = Preset::named(name).expect("a rule set").rules;
    let rules = rules.sized(holes.parse().expect("holes"), seeds.parse().expect("seeds a hole"));
    let rules = rules.expect("a board");
    let sample = rest.first().map_or(20_000, number) as usize;
    let runs = rest.get(1).map_or(8, number);
    assert!(runs > 1, "expected at least two runs, for the error");
    let runs: Vec<Run> = (0..runs).into_par_iter().map(|run| one(&rules, sample, run)).collect();
    let mut out = io::stdout().lock();
    let all_ways = |run: &Run| run.ways.iter().sum();
    let largest = |run: &Run| run.ways.iter().copied().fold(0.0, f64::max);
    let (turns, ways, largest) =
        (mean(&runs, |run| run.turns), mean(&runs, all_ways), mean(&runs, largest));
    for (what, (mean, error)) in [("turns", turns), ("ways", ways), ("largest layer", largest)] {
        writeln!(out, "{what:14} {mean:.4e}  standard error {error:.1e}")?;
    }
    let (least, meetings) = at_least(&runs);
    writeln!(out, "positions      at least {least:.2e}, by {meetings} meetings")?;
    let most = at_most(&runs, rules.opening(Side::A).total(), 2 * usize::from(rules.holes));
    writeln!(out, "               at most {most:.2e}")
}

/// The mean over the runs, and its standard error.
fn mean(runs: &[Run], value: impl Fn(&Run) -> f64) -> (f64, f64) {
    let number = runs.len() as f64;
    let mean = runs.iter().map(&value).sum::<f64>() / number;
    let squares: f64 = runs.iter().map(|run| (value(run) - mean).powi(2)).sum();
    (mean, (squares / (number * (number - 1.0))).sqrt())
}

/// The least number of positions, and how many meetings of two runs say so.
fn at_least(runs: &[Run]) -> (f64, u64) {
    let pairs = (runs.len() * (runs.len() - 1)) as f64 / 2.0;
    let (mut least, mut all) = (0.0, 0);
    // Layers that are judged together: meetings, ways, and squares of ways.
    let (mut meetings, mut ways, mut squares) = (0, 0.0, 0.0);
    for layer in 0..runs[0].ways.len() {
        ways += mean(runs, |run| run.ways[layer]).0;
        for (place, one) in runs.iter().enumerate() {
            for other in &runs[..place] {
                let (met, product) = meet(&one.drawn[layer], &other.drawn[layer]);
                meetings += met;
                squares += product / pairs;
            }
        }
        if meetings >= ENOUGH {
            least += ways * ways / squares;
            all += meetings;
            (meetings, ways, squares) = (0, 0.0, 0.0);
        }
    }
    (least, all)
}

/// Counts the positions in which two runs meet in a layer, and adds up the products of the weights.
fn meet(mut one: &[(u64, f64)], mut other: &[(u64, f64)]) -> (u64, f64) {
    let (mut met, mut product) = (0, 0.0);
    while let (Some(a), Some(b)) = (one.first(), other.first()) {
        if a.0 == b.0 {
            met += 1;
            product += a.1 * b.1;
        }
        let (first, second) = (a.0 <= b.0, b.0 <= a.0);
        one = &one[usize::from(first)..];
        other = &other[usize::from(second)..];
    }
    (met, product)
}

/// The largest number of positions.
fn at_most(runs: &[Run], seeds: u32, holes: usize) -> f64 {
    let layers = 0..runs[0].ways.len();
    let most = layers.map(|layer| {
        let ways = mean(runs, |run| run.ways[layer]).0;
        let outside = f64::from(seeds) - layer as f64;
        let boards = (1..holes).map(|n| (outside + n as f64) / n as f64);
        ways.min(boards.product())
    });
    most.sum()
}

/// One run over all layers.
fn one(rules: &Rules, sample: usize, run: u64) -> Run {
    let mut random = Random::new(1, run);
    let hasher = BuildHasherDefault::<DefaultHasher>::default();
    let start = rules.opening(Side::A);
    let mut layers: Vec<Vec<Weighted>> = vec![Vec::new(); start.total() as usize + 1];
    layers[0].push((start, 1.0));
    let (mut turns, mut ways, mut drawn) = (0.0, Vec::new(), Vec::new());
    for won in 0..layers.len() {
        let layer = std::mem::take(&mut layers[won]);
        ways.push(layer.iter().map(|(_, weight)| weight).sum());
        let mut stand = Vec::new();
        for (position, weight) in reduced(layer, sample, &mut random) {
            stand.push((hasher.hash_one(position), weight));
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
        stand.sort_by_key(|&(hash, _)| hash);
        stand.dedup_by(|later, first| {
            let same = later.0 == first.0;
            first.1 += if same { later.1 } else { 0.0 };
            same
        });
        drawn.push(stand);
    }
    Run { turns, ways, drawn }
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
