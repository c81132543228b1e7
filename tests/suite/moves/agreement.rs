//! The kernel, the plain rules and the reference implementation agree on every move.

use chongkak::board::{HoleState, MAX_TOTAL, Position, Setup, Side};
use chongkak::moves::{Move, MoveTrace, Outcome, trace};
use chongkak::rules::{BETWEEN_ROUNDS, FORMS_OF_SETS, Preset, ROUND_OPTIONS, Rest, Rules};
use chongkak::unchecked::{Cells, Kernel, KernelVisitor, State, with_kernel};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::support::{Reference, ReferenceMove, any_game, cases, game, law, seed};

/// Moves of random rounds.
const RANDOM_MOVES: u64 = 300_000;

/// The kernel's account of every legal move: the move, laps, outcome, position.
struct KernelMoves;

impl KernelVisitor for KernelMoves {
    type Output = Vec<(Move, u32, Outcome, Position)>;

    fn visit<C: Cells>(self, kernel: &Kernel<C>, start: &State<C>) -> Self::Output {
        let moves = kernel.moves(start).map(|made| {
            let played = kernel.make(start, made);
            let after = kernel.position(&played.state, played.outcome);
            (made, played.laps, played.outcome, after)
        });
        moves.collect()
    }
}

fn same_as_reference(trace: &MoveTrace, reference: &ReferenceMove) -> Result<(), String> {
    let lands: Vec<String> = trace.laps.iter().map(|lap| lap.last.to_string()).collect();
    let ours = (trace.after.to_string(), lands, trace.gain, trace.captured, trace.outcome.name());
    let theirs = (
        reference.after.text(),
        reference.lands.iter().map(ToString::to_string).collect(),
        reference.gain,
        reference.captured,
        reference.outcome,
    );
    if ours == theirs { Ok(()) } else { Err(format!("plain {ours:?}\n reference {theirs:?}")) }
}

/// Plays every legal move of a position in all three ways, and returns the resulting positions.
fn moves_agree(rules: &Rules, position: &Position) -> Result<Vec<Position>, String> {
    let reference = Reference::read(&position.to_string());
    let kernel = with_kernel(rules, position, KernelMoves);
    let slow = reference.moves(rules);
    let choices: Vec<_> = slow.iter().map(|(hole, stops, _)| (*hole, *stops)).collect();
    let made: Vec<_> = kernel.iter().map(|(made, ..)| (made.hole.index(), made.stops)).collect();
    let listed = game(rules, position).legal_moves();
    let listed: Vec<_> = listed.map(|made| (made.hole.index(), made.stops)).collect();
    if made != choices || listed != choices {
        let told = format!("kernel {made:?}, plain {listed:?}, reference {choices:?}");
        return Err(format!("{rules:?}\n{position}: {told}"));
    }
    for ((made, laps, outcome, after), (.., slow)) in kernel.iter().zip(&slow) {
        let told = |error: String| format!("{rules:?}\n{position}, {made}: {error}");
        let plain = trace(rules, position, *made).unwrap();
        let fast = (*laps as usize, *outcome, *after);
        let of_plain = (plain.laps.len(), plain.outcome, plain.after);
        if fast != of_plain {
            return Err(told(format!("kernel {fast:?}\n plain {of_plain:?}")));
        }
        same_as_reference(&plain, slow).map_err(told)?;
        assert!(slow.after.total() == position.total() || rules.rest == Rest::Nobody);
    }
    Ok(kernel.into_iter().map(|(_, _, _, after)| after).collect())
}

/// Random positions of every rule set, size, hole state and number of seeds; failures are shrunk to
/// a small position.
#[test]
fn kernel_and_reference_agree_on_200_000_random_positions() {
    let config = Config { max_global_rejects: 1_000_000, ..law(200_000) };
    let result = TestRunner::new(config).run(&any_game(), |(rules, position)| {
        moves_agree(&rules, &position).map(|_| ()).map_err(TestCaseError::fail)
    });
    if let Err(error) = result {
        panic!("{error}");
    }
}

/// Random rounds from random openings, with every move of every position played in all three ways.
/// (`scripts/check kernels` plays some hundred million.)
#[test]
fn kernel_and_reference_agree_along_random_rounds() {
    let (wanted, seed) = (cases(RANDOM_MOVES), seed());
    println!("CHONGKAK_SEED={seed}");
    let mut rng = StdRng::seed_from_u64(seed);
    let mut played = 0;
    while played < wanted {
        let (rules, mut position) = random_opening(&mut rng);
        for _ in 0..400 {
            let after = moves_agree(&rules, &position).unwrap_or_else(|error| panic!("{error}"));
            played += after.len() as u64;
            position = after[rng.random_range(0..after.len())];
            if position.is_over() {
                break;
            }
        }
    }
    println!("{played} moves played alike");
}

/// A named rule set with some options changed, and a round opening of any size under it.
fn random_opening(rng: &mut StdRng) -> (Rules, Position) {
    let presets = Preset::all();
    let mut rules = presets[rng.random_range(0..presets.len())].rules;
    rules.set("holes", &rng.random_range(1..=18).to_string()).unwrap();
    rules.set("seeds", &rng.random_range(1..=18).to_string()).unwrap();
    let refills = BETWEEN_ROUNDS.into_iter().filter(|option| !FORMS_OF_SETS.contains(option));
    for option in ROUND_OPTIONS.into_iter().chain(refills) {
        let values = match Rules::values_of(option).unwrap() {
            [] => &["1", "3", "18"],
            names => names,
        };
        if rng.random_range(0..3) == 0 {
            let value = values[rng.random_range(0..values.len())];
            rules.set(option, value).unwrap();
        }
    }
    let s = u32::from(rules.seeds);
    let owned = rng.random_range(s..=rules.total() - s);
    let mover = if rng.random_range(0..2) == 0 { Side::A } else { Side::B };
    let opening = rules.opening_owning(owned, mover).unwrap();
    // Openings hold at most 648 seeds: some rounds start with up to 1,023, in any holes.
    if rng.random_range(0..4) > 0 {
        return (rules, opening);
    }
    let mut setup = opening.setup();
    let mut left = rng.random_range(1..=MAX_TOTAL);
    setup.stores = [0, 0];
    for pit in setup.rows.iter_mut().flatten().filter(|pit| pit.state != HoleState::Closed) {
        pit.seeds = rng.random_range(0..=left.min(200));
        left -= pit.seeds;
    }
    setup.stores[1] = left;
    (rules, Position::new(&setup).unwrap_or(opening))
}

/// The extremes: one hole with everything, long laps, many circuits.
#[test]
fn crowded_boards_are_exact() {
    for n in 1..=18 {
        for heap in [37, 38, 254, 255, 256, 511, 1000, 1022] {
            for place in [0, n / 2, n - 1] {
                let mut row = vec!["0"; n];
                let heap_text = heap.to_string();
                row[place] = &heap_text;
                let empty = vec!["0"; n].join(",");
                let text = format!("{}/{} {empty}/0 A", row.join(","), 1023 - heap);
                let position = Position::new(&text.parse::<Setup>().unwrap()).unwrap();
                for preset in Preset::all() {
                    moves_agree(&preset.rules, &position).unwrap();
                }
            }
        }
    }
}
