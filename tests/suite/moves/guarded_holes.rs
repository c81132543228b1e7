//! The seeds at the end of a row that faces closed holes: the laws of single moves, the bounds by
//! the reference implementation's full search, and boards where a condition is missing.

use std::collections::HashMap;

use chongkak::board::{Mark, Position, Setup};
use chongkak::moves::trace;
use chongkak::rules::{RoundEnd, Rules, StorePlace};
use proptest::prelude::*;

use super::last_seed::{the_bounds_hold, won};
use crate::search::proof_files::{all_refused, lines, sealed};
use crate::support::{Reference, any_rules, home, minimax, sized, sure};

/// Any rules with captures, from the player's own row alone.
fn with_captures() -> impl Strategy<Value = Rules> {
    (any_rules(), any::<bool>()).prop_map(|(mut rules, both)| {
        rules.store = StorePlace::Near;
        let capture = if both { "both" } else { "opposite" };
        for (option, value) in [("capture_in", "own"), ("rest", "owner"), ("capture", capture)] {
            rules.set(option, value).unwrap();
        }
        rules
    })
}

/// Those under which only the guarded holes are sure of seeds.
fn at_once() -> impl Strategy<Value = Rules> {
    with_captures().prop_filter_map("only these holes", |mut rules| {
        rules.set("lap", "none").unwrap();
        let is = |option, value| rules.value(option).unwrap() == value;
        let by_moves = is("occupied", "relay") && is("lone", "bank");
        (!by_moves && !is("occupied", "bank")).then_some(rules)
    })
}

/// Boards of up to this many holes, with the first ones of a row closed.
fn board(holes: usize, seeds: u32) -> impl Strategy<Value = Position> {
    let pit = prop_oneof![
        12 => (0..=seeds).prop_map(|seeds| seeds.to_string()),
        1 => Just("x".to_owned()),
        1 => (0..=2u32).prop_map(|seeds| format!("{seeds}p")),
    ];
    let row = || prop::collection::vec(pit.clone(), holes);
    let board = (row(), row(), 2..=holes, 1..holes, any::<[bool; 2]>());
    board.prop_filter_map("playable", |(mut a, mut b, n, closed, [of_a, a_moves])| {
        (if of_a { &mut a } else { &mut b })[..closed.min(n - 1)].fill("x".to_owned());
        let mover = if a_moves { "A" } else { "B" };
        let text = format!("{}/2 {}/1 {mover}", a[..n].join(","), b[..n].join(","));
        Position::new(&text.parse().unwrap()).ok()
    })
}

/// The same board in a final turn, where the rules have such turns.
fn in_a_final_turn(rules: &Rules, position: Position) -> Position {
    let mark = if rules.end == RoundEnd::Stalled { Mark::Final } else { Mark::None };
    Position::new(&Setup { mark, ..position.setup() }).unwrap()
}

/// What a player is sure of, whoever is to move.
fn of_player(rules: &Rules, position: &Position, player: usize) -> i32 {
    let reference = Reference::read(&position.to_string());
    sure(rules, &reference)[usize::from(reference.mover != player)]
}

proptest! {
    #![proptest_config(crate::support::law(20_000))]

    #[test]
    fn no_move_takes_what_is_sure(
        rules in at_once(), position in board(12, 9), last in any::<bool>(),
    ) {
        let position = if last { in_a_final_turn(&rules, position) } else { position };
        let [player, other] = [position.mover().index(), 1 - position.mover().index()];
        let [own, others] = [player, other].map(|player| of_player(&rules, &position, player));
        for hole in position.legal() {
            let after = trace(&rules, &position, hole).unwrap().after;
            prop_assert!(of_player(&rules, &after, other) >= others, "{position} {hole}");
        }
        let nearest = position.legal().last().unwrap();
        let after = trace(&rules, &position, nearest).unwrap().after;
        let wins = (won(&after, player) - won(&position, player)) as i32;
        prop_assert!(wins + of_player(&rules, &after, player) >= own, "{position} {nearest}");
    }
}

