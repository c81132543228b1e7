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
//! RULES is a rule set or a rule file (its name ends in .toml). A row is written o for an open
//! hole, x for a closed and p for a protected one, from hole 1 on.

mod laws;

use std::io::{self, Write};
use std::num::NonZeroUsize;

use chongkak::board::{Field, Position, Setup};
use chongkak::control::Control;
use chongkak::rules::RuleSets;
use chongkak::tables::Endgame;

use laws::{Ends, Found, count_ends, position, scan};

fn main() -> io::Result<()> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let ends = arguments.pop_if(|last| last == "--ends").is_some();
    let (options, words): (Vec<_>, Vec<_>) = arguments.iter().partition(|word| word.contains('='));
    let [name, seeds, rows @ ..] = &words[..] else {
        panic!("expected: RULES SEEDS [ROW-A ROW-B] [OPTION=VALUE ...]");
    };
    let mut rules = match RuleSets::new().named(name) {
        Ok(set) => set.rules(),
        Err(error) => panic!("{error}"),
    };
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
    let setup: Setup = format!("{}/0 {}/0 A", row(row_a), row(row_b)).parse().expect("a board");
    Position::new(&setup).expect("open holes in both rows").field()
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
