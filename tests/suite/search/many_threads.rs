//! More threads take hardly more nodes, and their endgame table grows like that of one.

use std::num::NonZeroUsize;
use std::sync::Mutex;

use chongkak::board::{Position, Side};
use chongkak::control::Control;
use chongkak::moves::Game;
use chongkak::rules::Preset;
use chongkak::search::Solver;
use chongkak::tables::Endgame;

use crate::support::{game, sized};

/// Thread counts to try. (With three a table once stopped growing, by chance.)
const THREADS: [usize; 4] = [3, 4, 8, 16];

/// In MiB: no table here reaches it.
const MEMORY: usize = 1024;

/// Searches of half a million nodes, by rule set and position, or by the size of an opening.
const SHORT: [(&str, &str); 6] = [
    ("kalah", "4 6"),
    ("kalah", "5 4"),
    ("congklak", "3,6,1,5,0,1,14/28 0,1,9,4,0,7,0/19 A"),
    ("congklak", "7,3,6,2,0,1,12/34 1,1,1,0,4,8,0/18 B"),
    ("overbeck", "1,2,4,0,4,5,0,3,0/65 4,5,2,5,6,0,2,5,0/49 B"),
    ("overbeck", "15,3,4,0,0,17,2,1,0/39 1,0,2,2,0,5,1,0,3/67 A"),
];

/// Searches of ten million nodes and more.
const LONG: [(&str, &str); 3] = [
    ("kalah", "6 4"),
    ("congklak", "1,1,0,2,6,1,0/31 8,1,1,6,0,1,21/18 B"),
    ("overbeck", "0,4,0,2,1,3,0,1,10/63 7,4,5,7,1,0,0,3,2/49 B"),
];

fn game_of((rules, position): (&str, &str)) -> Game {
    let numbers: Vec<u8> = position.split(' ').flat_map(str::parse).collect();
    match numbers[..] {
        [holes, seeds] => Game::opening(&sized(rules, holes, seeds), Side::A),
        _ => game(
            &Preset::named(rules).unwrap().rules,
            &Position::new(&position.parse().unwrap()).unwrap(),
        ),
    }
}

/// The value, the nodes, and the seeds in play of the endgame table at the end.
fn solved(game: &Game, threads: usize) -> (Option<i32>, u64, Option<u32>) {
    let table = Mutex::new(None);
    let solver = Solver::new()
        .with_threads(NonZeroUsize::new(threads).unwrap())
        .with_memory(MEMORY)
        .with_keep(Some(&table));
    let found = solver.solve(game, Control::none()).unwrap();
    let table = table.into_inner().unwrap();
    (found.value(), found.nodes, table.as_ref().map(Endgame::seeds))
}

/// Solves a game on one thread and, several times, on several.
fn hold(case: (&str, &str), times: usize) {
    let game = game_of(case);
    let (value, nodes, seeds) = solved(&game, 1);
    assert!(seeds.is_some(), "{case:?}: no table");
    for threads in THREADS {
        for _ in 0..times {
            let found = solved(&game, threads);
            let told = format!("{case:?}, {threads} threads: {found:?}, on one {nodes}, {seeds:?}");
            assert_eq!(found.0, value, "{told}");
            assert!(found.1 as f64 <= 1.3 * nodes as f64, "{told}");
            // Fewer nodes may cost one level.
            let least = seeds.map(|seeds| seeds - u32::from(found.1 < nodes));
            assert!(found.2 >= least, "{told}");
        }
    }
}

#[test]
fn more_threads_take_hardly_more_nodes() {
    SHORT.into_iter().for_each(|case| hold(case, 1));
}

#[test]
#[ignore = "takes minutes: .ci/nightly"]
fn long_searches_and_five_times_each() {
    SHORT.into_iter().for_each(|case| hold(case, 5));
    LONG.into_iter().for_each(|case| hold(case, 1));
}
