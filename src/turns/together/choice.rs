//! The state that several processes go on from, by what all of them see.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::parts::{Generation, Seen};

/// The message of a worker to the others at the start.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct ProcessSnapshot {
    /// The process that keeps order in this worker's folder: processes with the same one see the
    /// same folder.
    pub home: usize,
    /// The parts there, if it is this worker that looked.
    pub seen: Vec<Seen>,
}

/// The parts of a generation: what was seen of each, and in which folder.
type Parts<'a> = BTreeMap<usize, Vec<(usize, &'a Seen)>>;

/// The state to begin with.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// With the start of the turn; there was nothing, or nothing that counts.
    New,
    /// With the state of a layer of these parts; by part, the worker that takes it.
    Take {
        generation: Generation,
        layer: usize,
        takers: Vec<usize>,
        /// True if each worker takes its own part, so that all is where it belongs.
        as_it_is: bool,
    },
    /// With the answers; the part that has them, and the worker that takes it.
    Answered { generation: Generation, part: usize, taker: usize },
    /// A part is nowhere to be seen, or not its state.
    Missing(Generation, usize),
}

impl Choice {
    /// The choice, the same for all who hear of the same sights; those of all workers in order.
    pub(super) fn of(sights: &[ProcessSnapshot]) -> Choice {
        let mut all: BTreeMap<&Generation, Parts<'_>> = BTreeMap::new();
        for sight in sights {
            for seen in &sight.seen {
                let parts = all.entry(&seen.generation).or_default();
                parts.entry(seen.part).or_default().push((sight.home, seen));
            }
        }
        let every = || all.values().flat_map(BTreeMap::values).flatten();
        if let Some((home, seen)) = every().find(|(_, seen)| seen.answered) {
            return Choice::Answered {
                generation: seen.generation.clone(),
                part: seen.part,
                taker: taker(sights, *home, 0),
            };
        }
        for (&generation, parts) in all.iter().rev() {
            if let Some(layer) = newest(generation, parts) {
                return take(sights, generation, layer, parts);
            }
        }
        // Of what never got beyond its beginning nothing is lost.
        let begun = every().find(|(_, seen)| seen.begun);
        begun.map_or(Choice::New, |(_, seen)| {
            let parts = &all[&seen.generation];
            let last = parts.values().flatten().flat_map(|(_, s)| &s.layers).max();
            let has = |part: &usize| {
                let of_part = parts.get(part).into_iter().flatten();
                of_part.flat_map(|(_, s)| &s.layers).max() == last
            };
            let missing = (0..seen.generation.parts).find(|part| !parts.contains_key(part));
            let behind = (0..seen.generation.parts).find(|part| !has(part));
            Choice::Missing(seen.generation.clone(), missing.or(behind).unwrap_or(0))
        })
    }
}

/// The newest layer that all parts have a state of.
fn newest(generation: &Generation, parts: &Parts<'_>) -> Option<usize> {
    let has = |part: usize, layer: usize| {
        let of_part = parts.get(&part).into_iter().flatten();
        of_part.into_iter().any(|(_, seen)| seen.layers.contains(&layer))
    };
    let first = parts.get(&0)?.iter().flat_map(|(_, seen)| &seen.layers);
    let common = first.filter(|&&layer| (0..generation.parts).all(|part| has(part, layer)));
    common.max().copied()
}

fn take(
    sights: &[ProcessSnapshot],
    generation: &Generation,
    layer: usize,
    parts: &Parts<'_>,
) -> Choice {
    let homes = |part: usize| {
        let has = parts[&part].iter().filter(|(_, s)| s.layers.contains(&layer));
        has.map(|&(home, _)| home)
    };
    let is_own = |part: usize| homes(part).any(|home| home == sights[part].home);
    let as_it_is = generation.parts == sights.len() && (0..sights.len()).all(is_own);
    let takers = (0..generation.parts).map(|part| match as_it_is {
        true => part,
        false => taker(sights, homes(part).min().unwrap_or(0), part),
    });
    Choice::Take { generation: generation.clone(), layer, takers: takers.collect(), as_it_is }
}

