//! The further turn as a choice (`store_last = may`): its notation, when it exists, what it is worth.

use std::collections::HashMap;
use std::num::NonZeroUsize;

use chongkak::board::{Position, Side};
use chongkak::control::Control;
use chongkak::moves::{Game, Move, Outcome, Round, parse_line};
use chongkak::rules::{Rules, StorePlace};
use chongkak::search::Solver;
use proptest::prelude::*;

use crate::support::{Reference, any_rules, any_small_board, game, minimax, sized, worth};

fn may(rules: Rules) -> Rules {
    rules.with("store_last", "may").unwrap()
}

fn at(text: &str) -> Position {
    text.parse().unwrap()
}

/// A game of Overbeck's in which the player may stop.
fn overbeck(position: &str) -> Game {
    game(&may(sized("overbeck", 2, 2)), &at(position))
}

fn legal(game: &Game) -> Vec<String> {
    game.legal_moves().map(|made| made.to_string()).collect()
}

#[test]
fn a_stop_is_written_behind_the_move() {
    let a3: Move = "A3s".parse().unwrap();
    assert_eq!((a3.stops, a3.to_string().as_str()), (true, "A3s"));
    let line = parse_line("1. A3s 2. b4S 3. 5s, A 1s-7").unwrap();
    let written: Vec<String> = line.iter().map(ToString::to_string).collect();
    assert_eq!(written, ["A3s", "B4s", "5s", "A1s", "7"]);
    for wrong in ["A3ss", "s", "As", "A3 s", "A3x"] {
        assert!(parse_line(wrong).is_err(), "{wrong}");
    }
}

/// A1 ends in the store. A may move again with A2, or B moves.
#[test]
fn after_a_seed_in_the_store_the_player_chooses() {
    let start = overbeck("2,3/0 1,1/0 A");
    assert_eq!(legal(&start), ["A1", "A1s", "A2"]);
    let play = |text: &str| start.play(text.parse().unwrap()).unwrap();
    assert_eq!(play("A1").position().to_string(), "0,4/1 1,1/0 A");
    assert_eq!(play("A1s").position().to_string(), "0,4/1 1,1/0 B");
}

/// Without a hole to go on from, or after another last seed, there is nothing to choose.
#[test]
fn a_stop_without_a_choice_is_refused() {
    let last = overbeck("0,1/0 1,1/0 A");
    assert_eq!(legal(&last), ["A2"]);
    let error = last.play("A2s".parse().unwrap()).unwrap_err();
    let told = "move 1, A2s: the player can't stop after this move; legal: A2";
    assert_eq!(error.to_string(), told);
    assert!(overbeck("1,0/0 1,1/0 A").play("A1s".parse().unwrap()).is_err());
    let again = game(&sized("overbeck", 2, 2), &at("2,3/0 1,1/0 A"));
    assert!(again.play("A1s".parse().unwrap()).is_err());
}

/// Under `side-empty` a player can end the round with a stop, and keeps what is in the row.
#[test]
fn a_stop_can_end_the_round() {
    let rules = may(sized("kalah", 2, 2));
    let start = game(&rules, &at("2,1/0 0,0/3 A"));
    let stopped = start.play("A2s".parse().unwrap()).unwrap();
    assert_eq!(stopped.position().to_string(), "2,0/1 0,0/3 A over");
}

/// The value of the position with the further turn as a duty and as a choice, by the reference
/// implementation.
fn values(rules: &Rules, position: &Position) -> [i32; 2] {
    [*rules, may(*rules)].map(|rules| worth(&rules, position))
}

/// Values that a slow program written apart from this one (the rules of `scripts/check-proof`) has
/// computed too. In the first position A2 ends in the store, and A1 is better kept.
#[test]
fn the_choice_is_worth_two_on_a_small_board() {
    for (position, expected) in
        [("1,1/0 0,4/0 A", [-2, 0]), ("1,1/0 0,3/0 A", [-1, 3]), ("2,2/0 1,0/0 A", [1, 5])]
    {
        let found = values(&sized("overbeck", 2, 2), &at(position));
        assert_eq!(found, expected, "{position}");
    }
    for (holes, seeds, expected) in [(2, 5, [8, 10]), (3, 3, [8, 16]), (2, 2, [8, 8])] {
        let rules = sized("overbeck", holes, seeds);
        let opening = rules.opening(Side::A);
        for (rules, expected) in [rules, may(rules)].into_iter().zip(expected) {
            let found = Solver::new().solve(&Game::opening(&rules, Side::A), Control::none());
            assert_eq!(found.unwrap().value(), Some(expected), "{holes} x {seeds}");
        }
        if holes == 2 {
            assert_eq!(values(&rules, &opening), expected);
        }
    }
}

proptest! {
    #![proptest_config(crate::support::law(400))]

    /// The line of a solution is legal and reaches the value, and each best move is legal.
    #[test]
    fn lines_with_stops_reach_the_value(
        (rules, position, threads) in (any_rules(), any_small_board(), 1..4usize)
    ) {
        let rules = Rules { store: StorePlace::Near, ..may(rules) };
        let game = game(&rules, &position);
        let solver = Solver::new().with_threads(NonZeroUsize::new(threads).unwrap());
        let found = solver.solve(&game, Control::none()).unwrap();
        let mut known = HashMap::new();
        let start = Reference::read(&position.to_string());
        let value = minimax(game.rules(), &start, &mut known);
        prop_assert_eq!(found.value(), Some(value));
        let best: Vec<(usize, bool)> = start
            .moves(game.rules())
            .into_iter()
            .filter(|(.., told)| minimax(game.rules(), &told.after, &mut known) == value)
            .map(|(hole, stops, _)| (hole, stops))
            .collect();
        let ours: Vec<_> = found.best.iter().map(|made| (made.hole.index(), made.stops)).collect();
        prop_assert_eq!(ours, best);
        let mut round = Round::new(&game);
        let mut over = false;
        for made in &found.line {
            over = round.play(*made).unwrap().outcome == Outcome::Over;
        }
        prop_assert!(over);
        prop_assert_eq!(round.position().standing(), value);
    }
}
