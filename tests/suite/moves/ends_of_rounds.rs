//! Ends of rounds: passing until the board is empty, who gets the seeds that are left, and captures
//! in either row. The values are worked out by hand.

use std::collections::HashMap;

use chongkak::board::{Hole, Mark, Position, Side};
use chongkak::control::Control;
use chongkak::moves::{Outcome, trace};
use chongkak::rules::Rules;
use chongkak::search::Solver;
use proptest::prelude::*;

use crate::support::{Reference, any_game, game, minimax, sized};

fn board(text: &str) -> Position {
    Position::new(&text.parse().unwrap()).unwrap()
}

fn hole(number: u8) -> Hole {
    Hole::new(number).unwrap()
}

fn solved(rules: &Rules, position: &Position) -> i32 {
    let solver = Solver::new().with_memory(4);
    solver.solve(&game(rules, position), Control::none()).unwrap().value().unwrap()
}

fn with(options: &[(&str, &str)]) -> Rules {
    let mut rules = sized("kalah", 3, 1);
    for (option, value) in options {
        rules.set(option, value).unwrap();
    }
    rules
}

/// A3 ends in A's store. B3 ends in A1. A brings that seed home in three turns while B passes: A has
/// 2, B has 1. Under the other ends the round is over as soon as A3 has been played.
#[test]
fn a_player_without_seeds_passes_until_all_holes_are_empty() {
    let start = board("0,0,1/0 0,0,2/0 A");
    let rules = with(&[("end", "board-empty")]);
    let line = [("A3", "0,0,0/1 0,0,2/0 B", false), ("B3", "1,0,0/1 0,0,0/1 A", false)];
    let home = [
        ("A1", "0,1,0/1 0,0,0/1 A", true),
        ("A2", "0,0,1/1 0,0,0/1 A", true),
        ("A3", "0,0,0/2 0,0,0/1 A over", false),
    ];
    let mut position = start;
    for (played, after, passes) in line.into_iter().chain(home) {
        let lifted = hole(played[1..].parse().unwrap());
        let told = trace(&rules, &position, lifted).unwrap();
        assert_eq!((told.after.to_string().as_str(), told.passes), (after, passes), "{played}");
        position = told.after;
    }
    assert_eq!(solved(&rules, &start), 1);
    for end in ["side-empty", "mover-stuck"] {
        let value = solved(&with(&[("end", end)]), &start);
        assert_eq!(value, if end == "side-empty" { -1 } else { 1 }, "{end}");
    }
}

/// A3 empties A's row, which ends the round. B's two seeds are left.
#[test]
fn the_seeds_left_go_where_the_rules_say() {
    let start = board("0,0,1/0 0,0,2/0 A");
    for (rest, after) in [
        ("owner", "0,0,0/1 0,0,2/0 A over"),
        ("opponent", "0,0,0/3 0,0,0/0 A over"),
        ("last-mover", "0,0,0/3 0,0,0/0 A over"),
        ("nobody", "0,0,0/1 0,0,0/0 A over"),
    ] {
        let rules = with(&[("end", "side-empty"), ("rest", rest)]);
        let told = trace(&rules, &start, hole(3)).unwrap();
        assert_eq!(told.after.to_string(), after, "{rest}");
        assert_eq!(solved(&rules, &start), told.after.standing(), "{rest}");
    }
    // B1 captures A's last seed. Three seeds of B are left.
    let start = board("0,1,0/0 1,0,3/0 B");
    for (rest, after) in [
        ("owner", "0,0,0/0 0,0,3/2 B over"),
        ("opponent", "0,0,0/3 0,0,0/2 B over"),
        ("last-mover", "0,0,0/0 0,0,0/5 B over"),
        ("nobody", "0,0,0/0 0,0,0/2 B over"),
    ] {
        let rules = with(&[("end", "side-empty"), ("rest", rest)]);
        let told = trace(&rules, &start, hole(1)).unwrap();
        assert_eq!(told.after.to_string(), after, "{rest}");
    }
}

