//! The observable results of rules: the reference implementation of the observations and conflicts
//! of `infer`.

use std::collections::{BTreeMap, BTreeSet};

use chongkak::board::Position;
use chongkak::moves::{Game, Outcome, Round};
use chongkak::rules::{NextRound, Rules};

use super::{Combination, with};

/// The result of a move or of a next round under these rules, as an observer sees it.
pub fn seen(
    rules: &Rules,
    position: &str,
    played: Option<&str>,
    seeds: Option<u8>,
) -> (String, Option<String>, Option<Outcome>) {
    let position = Position::new(&position.parse().unwrap()).unwrap();
    let mut rules = rules.fitted_to(&position);
    if let Some(seeds) = seeds {
        rules = rules.sized(rules.holes.get(), seeds).unwrap();
    }
    let Some(played) = played else {
        let next = match rules.next_round(&position).unwrap() {
            NextRound::Opening(opening) => opening.to_string(),
            NextRound::SetOver { loser } => format!("set lost by {loser}"),
        };
        return (next, None, None);
    };
    let mut round = Round::new(&Game::new(&rules, &position).unwrap());
    let written = chongkak::moves::parse_line(played).unwrap();
    let trace = round.play_written(&written[0]).unwrap();
    let lands: Vec<_> = trace.laps.iter().map(|lap| lap.last.to_string()).collect();
    let after = trace.after.to_string().replace(" final", "");
    (after, Some(lands.join(" ")), Some(trace.outcome))
}

/// Whether this many sets together have all elements.
pub fn some_cover(sets: &[BTreeSet<usize>], size: usize, all: usize) -> bool {
    fn go(sets: &[BTreeSet<usize>], size: usize, covered: &BTreeSet<usize>, all: usize) -> bool {
        if covered.len() == all {
            return true;
        }
        size > 0
            && (0..sets.len()).any(|at| {
                let more: BTreeSet<usize> = covered.union(&sets[at]).copied().collect();
                go(&sets[at + 1..], size - 1, &more, all)
            })
    }
    go(sets, size, &BTreeSet::new(), all)
}

/// The smallest board of up to 3 seeds and 2 holes a row, and the move there, by which rules that
/// all fit differ in an option of play: the observation excludes a value of it.
pub fn first_parting(base: &Rules, fitting: &[&Combination], option: &str) -> Option<String> {
    let value = |combination: &Combination| {
        let found = combination.iter().find(|(name, _)| *name == option);
        found.unwrap().1.clone()
    };
    let all: BTreeSet<String> = fitting.iter().map(|combination| value(combination)).collect();
    for seeds in 2..=3_u32 {
        for holes in 1..=2 {
            for number in 0..(seeds + 1).pow(2 * holes) {
                // The digits of the number, the first hole the highest.
                let digit = |place| number / (seeds + 1).pow(2 * holes - 1 - place) % (seeds + 1);
                let cells: Vec<u32> = (0..2 * holes).map(digit).collect();
                let (row, other) = cells.split_at(holes as usize);
                let empty = [row, other].iter().any(|row| row.iter().all(|seeds| *seeds == 0));
                if cells.iter().sum::<u32>() != seeds || empty {
                    continue;
                }
                let text =
                    |row: &[u32]| row.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
                let position = format!("{}/0 {}/0 A", text(row), text(other));
                for hole in (1..).zip(row).filter(|(_, seeds)| **seeds > 0).map(|(hole, _)| hole) {
                    let played = format!("A{hole}");
                    let mut left: BTreeMap<_, BTreeSet<String>> = BTreeMap::new();
                    for combination in fitting {
                        let rules = with(base, combination);
                        let seen = seen(&rules, &position, Some(&played), None);
                        let key = (seen.0, seen.1, seen.2.map(|outcome| outcome.to_string()));
                        left.entry(key).or_default().insert(value(combination));
                    }
                    if left.values().any(|values| *values != all) {
                        return Some(format!("{position}: {played}"));
                    }
                }
            }
        }
    }
    None
}
