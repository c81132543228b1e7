//! Looks through an endgame table for seeds that nobody can take: the best bounds of the form "who
//! is to move (or waits), with so many open holes and so many of them filled, gets at least so many
//! seeds", where a hole reaches his store at once and where none does.
//!
//! Each line has the least that a player gets of the seeds in play, what of it is proven
//! (docs/RULES.md), the number of positions, in how many of them he gets no more, and the smallest
//! of these: they are the exceptions to the next better bound. What is not proven is only seen, up
//! to so many seeds. A bound that is proven and does not hold ends in an error.
//!
//! With --ends it counts instead, by the seeds in play, the positions in which B gets none of them,
//! at most one and at most two: A takes all the others.
//!
//! usage: cargo run --release --example scan-laws RULES SEEDS [ROW-A ROW-B] [OPTION=VALUE ...]
//!        [--ends]
//!
//! A row is written o for an open hole, x for a closed and p for a protected one, from hole 1 on.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::num::NonZeroUsize;

use chongkak::board::{Field, HoleState, Position, Setup, Side};
use chongkak::control::Control;
use chongkak::rules::{Preset, Rules};
use chongkak::tables::{Endgame, Placed};
use chongkak::unchecked::{Kernel, State, Wide};
use rayon::prelude::*;

/// A kind of positions as a player sees them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Kind {
    waits: bool,
    open: usize,
    filled: u32,
    reaches: bool,
}

/// The positions of a kind.
#[derive(Clone, Copy)]
struct Seen {
    positions: u64,
    least: u32,
    with_least: u64,
    /// The first entry of those, with fewest seeds.
    smallest: u64,
    proven: u32,
}

type Found = BTreeMap<Kind, Seen>;

fn main() -> io::Result<()> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let ends = arguments.pop_if(|last| last == "--ends").is_some();
    let (options, words): (Vec<_>, Vec<_>) = arguments.iter().partition(|word| word.contains('='));
    let [name, seeds, rows @ ..] = &words[..] else {
        panic!("expected: RULES SEEDS [ROW-A ROW-B] [OPTION=VALUE ...]");
    };
    let mut rules = Preset::named(name).expect("a rule set").rules;
    for option in options {
        let (option, value) = option.split_once('=').expect("an option with its value");
        rules.set(option, value).expect("an option and its value");
    }
    let field = match rows {
        [] => {
            let row = "o".repeat(rules.holes.get().into());
            field(&row, &row)
        }
        [a, b] => field(a, b),
        _ => panic!("expected two rows or none"),
    };
    let seeds = seeds.parse().expect("a number of seeds");
    let threads = NonZeroUsize::new(rayon::current_num_threads()).expect("a thread");
    let table = Endgame::build(&rules, field, seeds, threads, Control::none()).expect("a table");
    if ends {
        return print_ends(&mut io::stdout().lock(), &count_ends(&table));
    }
    let found = scan(&table, &rules, field);
    print(&mut io::stdout().lock(), &table, &found)?;
    let wrong = found.values().any(|seen| seen.least < seen.proven);
    assert!(!wrong, "a bound that is proven does not hold");
    Ok(())
}

/// A field whose rows have these states.
fn field(row_a: &str, row_b: &str) -> Field {
    let row = |states: &str| {
        let pit = |state| match state {
            'o' => "1",
            'x' => "x",
            'p' => "0p",
            _ => panic!("expected o, x and p, not {state}"),
        };
        states.chars().map(pit).collect::<Vec<_>>().join(",")
    };
    let setup: Setup = format!("{}/0 {}/0 A", row(row_a), row(row_b))
        .parse()
        .expect("a board");
    Position::new(&setup)
        .expect("open holes in both rows")
        .field()
}

/// Looks at all positions of a table whose mover can move.
fn scan(table: &Endgame, rules: &Rules, field: Field) -> Found {
    let kernel = Kernel::<Wide>::new(rules, field);
    let entries = 0..table.layout().positions();
    let found = entries
        .into_par_iter()
        .fold(Found::new, |mut found, entry| {
            let placed = table.layout().placed(entry).expect("an entry");
            let value = table.at(entry).expect("a value");
            for (kind, got) in seen_by_both(field, &placed, value) {
                add(
                    &mut found,
                    kind,
                    Seen {
                        positions: 1,
                        least: got,
                        with_least: 1,
                        smallest: entry,
                        proven: u32::MAX,
                    },
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
    let known = found.entry(kind).or_insert(Seen {
        positions: 0,
        ..seen
    });
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
    let rows = [
        (false, placed.mover, own),
        (true, placed.mover.other(), others),
    ];
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
type Ends = [u64; 4];

/// Counts them by the seeds in play, and by who is to move.
fn count_ends(table: &Endgame) -> Vec<[Ends; 2]> {
    let sizes = table.seeds() as usize + 1;
    let none = || vec![[Ends::default(); 2]; sizes];
    let counted = (0..table.layout().positions())
        .into_par_iter()
        .fold(none, |mut ends, entry| {
            let placed = table.layout().placed(entry).expect("an entry");
            if placed.last_turn {
                return ends;
            }
            let value = table.at(entry).expect("a value");
            let both = seen_by_both(table.layout().field(), &placed, value);
            // Of who is to move, who stands first, and of who waits.
            if let [(_, moves), (_, waits)] = both[..] {
                let got_by_b = if placed.mover == Side::A {
                    waits
                } else {
                    moves
                };
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
        sums.zip(some.iter().flatten().flatten())
            .for_each(|(sum, count)| *sum += count);
        all
    })
}

fn print_ends(out: &mut impl Write, ends: &[[Ends; 2]]) -> io::Result<()> {
    writeln!(
        out,
        "seeds  A to move   B gets 0  at most 1  at most 2  B to move   B gets 0  at most 1  \
         at most 2"
    )?;
    for (seeds, counts) in ends.iter().enumerate().skip(1) {
        write!(out, "{seeds:5}")?;
        for count in counts.iter().flatten() {
            write!(out, "  {count:9}")?;
        }
        writeln!(out)?;
    }
    Ok(())
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

fn position(table: &Endgame, entry: u64) -> Position {
    let placed = table.layout().placed(entry).expect("an entry");
    Position::new(&table.layout().setup(&placed)).expect("a position of the table")
}

fn print(out: &mut impl Write, table: &Endgame, found: &Found) -> io::Result<()> {
    let (positions, seeds) = (table.layout().positions(), table.seeds());
    writeln!(out, "{positions} positions, up to {seeds} seeds in play")?;
    for waits in [false, true] {
        let who = if waits { "who waits" } else { "who is to move" };
        writeln!(
            out,
            "\n{who}\nopen  filled  reaches  at least  proven  positions     no more  the smallest"
        )?;
        for (kind, seen) in found.iter().filter(|(kind, _)| kind.waits == waits) {
            let reaches = if kind.reaches { "yes" } else { "no" };
            let smallest = position(table, seen.smallest);
            writeln!(
                out,
                "{:4}  {:6}  {reaches:7}  {:8}  {:6}  {:9}  {:10}  {smallest}",
                kind.open, kind.filled, seen.least, seen.proven, seen.positions, seen.with_least,
            )?;
        }
    }
    Ok(())
}