proptest! {
    #![proptest_config(crate::support::law(2_000))]

    #[test]
    fn what_is_sure_is_had(rules in with_captures(), position in board(6, 1)) {
        the_bounds_hold(&rules, &position);
        the_bounds_hold(&rules, &in_a_final_turn(&rules, position));
    }
}

/// Boards with these holes at the beginning of A's row and others with at most two seeds each.
fn boards(first: &'static str, holes: usize) -> impl Iterator<Item = Position> {
    let closed = first.split(',').count();
    (0..3_usize.pow((2 * holes - closed) as u32)).filter_map(move |number| {
        let seeds = |place: usize| (number / 3_usize.pow(place as u32) % 3).to_string();
        let row = |cells: std::ops::Range<usize>| cells.map(seeds).collect::<Vec<_>>().join(",");
        let (a, b) = (row(0..holes - closed), row(holes - closed..2 * holes - closed));
        Position::new(&format!("{first},{a}/0 {b}/0 A").parse().unwrap()).ok()
    })
}

fn rules_with(options: &str, holes: u8) -> Rules {
    let mut rules = sized("overbeck", holes, 1);
    for option in options.split_whitespace() {
        let (option, value) = option.split_once('=').unwrap();
        rules.set(option, value).unwrap();
    }
    rules
}

fn seeds_of_b(rules: &Rules, position: &Position) -> i32 {
    let reference = Reference::read(&position.to_string());
    (position.total() as i32 - minimax(rules, &reference, &mut HashMap::new())) / 2
}

/// The first of these boards on which B has seeds in so many of the last holes and gets fewer.
fn fewer(
    options: &str,
    first: &'static str,
    [holes, last, filled]: [usize; 3],
) -> Option<Position> {
    let rules = rules_with(options, holes as u8);
    boards(first, holes).find(|position| {
        let reference = Reference::read(&position.to_string());
        let end = reference.rows[1][holes - last..].iter();
        end.filter(|hole| hole.seeds > 0).count() >= filled
            && seeds_of_b(&rules, position) < filled as i32
    })
}

#[test]
fn without_a_condition_less_is_had() {
    // One closed hole, and with relays the hole before the one that faces it.
    assert_eq!(fewer("", "x", [4, 2, 1]), None);
    assert_eq!(fewer("occupied=stop", "x", [3, 1, 1]), None);
    for (options, first, holes) in [
        // No closed hole; a protected one, into which A's hand sows; one hole more; two seeds.
        ("", "0", [3, 2, 1]),
        ("", "0p", [3, 2, 1]),
        ("", "x", [4, 3, 1]),
        ("", "x", [4, 2, 2]),
        ("rest=opponent", "x", [3, 2, 1]),
    ] {
        let found = fewer(options, first, holes);
        assert!(found.is_some(), "{options} {first} {holes:?}");
    }
    for (options, holes, text, has) in [
        // Without relays, of two filled holes the one that faces A's open hole.
        ("occupied=stop", 2, "x,4/0 1,1/0 A", 1),
        ("occupied=bank", 3, "x,1,3/0 0,1,0/0 A", 0),
    ] {
        let position = Position::new(&text.parse().unwrap()).unwrap();
        assert_eq!(seeds_of_b(&rules_with(options, holes), &position), has, "{options}");
    }
}

/// Overbeck's opening with six filled holes against nine is worth all but two seeds. Under other
/// options, or in a proof of an earlier version, the checker does not accept that.
#[test]
fn a_proof_that_rests_on_it_needs_the_rules_for_it() {
    let lines = lines(&home().join("positions/proofs/overbeck-54.proof"));
    let mut texts = Vec::new();
    for (option, value) in [("occupied", "bank"), ("capture_in", "either"), ("rest", "nobody")] {
        let mut changed = lines.clone();
        changed[0]["rules"][option] = value.into();
        texts.push(sealed(&changed));
    }
    let mut older = lines;
    older[0]["version"] = 3.into();
    texts.push(sealed(&older));
    all_refused("guarded-holes", &texts, 1, "wrong");
}
