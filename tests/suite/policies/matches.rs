//! Matches of policies: their choices, computable results, independence of the number of threads.

use chongkak::board::{Hole, Position, Setup, Side};
use chongkak::control::Control;
use chongkak::matches::policies::{NEAR, PLAYER};
use chongkak::matches::{Match, Player, Policy, PolicyPlayer, Tally};
use chongkak::math::Random;
use chongkak::moves::Game;
use chongkak::rules::Rules;
use chongkak::search::{Evaluator, MoveEvaluation};

use crate::support::{Reference, THREADS, at_once, code, refused, run, set, sized, stdout, words};

fn policy(text: &str) -> Policy {
    text.parse().unwrap()
}

pub fn player(text: &str) -> PolicyPlayer<'static> {
    PolicyPlayer::new(policy(text))
}

pub fn tally(rules: &Rules, first: &str, second: &str, keep_sides: bool, rounds: u64) -> Tally {
    let (start, [first, second]) = (Game::opening(rules, Side::A), [first, second].map(player));
    let contest = Match::new(&start, [&first, &second]).with_rounds(rounds);
    let contest = contest.with_keep_sides(keep_sides);
    let (tally, stopped) = contest.play(Control::none()).unwrap();
    assert_eq!(stopped, None);
    tally
}

/// The sum of the results of all rounds.
fn sum(tally: &Tally) -> f64 {
    tally.seeds.iter().map(|side| side.sum).sum()
}

/// The first hole that a policy chooses.
fn first_choice(text: &str, game: &Game, begins: bool, random: &mut Random) -> Option<Hole> {
    let chosen = player(text).choose(game, begins, random, Control::none()).unwrap();
    chosen.first().map(|played| played.hole)
}

/// The holes that a policy chooses in a hundred tries.
fn choices(text: &str, position: &str, begins: bool) -> Vec<u8> {
    let rules = sized("overbeck", 4, 4);
    let setup: Setup = position.parse().unwrap();
    let game = Game::new(&rules, &Position::new(&setup).unwrap()).unwrap();
    let mut random = Random::new(5, 0);
    let tries = (0..100).map(|_| first_choice(text, &game, begins, &mut random));
    let mut holes: Vec<u8> = tries.map(|hole| hole.unwrap().number()).collect();
    holes.sort_unstable();
    holes.dedup();
    holes
}

#[test]
fn every_policy_chooses_what_its_name_says() {
    // A4 ends in the store and gains 1; A1 takes 5 seeds and gains 6; A3 goes round B's row.
    let position = "1,0,3,1/0 1,2,5,1/0 A";
    for (text, expected) in [
        ("random", vec![1, 3, 4]),
        ("biggest", vec![3]),
        ("smallest", vec![1, 4]),
        ("nearest", vec![4]),
        ("farthest", vec![1]),
        ("greedy", vec![1]),
    ] {
        assert_eq!(choices(text, position, true), expected, "{text}");
        assert_eq!(choices(text, position, false), expected, "{text}");
    }
    assert_eq!(choices("biggest/nearest", position, true), [3]);
    assert_eq!(choices("biggest/nearest", position, false), [4]);
    assert_eq!(choices("biggest", "3,0,3,1/0 1,2,5,1/0 A", true), [1, 3]);
}

