//! The playing strengths: each is stronger than the one before, and does what the help says. They
//! play from balanced positions (positions/balanced.jsonl), where nobody has won yet.

use chongkak::board::{Position, Setup, Side};
use chongkak::control::Control;
use chongkak::matches::policies::{BEST, ERRS, MOST_FOR_BEST, NEAR, PLAYER, STRONG};
use chongkak::matches::{Match, Tally};
use chongkak::moves::Game;
use chongkak::search::{Evaluator, Solver};
use serde_json::Value;

use super::matches::player;
use crate::support::{code, game, lines_of, run, sized, stdout, words};

/// Rule set, holes, the fewest and the most seeds in play.
const KINDS: [(&str, usize, u32, u32); 2] = [("congklak", 7, 32, 44), ("overbeck", 9, 32, 48)];

fn balanced(rules: &str) -> Vec<Game> {
    let lines: Vec<Value> = lines_of("positions/balanced.jsonl");
    let of = lines.iter().filter(|line| line["rules"] == rules);
    let read = |line: &Value| {
        let setup: Setup = line["position"].as_str().unwrap().parse().unwrap();
        game(&sized(rules, 7, 7), &Position::new(&setup).unwrap())
    };
    of.map(read).collect()
}

fn in_play(game: &Game) -> u32 {
    let in_play = Side::BOTH.map(|side| game.position().in_play(side));
    in_play.iter().sum()
}

/// Rounds won and lost by the first of two policies, which play each position from both sides.
fn match_of(first: &str, second: &str, starts: &[Game]) -> (u64, u64) {
    let play = |start| -> Tally {
        let [first, second] = [first, second].map(player);
        let contest = Match::new(start, [&first, &second]).with_rounds(2);
        contest.play(Control::none()).unwrap().0
    };
    let tallies: Vec<Tally> = starts.iter().map(play).collect();
    let sum = |of: fn(&Tally) -> u64| tallies.iter().map(of).sum();
    (sum(|tally| tally.won), sum(|tally| tally.lost))
}

#[test]
fn the_positions_are_balanced() {
    for (rules, holes, fewest, most) in KINDS {
        let starts = balanced(rules);
        assert!(starts.len() >= 100, "{rules}");
        for start in &starts {
            let position = start.position();
            assert_eq!(position.shape().holes(), holes);
            assert_eq!(position.total() as usize, 2 * holes * holes);
            assert!((fewest..=most).contains(&in_play(start)), "{position}");
            assert!(!position.is_over() && position.legal().count() > 1);
        }
        // The script proves all of them; this test the quickest ones.
        let mut quick = starts;
        quick.sort_by_key(in_play);
        for start in &quick[..4] {
            let found = Solver::new().solve(start, Control::none()).unwrap();
            assert_eq!(found.value(), Some(0), "{}", start.position());
        }
    }
}

#[test]
fn each_strength_beats_the_one_before() {
    let starts = &balanced("congklak")[..50];
    for (stronger, weaker) in [("player", "beginner"), ("strong", "player")] {
        let (won, lost) = match_of(stronger, weaker, starts);
        // Of 100 rounds; the interval of equal players ends below 60.
        assert!(won > lost + 20, "{stronger}: {won}, {weaker}: {lost}");
    }
}

/// With the nodes of `strong`, not all of which a proof attempt may take.
#[test]
fn a_short_evaluation_looks_ahead() {
    for rules in ["congklak", "overbeck"] {
        for start in &balanced(rules)[..20] {
            let found =
                Evaluator::new().evaluate(start, Control::none().with_nodes(STRONG)).unwrap();
            assert!(found.depth > 1, "{}: depth {}", start.position(), found.depth);
        }
    }
}

/// From a position of value 0 with few seeds `best` can't lose, whoever begins.
#[test]
fn best_never_loses_a_balanced_position() {
    let mut starts = balanced("congklak");
    starts.retain(|start| in_play(start) <= MOST_FOR_BEST);
    let (won, lost) = match_of("best", "strong", &starts[..6]);
    assert!(won > 0 && lost == 0, "{won} won, {lost} lost");
}

#[test]
fn the_help_says_what_each_does() {
    assert_eq!((ERRS, BEST), (4, 1_000_000));
    for command in ["game --help", "match --help"] {
        let output = run(&words(command));
        assert_eq!(code(&output), 0);
        let told = stdout(&output);
        let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
        for said in [
            "one time in four any move".to_owned(),
            format!("player looks at {PLAYER} positions"),
            format!("at most {NEAR} seeds worse"),
            format!("strong looks at {STRONG} positions"),
            "best looks at 1,000,000".to_owned(),
            format!("at most {MOST_FOR_BEST} seeds in play"),
        ] {
            assert!(told.contains(&said), "{command}: {said}");
        }
    }
}
