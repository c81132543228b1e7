//! The seeds that can't be captured where captures need a full circuit, or don't exist: the two
//! laws of single moves, the bounds in whole tables and by the reference implementation's full
//! search, and counterexamples where a condition is missing.

use std::collections::HashMap;
use std::num::NonZeroUsize;

use chongkak::board::Position;
use chongkak::control::Control;
use chongkak::moves::trace;
use chongkak::rules::{Rules, StorePlace};
use chongkak::search::Solver;
use chongkak::tables::Endgame;
use proptest::prelude::*;

use super::last_seed::{row, the_bounds_hold, what_is_sure_is_in, won};
use crate::search::proof_files::{all_refused, lines, sealed};
use crate::support::{Reference, any_board, any_rules, game, home, minimax, sample, sized, sure};

fn board(text: &str) -> Position {
    Position::new(&text.parse().unwrap()).unwrap()
}

/// Any rules without immediate captures from a row.
fn nothing_is_taken_at_once() -> impl Strategy<Value = Rules> {
    any_rules().prop_filter_map("nothing at once", |mut rules| {
        rules.store = StorePlace::Near;
        rules.set("capture_in", "own").unwrap();
        rules.set("rest", "owner").unwrap();
        let is = |option, value| rules.value(option).unwrap() == value;
        let at_once = is("lap", "none") && !is("capture", "none");
        (!at_once && !is("occupied", "bank")).then_some(rules)
    })
}

/// A board of eight to ten holes a row with few seeds, with laps that end among them.
fn wide_board() -> impl Strategy<Value = Position> {
    let row = || prop::collection::vec(prop_oneof![3 => 0..=1u32, 1 => 0..=12u32], 10);
    (row(), row(), 6..=10usize).prop_filter_map("playable", |(a, b, n)| {
        let written = |row: &[u32]| row.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
        let text = format!("{}/0 {}/0 A", written(&a[..n]), written(&b[..n]));
        Position::new(&text.parse().unwrap()).ok()
    })
}

proptest! {
    #![proptest_config(crate::support::law(20_000))]

    #[test]
    fn no_move_takes_what_is_sure_of_the_others_holes(
        rules in nothing_is_taken_at_once(),
        position in prop_oneof![any_board(12, 9), wide_board()],
    ) {
        let player = position.mover().index();
        let [_, others] = sure(&rules, &Reference::read(&position.to_string()));
        for hole in position.legal() {
            let after = trace(&rules, &position, hole).unwrap().after;
            let [_, filled] = row(&after, 1 - player);
            prop_assert!(filled as i32 >= others, "{position} {hole}");
        }
    }

    #[test]
    fn the_move_nearest_to_the_store_wins_or_keeps_what_is_sure(
        rules in nothing_is_taken_at_once(),
        position in prop_oneof![any_board(12, 9), wide_board()],
    ) {
        let player = position.mover().index();
        let [own, _] = sure(&rules, &Reference::read(&position.to_string()));
        let nearest = position.legal().last().unwrap();
        let after = trace(&rules, &position, nearest).unwrap().after;
        let wins = won(&after, player) - won(&position, player);
        let still = sure(&rules, &Reference::read(&after.to_string()));
        let still = still[usize::from(after.mover().index() != player)];
        prop_assert!(wins as i32 + still >= own, "{position} {nearest}");
    }
}

proptest! {
    #![proptest_config(crate::support::law(2_000))]

    #[test]
    fn what_is_sure_is_had(rules in nothing_is_taken_at_once(), position in any_board(5, 1)) {
        the_bounds_hold(&rules, &position);
    }
}

proptest! {
    #![proptest_config(crate::support::law(500))]

    #[test]
    fn what_is_sure_of_six_holes_and_more_is_had(
        rules in nothing_is_taken_at_once(),
        own in prop::sample::subsequence((0..8).collect::<Vec<usize>>(), 1..=3),
        others in prop::sample::subsequence((0..8).collect::<Vec<usize>>(), 2..=4),
        protected in prop::sample::subsequence((0..8).collect::<Vec<usize>>(), 0..=2),
    ) {
        let written = |filled: &[usize], protected: &[usize]| {
            let pit = |hole| match (filled.contains(&hole), protected.contains(&hole)) {
                (false, true) => "0p",
                (true, _) => "1",
                (false, false) => "0",
            };
            (0..8).map(pit).collect::<Vec<_>>().join(",")
        };
        let text = format!("{}/0 {}/0 A", written(&own, &[]), written(&others, &protected));
        the_bounds_hold(&rules, &board(&text));
    }
}

/// All combinations of the options that matter here.
fn all_options() -> Vec<Rules> {
    let mut all = vec![sized("congklak", 1, 1)];
    for (option, values) in [
        ("occupied", &["relay", "stop", "bank"][..]),
        ("lap", &["none", "passed", "circuit"]),
        ("capture", &["both", "opposite", "none"]),
        ("lone", &["stay", "bank"]),
        ("store_last", &["again", "stop"]),
        ("end", &["side-empty", "stalled", "mover-stuck", "board-empty"]),
    ] {
        let set = |rules: &Rules, value| {
            let mut rules = *rules;
            rules.set(option, value).unwrap();
            rules
        };
        all = (all.iter())
            .flat_map(|rules| values.iter().map(move |value| set(rules, value)))
            .collect();
    }
    all
}

