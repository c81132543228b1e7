//! Values from the last layer to the first.

use std::sync::atomic::Ordering::Relaxed;

use rayon::prelude::*;

use super::codec::{self, Key};
use super::components;
use super::table::Table;
use super::walk::Walker;
use super::{Solved, Solver, Unsolved};
use crate::chong::options::{Forced, KingBack, KingPath};
use crate::chong::rules::Rules;
use crate::chong::throw::Dice;
use crate::control::StopReason;

/// Positions of a layer that a thread takes at a time.
const CHUNK: usize = 64;

/// What a position gets of all throws: the weighted sum of what is known, and the weight of forced
/// passes.
#[derive(Clone, Copy)]
struct Equation {
    sum: f64,
    passes: u32,
}

/// The rounding errors of one layer, in units of 2^-53, besides one for each throw.
const ROUNDINGS: usize = 8;

/// Values all positions, which are given by layers.
pub(super) fn value_all(
    solver: &Solver<'_>,
    table: Table,
    states: &[(u32, Key)],
) -> Result<Solved, Unsolved> {
    let throws = Dice::all(solver.rules.dice.get());
    let (mut layers, mut entangled) = (0, 0);
    let mut end = states.len();
    while end > 0 {
        let height = states[end - 1].0;
        let begin = states[..end].partition_point(|(other, _)| *other < height);
        let layer = &states[begin..end];
        if only_forced_passes(solver.rules) {
            value_pairs(solver, &table, layer, &throws)?;
        } else {
            entangled += components::value_layer(solver, &table, layer, &throws)?;
        }
        solver
            .standing
            .valued
            .fetch_add(layer.len() as u64, Relaxed);
        layers += 1;
        end = begin;
    }
    #[allow(clippy::cast_precision_loss)]
    let rounding = (layers * (throws.len() + ROUNDINGS)) as f64 * (f64::EPSILON / 2.0);
    Ok(Solved {
        rules: *solver.rules,
        table,
        error: only_forced_passes(solver.rules).then_some(rounding),
        layers,
        entangled,
    })
}

/// Whether positions depend on others of their layer by forced passes only, two by two.
const fn only_forced_passes(rules: &Rules) -> bool {
    matches!(rules.king_path, KingPath::Retreat)
        && matches!(rules.king_back, KingBack::VoidFirst)
        && !matches!(rules.forced, Forced::MayStop)
}

/// A layer whose positions are tied by forced passes only.
fn value_pairs(
    solver: &Solver<'_>,
    table: &Table,
    layer: &[(u32, Key)],
    throws: &[(u32, Dice)],
) -> Result<(), Unsolved> {
    let chunks = layer.par_chunks(CHUNK);
    let equations: Vec<Equation> = chunks
        .flat_map_iter(|keys| {
            let mut walker = Walker::new(solver.rules);
            let stopped = solver.stop.load(Relaxed);
            let keys = if stopped { &[] } else { keys };
            keys.iter()
                .map(move |(_, key)| equation(table, &mut walker, *key, throws))
        })
        .collect();
    if solver.stop.load(Relaxed) {
        return Err(solver.stopped(StopReason::Interrupted));
    }
    // Each position remembers its number in the layer, so that the other of a pair finds it.
    layer.par_iter().enumerate().for_each(|(number, (_, key))| {
        table.set(*key, number as u64);
    });
    let all = 6_f64.powi(solver.rules.dice.into());
    let values: Vec<f64> = layer
        .par_iter()
        .zip(&equations)
        .map(|((_, key), own)| {
            if own.passes == 0 {
                return own.sum / all;
            }
            let mirrored = table
                .get(codec::mirrored(*key))
                .expect("a pass leads there");
            let other = equations[usize::try_from(mirrored).expect("a number of the layer")];
            let (p, q) = (f64::from(own.passes), f64::from(other.passes));
            let both = all * all - p * q;
            if both == 0.0 {
                codec::position(*key).dead_value(solver.rules)
            } else {
                (own.sum * all - p * other.sum) / both
            }
        })
        .collect();
    layer.par_iter().zip(&values).for_each(|((_, key), value)| {
        table.set(*key, value.to_bits());
    });
    Ok(())
}

fn equation(table: &Table, walker: &mut Walker<'_>, key: Key, throws: &[(u32, Dice)]) -> Equation {
    let position = codec::position(key);
    let mut equation = Equation {
        sum: 0.0,
        passes: 0,
    };
    walker.begin();
    let value = |after: &crate::chong::position::Position| {
        let word = table
            .get(codec::key(after))
            .expect("an enumerated position");
        -f64::from_bits(word)
    };
    for (weight, throw) in throws {
        match walker.best(&position, *throw, &value) {
            Some(best) => equation.sum += f64::from(*weight) * best,
            None => equation.passes += weight,
        }
    }
    equation
}
