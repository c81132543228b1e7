//! Reference implementation of sets: refill and starter.

use chongkak::rules::{Fill, Rules, Short, Starter};

use super::{Reference, ReferenceHole};

/// A row filled hole by hole, as the sources describe it.
pub fn reference_row(rules: &Rules, owned: u32) -> (Vec<ReferenceHole>, u32) {
    let closed = ReferenceHole { seeds: 0, state: 'x' };
    let n = usize::from(rules.holes);
    let order: Vec<usize> = match rules.fill {
        Fill::Far => (0..n).collect(),
        Fill::Near => (0..n).rev().collect(),
    };
    let mut row = vec![closed; n];
    let mut left = owned;
    let mut short = Vec::new();
    for hole in order {
        if short.is_empty() && left >= u32::from(rules.seeds) {
            left -= u32::from(rules.seeds);
            row[hole] = ReferenceHole { seeds: rules.seeds.into(), state: 'o' };
        } else {
            short.push(hole);
        }
    }
    if rules.short == Short::Ngacang {
        short.truncate(rules.max_protected.into());
        for &hole in &short {
            row[hole].state = 'p';
        }
        while left > 0 && !short.is_empty() {
            for &hole in &short {
                if left > 0 {
                    row[hole].seeds += 1;
                    left -= 1;
                }
            }
        }
    }
    (row, left)
}

pub fn reference_opening(rules: &Rules, owned: [u32; 2], mover: usize) -> Option<Reference> {
    if owned.iter().any(|&seeds| seeds < u32::from(rules.seeds)) {
        return None;
    }
    let [(row_a, store_a), (row_b, store_b)] = owned.map(|seeds| reference_row(rules, seeds));
    Some(Reference { rows: [row_a, row_b], stores: [store_a, store_b], mover, mark: "" })
}

pub fn reference_owned(reference: &Reference) -> [u32; 2] {
    [0, 1]
        .map(|p| reference.rows[p].iter().map(|hole| hole.seeds).sum::<u32>() + reference.stores[p])
}

pub fn reference_starter(rules: &Rules, finished: &Reference) -> usize {
    let last = finished.mover;
    let holder = match [0, 1].map(|player| !finished.choices(player).is_empty()) {
        [true, false] => 0,
        [false, true] => 1,
        _ => last,
    };
    let [a, b] = reference_owned(finished);
    match rules.starter {
        Starter::LastMover => last,
        Starter::RoundWinner => holder,
        Starter::RoundLoser => 1 - holder,
        Starter::MostSeeds if a == b => last,
        Starter::MostSeeds => usize::from(b > a),
    }
}