/// Endgame tables are independent of the bounds: no position in them violates one.
#[test]
fn tables_of_all_options_have_no_exception() {
    for (row_a, row_b, seeds) in [
        ("1,1,1,1", "1,1,1,1", 4),
        ("1,0p,1,1,1", "1,x,1,1,1", 3),
        ("1,1,1,1,1,1", "x,1,0p,1,1,x", 3),
        ("1,1,1,1", "x,x,x,1", 3),
    ] {
        let start = board(&format!("{row_a}/0 {row_b}/0 A"));
        for rules in sample(all_options()) {
            let rules = rules.fitted_to(&start);
            let table = table(&rules, &start, seeds);
            let entries = (0..table.layout().positions()).map(|entry| {
                let placed = table.layout().placed(entry).unwrap();
                table.layout().setup(&placed)
            });
            for position in entries.filter_map(|setup| Position::new(&setup).ok()) {
                what_is_sure_is_in(&rules, &position, table.value(&position).unwrap());
            }
        }
    }
}

fn table(rules: &Rules, start: &Position, seeds: u32) -> Endgame {
    let (field, one) = (start.field(), NonZeroUsize::MIN);
    Endgame::build(rules, field, seeds, one, Control::none()).unwrap()
}

/// Boards on which the opponent of the player to move gets less than the bound if a condition is
/// dropped: this many seeds instead of more.
#[test]
fn without_a_condition_less_is_had() {
    let boards = [
        // Three holes, where the capture takes one of two, and four or five, where two are
        // required.
        ("", "0,1,1/0 1,1,1/0 A", 0, 1),
        ("lap=circuit", "0,1,1/0 1,1,1/0 A", 0, 1),
        ("", "0,0,0,2/0 1,0,1,0/0 A", 1, 2),
        ("", "0,0,0,1,1/0 1,0,1,0,1/0 A", 1, 2),
        ("", "0,0,0,0,1,1/0 1,0,1,0,1,0/0 A", 2, 3),
        ("", "2,0,0,1,0,1,3/0 0,1,0,1,0,1,0/0 A", 2, 3),
        // A protected hole and a closed one, which are not among the four.
        ("", "0,0,0,2/0 1,0,2,0p/0 A", 0, 1),
        ("", "x,0,1,1/0 1,1,1,x/0 A", 0, 1),
        // An immediate capture; occupied holes that are banked.
        ("lap=none lone=stay", "1,0,1,0/0 1,1,0,0/0 A", 0, 1),
        ("lap=none", "0,0,1,0/0 1,0,0,0/0 A", 0, 1),
        ("occupied=bank", "0,0,0,2/0 1,0,0,0/0 A", 0, 1),
        // Without captures one hole and three, with seeds that stay one and two.
        ("capture=none", "2/0 1/0 A", 0, 1),
        ("capture=none", "0,0,2/0 1,0,1/0 A", 1, 2),
        ("capture=none", "0,0,0,1,1/0 1,0,1,0,1/0 A", 2, 3),
        ("occupied=stop", "3/0 1/0 A", 0, 1),
        ("occupied=stop", "0,5/0 1,1/0 A", 1, 2),
    ];
    for (options, text, has, more) in boards {
        let (mut rules, position) = (sized("congklak", 1, 1), board(text));
        for option in options.split_whitespace() {
            let (option, value) = option.split_once('=').unwrap();
            rules.set(option, value).unwrap();
        }
        let found = Solver::new().solve(&game(&rules, &position), Control::none()).unwrap();
        let value = minimax(&rules, &Reference::read(text), &mut HashMap::new());
        assert_eq!(found.value(), Some(value), "{options} {text}");
        let of_b = (position.total() as i32 - value) / 2 - won(&position, 1) as i32;
        assert_eq!(of_b, has, "{options} {text}");
        assert!(has < more && row(&position, 1)[1] as i32 >= more, "{options} {text}");
        assert!(sure(&rules, &Reference::read(text))[1] <= has, "{options} {text}");
    }
}

/// The full opening of congklak is worth all but two seeds; under other options, or in a proof of
/// an earlier version, the checker does not accept that.
#[test]
fn a_proof_that_rests_on_it_needs_the_rules_for_it() {
    let lines = lines(&home().join("positions/proofs/congklak.proof"));
    let mut texts = Vec::new();
    for (option, value) in [("occupied", "bank"), ("lap", "none")] {
        let mut changed = lines.clone();
        changed[0]["rules"][option] = value.into();
        texts.push(sealed(&changed));
    }
    let mut older = lines;
    older[0]["version"] = 2.into();
    texts.push(sealed(&older));
    all_refused("last-holes", &texts, 1, "wrong");
}
