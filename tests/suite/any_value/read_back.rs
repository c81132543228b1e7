//! Results can be deserialised as they are serialised.

use std::fmt::Debug;

use chongkak::ask::{Outcome, Tried};
use chongkak::chong::{Dice, PlacedPosition, Profile};
use chongkak::claims::{Checked, Refutation, Undecided};
use chongkak::math::Random;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A value, deserialised from its own serialisation.
fn read_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    let json = serde_json::to_string(value).unwrap();
    let read = serde_json::from_str::<T>(&json);
    assert_eq!(read.as_ref().ok(), Some(value), "{json}: {read:?}");
}

/// Random games of chong on boards of all profiles: every turn, move and position.
#[test]
fn turns_of_chong() {
    let (mut turns, mut moves) = (0, 0);
    for (stream, profile) in (0..).zip(Profile::all()) {
        let mut random = Random::new(41, stream);
        for columns in (2..=8).cycle().take(35) {
            let rules = profile.rules(columns).unwrap();
            let mut placed = PlacedPosition::start(&rules);
            for _ in 0..40 {
                if placed.result(&rules).is_some() {
                    break;
                }
                let throw = Dice::numbered(rules.dice, random.below(1296));
                let ends = rules.ends(&placed.position, throw);
                let end = &ends[random.below(ends.len())];
                let way: Vec<String> = end.way.iter().map(ToString::to_string).collect();
                let way = if way.is_empty() { "pass".to_owned() } else { way.join(" ") };
                let turn = rules.read_turn(&placed, &format!("{throw} {way}")).unwrap();
                read_back(&turn);
                for played in &turn.way {
                    assert_eq!(played.to_string().parse().as_ref(), Ok(played));
                }
                turns += 1;
                moves += turn.way.len();
                placed = turn.after;
                assert_eq!(placed.to_string().parse(), Ok(placed));
            }
        }
    }
    assert!(turns > 100 && moves > 300, "{turns} {moves}");
}

#[test]
fn outcomes_of_claims() {
    let mut random = Random::new(42, 0);
    let text = |random: &mut Random| {
        let letters = ["A1", "9,9/0 ", "„“", "\\", "\"", "", "holes = 3\n"];
        let words: Vec<&str> =
            (0..random.below(4)).map(|_| letters[random.below(letters.len())]).collect();
        words.concat()
    };
    for _ in 0..500 {
        let random = &mut random;
        let case = (0..random.below(3)).map(|_| (text(random), random.below(99) as i64 - 50));
        let case = case.collect();
        let played = random.below(2) == 0;
        let outcome = match random.below(4) {
            0 => Outcome::Holds(Checked {
                cases: 1 + random.below(9) as u64,
                moves: random.below(9) as u64,
                statements: 1 + random.below(9) as u64,
            }),
            1 => Outcome::Refuted(Refutation {
                case,
                move_number: played.then(|| 1 + random.below(9) as u64),
                played: played.then(|| text(random)),
                what: text(random),
                expected: text(random),
                found: text(random),
                position: text(random),
            }),
            2 => Outcome::Open(Undecided { case, reason: text(random) }),
            _ => Outcome::Untried { reason: text(random) },
        };
        read_back(&outcome);
        let mut tried: Tried = serde_json::from_value(serde_json::json!({
            "rules": "kalah", "own": false, "verdict": "untried", "evidence": {"reason": ""}
        }))
        .unwrap();
        (tried.rules, tried.own, tried.outcome) = (text(random), played, outcome);
        read_back(&tried);
    }
}
