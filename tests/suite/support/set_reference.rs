//! Reference implementation of sets: refill and starter.

use std::cmp::Ordering;

use chongkak::rules::{Fill, Layout, Rules, Short, Starter};

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

/// The board at the start of a set: a walk round it from the mover's hole 1 fills every hole, or
/// passes over one hole after each that it fills.
pub fn reference_start(rules: &Rules, mover: usize) -> Reference {
    let empty = ReferenceHole { seeds: 0, state: 'o' };
    let mut rows = [(); 2].map(|()| vec![empty; rules.holes.into()]);
    let mut passes_over = false;
    for player in [mover, 1 - mover] {
        for hole in &mut rows[player] {
            if !passes_over {
                hole.seeds = rules.seeds.into();
            }
            passes_over = rules.layout == Layout::Alternate && !passes_over;
        }
    }
    Reference { rows, stores: [0, 0], mover, mark: "" }
}

/// The holes that the mover may choose; `begins` says whether the round begins with this move.
pub fn reference_choices(rules: &Rules, position: &Reference, begins: bool) -> Vec<usize> {
    let choices = position.choices(position.mover);
    let first = usize::from(rules.first_hole).wrapping_sub(1);
    if begins && choices.contains(&first) { vec![first] } else { choices }
}

pub fn reference_opening(rules: &Rules, owned: [u32; 2], mover: usize) -> Option<Reference> {
    if owned.iter().any(|&seeds| seeds < u32::from(rules.seeds)) {
        return None;
    }
    let [(row_a, store_a), (row_b, store_b)] = owned.map(|seeds| reference_row(rules, seeds));
    Some(Reference { rows: [row_a, row_b], stores: [store_a, store_b], mover, mark: "" })
}

/// Who has won the set after finished rounds, if somebody has.
pub fn reference_winner(rules: &Rules, finished: &[Reference]) -> Option<usize> {
    if rules.best_of == 0 {
        let owned = reference_owned(finished.last()?);
        let loser = [0, 1].into_iter().find(|&player| owned[player] < u32::from(rules.seeds));
        return loser.map(|loser| 1 - loser);
    }
    // A drawn round counts for neither.
    let mut won = [0, 0];
    for [a, b] in finished.iter().map(reference_owned) {
        match a.cmp(&b) {
            Ordering::Greater => won[0] += 1,
            Ordering::Less => won[1] += 1,
            Ordering::Equal => {}
        }
    }
    let most = u32::from(rules.best_of) / 2 + 1;
    [0, 1].into_iter().find(|&player| won[player] >= most)
}

/// The board of the round after finished ones.
pub fn reference_next(rules: &Rules, finished: &[Reference]) -> Option<Reference> {
    let last = finished.last()?;
    let starter = reference_starter(rules, last);
    match reference_winner(rules, finished) {
        Some(_) => None,
        None if u32::from(rules.best_of) > 0 => Some(reference_start(rules, starter)),
        None => reference_opening(rules, reference_owned(last), starter),
    }
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
