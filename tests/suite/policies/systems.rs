//! Opening systems: search results against brute force with the reference implementation.

use chongkak::board::Hole;
use chongkak::control::Control;
use chongkak::moves::Move;
use chongkak::rules::{Preset, Rules};
use chongkak::systems::{Family, Linear, System, search};

use crate::support::{Reference, sized};

const fn linear(times: i32, plus: i32) -> Linear {
    Linear { times, plus }
}

const fn system(lead: Option<Linear>, first: Linear, step: i32) -> System {
    System { lead, first, step }
}

/// Whether all moves of a line end in the store, by the reference implementation.
fn reference_goes_on(rules: &Rules, opening: &str, line: &[i32]) -> bool {
    let mut reference = Reference::read(opening);
    line.iter().all(|&hole| {
        let index = usize::try_from(hole - 1).unwrap();
        if !reference.choices(reference.mover).contains(&index) {
            return false;
        }
        let played = reference.play(rules, index);
        reference = played.after;
        played.outcome == "again"
    })
}

/// The holes of a line: to the end of the filled holes, or to one that was played before.
fn holes(filled: &[i32], lead: Option<i32>, first: i32, step: i32) -> Vec<i32> {
    let mut line: Vec<i32> = lead.into_iter().collect();
    let mut next = first;
    while filled.contains(&next) && !line.contains(&next) {
        line.push(next);
        next += step;
    }
    line
}

fn filled(opening: &str) -> Vec<i32> {
    let reference = Reference::read(opening);
    let choices = reference.choices(reference.mover).into_iter();
    choices.map(|index| i32::try_from(index).unwrap() + 1).collect()
}

fn numbers(line: &[Move]) -> Vec<i32> {
    let numbers = line.iter().map(|played| played.hole.number());
    numbers.map(i32::from).collect()
}

#[test]
fn the_systems_of_the_full_boards() {
    for (name, family, least, texts) in [
        (
            "overbeck",
            Family::FullStarter,
            5,
            vec!["A1, then A(k) and on by -2", "A(k+1) and on by -2"],
        ),
        ("overbeck", Family::ShortStarter, 4, vec!["A(a+1) and on by -2", "A8 and on by -4"]),
        (
            "conglak",
            Family::FullStarter,
            4,
            vec!["A1, then A(k) and on by -2", "A(k+1) and on by -2"],
        ),
        ("conglak", Family::ShortStarter, 3, vec![]),
        ("congklak-six", Family::ShortStarter, 3, vec!["A(a+1) and on by -2"]),
        ("kalah", Family::FullStarter, 3, vec![]),
    ] {
        let rules = Preset::named(name).unwrap().rules;
        let (_, found) = search(&rules, &family.openings(&rules), least, Control::none()).unwrap();
        let letter = family.letter();
        let found: Vec<String> = found.iter().map(|f| f.system.text(letter)).collect();
        assert_eq!(found, texts, "{name}, {letter}");
    }
}

#[test]
fn lines_of_systems_go_on_by_the_reference_and_none_is_longer() {
    for (name, size) in [("overbeck", 9), ("conglak", 6), ("dakon", 5)] {
        let rules = sized(name, size, size);
        for family in Family::ALL {
            let openings = family.openings(&rules);
            let (lines, systems) = search(&rules, &openings, 3, Control::none()).unwrap();
            for one in &systems {
                for (number, line) in &one.lines {
                    let (_, opening) = openings[usize::try_from(number - 1).unwrap()];
                    let opening = opening.to_string();
                    assert!(reference_goes_on(&rules, &opening, &numbers(line)));
                }
            }
            for (opening, (_, position)) in lines.iter().zip(&openings) {
                let longest = longest_by_the_reference(&rules, &position.to_string());
                let lines: Vec<Vec<i32>> =
                    opening.longest.iter().map(|line| numbers(line)).collect();
                assert_eq!(lines, longest, "{position}");
            }
        }
    }
}

