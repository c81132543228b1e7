//! Exact values: compared with other implementations, the reference implementation, and the laws of
//! the solver.

use chongkak::chong::{
    BoardSolver, BoardValues, ChongPosition, ChongRules, Dice, Forced, KingBack, Profile, Unsolved,
    probability,
};
use chongkak::control::{Control, Progress, StopReason};
use proptest::prelude::*;

use super::{any_rules, reference};
use crate::support::{THREADS, at_once, set};

fn solve(rules: &ChongRules) -> BoardValues {
    let solver = BoardSolver::new(rules, 1024);
    let start = ChongPosition::start(rules);
    solver.solve(&start, Control::none()).unwrap()
}

/// The probability at the start, and the number of positions.
fn start(rules: &ChongRules) -> (f64, usize) {
    let solved = solve(rules);
    let value = solved.value(&ChongPosition::start(rules)).unwrap();
    assert!(solved.error().is_some_and(|error| error < 1e-10));
    (probability(value), solved.states())
}

/// Options with their values.
type Changes = &'static [(&'static str, &'static str)];

/// Profile, changes, columns, dice, the probability that the first player wins. Two independent
/// implementations agree on them.
const VALUES: [(&str, Changes, u8, u8, f64); 8] = [
    ("content", &[], 2, 1, 0.531_936_754_370),
    ("content", &[], 2, 4, 0.620_941_787_746),
    ("content", &[], 3, 1, 0.532_847_384_049),
    ("blocked", &[], 2, 4, 0.618_491_632_299),
    ("blocked", &[], 3, 1, 0.532_792_872_185),
    ("blocked", &[("chong_takes", "always")], 2, 4, 0.618_918_151_329),
    ("blocked", &[("opening_rest", "sum")], 2, 4, 0.639_605_745_897),
    ("blocked", &[("overshoot", "allowed")], 2, 4, 0.674_176_175_812),
];

#[test]
fn values_are_those_of_two_other_implementations() {
    for (profile, changes, columns, dice, expected) in VALUES {
        let mut rules = Profile::named(profile).unwrap().rules(columns).unwrap();
        rules.set("dice", &dice.to_string()).unwrap();
        for (option, value) in changes {
            rules.set(option, value).unwrap();
        }
        let (found, _) = start(&rules);
        assert!((found - expected).abs() < 1e-11, "{rules:?}: {found}");
    }
}

/// Profile, columns, dice, reachable positions, by the same implementations.
const COUNTS: [(&str, u8, u8, usize); 3] =
    [("content", 2, 4, 1822), ("content", 3, 1, 32_829), ("content", 3, 2, 118_583)];

#[test]
fn as_many_positions_are_found_as_by_other_implementations() {
    for (profile, columns, dice, expected) in COUNTS {
        let mut rules = Profile::named(profile).unwrap().rules(columns).unwrap();
        rules.set("dice", &dice.to_string()).unwrap();
        assert_eq!(solve(&rules).states(), expected, "{profile} 3x{columns}, {dice} dice");
    }
}

#[test]
fn a_first_throw_wins_as_often_as_it_should() {
    let rules = Profile::named("blocked").unwrap().rules(3).unwrap();
    let wins = Dice::all(rules.dice).into_iter().filter(|(_, throw)| {
        rules.ends(&ChongPosition::start(&rules), *throw).iter().any(|end| end.won)
    });
    let weight: u32 = wins.map(|(weight, _)| weight).sum();
    // 0.297839506 of all throws.
    assert!((f64::from(weight) / 1296.0 - 0.297_839_506).abs() < 1e-9, "{weight}");
}

/// Compares all values of a small board with the reference implementation.
fn agrees_with_the_reference(rules: &ChongRules) {
    let solved = solve(rules);
    let (values, count) = reference::values(rules);
    assert_eq!(solved.states(), count, "{rules:?}");
    for (board, expected) in values {
        let found = solved.value(&board.position());
        let near = found.is_some_and(|found| (found - expected).abs() < 1e-8);
        assert!(near, "{rules:?} {board:?}: {found:?}, expected {expected}");
    }
}

#[test]
fn every_option_has_the_references_values() {
    for option in chongkak::chong::OPTION_NAMES.into_iter().skip(1) {
        for value in ChongRules::values_of(option).unwrap() {
            let mut rules = ChongRules::new(2).unwrap();
            rules.set("dice", "1").unwrap();
            rules.set(option, value).unwrap();
            agrees_with_the_reference(&rules);
        }
    }
}

#[test]
fn two_dice_have_the_references_values() {
    // With this profile two Chongs let the king go back, and positions recur.
    let mut rules = Profile::named("dlp").unwrap().rules(2).unwrap();
    rules.set("dice", "2").unwrap();
    agrees_with_the_reference(&rules);
}

