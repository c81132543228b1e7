//! The positions in the middle of a round by which versions are measured: the script draws them,
//! they fit their description, and they have the recorded values.

use chongkak::board::{Position, Setup, Side};
use chongkak::control::Control;
use chongkak::moves::Game;
use chongkak::search::Solver;
use serde_json::Value;

use crate::support::{code, game, lines_of, script, sized, stderr};

/// Rule set, holes, the fewest and the most seeds in play.
const KINDS: [(&str, usize, u32, u32); 3] =
    [("congklak", 7, 40, 52), ("overbeck", 9, 40, 60), ("dakon", 8, 36, 48)];

fn lines(rules: &str) -> Vec<Value> {
    let mut lines: Vec<Value> = lines_of("positions/mid-round.jsonl");
    lines.retain(|line| line["rules"] == rules);
    lines
}

fn read(line: &Value) -> Game {
    let setup: Setup = line["position"].as_str().unwrap().parse().unwrap();
    let position = Position::new(&setup).unwrap();
    let rules = sized(line["rules"].as_str().unwrap(), 7, 7);
    game(&rules, &position)
}

#[test]
fn they_are_in_the_middle_of_a_round() {
    for (rules, holes, fewest, most) in KINDS {
        let lines = lines(rules);
        assert_eq!(lines.len(), 20, "{rules}");
        for line in &lines {
            let game = read(line);
            let position: &Position = game.position();
            assert_eq!(position.shape().holes(), holes, "{line}");
            assert_eq!(position.total() as usize, 2 * holes * holes, "{line}");
            let in_play = position.in_play(Side::A) + position.in_play(Side::B);
            assert!((fewest..=most).contains(&in_play), "{line}");
            assert!(!position.is_over() && position.legal().count() > 1, "{line}");
        }
    }
}

#[test]
fn they_are_what_the_script_draws() {
    let output = script("make mid-round").arg("--check").output().unwrap();
    assert_eq!(code(&output), 0, "{}", stderr(&output));
}

#[test]
fn those_that_are_easy_have_the_recorded_value() {
    let easy = |line: &Value| line["nodes"].as_u64().unwrap() < 50_000;
    let lines = KINDS.map(|(rules, ..)| lines(rules)).concat();
    let mut solved = 0;
    for line in lines.iter().filter(|line| easy(line)) {
        let found = Solver::new().solve(&read(line), Control::none()).unwrap();
        assert_eq!(found.value().map(i64::from), line["value"].as_i64(), "{line}");
        solved += 1;
    }
    assert!(solved > 1);
}

/// The values by which evaluations are measured: enough are drawn, and those of the smaller
/// positions are true.
#[test]
fn the_values_behind_losses_are_proven() {
    let lines: Vec<Value> = lines_of("positions/loss.jsonl");
    for (rules, count) in [("congklak", 80), ("overbeck", 30), ("dakon", 80)] {
        let drawn = |line: &&Value| line["rules"] == rules && line["drawn"] == true;
        let proven = lines.iter().filter(drawn);
        let proven = proven.filter(|line| line["value"].is_i64());
        assert_eq!(proven.count(), count, "{rules}");
    }
    let mut solved = 0;
    for line in &lines {
        let game = read(line);
        let in_play = Side::BOTH.map(|side| game.position().in_play(side));
        if in_play.iter().sum::<u32>() <= 12 {
            let found = Solver::new().solve(&game, Control::none()).unwrap();
            assert_eq!(found.value().map(i64::from), line["value"].as_i64(), "{line}");
            solved += 1;
        }
    }
    assert!(solved > 5, "{solved}");
}