/// The longest lines of one opening, sorted.
fn longest_by_the_reference(rules: &Rules, opening: &str) -> Vec<Vec<i32>> {
    let filled = filled(opening);
    let span = i32::from(rules.holes);
    let leads = || [None].into_iter().chain(filled.iter().copied().map(Some));
    let mut lines = Vec::new();
    for lead in leads() {
        for &first in filled.iter().filter(|&&first| lead != Some(first)) {
            for step in (1 - span..span).filter(|&step| step != 0) {
                let line = holes(&filled, lead, first, step);
                if reference_goes_on(rules, opening, &line) {
                    lines.push(line);
                }
            }
        }
    }
    let most = lines.iter().map(Vec::len).max();
    lines.retain(|line| Some(line.len()) == most);
    lines.sort();
    lines.dedup();
    lines
}

/// Every rule without a lead, by the reference implementation: none that holds for the starters
/// with 5 to 8 holes has as many moves as the one found.
#[test]
fn no_other_rule_for_a_short_starter_is_as_long() {
    let rules = sized("overbeck", 9, 9);
    let openings: Vec<(i32, String)> = (5..=8)
        .map(|a| {
            let owned = u32::try_from(9 * a).unwrap();
            let opening = rules.opening_owning(owned, chongkak::board::Side::A);
            (a, opening.unwrap().to_string())
        })
        .collect();
    let moves = |times: i32, plus: i32, step: i32| -> Option<usize> {
        let mut moves = 0;
        for (a, opening) in &openings {
            let line = holes(&filled(opening), None, times * a + plus, step);
            if line.is_empty() || !reference_goes_on(&rules, opening, &line) {
                return None;
            }
            moves += line.len();
        }
        Some(moves)
    };
    assert_eq!(moves(1, 1, -2), Some(1 + 2 + 3 + 4));
    for times in -2..=2 {
        for plus in -16..=27 {
            for step in (-8..=8).filter(|&step| step != 0) {
                if (times, plus, step) != (1, 1, -2) {
                    assert!(moves(times, plus, step).unwrap_or(0) < 10);
                }
            }
        }
    }
}

/// The three rules on all boards with as many seeds in a hole as holes in a row.
#[test]
fn the_systems_hold_on_boards_of_all_sizes() {
    let his = system(Some(linear(0, 1)), linear(1, 0), -2);
    let next_to_it = system(None, linear(1, 1), -2);
    for size in 2..=18 {
        let rules = sized("overbeck", size, size);
        let holes = i32::from(size);
        for (k, opening) in Family::FullStarter.openings(&rules) {
            let line = his.line(&rules, k, &opening);
            assert_eq!(line.is_some(), k >= 2, "{size}, {k}");
            assert!(line.is_none_or(|line| line.len() == 1 + usize::try_from(k / 2).unwrap()));
            let line = next_to_it.line(&rules, k, &opening);
            assert_eq!(line.is_some(), k < holes, "{size}, {k}");
        }
        for (a, opening) in Family::ShortStarter.openings(&rules) {
            // From half of the holes on: otherwise A(a+1) is not filled.
            let line = next_to_it.line(&rules, a, &opening);
            assert_eq!(line.is_some(), 2 * a >= holes, "{size}, {a}");
            let length = usize::try_from((2 * a - holes) / 2).unwrap_or(0) + 1;
            assert!(line.is_none_or(|line| line.len() == length), "{size}, {a}");
        }
    }
}

#[test]
fn systems_are_told_in_words() {
    assert_eq!(
        system(Some(linear(0, 1)), linear(1, 0), -2).text('k'),
        "A1, then A(k) and on by -2"
    );
    assert_eq!(system(None, linear(-2, 11), 3).text('a'), "A(-2a+11) and on by +3");
    assert_eq!(linear(1, -1).text('a'), "a-1");
    assert_eq!(linear(1, 1).at(8).map(Hole::number), Some(9));
    assert_eq!(linear(1, 1).at(-1), None);
}
