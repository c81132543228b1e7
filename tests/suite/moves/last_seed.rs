//! The seeds that can't be captured where each move gains one: the laws of single moves behind
//! them, the bounds themselves by the reference implementation's full search, and that they are not
//! used where they are wrong. (`last_holes` and `guarded_holes` have those of other rules.)

use std::collections::HashMap;

use chongkak::board::{Position, Setup};
use chongkak::control::Control;
use chongkak::moves::{Outcome, trace};
use chongkak::rules::Rules;
use chongkak::search::Solver;
use proptest::prelude::*;

use crate::search::proof_files::{all_refused, lines, sealed};
use crate::support::{Reference, any_board, any_rules, game, home, minimax, sized, sure};

/// Any rules under which each move gains a seed.
fn each_move_brings_a_seed() -> impl Strategy<Value = Rules> {
    let capture = prop::sample::select(vec!["both", "opposite"]);
    (any_rules(), capture).prop_map(|(mut rules, capture)| {
        for (option, value) in [
            ("store", "near"),
            ("capture_in", "own"),
            ("rest", "owner"),
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

/// Counts open holes of a player, and those of them with seeds.
pub fn row(position: &Position, player: usize) -> [usize; 2] {
    let reference = Reference::read(&position.to_string());
    let open = reference.rows[player].iter().filter(|hole| hole.state == 'o');
    let filled = open.clone().filter(|hole| hole.seeds > 0);
    [open.count(), filled.count()]
}

/// Seeds that can't be captured from a player: in the store and in protected holes.
pub fn won(position: &Position, player: usize) -> u32 {
    let reference = Reference::read(&position.to_string());
    let kept = reference.rows[player].iter().filter(|hole| hole.state == 'p');
    reference.stores[player] + kept.map(|hole| hole.seeds).sum::<u32>()
}

proptest! {
    #![proptest_config(crate::support::law(20_000))]

    #[test]
    fn each_move_wins_a_seed_and_leaves_a_row_its_seeds(
        rules in each_move_brings_a_seed(), position in any_board(10, 9),
    ) {
        let player = position.mover().index();
        let [open, filled] = row(&position, 1 - player);
        for hole in position.legal() {
            let played = trace(&rules, &position, hole).unwrap();
            prop_assert!(won(&played.after, player) > won(&position, player));
            let [_, left] = row(&played.after, 1 - player);
            let again = played.outcome == Outcome::Again;
            for (holes, seeds) in [(4, 2), (8, 4)] {
                if open >= holes && filled >= seeds {
                    prop_assert!(left >= if again { seeds } else { seeds - 1 }, "{position} {hole}");
                }
            }
        }
    }

    /// The move nearest to the store gains two, continues the turn, or leaves seeds in two holes.
    #[test]
    fn seeds_in_three_holes_bring_two(
        rules in each_move_brings_a_seed(), position in any_board(8, 9),
    ) {
        let player = position.mover().index();
        let [open, filled] = row(&position, player);
        let nearest = position.legal().last().unwrap();
        let played = trace(&rules, &position, nearest).unwrap();
        let wins = won(&played.after, player) - won(&position, player);
        let [_, left] = row(&played.after, player);
        let enough = open < 4 || filled < 3 || wins >= 2 || left >= 2;
        prop_assert!(enough, "{position} {nearest}");
    }
}

proptest! {
    #![proptest_config(crate::support::law(2_000))]

    #[test]
    fn nobody_takes_the_last_seed(rules in each_move_brings_a_seed(), position in any_board(5, 1)) {
        prop_assert!(sure(&rules, &Reference::read(&position.to_string()))[0] >= 1);
        the_bounds_hold(&rules, &position);
    }

    #[test]
    fn nobody_takes_the_last_two_from_eight_holes(
        rules in each_move_brings_a_seed(),
        own in prop::sample::subsequence((0..8).collect::<Vec<usize>>(), 1..=4),
        others in prop::sample::subsequence((0..8).collect::<Vec<usize>>(), 3..=6),
    ) {
        let row = |filled: &[usize]| (0..8).map(|hole| filled.contains(&hole).into()).collect();
        let [own, others]: [Vec<u32>; 2] = [row(&own), row(&others)];
        let written = |row: Vec<u32>| row.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
        let text = format!("{}/0 {}/0 A", written(own), written(others));
        let setup: Setup = text.parse().unwrap();
        the_bounds_hold(&rules, &Position::new(&setup).unwrap());
    }
}

/// The guaranteed seeds are gained in the reference implementation's full search, which equals the
/// solver's.
pub fn the_bounds_hold(rules: &Rules, position: &Position) {
    let reference = Reference::read(&position.to_string());
    let value = minimax(rules, &reference, &mut HashMap::new());
    what_is_sure_is_in(rules, position, value);
    let found = Solver::new().solve(&game(rules, position), Control::none());
    assert_eq!(found.unwrap().value(), Some(value), "{position}");
}

/// In a position of this value both players have their guaranteed part of the seeds in open holes.
pub fn what_is_sure_is_in(rules: &Rules, position: &Position, value: i32) {
    let reference = Reference::read(&position.to_string());
    let open = reference.rows.iter().flatten().filter(|hole| hole.state == 'o');
    let all = open.map(|hole| hole.seeds).sum::<u32>() as i32;
    let [a, b] = [0, 1].map(|player| won(position, player) as i32);
    let gained = [value - (a - b), (a - b) - value][reference.mover];
    let [own, others] = sure(rules, &reference);
    let bounds = 2 * own - all..=all - 2 * others;
    assert!(bounds.contains(&gained), "{position}: {value}, {rules:?}");
}

/// Boards of this many open holes a row with at most two seeds in each, A to move.
fn boards(holes: usize) -> impl Iterator<Item = Position> {
    (0..3_usize.pow(2 * holes as u32)).filter_map(move |number| {
        let seeds = |place: usize| (number / 3_usize.pow(place as u32) % 3).to_string();
        let row = |from: usize| (from..from + holes).map(seeds).collect::<Vec<_>>().join(",");
        let setup: Setup = format!("{}/0 {}/0 A", row(0), row(holes)).parse().unwrap();
        Position::new(&setup).ok()
    })
}

/// Whether the mover captures everything from an opponent with seeds in at least this many holes.
fn takes_all(rules: &Rules, filled: usize, position: &Position) -> bool {
    let [_, has] = row(position, 1);
    let reference = Reference::read(&position.to_string());
    has >= filled && minimax(rules, &reference, &mut HashMap::new()) == position.total() as i32
}

#[test]
fn no_board_of_four_holes_is_taken_whole() {
    let rules = sized("conglak", 4, 1);
    let taken = boards(4).find(|position| takes_all(&rules, 2, position));
    assert_eq!(taken, None);
}

/// With three holes, with seeds in one of four, where the seeds of an occupied hole are banked, or
/// where a lone seed stays, everything can be captured.
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
        assert_eq!(found.unwrap().value(), Some(taken.total() as i32), "{taken}");
    }
}

/// The full opening of conglak is worth all but a seed; under other options the checker does not
/// accept that.
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