/// One of the workers that see a folder, another one for each part.
fn taker(sights: &[ProcessSnapshot], home: usize, part: usize) -> usize {
    let see = (0..sights.len()).filter(|&worker| sights[worker].home == home);
    let see: Vec<usize> = see.collect();
    see[part % see.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn generation(number: u64, parts: usize) -> Generation {
        let word = "word".to_owned();
        Generation { number, word, parts }
    }

    fn seen(number: u64, part: usize, parts: usize, layers: &[usize]) -> Seen {
        Seen {
            generation: generation(number, parts),
            part,
            layers: layers.to_vec(),
            begun: layers.iter().any(|&layer| layer > 0),
            answered: false,
        }
    }

    /// Workers that see one folder.
    fn one_folder(workers: usize, seen: Vec<Seen>) -> Vec<ProcessSnapshot> {
        let sight = |worker| ProcessSnapshot {
            home: 0,
            seen: if worker == 0 { seen.clone() } else { Vec::new() },
        };
        (0..workers).map(sight).collect()
    }

    fn taken(sights: &[ProcessSnapshot]) -> (u64, usize, Vec<usize>, bool) {
        match Choice::of(sights) {
            Choice::Take { generation, layer, takers, as_it_is } => {
                (generation.number, layer, takers, as_it_is)
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_newest_layer_that_all_have_is_taken() {
        let parts = vec![seen(1, 0, 2, &[4, 5]), seen(1, 1, 2, &[4])];
        let two = one_folder(2, parts.clone());
        assert_eq!(taken(&two), (1, 4, vec![0, 1], true));
        assert!(!taken(&one_folder(3, parts)).3);
        let parts = vec![seen(1, 0, 2, &[5]), seen(1, 1, 2, &[5, 4])];
        let one = one_folder(1, parts);
        assert_eq!(taken(&one), (1, 5, vec![0, 0], false));
    }

    #[test]
    fn parts_that_changed_places_are_dealt_out_anew() {
        let sight = |home, part| ProcessSnapshot { home, seen: vec![seen(1, part, 2, &[3])] };
        assert_eq!(taken(&[sight(0, 0), sight(1, 1)]).2, [0, 1]);
        let changed = taken(&[sight(0, 1), sight(1, 0)]);
        assert_eq!((changed.2, changed.3), (vec![1, 0], false));
    }

    #[test]
    fn what_is_not_whole_is_left_or_missed() {
        assert_eq!(Choice::of(&one_folder(2, Vec::new())), Choice::New);
        // Begun by one only: nothing was worked off yet.
        let begun = vec![seen(1, 0, 2, &[0])];
        assert_eq!(Choice::of(&one_folder(2, begun)), Choice::New);
        // Dealt out anew, but not to the end.
        let mut again = seen(2, 0, 3, &[5]);
        again.begun = false;
        let parts = vec![seen(1, 0, 2, &[5]), seen(1, 1, 2, &[5]), again];
        assert_eq!(taken(&one_folder(3, parts)).0, 1);
        let lost = vec![seen(1, 0, 2, &[5, 4])];
        let missing = Choice::Missing(generation(1, 2), 1);
        assert_eq!(Choice::of(&one_folder(2, lost)), missing);
        let behind = vec![seen(1, 0, 2, &[5]), seen(1, 1, 2, &[])];
        assert_eq!(Choice::of(&one_folder(2, behind)), missing);
    }

    #[test]
    fn answers_need_no_other_part() {
        let mut last = seen(1, 0, 3, &[9]);
        last.answered = true;
        let answered = Choice::Answered { generation: generation(1, 3), part: 0, taker: 0 };
        assert_eq!(Choice::of(&one_folder(2, vec![last])), answered);
    }
}
