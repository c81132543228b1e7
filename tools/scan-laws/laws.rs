//! The bounds that an endgame table shows, and the ends in which B gets next to nothing.

use std::collections::BTreeMap;

use chongkak::board::{Field, HoleState, Position, Side};
use chongkak::rules::Rules;
use chongkak::tables::{Endgame, Placed};
use chongkak::unchecked::{Kernel, State, Wide};
use rayon::prelude::*;

/// A kind of positions as a player sees them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Kind {
    pub waits: bool,
    pub open: usize,
    pub filled: u32,
    pub reaches: bool,
}

/// The positions of a kind.
#[derive(Clone, Copy)]
pub struct Seen {
    pub positions: u64,
    pub least: u32,
    pub with_least: u64,
    /// The first entry of those, with fewest seeds.
    pub smallest: u64,
    pub proven: u32,
}

/// The finding about each kind.
pub type Found = BTreeMap<Kind, Seen>;

/// Looks at all positions of a table whose mover can move.
pub fn scan(table: &Endgame, rules: &Rules, field: Field) -> Found {
    let kernel = Kernel::<Wide>::new(rules, field);
    let entries = 0..table.layout().positions();
    let found = entries.into_par_iter().fold(Found::new, |mut found, entry| {
        let placed = table.layout().placed(entry).expect("an entry");
        let value = table.at(entry).expect("a value");
        for (kind, got) in seen_by_both(field, &placed, value) {
            add(
                &mut found,
                kind,
                Seen { positions: 1, least: got, with_least: 1, smallest: entry, proven: u32::MAX },
            );
        }
        found
    });
    let mut found = found.reduce(Found::new, |mut all, some| {
        for (kind, seen) in some {
            add(&mut all, kind, seen);
        }
        all
    });
    // What is proven of a player is the same in all positions of a kind.
    for (kind, seen) in &mut found {
        let position = position(table, seen.smallest);
        let (own, others) = kernel.static_bounds(&State {
            cells: position.cells(),
            mover: position.mover(),
            last_turn: false,
        });
        seen.proven = if kind.waits { others } else { own };
    }
    found
}

fn add(found: &mut Found, kind: Kind, seen: Seen) {
    let known = found.entry(kind).or_insert(Seen { positions: 0, ..seen });
    let positions = known.positions + seen.positions;
    if known.positions == 0 || seen.least < known.least {
        *known = seen;
    } else if seen.least == known.least {
        known.with_least += seen.with_least;
        known.smallest = known.smallest.min(seen.smallest);
    }
    known.positions = positions;
}

/// The kinds of a position for who is to move and for who is not, with what they get of the seeds
/// in play; nothing if nobody can move.
fn seen_by_both(field: Field, placed: &Placed, value: i32) -> Vec<(Kind, u32)> {
    let open = field.open_holes(placed.mover).count_ones() as usize;
    let (own, others) = placed.seeds.split_at(open);
    if own.iter().all(|&seeds| seeds == 0) {
        return Vec::new();
    }
    let all = placed.seeds.iter().sum::<u32>().cast_signed();
    let rows = [(false, placed.mover, own), (true, placed.mover.other(), others)];
    rows.map(|(waits, side, row)| {
        let kind = Kind {
            waits,
            open: row.len(),
            filled: row.iter().filter(|&&seeds| seeds > 0).count() as u32,
            reaches: reaches(field, side, row),
        };
        let lead = if waits { -value } else { value };
        (kind, ((all + lead) / 2).cast_unsigned())
    })
    .to_vec()
}

/// The number of positions whose mover can move, and whose turn is not final; and of those among
/// them in which B gets no seed, at most one, at most two.
pub type Ends = [u64; 4];

/// Counts them by the seeds in play, and by who is to move.
pub fn count_ends(table: &Endgame) -> Vec<[Ends; 2]> {
    let sizes = table.seeds() as usize + 1;
    let none = || vec![[Ends::default(); 2]; sizes];
    let counted = (0..table.layout().positions()).into_par_iter().fold(none, |mut ends, entry| {
        let placed = table.layout().placed(entry).expect("an entry");
        if placed.last_turn {
            return ends;
        }
        let value = table.at(entry).expect("a value");
        let both = seen_by_both(table.layout().field(), &placed, value);
        // Of who is to move, who stands first, and of who waits.
        if let [(_, moves), (_, waits)] = both[..] {
            let got_by_b = if placed.mover == Side::A { waits } else { moves };
            let seeds: u32 = placed.seeds.iter().sum();
            let counts = &mut ends[seeds as usize][placed.mover.index()];
            counts[0] += 1;
            for most in got_by_b..=2 {
                counts[1 + most as usize] += 1;
            }
        }
        ends
    });
    counted.reduce(none, |mut all, some| {
        let sums = all.iter_mut().flatten().flatten();
        sums.zip(some.iter().flatten().flatten()).for_each(|(sum, count)| *sum += count);
        all
    })
}

/// Tells whether the first lap from one of the open holes ends in the store.
fn reaches(field: Field, side: Side, row: &[u32]) -> bool {
    let shape = field.shape();
    let (mut way, mut open) = (1, row.iter().rev());
    for cell in (shape.first(side)..shape.store(side)).rev() {
        match field.state(cell) {
            HoleState::Open if open.next() == Some(&way) => return true,
            HoleState::Closed => {}
            _ => way += 1,
        }
    }
    false
}

/// The position at an entry, with empty stores.
pub fn position(table: &Endgame, entry: u64) -> Position {
    let placed = table.layout().placed(entry).expect("an entry");
    Position::new(&table.layout().setup(&placed)).expect("a position of the table")
}
