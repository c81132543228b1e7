//! Trains the nets in `crates/chong/src/nets` from scratch, by self-play.
//!
//! The net of 3 x 12 starts with random weights, that of a larger board with the weights learned on
//! a smaller one. Every board has its own random numbers and runs in one thread, so the same seed
//! gives bit-identical nets. `docs/measurements/chong.md` has the training time and the playing
//! strength.
//!
//! usage: scripts/fit-chong [SEED [COLUMNS …]]     (default: seed 1, all boards)
//!
//! With columns it writes only those nets, but also trains the boards that they start from.

mod float_net;
mod lessons;
mod training;

use std::io::{self, Write};
use std::sync::OnceLock;
use std::time::Instant;

use float_net::FloatNet;
use training::{Plan, train};

/// The boards in the order of work of two threads, with the board that each starts from.
const THREADS: [&[(Plan, Option<u8>)]; 2] = [
    &[(plan(12, 2_000_000), None), (plan(16, 2_000_000), Some(12)), (plan(24, 700_000), Some(16))],
    &[
        (plan(3, 1_000_000), None),
        (plan(4, 1_000_000), Some(3)),
        (plan(5, 1_000_000), Some(4)),
        (plan(20, 1_200_000), Some(16)),
    ],
];

/// Columns of the largest board on which nets learn to play with any number of dice.
const SMALL: u8 = 10;

const fn plan(columns: u8, positions: usize) -> Plan {
    Plan {
        columns,
        positions,
        trace: match columns {
            0..=SMALL => 0.0,
            11 | 12 => 0.5,
            _ => 0.8,
        },
        fewer_dice: if columns <= SMALL { 70 } else { 6 },
        simple: if columns <= SMALL { 40 } else { 15 },
        rate: 2e-3,
    }
}

fn main() -> io::Result<()> {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>().expect("a number"));
    let seed = numbers.next().unwrap_or(1);
    let wanted: Vec<u64> = numbers.collect();
    let nets: [OnceLock<FloatNet>; 29] = [const { OnceLock::new() }; 29];
    let begun = Instant::now();
    std::thread::scope(|scope| {
        let works = THREADS.map(|boards| {
            let (nets, wanted) = (&nets, &wanted);
            scope.spawn(move || {
                for (plan, from) in boards.iter().filter(|(plan, _)| needed(wanted, plan.columns)) {
                    let known = from.map(|columns| nets[usize::from(columns)].wait());
                    let net = train(plan, known, seed, &|played, error| tell(plan, played, error));
                    let net = nets[usize::from(plan.columns)].get_or_init(|| net);
                    if wanted.is_empty() || wanted.contains(&plan.columns.into()) {
                        let name = format!("crates/chong/src/nets/{}.bin", plan.columns);
                        std::fs::write(name, net.stored().stored())?;
                    }
                }
                io::Result::Ok(())
            })
        });
        works.into_iter().try_for_each(|work| work.join().expect("no thread panics"))
    })?;
    writeln!(io::stderr(), "trained in {} s", begun.elapsed().as_secs())
}

/// Whether a board is trained: it is requested, or a board that starts from it is trained.
fn needed(wanted: &[u64], columns: u8) -> bool {
    let boards = || THREADS.into_iter().flatten();
    let begins =
        |(plan, from): &&(Plan, Option<u8>)| *from == Some(columns) && needed(wanted, plan.columns);
    wanted.is_empty() || wanted.contains(&columns.into()) || boards().any(|board| begins(&board))
}

/// Reports the progress of training now and then.
fn tell(plan: &Plan, played: usize, error: f32) {
    if played % (16 * training::ROUND) < training::ROUND + 200 {
        let columns = plan.columns;
        // Progress may be lost.
        let _ = writeln!(io::stderr(), "3 x {columns}: {played} positions, error {error:.4}");
    }
}