/// The strengths with random choices: how often a beginner errs, and what a player considers close
/// enough to the best.
#[test]
fn gentle_strengths_choose_as_they_say() {
    // A1 gains most, as above: one time in four a random one of the three moves is chosen.
    let rules = sized("overbeck", 4, 4);
    let setup: Setup = "1,0,3,1/0 1,2,5,1/0 A".parse().unwrap();
    let game = Game::new(&rules, &Position::new(&setup).unwrap()).unwrap();
    let mut counts = [0_u32; 4];
    let mut random = Random::new(5, 0);
    for _ in 0..1200 {
        let hole = first_choice("beginner", &game, true, &mut random).unwrap();
        counts[hole.index()] += 1;
    }
    // Expected 100, 100 and 1000; four standard deviations are 39 and 52.
    assert!(counts[0].abs_diff(1000) <= 52 && counts[1] == 0, "{counts:?}");
    assert!(counts[2].abs_diff(100) <= 39 && counts[3].abs_diff(100) <= 39);

    let (mut varied, mut refused) = (0, 0);
    for position in ["1,0,3,1/0 1,2,5,1/0 A", "4,4,4,4/0 4,4,4,4/0 A", "2,0,1,3/9 1,3,0,2/11 B"] {
        let setup: Setup = position.parse().unwrap();
        let game = Game::new(&rules, &Position::new(&setup).unwrap()).unwrap();
        let looked = Control::none().with_nodes(PLAYER);
        let found = Evaluator::new().evaluate(&game, looked).unwrap();
        let sign = game.position().mover().sign();
        let best = found.moves.iter().map(|one| sign * one.value.seeds()).max().unwrap();
        let near = |one: &&MoveEvaluation| sign * one.value.seeds() + NEAR >= best;
        let mut near: Vec<u8> =
            found.moves.iter().filter(near).map(|one| one.played.hole.number()).collect();
        near.sort_unstable();
        assert_eq!(choices("player", position, true), near, "{position}");
        varied += usize::from(near.len() > 1);
        refused += found.moves.len() - near.len();
    }
    assert!(varied > 0 && refused > 0);
}

#[test]
fn policies_are_written_as_they_are_read() {
    for text in [
        "random",
        "beginner",
        "player",
        "strong",
        "best",
        "search:500",
        "biggest/random",
        "greedy/search:7",
    ] {
        assert_eq!(policy(text).to_string(), text);
    }
    assert_eq!(policy("biggest/biggest"), policy("biggest"));
    for wrong in ["", "bigest", "search:", "search:0", "biggest/", "a/b/c"] {
        assert!(wrong.parse::<Policy>().is_err(), "{wrong}");
    }
}

#[test]
fn results_do_not_depend_on_the_threads() {
    let rules = sized("overbeck", 5, 5);
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let pool = pool.build().unwrap();
        pool.install(|| tally(&rules, "biggest/greedy", "search:50", false, 300))
    };
    let one = on(1);
    for threads in &THREADS[1..] {
        assert_eq!(one, on(*threads), "{threads} threads");
    }
    assert_eq!((one.rounds, one.won + one.drawn + one.lost), (300, 300));
    // More rounds begin with the same ones.
    let fewer = tally(&rules, "random", "greedy", false, 40);
    let more = tally(&rules, "random", "greedy", false, 41);
    assert!((sum(&fewer) - sum(&more)).abs() <= 50.0 && more.rounds == fewer.rounds + 1);
}

#[test]
fn best_play_reaches_the_value_and_gives_nothing_away() {
    // Exact values of positions/claims/values.toml.
    for (name, holes, seeds, value) in [("overbeck", 3, 3, 8.0), ("kalah", 3, 2, 4.0)] {
        let rules = sized(name, holes, seeds);
        let both = tally(&rules, "best", "best", true, 3);
        let [seeds, none] = both.seeds;
        assert_eq!((seeds.sum, seeds.squares, none.count), (3.0 * value, 3.0 * value * value, 0));
        let result = tally(&rules, "best", "best", false, 2);
        assert_eq!((sum(&result), result.won, result.lost), (0.0, 1, 1));
        for other in ["random", "biggest", "greedy"] {
            let tally = tally(&rules, "best", other, true, 20);
            assert!(sum(&tally) >= 20.0 * value && tally.won == 20, "{other}");
        }
    }
}

/// The expected result of random play by the reference implementation: all choices equally likely.
fn expected(rules: &Rules, reference: &Reference) -> f64 {
    if reference.mark == "over" {
        return f64::from(reference.result());
    }
    let choices = reference.choices(reference.mover);
    let values = choices.iter().map(|&c| expected(rules, &reference.play(rules, c).after));
    values.sum::<f64>() / choices.len() as f64
}

#[test]
fn random_play_does_as_all_its_lines_together() {
    for (name, holes, seeds) in [("overbeck", 3, 1), ("conglak", 2, 2), ("kalah", 3, 1)] {
        let rules = sized(name, holes, seeds);
        let reference = Reference::read(&rules.opening(Side::A).to_string());
        let expected = expected(&rules, &reference);
        let tally = tally(&rules, "random", "random", true, 20_000);
        let result = tally.result().unwrap();
        // The interval is 1.96 standard errors to either side; five are allowed.
        let reach = (result.high.unwrap() - result.mean) / 1.96 * 5.0;
        assert!((result.mean - expected).abs() <= reach, "{name}: {expected}, {result:?}");
        assert!(reach < 0.25);
    }
}

