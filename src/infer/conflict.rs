//! Finds a smallest set of statements that can't hold together.

use std::collections::HashSet;

use super::space::Set;
use crate::control::{Clock, StopReason};

/// Finds a minimum number of sets that cover all elements below `size`; returns their numbers in
/// order, or `None` if even all sets leave something out.
///
/// The set of a statement contains the combinations it rules out, so this is a minimum set cover.
/// Sets within other sets and elements implied by other elements are dropped; the rest is searched
/// with one set, with two, and so on, always branching on the element that the fewest sets contain.
///
/// # Errors
/// If a limit is reached.
pub(super) fn smallest_cover(
    sets: &[Set],
    size: usize,
    clock: &Clock<'_>,
) -> Result<Option<Vec<usize>>, StopReason> {
    let kept = largest(sets);
    let elements = rarest(sets, &kept, size);
    if elements.iter().any(|element| element.count() == 0) {
        return Ok(None);
    }
    let all: Vec<&Set> = elements.iter().collect();
    let mut chosen = Vec::new();
    let mut most = 0;
    while !covers(&all, most, &mut chosen, clock)? {
        most += 1;
    }
    chosen.sort_unstable();
    Ok(Some(chosen))
}

/// The sets that are not within another; of equal ones the first.
fn largest(sets: &[Set]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..sets.len()).collect();
    order.sort_by_key(|&at| std::cmp::Reverse(sets[at].count()));
    let mut kept: Vec<usize> = Vec::new();
    for at in order {
        if !kept.iter().any(|&larger| sets[at].is_within(&sets[larger])) {
            kept.push(at);
        }
    }
    kept.sort_unstable();
    kept
}

/// The elements, each as the set of sets that contain it, without those implied by a rarer element.
fn rarest(sets: &[Set], kept: &[usize], size: usize) -> Vec<Set> {
    let mut distinct = HashSet::new();
    for element in 0..size {
        let mut having = Set::empty(sets.len());
        let all = kept.iter().copied().filter(|&at| sets[at].contains(element));
        all.for_each(|at| having.insert(at));
        distinct.insert(having);
    }
    let mut elements: Vec<Set> = distinct.into_iter().collect();
    // Sorted, so that the result is deterministic.
    elements.sort_by_cached_key(|element| (element.count(), element.iter().collect::<Vec<_>>()));
    let mut rarest: Vec<Set> = Vec::new();
    for element in elements {
        if !rarest.iter().any(|fewer| fewer.is_within(&element)) {
            rarest.push(element);
        }
    }
    rarest
}

/// Whether at most `most` sets cover the elements; if so, adds them to `chosen`.
fn covers(
    elements: &[&Set],
    most: usize,
    chosen: &mut Vec<usize>,
    clock: &Clock<'_>,
) -> Result<bool, StopReason> {
    let Some(rare) = elements.iter().min_by_key(|element| element.count()) else {
        return Ok(true);
    };
    clock.step()?;
    if disjoint(elements) > most {
        return Ok(false);
    }
    for set in rare.iter() {
        let rest: Vec<_> = elements.iter().copied().filter(|e| !e.contains(set)).collect();
        chosen.push(set);
        if covers(&rest, most - 1, chosen, clock)? {
            return Ok(true);
        }
        chosen.pop();
    }
    Ok(false)
}

/// A lower bound on the sets needed: a number of elements of which no set contains two.
fn disjoint(elements: &[&Set]) -> usize {
    let mut taken: Vec<&Set> = Vec::new();
    for element in elements {
        if taken.iter().all(|other| !element.meets(other)) {
            taken.push(element);
        }
    }
    taken.len()
}
