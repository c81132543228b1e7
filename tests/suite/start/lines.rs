//! Lines of joint choices.

use chongkak::board::Side;
use chongkak::rules::Preset;
use chongkak::start::{Element, JointTurn, Lockstep, Next, Tie, parse_joint_line};

use crate::support::{JointReference, Reference, lockstep, sized};

/// Every line of a joint turn, played as text, agrees with the reference implementation.
#[test]
fn lines_are_played_as_the_reference_plays_them() {
    fn follow(model: &Lockstep, reference: &JointReference, line: &str, ends: &mut u32) {
        let rules = model.rules();
        let turn = JointTurn::read(model, line).unwrap();
        let more = |element: String| {
            if line.is_empty() { element } else { format!("{line} / {element}") }
        };
        // The reference implementation follows the line as far as it goes.
        let mut at = reference.clone();
        let mut written = parse_joint_line(line).unwrap().into_iter();
        for tick in &turn.ticks {
            let mut picks = [None; 2];
            if !(at.holes(0).is_empty() && at.holes(1).is_empty()) {
                let text = &line[written.next().unwrap().1];
                for word in text.split_whitespace() {
                    picks[usize::from(word.starts_with('B'))] =
                        Some(word[1..].parse::<usize>().unwrap() - 1);
                }
            }
            if tick.coin.is_some() {
                written.next().unwrap();
            }
            at = at.tick(rules, picks, usize::from(tick.coin == Some(Side::B))).0;
        }
        match (turn.next, turn.coin) {
            (Next::Done(position), _) => {
                *ends += 1;
                assert_eq!(position.to_string(), at.done(rules).unwrap().text(), "{line}");
            }
            (Next::Tick(_), Some(_)) => {
                for side in Side::BOTH {
                    follow(model, reference, &more(Element::Coin(side).to_string()), ends);
                }
            }
            (Next::Tick(_), None) => {
                let names = |player: usize| -> Vec<String> {
                    let holes = at.holes(player);
                    let name = |hole: usize| format!("{}{}", ["A", "B"][player], hole + 1);
                    if holes.is_empty() {
                        vec![String::new()]
                    } else {
                        holes.into_iter().map(name).collect()
                    }
                };
                for a in names(0) {
                    for b in names(1) {
                        follow(model, reference, &more(format!("{a} {b}").trim().to_owned()), ends);
                    }
                }
            }
        }
    }
    for preset in Preset::all() {
        let rules = sized(preset.name, 2, 2);
        let opening = rules.opening(Side::A);
        let model = lockstep(&rules, &opening, Tie::Coin).unwrap();
        let reference = JointReference::start(&Reference::read(&opening.to_string()));
        let mut ends = 0;
        follow(&model, &reference, "", &mut ends);
        assert!(ends > 4, "{}: {ends}", preset.name);
    }
}

#[test]
fn elements_are_read() {
    let line = parse_joint_line(" A3 B7 /coin a/ b1 A2/4").unwrap();
    assert_eq!(line.len(), 4);
    assert_eq!(line[1].0, Element::Coin(Side::A));
    assert_eq!(&" A3 B7 /coin a/ b1 A2/4"[line[2].1.clone()], "b1 A2");
    assert!(parse_joint_line("  ").unwrap().is_empty());
}

#[test]
fn wrong_elements_are_named() {
    for (line, number, problem) in [
        ("A1 B1 / coin", 2, "coin A or coin B"),
        ("A1 A2", 1, "a hole of each player"),
        ("1 2", 1, "a letter with each"),
        ("A1 / / B1", 2, "one or two holes"),
        ("A1 B1 A2", 1, "one or two holes"),
        ("A1 C3", 1, "one or two holes"),
        ("coin A B", 1, "coin A or coin B"),
    ] {
        let error = parse_joint_line(line).unwrap_err();
        assert_eq!(error.number, number, "{line}");
        assert!(error.to_string().contains(problem), "{line}: {error}");
    }
}