#[test]
fn what_the_players_did_adds_up() {
    let rules = sized("overbeck", 9, 9);
    let tally = tally(&rules, "greedy", "random", false, 50);
    let [first, second] = tally.players;
    assert_eq!(first.last + second.last, 50);
    assert!(first.last_and_won + second.last_and_won <= 50);
    // The stores are empty at first, and hold at most everything at the end.
    assert!(first.gained + second.gained <= 50 * 162);
    for one in tally.players {
        assert!(one.turns <= one.moves && one.going_on + one.captured <= one.gained);
        assert!(one.captures <= one.turns && one.captured >= one.captures);
    }
}

#[test]
fn a_match_that_is_stopped_has_no_half_rounds() {
    let rules = sized("overbeck", 9, 9);
    let (start, player) = (Game::opening(&rules, Side::A), player("search:100"));
    let contest = Match::new(&start, [&player, &player]).with_rounds(10);
    for (control, reason) in at_once(&set()) {
        let nothing = (Tally::default(), Some(reason));
        assert_eq!(contest.play(control).unwrap(), nothing);
    }
}

#[test]
fn in_a_finished_round_nobody_chooses() {
    let rules = sized("overbeck", 2, 1);
    let over: Setup = "0,0/2 0,1/1 A over".parse().unwrap();
    let game = Game::new(&rules, &Position::new(&over).unwrap()).unwrap();
    for text in ["random", "search:10"] {
        let chosen = first_choice(text, &game, true, &mut Random::new(1, 0));
        assert_eq!(chosen, None, "{text}");
    }
}

#[test]
fn the_command_tells_the_tally() {
    let args = ["match", "--first", "biggest", "--second", "random", "--rounds", "30", "--seed"];
    let shown = |seed, more: &[&str]| run(&[&args[..], &[seed, "--format", "json"], more].concat());
    let output = shown("2", &[]);
    assert_eq!(code(&output), 0);
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let count = |name: &str| document[name].as_u64().unwrap();
    assert_eq!(count("won") + count("drawn") + count("lost"), 30);
    assert_eq!(document["first"], "biggest");
    assert_eq!(document["stopped"], serde_json::Value::Null);
    assert_eq!(document["players"].as_array().unwrap().len(), 2);
    assert_eq!(stdout(&shown("2", &["--threads", "1"])), stdout(&output));
    assert_ne!(stdout(&shown("3", &[])), stdout(&output));
    let message = refused(&["match", "--first", "bigest", "--second", "random"]);
    assert!(message.contains("expected random, biggest"), "{message}");
    let over = refused(&["match", "1,0/0 0,1/0 A over", "--first", "best", "--second", "best"]);
    assert!(over.contains("expected a round in progress"), "{over}");
}

/// Best play needs an end of the search; on a large board there must be a limit.
#[test]
fn best_plays_on_any_board() {
    for args in [
        "match --first best --second random --rounds 1",
        "set play --a best --b random",
        "set play --b best/random --holes 6 --seeds 3",
    ] {
        let output = run(&[&words(args)[..], &["--time", "0.01"]].concat());
        // Finished or out of time, depending on the machine.
        assert!([0, 3].contains(&code(&output)), "{args}");
    }
    // Only the seeds that can move count.
    let late = ["2,0/100 0,1/59 A", "--first", "best", "--second", "best"];
    assert_eq!(code(&run(&[&["match", "--rounds", "2"], &late[..]].concat())), 0);
}

#[test]
fn a_match_that_runs_out_of_time_says_so() {
    let output = run(&[
        "match",
        "--first",
        "search:2000",
        "--second",
        "search:2000",
        "--rounds",
        "1000000",
        "--time",
        "0.1",
        "--format",
        "json",
    ]);
    assert_eq!(code(&output), 3);
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["stopped"], "time");
    assert!(document["rounds"].as_u64().unwrap() < 1_000_000);
}
