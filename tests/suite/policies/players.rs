//! Custom players: they play in matches like policies, and their errors are reported.

use std::error::Error;

use chongkak::board::{Hole, Side};
use chongkak::control::{Control, Stop, StopReason};
use chongkak::matches::{Match, Player, Random, Tally};
use chongkak::moves::{Game, Move};
use chongkak::rules::Preset;
use chongkak::search::Evaluator;

use super::matches::player;
use crate::support::{THREADS, within};

type Chosen = Result<Vec<Move>, Box<dyn Error + Send + Sync>>;

/// A player from a function of the game, whether a turn begins, random numbers and limits.
struct By<F>(F);

impl<F: Fn(&Game, bool, &mut Random, Control<'_>) -> Chosen + Sync> Player for By<F> {
    fn choose(
        &self,
        game: &Game,
        begins: bool,
        random: &mut Random,
        control: Control<'_>,
    ) -> Chosen {
        (self.0)(game, begins, random, control)
    }
}

fn by<F: Fn(&Game, bool, &mut Random, Control<'_>) -> Chosen + Sync>(choose: F) -> By<F> {
    By(choose)
}

fn opening(name: &str, holes: u8, seeds: u8) -> Game {
    Game::opening(&crate::support::sized(name, holes, seeds), Side::A)
}

fn tally(contest: &Match<'_>) -> Tally {
    let (tally, stopped) = contest.play(Control::none()).unwrap();
    assert_eq!((stopped, tally.rounds), (None, contest.rounds));
    tally
}

/// A single move, by the same random numbers.
#[test]
fn a_caller_who_plays_at_random_does_as_the_policy() {
    let at_random = by(|game, _, random, _| {
        let legal: Vec<Move> = game.legal_moves().collect();
        Ok(vec![legal[random.below(legal.len())]])
    });
    let (start, greedy, random) = (opening("congklak", 5, 4), player("greedy"), player("random"));
    let played = |threads: usize| {
        let contest = Match::new(&start, [&greedy, &at_random]).with_rounds(300);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build().unwrap().install(|| tally(&contest))
    };
    let expected = tally(&Match::new(&start, [&greedy, &random]).with_rounds(300));
    for threads in THREADS {
        assert_eq!(played(threads), expected, "{threads} threads");
    }
}

/// Lines of searches continue after the end of the turn: a policy plays the part within the turn.
/// Under some rules the opponent passes, and the line continues with the player's next turn.
#[test]
fn a_caller_who_hands_over_lines_does_as_the_policy() {
    let line = |game: &Game, nodes: u64| -> Chosen {
        let evaluator = Evaluator::new().with_memory(9);
        Ok(evaluator.evaluate(game, within(nodes))?.line)
    };
    let lines = by(|game, begins, _, _| line(game, if begins { 60 } else { 20 }));
    // The moves after the first one are chosen separately.
    let first_of_line = by(|game, begins, random, _| {
        let legal: Vec<Move> = game.legal_moves().collect();
        match begins {
            true => Ok(line(game, 60)?[..1].to_vec()),
            false => Ok(vec![legal[random.below(legal.len())]]),
        }
    });
    let rest_of_line = by(|game, begins, random, _| {
        let legal: Vec<Move> = game.legal_moves().collect();
        match begins {
            true => Ok(vec![legal[random.below(legal.len())]]),
            false => line(game, 20),
        }
    });
    let callers: [(&str, &dyn Player); 3] = [
        ("search:60/search:20", &lines),
        ("search:60/random", &first_of_line),
        ("random/search:20", &rest_of_line),
    ];
    let other = player("random");
    for preset in Preset::all() {
        let start = opening(preset.name, 4, 3);
        for (text, caller) in callers {
            let played = |first| tally(&Match::new(&start, [first, &other]).with_rounds(20));
            assert_eq!(played(caller), played(&player(text)), "{text}, {}", preset.name);
        }
    }
}

#[test]
fn what_a_caller_does_wrong_is_told() {
    let start = opening("kalah", 3, 2);
    let hole = |number| Hole::new(number).unwrap();
    let (a, b) = (Side::A, Side::B);
    let random = player("random");
    for (moves, expected) in [
        (vec![], "found no move, expected at least one"),
        (vec![(a, 4)], "move 1, A4: a row has 3 holes; legal: A1 A2 A3"),
        (vec![(b, 1)], "move 1, B1: A is to move; legal: A1 A2 A3"),
        // The first one moves again, and has emptied its hole.
        (vec![(a, 2), (a, 2)], "move 2, A2: the hole holds no seeds; legal: A1 A3"),
    ] {
        let caller = by(|_, _, _, _| {
            Ok(moves.iter().map(|&(side, number)| Move::new(side, hole(number))).collect())
        });
        let at = if moves.len() > 1 { "2,0,3/1 2,2,2/0 A" } else { "2,2,2/0 2,2,2/0 A" };
        let contest = Match::new(&start, [&caller, &random]).with_keep_sides(true);
        let error = contest.play(Control::none()).unwrap_err();
        assert_eq!(error.to_string(), format!("the first player, in {at}: {expected}"));
        assert_eq!((error.player, error.position.to_string().as_str()), (0, at));
    }
}

#[test]
fn the_error_of_a_caller_ends_the_match() {
    let start = opening("kalah", 3, 2);
    let first = by(|game, _, _, _| Ok(game.legal_moves().take(1).collect()));
    let caller = by(|_, _, _, _| Err(std::io::Error::other("his engine has ended").into()));
    let error = Match::new(&start, [&first, &caller]).play(Control::none()).unwrap_err();
    let told = error.to_string();
    assert!(told.starts_with("the second player, in ") && error.player == 1, "{told}");
    assert!(told.ends_with(": his engine has ended"), "{told}");
    assert!(error.fault.is::<std::io::Error>());
}

/// A stopped player may have no move, or an error: then the round is abandoned, without an error.
#[test]
fn a_caller_who_is_stopped_does_nothing_wrong() {
    let start = opening("kalah", 3, 2);
    for is_silent in [true, false] {
        let stop = Stop::new();
        let caller = by(|_, _, _, control| {
            assert_eq!(control.nodes, u64::MAX);
            stop.set();
            assert!(control.stop.is_set());
            if is_silent { Ok(Vec::new()) } else { Err("stopped".into()) }
        });
        let contest = Match::new(&start, [&caller, &caller]);
        let control = Control::stopped_by(&stop).with_nodes(10_000);
        let nothing = (Tally::default(), Some(StopReason::Interrupted));
        assert_eq!(contest.play(control).unwrap(), nothing);
    }
}
