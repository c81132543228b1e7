//! The seed that nobody can take from his opponent under some rules: the two laws of single moves
//! that it follows from, the bound itself by the twin's full search, and that it is not used where
//! it is wrong.

use std::collections::HashMap;

use chongkak::board::{Position, Setup};
use chongkak::control::Control;
use chongkak::moves::{Outcome, trace};
use chongkak::rules::Rules;
use chongkak::search::Solver;
use proptest::prelude::*;

use crate::proof_files::{all_refused, lines, sealed};
use crate::support::{Twin, any_board, any_rules, game, home, minimax, sized, sure};

/// Any rules under which each move brings a seed.
fn each_move_brings_a_seed() -> impl Strategy<Value = Rules> {
    let capture = prop::sample::select(vec!["both", "opposite"]);
    (any_rules(), capture).prop_map(|(mut rules, capture)| {
        for (option, value) in [
            ("store", "near"),
            ("occupied", "relay"),
            ("lone", "bank"),
            ("lap", "none"),
            ("capture", capture),
        ] {
            rules.set(option, value).unwrap();
        }
        rules
    })
}

/// Open holes of the player who is not to move at first, and those of them with seeds.
fn row(position: &Position, player: usize) -> [usize; 2] {
    let twin = Twin::read(&position.to_string());
    let open = twin.rows[player].iter().filter(|hole| hole.state == 'o');
    let filled = open.clone().filter(|hole| hole.seeds > 0);
    [open.count(), filled.count()]
}

/// Seeds that nobody can take from the mover: in his store and in his protected holes.
fn won(position: &Position, player: usize) -> u32 {
    let twin = Twin::read(&position.to_string());
    let kept = twin.rows[player].iter().filter(|hole| hole.state == 'p');
    twin.stores[player] + kept.map(|hole| hole.seeds).sum::<u32>()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(20_000) })]

    #[test]
    fn each_move_wins_a_seed_and_leaves_a_row_its_seeds(
        rules in each_move_brings_a_seed(), position in any_board(8, 9),
    ) {
        let player = position.mover().index();
        let [open, filled] = row(&position, 1 - player);
        for hole in position.legal() {
            let played = trace(&rules, &position, hole).unwrap();
            prop_assert!(won(&played.after, player) > won(&position, player));
            if open >= 4 && filled >= 2 {
                let [_, left] = row(&played.after, 1 - player);
                let least = if played.outcome == Outcome::Again { 2 } else { 1 };
                prop_assert!(left >= least);
            }
        }
    }

}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2_000) })]

    #[test]
    fn nobody_takes_the_last_seed(rules in each_move_brings_a_seed(), position in any_board(5, 1)) {
        let twin = Twin::read(&position.to_string());
        let value = minimax(&rules, &twin, &mut HashMap::new());
        let all: u32 = twin.rows.iter().flatten().filter(|hole| hole.state == 'o')
            .map(|hole| hole.seeds).sum();
        let [a, b] = [0, 1].map(|player| won(&position, player) as i32);
        let gained = if twin.mover == 0 { value - (a - b) } else { (a - b) - value };
        let [own, others] = sure(&rules, &twin);
        prop_assert!(own == 1 && gained >= 2 - all as i32, "{position}: {value}");
        prop_assert!(gained <= all as i32 - 2 * others, "{position}: {value}");
        let found = Solver::new().solve(&game(&rules, &position), Control::none()).unwrap();
        prop_assert_eq!(found.value(), Some(value));
    }
}

/// Boards of so many open holes a row with at most two seeds in each, A to move.
fn boards(holes: usize) -> impl Iterator<Item = Position> {
    (0..3_usize.pow(2 * holes as u32)).filter_map(move |number| {
        let seeds = |place: usize| (number / 3_usize.pow(place as u32) % 3).to_string();
        let row = |from: usize| {
            (from..from + holes)
                .map(seeds)
                .collect::<Vec<_>>()
                .join(",")
        };
        let setup: Setup = format!("{}/0 {}/0 A", row(0), row(holes)).parse().unwrap();
        Position::new(&setup).ok()
    })
}

/// Whether the mover takes all from an opponent with seeds in so many of his holes at least.
fn takes_all(rules: &Rules, filled: usize, position: &Position) -> bool {
    let [_, has] = row(position, 1);
    let twin = Twin::read(&position.to_string());
    has >= filled && minimax(rules, &twin, &mut HashMap::new()) == position.total() as i32
}

#[test]
fn no_board_of_four_holes_is_taken_whole() {
    let rules = sized("conglak", 4, 1);
    let taken = boards(4).find(|position| takes_all(&rules, 2, position));
    assert_eq!(taken, None);
}

/// With three holes, with seeds in one of four, or under another value of these options all can be
/// taken.
#[test]
fn without_a_condition_all_can_be_taken() {
    let changed = |option, value| {
        let mut rules = sized("conglak", 4, 1);
        rules.set(option, value).unwrap();
        rules
    };
    for (rules, holes, filled) in [
        (sized("conglak", 3, 1), 3, 2),
        (sized("conglak", 4, 1), 4, 1),
        (changed("occupied", "bank"), 4, 2),
        (changed("lone", "stay"), 4, 2),
    ] {
        let taken = boards(holes).find(|position| takes_all(&rules, filled, position));
        let taken = taken.unwrap_or_else(|| panic!("{rules:?}"));
        let found = Solver::new().solve(&game(&rules, &taken), Control::none());
        assert_eq!(
            found.unwrap().value(),
            Some(taken.total() as i32),
            "{taken}"
        );
    }
}

/// The full opening of conglak is worth all but a seed; under other options the checker does not
/// believe it.
#[test]
fn a_proof_that_rests_on_it_needs_the_rules_for_it() {
    let lines = lines(&home().join("positions/proofs/conglak.proof"));
    let mut texts = Vec::new();
    for (option, value) in [
        ("occupied", "bank"),
        ("lone", "stay"),
        ("lap", "passed"),
        ("lap", "circuit"),
        ("capture", "none"),
    ] {
        let mut changed = lines.clone();
        changed[0]["rules"][option] = value.into();
        texts.push(sealed(&changed));
    }
    all_refused("last-seed", &texts, 1, "wrong");
}
