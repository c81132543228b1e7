//! Written lines of moves, and rounds that follow them.

use chongkak::board::{Position, Setup, Side};
use chongkak::moves::{Round, parse_line};
use chongkak::rules::{Preset, Rules};
use chongkak::text::Diagnostic;

use crate::support::{Reference, run, stdout, text_of};

#[test]
fn moves_are_read_with_and_without_letters() {
    let line = parse_line(" A1, 7 b12,,3").unwrap();
    let read: Vec<_> = line.iter().map(|m| (m.side, m.hole.number())).collect();
    assert_eq!(read, [(Some(Side::A), 1), (None, 7), (Some(Side::B), 12), (None, 3)]);
    assert_eq!(line[1].span, 5..6);
    assert!(parse_line(" ").unwrap().is_empty());
}

/// Notations of books and other programs.
#[test]
fn moves_are_read_with_numbers_and_other_separators() {
    let plain = parse_line("A1 A7 A5 B3").unwrap();
    let holes = |text: &str| -> Vec<_> {
        let line = parse_line(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        line.iter().map(|m| (m.side, m.hole)).collect()
    };
    for text in [
        "1. A1 2. A7 3. A5 4. B3",
        "1.A1 2.A7 3.A5 4.B3",
        "1) A1 2) A7 3) A5 4) B3.",
        "1. A1 A7 A5 1... B3",
        "A1-A7-A5-B3",
        "A1 - A7 - A5 - B3",
        "A1;A7; A5;B3",
        "A1 > A7 > A5 > B3",
        "A1\u{2192}A7\u{2013}A5\u{2014}B3",
    ] {
        assert_eq!(holes(text), holes("A1 A7 A5 B3"), "{text}");
    }
    assert_eq!(plain.len(), 4);
    let numbered = parse_line("1. A1 12. 7").unwrap();
    assert_eq!((numbered[1].hole.number(), numbered[1].span.clone()), (7, 10..11));
    let wrong = parse_line("1. A1 2. C2").unwrap_err();
    assert_eq!((wrong.number, wrong.span), (2, Some(9..11)));
}

#[test]
fn wrong_moves_are_named_with_their_number_and_place() {
    for (text, number, word) in [
        ("A1 C2", 2, "C2"),
        ("A", 1, "A"),
        ("A0", 1, "A0"),
        ("1 2 19", 3, "19"),
        ("A+1", 1, "A+1"),
        ("é1", 1, "é1"),
    ] {
        let error = parse_line(text).unwrap_err();
        assert_eq!((error.number, &text[error.span.unwrap()]), (number, word));
    }
}

fn play(rules: &Rules, position: &str, line: &str) -> Result<Position, Diagnostic> {
    let setup: Setup = position.parse().unwrap();
    let position = Position::new(&setup).unwrap();
    let rules = rules.fitted_to(&position);
    let mut round = Round::new(&crate::support::game(&rules, &position));
    for written in parse_line(line).unwrap() {
        round.play_written(&written)?;
    }
    Ok(*round.position())
}

#[test]
fn illegal_moves_are_named_with_the_legal_ones() {
    let rules = Preset::named("overbeck").unwrap().rules;
    let error = |line| play(&rules, "1,0,3/0 1,1,1/0 A", line).unwrap_err().to_string();
    assert_eq!(error("2"), "move 1, A2: the hole holds no seeds; legal: A1 A3");
    let of_states = |hole| {
        let position = format!("1,{hole},3/0 1,1,1/0 A");
        play(&rules, &position, "2").unwrap_err().to_string()
    };
    for (hole, state) in
        [("x", "closed"), ("0p", "protected (ngacang)"), ("4p", "protected (ngacang)")]
    {
        let told = format!("move 1, A2: the hole is {state}; legal: A1 A3");
        assert_eq!(of_states(hole), told);
    }
    assert_eq!(error("B1"), "move 1, B1: A is to move; legal: A1 A3");
    assert_eq!(error("A4"), "move 1, A4: a row has 3 holes; legal: A1 A3");
}

#[test]
fn with_the_store_far_a_round_ends_where_a_position_recurs() {
    let mut rules = Preset::named("overbeck").unwrap().rules;
    rules.set("store", "far").unwrap();
    let start = "1,1/1 0,0/1 A final";
    // A1 relays through A2 into B's row, B1 brings the seeds back the same way.
    let once = play(&rules, start, "A1").unwrap();
    assert_eq!(once.to_string(), "0,0/1 1,1/1 B final");
    let back = play(&rules, start, "A1 B1").unwrap();
    assert_eq!(back.to_string(), "1,1/1 0,0/1 B over");
    assert!(play(&rules, start, "A1 B1 A1").is_err());
}

/// The line of an estimate ends with … exactly where it does not end the round, according to the
/// reference implementation, and also where it stops within a turn.
#[test]
fn an_estimates_line_says_that_it_stops() {
    let rules = Preset::named("congklak").unwrap().rules;
    let sets = text_of("positions/balanced.jsonl");
    let positions = sets.lines().map(|line| line.split('"').nth(7).unwrap());
    let (mut inside, mut behind) = (0, 0);
    for position in positions.take(12) {
        for depth in ["1", "2", "3"] {
            let options = "--rules congklak --fresh --tables none --threads 1 --no-board";
            let options: Vec<&str> = options.split(' ').collect();
            let text =
                stdout(&run(&[&["eval", position, "--depth", depth][..], &options].concat()));
            let (_, told) = text.split_once("\nline    ").unwrap();
            let told = told.replace("\n        ", " ");
            let told = told.lines().next().unwrap();
            let marked = told.strip_suffix(" …");
            let (mut reference, mut mover) = (Reference::read(position), None);
            for played in marked.unwrap_or(told).split(' ') {
                assert_eq!(&played[..1], ["A", "B"][reference.mover], "{position}: {told}");
                mover = Some(reference.mover);
                let hole: usize = played[1..].parse().unwrap();
                reference = reference.play(&rules, hole - 1).after;
            }
            let stops = reference.mark != "over";
            assert!(text.contains("an estimate") || !stops, "{text}");
            assert_eq!(marked.is_some(), stops, "{text}");
            match stops && mover == Some(reference.mover) {
                true => inside += 1,
                false => behind += 1,
            }
        }
    }
    assert!(inside > 0 && behind > 0, "{inside}, {behind}");
}