#[test]
fn options_that_take_two_dice_have_the_references_values() {
    let changes = [
        ("forced", "max_dice"),
        ("forced", "may_stop"),
        ("king_back", "two_turns"),
        ("opening_rest", "sum"),
        ("opening_rest", "free"),
    ];
    for (option, value) in changes {
        let mut rules = ChongRules::new(2).unwrap();
        rules.set("dice", "2").unwrap();
        rules.set(option, value).unwrap();
        agrees_with_the_reference(&rules);
    }
}

/// A given error is a bound.
#[test]
fn an_error_is_claimed_only_where_it_is_bounded() {
    for (option, value, bounded) in [
        ("forced", "must", true),
        ("forced", "max_dice", true),
        ("forced", "may_stop", false),
        ("king_back", "two_turns", false),
        ("king_path", "advance", false),
    ] {
        let mut rules = ChongRules::new(2).unwrap();
        rules.set("dice", "1").unwrap();
        rules.set(option, value).unwrap();
        assert_eq!(solve(&rules).error().is_some(), bounded, "{option}={value}");
    }
}

proptest! {
    #![proptest_config(crate::support::remembered_law(8))]

    #[test]
    fn options_together_have_the_references_values(rules in any_rules(2..=2)) {
        agrees_with_the_reference(&rules.with("dice", 1).unwrap());
    }

    /// The value of a position follows from those of its ends.
    #[test]
    fn values_follow_from_each_other(rules in any_rules(3..=3), seed: u64) {
        let rules = rules.with("dice", 1).unwrap();
        let solved = solve(&rules);
        let all = solved.positions();
        let mut random = chongkak::math::Random::new(seed, 0);
        for _ in 0..300 {
            let position = all[random.below(all.len())];
            let value = solved.value(&position).unwrap();
            let (mut sum, mut passes) = (0.0, 0);
            for (weight, throw) in Dice::all(rules.dice) {
                let ends = rules.ends(&position, throw);
                let best = ends.iter().map(|end| {
                    if end.won { 1.0 } else { -solved.value(&end.after).unwrap() }
                });
                sum += f64::from(weight) * best.fold(-1.0, f64::max);
                passes += u32::from(ends.iter().all(|end| end.way.is_empty())) * weight;
            }
            let all = 6_u32.pow(rules.dice.into());
            // With goal = annihilate, the remaining pieces decide a dead position.
            if passes < all || value == 0.0 {
                let expected = sum / f64::from(all);
                prop_assert!((value - expected).abs() < 1e-9, "{rules:?} {position:?}");
            }
            prop_assert!((-1.0..=1.0).contains(&value));
        }
    }
}

#[test]
fn who_may_pass_is_worth_no_less_than_after_a_pass() {
    let mut rules = ChongRules::new(2).unwrap();
    rules.set("dice", "2").unwrap();
    rules.forced = Forced::MayStop;
    let solved = solve(&rules);
    assert!(solved.entangled() > 0);
    for position in solved.positions() {
        let value = solved.value(&position).unwrap();
        let other = solved.value(&position.swapped());
        if position.mover.opened()
            && let Some(other) = other
        {
            assert!(value >= -other - 1e-9, "{position:?}: {value} {other}");
        }
    }
}

#[test]
fn threads_and_memory_don_t_change_values() {
    let rules = Profile::named("blocked").unwrap().rules(3).unwrap();
    let rules = rules.with("dice", 2).unwrap();
    let values = THREADS.map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| start(&rules))
    });
    assert!(values.iter().all(|value| *value == values[0]), "{values:?}");
}

#[test]
fn limits_and_large_boards_are_told() {
    let solve = |rules: &ChongRules, memory: usize, control: Control<'_>| {
        let solver = BoardSolver::new(rules, memory);
        let start = ChongPosition::start(rules);
        solver.solve(&start, control).err()
    };
    let reason = |unsolved: Option<Unsolved>| match unsolved {
        Some(Unsolved::Stopped { reason, found, valued }) => (reason, found, valued),
        other => panic!("{other:?}"),
    };
    let mut rules = ChongRules::new(4).unwrap();
    rules.set("dice", "1").unwrap();
    rules.king_back = KingBack::TwoTurns;
    let (limit, found, valued) = reason(solve(&rules, 4, Control::none()));
    assert_eq!((limit, valued), (StopReason::Memory, 0));
    assert!(found > 10_000);
    assert_eq!(
        solve(&ChongRules::new(9).unwrap(), 4, Control::none()),
        Some(Unsolved::Columns { columns: 9 })
    );
    let small = ChongRules::new(3).unwrap();
    for (control, limit) in at_once(&set()) {
        assert_eq!(reason(solve(&small, 1024, control)).0, limit);
    }
}

#[test]
fn progress_counts_positions() {
    let rules = ChongRules::new(2).unwrap();
    let progress = Progress::new();
    let control = Control::none().with_progress(&progress);
    let solver = BoardSolver::new(&rules, 64);
    let solved = solver.solve(&ChongPosition::start(&rules), control).unwrap();
    let (standing, all) = (progress.standing(), solved.states() as u64);
    assert_eq!(standing.stage, "positions valued");
    assert_eq!((standing.done, standing.of), (all, Some(all)));
}
