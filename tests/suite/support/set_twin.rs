//! The twin's set: refill and starter.

use chongkak::rules::{Fill, Rules, Short, Starter};

use super::{Twin, TwinHole};

/// A row filled hole by hole, as the texts tell it.
pub fn twin_row(rules: &Rules, owned: u32) -> (Vec<TwinHole>, u32) {
    let closed = TwinHole { seeds: 0, state: 'x' };
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
            row[hole] = TwinHole { seeds: rules.seeds.into(), state: 'o' };
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

pub fn twin_opening(rules: &Rules, owned: [u32; 2], mover: usize) -> Option<Twin> {
    if owned.iter().any(|&seeds| seeds < u32::from(rules.seeds)) {
        return None;
    }
    let [(row_a, store_a), (row_b, store_b)] = owned.map(|seeds| twin_row(rules, seeds));
    Some(Twin { rows: [row_a, row_b], stores: [store_a, store_b], mover, mark: "" })
}

pub fn twin_owned(twin: &Twin) -> [u32; 2] {
    [0, 1].map(|p| twin.rows[p].iter().map(|hole| hole.seeds).sum::<u32>() + twin.stores[p])
}

pub fn twin_starter(rules: &Rules, finished: &Twin) -> usize {
    let last = finished.mover;
    let holder = match [0, 1].map(|player| !finished.choices(player).is_empty()) {
        [true, false] => 0,
        [false, true] => 1,
        _ => last,
    };
    let [a, b] = twin_owned(finished);
    match rules.starter {
        Starter::LastMover => last,
        Starter::RoundWinner => holder,
        Starter::RoundLoser => 1 - holder,
        Starter::MostSeeds if a == b => last,
        Starter::MostSeeds => usize::from(b > a),
    }
}