/// Seeds in protected holes are their owner's, whatever becomes of the others.
#[test]
fn protected_seeds_are_not_left() {
    let start = board("2p,0,1/0 0,1p,2/0 A");
    let rules = with(&[("end", "side-empty"), ("rest", "nobody")]);
    let told = trace(&rules, &start, hole(3)).unwrap();
    assert_eq!(told.after.to_string(), "2p,0,0/1 0,1p,0/0 A over");
}

/// A2 ends in B1, which was empty and lies opposite A3.
#[test]
fn a_last_seed_captures_in_either_row() {
    let start = board("0,3,4/0 0,1,1/0 A");
    for (capture_in, lap, after) in [
        ("own", "none", "0,0,5/1 1,1,1/0 B"),
        ("either", "none", "0,0,0/7 0,1,1/0 A over"),
        ("either", "passed", "0,0,5/1 1,1,1/0 B"),
        ("either", "circuit", "0,0,5/1 1,1,1/0 B"),
    ] {
        let rules = with(&[("capture_in", capture_in), ("lap", lap)]);
        let told = trace(&rules, &start, hole(2)).unwrap();
        assert_eq!(told.after.to_string(), after, "{capture_in} {lap}");
    }
}

proptest! {
    #![proptest_config(crate::support::law(4_000))]

    /// Why turns can't go round for ever: each move feeds the mover's store, or carries seeds of the
    /// mover's row nearer to it and leaves the other row as it is.
    #[test]
    fn rounds_end_with_an_empty_board((rules, position) in any_game(), choices in any::<u64>()) {
        let mut rules = rules;
        rules.set("store", "near").unwrap();
        rules.set("end", "board-empty").unwrap();
        let mut setup = position.setup();
        setup.mark = Mark::None;
        let Ok(mut position) = Position::new(&setup) else { return Ok(()) };
        let mut choices = choices;
        let row = |position: &Position, side: Side| position.setup().rows[side.index()].clone();
        let way = |position: &Position, side: Side| {
            let row = row(position, side);
            let holes = row.len() as u32;
            (0..holes).zip(row).map(|(hole, pit)| (holes - hole) * pit.seeds).sum::<u32>()
        };
        for _ in 0..200 {
            let legal: Vec<_> = position.legal().collect();
            let hole = legal[choices as usize % legal.len()];
            choices = choices.rotate_left(7).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let told = trace(&rules, &position, hole).unwrap();
            let side = position.mover();
            let after = told.after;
            if told.gain == 0 {
                prop_assert!(way(&after, side) < way(&position, side));
                prop_assert_eq!(row(&after, side.other()), row(&position, side.other()));
            }
            if told.outcome == Outcome::Over {
                prop_assert!(!after.can_move(Side::A) && !after.can_move(Side::B));
                break;
            }
            prop_assert!(after.can_move(after.mover()));
            prop_assert_eq!(told.passes, after.mover() == side && told.outcome == Outcome::Stop);
            position = after;
        }
    }
}

/// The reference implementation gives the same values, all options of these kinds together.
#[test]
fn values_agree_with_the_reference_implementation() {
    let boards = ["1,0,2/0 0,1,1/0 A", "0,2,1/0 1,0,1/0 B", "1,1,0/0 0,0,3/0 A", "2,1/0 0,2/0 A"];
    for text in boards {
        let start = board(text);
        for end in ["side-empty", "stalled", "mover-stuck", "board-empty"] {
            for rest in ["owner", "opponent", "last-mover", "nobody"] {
                for capture_in in ["own", "either"] {
                    for name in ["overbeck", "congklak", "kalah", "sungka", "chonka"] {
                        let mut rules = sized(name, 3, 1).fitted_to(&start);
                        rules.set("end", end).unwrap();
                        rules.set("rest", rest).unwrap();
                        rules.set("capture_in", capture_in).unwrap();
                        let expected = minimax(&rules, &Reference::read(text), &mut HashMap::new());
                        let told = format!("{name} {end} {rest} {capture_in} {text}");
                        assert_eq!(solved(&rules, &start), expected, "{told}");
                    }
                }
            }
        }
    }
}
