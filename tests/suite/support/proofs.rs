//! The law of proofs, with the reference implementation.

use std::collections::HashMap;

use chongkak::board::Position;
use chongkak::rules::Rules;
use chongkak::search::{Bounded, Proof, Solution, Unproven};

use super::{Reference, ReferenceHole};

pub type Proven = (Solution, Result<Proof, Unproven>);

/// The law of proofs again, as plainly as possible.
struct Law<'a> {
    rules: &'a Rules,
    known: HashMap<Reference, (i32, i32)>,
}

impl Law<'_> {
    fn bounds(&self, position: &Reference) -> (i32, i32) {
        if position.mark == "over" {
            return (position.result(), position.result());
        }
        let bare = Reference { stores: [0, 0], ..position.clone() };
        let lead = position.result() - bare.result();
        let (lower, upper) =
            self.known.get(&bare).copied().unwrap_or_else(|| trivial(self.rules, &bare));
        (lead + lower, lead + upper)
    }

    /// Accepts a position of a proof if its bounds follow from those before it.
    fn take(&mut self, bounded: &Bounded) {
        let position = Reference::read(&bounded.position.to_string());
        assert_eq!(position.stores, [0, 0]);
        let all = position.moves(self.rules).into_iter();
        let all: Vec<_> = all.map(|(.., told)| self.bounds(&told.after)).collect();
        let best = bounded
            .reached_by
            .map(|by| self.bounds(&position.sown(self.rules, by.hole.index(), by.stops).after));
        let (lowest, highest) = trivial(self.rules, &position);
        let (lower, upper) = (bounded.lower, bounded.upper);
        if position.mover == 0 {
            assert!(lower.is_none_or(|lower| best.unwrap().0 >= lower));
            assert!(upper.is_none_or(|upper| all.iter().all(|after| after.1 <= upper)));
        } else {
            assert!(upper.is_none_or(|upper| best.unwrap().1 <= upper));
            assert!(lower.is_none_or(|lower| all.iter().all(|after| after.0 >= lower)));
        }
        assert!(lower.is_some() || upper.is_some());
        let bounds = (lower.unwrap_or(lowest), upper.unwrap_or(highest));
        assert!(self.known.insert(position, bounds).is_none(), "once each");
    }
}

/// Seeds in play that certainly become the mover's and the opponent's (docs/RULES.md).
pub fn sure(rules: &Rules, position: &Reference) -> [i32; 2] {
    let is = |option: &str, value: &str| rules.value(option).unwrap() == value;
    let usual = is("capture_in", "own") && is("rest", "owner");
    if is("store", "far") || is("occupied", "bank") || !usual {
        return [0, 0];
    }
    let (by_row, by_end) = (of_whole_rows(rules, position), of_ends_of_rows(rules, position));
    [0, 1].map(|player| by_row[player].max(by_end[player]))
}

/// Open holes, and those of them with seeds.
fn open_and_filled(holes: &[ReferenceHole]) -> (i32, i32) {
    let open = holes.iter().filter(|hole| hole.state == 'o');
    let filled = open.clone().filter(|hole| hole.seeds > 0).count() as i32;
    (open.count() as i32, filled)
}

/// The part that rests on all holes of a row.
fn of_whole_rows(rules: &Rules, position: &Reference) -> [i32; 2] {
    let is = |option: &str, value: &str| rules.value(option).unwrap() == value;
    let relays = is("occupied", "relay");
    let players = [position.mover, 1 - position.mover];
    let rows = players.map(|player| open_and_filled(&position.rows[player]));
    if is("capture", "none") {
        rows.map(|(open, filled)| filled.min(if relays { (open / 2).min(3) } else { open }))
    } else if !is("lap", "none") {
        rows.map(|(open, filled)| match (relays, open) {
            (_, 0) => 0,
            (false, _) => filled.min(open - 1),
            (true, 1..=3) => 0,
            (true, 4..=5) => filled.min(1),
            (true, 6..=7) => filled.min(2),
            (true, _) => filled.min(3),
        })
    } else if relays && is("lone", "bank") {
        let more = rows[0].0 >= 4 && rows[0].1 >= 3;
        let others = match rows[1] {
            (8.., 4..) => 2,
            (4.., 2..) => 1,
            _ => 0,
        };
        [if more { 2 } else { 1 }, others]
    } else {
        [0, 0]
    }
}

/// The part that rests on the holes which face closed ones at the beginning of the other row.
fn of_ends_of_rows(rules: &Rules, position: &Reference) -> [i32; 2] {
    let relays = rules.value("occupied").unwrap() == "relay";
    [position.mover, 1 - position.mover].map(|player| {
        let row = &position.rows[player];
        let others = position.rows[1 - player].iter();
        let facing = others.take_while(|hole| hole.state == 'x').count();
        let guarded = facing + usize::from(relays);
        let (open, filled) = open_and_filled(&row[row.len().saturating_sub(guarded)..]);
        filled.min(if relays { (open / 2).min(3) } else { open })
    })
}

/// Returns the bounds that hold without a search: no player wins more than the seeds in open holes,
/// or not even the last of them; those in protected ones are already won.
fn trivial(rules: &Rules, bare: &Reference) -> (i32, i32) {
    let seeds = |player: usize, state| -> i32 {
        let holes = bare.rows[player].iter();
        let seeds: u32 = holes.filter(|h| h.state == state).map(|h| h.seeds).sum();
        seeds as i32
    };
    let kept = seeds(0, 'p') - seeds(1, 'p');
    let in_play = seeds(0, 'o') + seeds(1, 'o');
    let mut sure = sure(rules, bare);
    if bare.mover == 1 {
        sure.reverse();
    }
    // A seed that one gets counts twice, because the other does not get it.
    (kept - in_play + 2 * sure[0], kept + in_play - 2 * sure[1])
}

/// Checks that a proof proves the bounds of a solution, and counts its positions.
pub fn follows(rules: &Rules, position: &Position, (found, proof): Proven) -> usize {
    let proof = proof.unwrap();
    let count = proof.len();
    let mut law = Law { rules, known: HashMap::new() };
    for bounded in proof.positions() {
        law.take(&bounded);
    }
    let (lower, upper) = law.bounds(&Reference::read(&position.to_string()));
    assert!(lower >= found.bounds.lower && upper <= found.bounds.upper);
    count
}
