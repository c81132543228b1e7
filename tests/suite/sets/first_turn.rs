//! `tools/first-turn.rs`, the program on which results of Overbeck's game depend: it shares no
//! code with the project, and plays as the plain rules do.

#[expect(dead_code, reason = "the tool's own main function")]
#[path = "../../../tools/first-turn.rs"]
mod tool;

use std::collections::BTreeSet;

use chongkak::board::{Mark, Position, Side};
use chongkak::moves::{Game, Outcome, trace};
use chongkak::rules::Preset;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use tool::{After, Aim, Reached, State, forces, opening};

use crate::support::{cases, seed};

/// A state as a position: the first `closed` holes of A are out of play.
fn game_of(state: &State, closed: usize) -> Option<Game> {
    let row = |cells: &[u8], closed: usize| {
        let cell = |(at, seeds): (usize, &u8)| match at < closed {
            true => "x".to_owned(),
            false => seeds.to_string(),
        };
        cells.iter().enumerate().map(cell).collect::<Vec<_>>().join(",")
    };
    let (a, b) = (row(&state.cells[..9], closed), row(&state.cells[10..19], 0));
    let mark = if state.is_final { " final" } else { "" };
    let [stored_a, stored_b] = [9, 19].map(|store: usize| state.cells[store]);
    let text = format!("{a}/{stored_a} {b}/{stored_b} {}{mark}", ["A", "B"][state.mover]);
    let position: Position = text.parse().ok()?;
    Game::new(&Preset::named("overbeck").unwrap().rules, &position).ok()
}

/// A random state in which the mover can move.
fn random(random: &mut StdRng, most: u8, filled: u32) -> (State, usize) {
    let closed = random.random_range(0..=7);
    let mut cells = [0; 20];
    for (at, cell) in cells.iter_mut().enumerate() {
        let in_play = at >= closed && ![9, 19].contains(&at) && random.random_ratio(filled, 10);
        *cell = if in_play { random.random_range(0..=most) } else { 0 };
    }
    let mover = random.random_range(0..2);
    let is_final = random.random_ratio(1, 5);
    (State { cells, mover, is_final }, closed)
}

#[test]
fn its_moves_are_those_of_the_rules() {
    let mut numbers = StdRng::seed_from_u64(seed());
    let (mut played, mut kinds) = (0, [0; 3]);
    while played < cases(40_000) {
        // Rounds end only on boards that are nearly empty.
        let (most, filled) = [(11, 6), (2, 2)][numbers.random_range(0..2)];
        let (state, closed) = random(&mut numbers, most, filled);
        let Some(game) = game_of(&state, closed) else { continue };
        for made in game.legal_moves() {
            let told = trace(game.rules(), game.position(), made).unwrap();
            let mut next = state;
            let after = next.play(10 * state.mover + made.hole.index(), closed);
            match after {
                After::Over => {
                    assert_eq!(told.outcome, Outcome::Over, "{game}: {made}");
                    assert_eq!(next.of_b(), told.after.owned(Side::B), "{game}: {made}");
                    assert_eq!(next.mover, state.mover);
                }
                _ => {
                    let expected = game_of(&next, closed).unwrap();
                    assert_eq!(*expected.position(), told.after, "{game}: {made}");
                    assert_eq!(next.is_final, told.after.mark() == Mark::Final);
                    assert_eq!(after == After::Again, told.outcome == Outcome::Again);
                }
            }
            kinds[after as usize] += 1;
            played += 1;
        }
    }
    assert!(kinds.iter().all(|kind| *kind > played / 200), "{kinds:?}");
}

/// Whether B can force an aim, by the plain rules alone.
fn can_force(game: &Game, aim: Aim) -> bool {
    let mut moves = game.legal_moves().map(|made| {
        let told = trace(game.rules(), game.position(), made).unwrap();
        match told.outcome {
            Outcome::Over => {
                (made.side == Side::B || !aim.last) && told.after.owned(Side::B) >= aim.seeds
            }
            _ => can_force(&game.play(made).unwrap(), aim),
        }
    });
    match game.position().mover() {
        Side::B => moves.any(|can| can),
        Side::A => moves.all(|can| can),
    }
}

#[test]
fn its_answers_are_those_of_a_plain_search() {
    let mut numbers = StdRng::seed_from_u64(seed());
    let mut found = [[0_u64; 2]; 2];
    while found[0][0] + found[0][1] < cases(2_000) {
        let (state, closed) = random(&mut numbers, 2, 3);
        let Some(game) = game_of(&state, closed) else { continue };
        let most = state.cells.iter().map(|cell| u32::from(*cell)).sum::<u32>();
        if most > 9 {
            continue;
        }
        let seeds = numbers.random_range(0..=most);
        for last in [false, true] {
            let aim = Aim { seeds, last };
            // A small memory, in which positions displace each other.
            let can = forces(&state, aim, closed, &mut vec![None; 64]);
            assert_eq!(can, can_force(&game, aim), "{game}: {seeds}, {last}");
            found[usize::from(last)][usize::from(can)] += 1;
        }
    }
    assert!(found.iter().flatten().all(|count| *count > 20), "{found:?}");
}

/// The ends of the turn of a position, by the plain rules alone.
fn ends_of(game: &Game, ends: &mut BTreeSet<String>) {
    for made in game.legal_moves() {
        let next = game.play(made).unwrap();
        match next.position().mover() {
            Side::A => ends_of(&next, ends),
            Side::B => _ = ends.insert(next.position().to_string()),
        }
    }
}

#[test]
fn its_ends_of_the_first_turn_are_those_of_the_rules() {
    for (filled, count) in [(1, 1..10), (2, 2..100), (3, 100..1_000)] {
        let (start, closed) = (opening(filled), 9 - filled);
        let mut expected = BTreeSet::new();
        ends_of(&game_of(&start, closed).unwrap(), &mut expected);
        let ends = Reached::from(start, closed).ends;
        let told = |end: &State| game_of(end, closed).unwrap().position().to_string();
        assert_eq!(ends.iter().map(told).collect::<BTreeSet<_>>(), expected);
        assert!(count.contains(&expected.len()), "{filled}: {}", expected.len());
    }
}
