//! Throws, moves and turns, against the reference implementation.

use std::collections::BTreeSet;

use chongkak::chong::{
    ChongPosition, ChongRules, Dice, DiceCount, KingPath, PlacedPosition, potential,
};
use proptest::prelude::*;

use super::any_rules;
use super::reference::{self, Board};

fn dice(faces: &[u8]) -> Dice {
    let faces: Vec<String> = faces.iter().map(u8::to_string).collect();
    faces.join(",").parse().unwrap()
}

proptest! {
    #![proptest_config(crate::support::law(600))]

    /// A random game: in every position the library and the reference implementation have the same
    /// ends of turns.
    #[test]
    fn turns_end_where_the_reference_ends_them(
        rules in any_rules(2..=6),
        throws in prop::collection::vec((prop::collection::vec(1..=6_u8, 4), any::<prop::sample::Index>()), 1..25),
    ) {
        let mut board = Board::start(rules.columns.get());
        for (faces, choice) in throws {
            if reference::over(&board, &rules).is_some() {
                break;
            }
            let faces = &faces[..rules.dice.into()];
            let expected = reference::ends(&board, faces, &rules);
            let position = board.position();
            prop_assert_eq!(Board::of(&position), board.clone());
            let found = rules.ends(&position, dice(faces));
            let ends: BTreeSet<_> =
                found.iter().map(|end| (Board::of(&end.after), end.won)).collect();
            prop_assert_eq!(ends.len(), found.len(), "an end came twice");
            prop_assert_eq!(&ends, &expected, "{:?} {:?} {:?}", rules, board, faces);
            for end in &found {
                follow(&rules, &position, dice(faces), end)?;
            }
            let (next, won) = expected.iter().nth(choice.index(expected.len())).unwrap().clone();
            prop_assert_eq!(won, reference::over(&next, &rules).is_some());
            prop_assert_eq!(next.position().verdict(&rules), reference::over(&next, &rules));
            board = next;
        }
    }
}

/// A way is legal move by move, leads to its end, and raises the potential with every move.
fn follow(
    rules: &ChongRules,
    position: &ChongPosition,
    throw: Dice,
    end: &chongkak::chong::End,
) -> Result<(), TestCaseError> {
    let mut turn = rules.begin(position, throw);
    let mut height = potential(rules, position);
    for wanted in &end.way {
        let mut next = None;
        rules.sub_moves(&turn, |sub_move, after| {
            if sub_move == *wanted {
                next = Some(after);
            }
        });
        prop_assert!(next.is_some(), "{wanted} is not legal");
        turn = next.unwrap();
        let now = ChongPosition { mover: turn.mover, other: turn.other };
        let higher = potential(rules, &now);
        // If soldiers come back, only pieces taken and marks count.
        let rises = match rules.king_path {
            KingPath::Retreat => higher > height,
            KingPath::Advance => higher >= height,
        };
        prop_assert!(rises, "{wanted} takes the potential from {height} to {higher}");
        height = higher;
    }
    prop_assert_eq!(rules.end(&turn), end.after);
    prop_assert_eq!(turn.won, end.won);
    Ok(())
}

#[test]
fn throws_add_up_to_all_ways_the_dice_can_fall() {
    for (count, different) in [(1, 6), (2, 21), (3, 56), (4, 126)] {
        let dice_count = DiceCount::new(count).unwrap();
        let throws = Dice::all(dice_count);
        assert_eq!(throws.len(), different);
        let total: u32 = throws.iter().map(|(weight, _)| weight).sum();
        assert_eq!(total, 6_u32.pow(count.into()));
        // Counted one by one.
        for faces in reference::all_throws(count) {
            assert!(throws.iter().any(|(_, throw)| *throw == dice(&faces)));
        }
        for (weight, throw) in &throws {
            let ways = reference::all_throws(count);
            let ways = ways.iter().filter(|faces| dice(faces) == *throw).count();
            assert_eq!(usize::try_from(*weight).unwrap(), ways, "{throw}");
        }
        let mut numbered = std::collections::BTreeMap::<Dice, u32>::new();
        for number in 0..6_usize.pow(count.into()) {
            *numbered.entry(Dice::numbered(dice_count, number)).or_default() += 1;
        }
        let listed: std::collections::BTreeMap<_, _> =
            throws.iter().map(|(weight, throw)| (*throw, *weight)).collect();
        assert_eq!(numbered, listed);
    }
}

#[test]
fn throws_are_read_in_any_order_and_wrong_ones_are_refused() {
    let throw: Dice = "6, 1,3,1".parse().unwrap();
    assert_eq!(throw.to_string(), "1,1,3,6");
    assert_eq!("4 2".parse::<Dice>().unwrap().to_string(), "2,4");
    let wrong = |text: &str| text.parse::<Dice>().unwrap_err().to_string();
    assert_eq!(wrong("1,7"), "die 2 is \"7\", expected a face from 1 (Chong) to 6");
    assert_eq!(wrong("0"), "die 1 is \"0\", expected a face from 1 (Chong) to 6");
    assert_eq!(wrong("1,,2"), "die 2 is \"\", expected a face from 1 (Chong) to 6");
    assert_eq!(wrong(""), "0 dice, expected 1 to 4");
    assert_eq!(wrong("1,1,1,1,1"), "5 dice, expected 1 to 4");
}

#[test]
fn the_board_looks_the_same_from_both_ends() {
    let rules = ChongRules::new(3).unwrap();
    let text = "S.K|.Sk|sSs";
    let a = PlacedPosition::parse(&format!("{text} A opened:AB"), &rules).unwrap();
    // The same board rotated, with the players' letters exchanged.
    let turned: String = text
        .chars()
        .rev()
        .map(|c| if c.is_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() })
        .collect();
    let b = PlacedPosition::parse(&format!("{turned} B opened:AB"), &rules).unwrap();
    assert_eq!(a.position, b.position);
}
