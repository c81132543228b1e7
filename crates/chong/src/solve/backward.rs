//! Computes values from the last layer to the first.

use std::sync::atomic::Ordering::Relaxed;

use rayon::prelude::*;

use super::key_set::{self, Key, Table};
use super::{BoardValues, Layers, Unsolved, Work, components};
use crate::{ChongPosition, ChongRules, Dice, Forced, KingBack, KingPath};

/// The rounding errors of one layer, in units of 2^-53, besides one for each throw.
const ROUNDINGS: usize = 8;

/// Computes the values of all positions.
pub(super) fn value_all(
    work: &Work<'_>,
    table: Table,
    layers: Layers,
) -> Result<BoardValues, Unsolved> {
    let throws = Dice::all(work.rules.dice);
    let (count, mut entangled) = (layers.len(), 0);
    for (height, mut layer) in layers.into_iter().rev() {
        // Sorted, so that the order does not depend on the threads.
        layer.par_sort_unstable();
        if only_forced_passes(work.rules) {
            value_pairs(work, &table, &layer, &throws)?;
        } else {
            entangled += components::value_layer(work, &table, (height, &layer), &throws)?;
        }
        work.valued.fetch_add(layer.len() as u64, Relaxed);
        work.clock.progress().add(layer.len() as u64);
    }
    #[allow(clippy::cast_precision_loss)]
    let rounding = (count * (throws.len() + ROUNDINGS)) as f64 * (f64::EPSILON / 2.0);
    Ok(BoardValues {
        rules: *work.rules,
        table,
        error: only_forced_passes(work.rules).then_some(rounding),
        entangled,
    })
}

/// Whether positions depend on others of their layer only in pairs, by forced passes.
const fn only_forced_passes(rules: &ChongRules) -> bool {
    matches!(rules.king_path, KingPath::Retreat)
        && matches!(rules.king_back, KingBack::VoidFirst)
        && !matches!(rules.forced, Forced::MayStop)
}

/// Values a layer in which positions depend on each other only by forced passes.
fn value_pairs(
    work: &Work<'_>,
    table: &Table,
    layer: &[Key],
    throws: &[(u32, Dice)],
) -> Result<(), Unsolved> {
    let equation = |key| equation(work.rules, table, &key_set::position(key), throws);
    let equations = work.of_layer(layer, equation)?;
    // The partner of a position is found by its number.
    table.number(layer);
    let all = 6_f64.powi(work.rules.dice.into());
    let values: Vec<f64> = layer
        .par_iter()
        .zip(&equations)
        .map(|(key, &(own, passes))| {
            if passes == 0 {
                return own / all;
            }
            let mirrored = table.word(key_set::mirrored(*key));
            let mirrored = usize::try_from(mirrored).expect("a number of the layer");
            let (other, others_passes) = equations[mirrored];
            let (p, q) = (f64::from(passes), f64::from(others_passes));
            let both = all * all - p * q;
            if both == 0.0 {
                key_set::position(*key).dead_value(work.rules)
            } else {
                (own * all - p * other) / both
            }
        })
        .collect();
    table.set_all(layer, values.par_iter().map(|value| value.to_bits()));
    Ok(())
}

/// Returns the gains of a position: the weighted sum of known ones, and the weight of forced
/// passes.
fn equation(
    rules: &ChongRules,
    table: &Table,
    position: &ChongPosition,
    throws: &[(u32, Dice)],
) -> (f64, u32) {
    let mut value = |after: ChongPosition| -f64::from_bits(table.word(key_set::key(&after)));
    let (mut sum, mut passes) = (0.0, 0);
    for (weight, throw) in throws {
        if rules.is_forced_pass(position, *throw) {
            passes += weight;
        } else {
            sum += f64::from(*weight) * rules.best_worth(position, *throw, &mut value);
        }
    }
    (sum, passes)
}
