//! The samples behind match results: every finished round counts, and there are intervals only
//! where the rounds are a sample.

use chongkak::board::Side;
use chongkak::control::{Control, Progress, StopReason};
use chongkak::matches::Match;
use chongkak::math::{Interval, Random, Sample};
use chongkak::moves::Game;
use serde_json::Value;

use super::matches::{player, tally};
use crate::support::{THREADS, code, json_of, run, sized, stdout, words};

/// The node limits end matches in the middle of a round, on any number of threads.
#[test]
fn what_progress_says_is_done_is_in_the_result() {
    let rules = sized("overbeck", 5, 5);
    let (start, players) = (Game::opening(&rules, Side::A), ["random", "greedy"].map(player));
    let contest = Match::new(&start, [&players[0], &players[1]]).with_rounds(10_000);
    for (threads, moves) in THREADS.into_iter().zip([500, 1_500, 4_000, 9_000]) {
        let progress = Progress::new();
        let control = Control::none().with_nodes(moves).with_progress(&progress);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let pool = pool.build().unwrap();
        let (tally, stopped) = pool.install(|| contest.play(control)).unwrap();
        assert_eq!(stopped, Some(StopReason::Nodes));
        // A round has some twenty moves: the first limits finish no whole block of rounds.
        assert!(tally.rounds > 0, "{threads} threads, {moves} moves");
        assert_eq!(tally.rounds, progress.standing().done);
        assert_eq!(tally.rounds, tally.won + tally.drawn + tally.lost);
        let played: u64 = tally.players.iter().map(|one| one.moves).sum();
        assert!(played <= moves && played + 400 * threads as u64 > moves);
    }
}

#[test]
fn a_match_without_a_finished_round_has_no_figures() {
    let args = "match --first best --second best --rounds 5 --time 0.000001";
    let output = run(&words(args));
    assert_eq!(code(&output), 3);
    let told = stdout(&output);
    assert!(told.contains("no round was finished"), "{told}");
    assert!(!told.contains("0.00") && !told.contains("won  "), "{told}");
    let found: Value =
        serde_json::from_slice(&run(&[&words(args)[..], &["--format", "json"]].concat()).stdout)
            .unwrap();
    assert_eq!((&found["rounds"], &found["different"]), (&0.into(), &0.into()));
    assert!(found["result"].is_null() && found["score"].is_null());
}

/// Searches with node limits are deterministic; random players are not.
#[test]
fn one_round_repeated_is_no_sample() {
    let rules = sized("overbeck", 4, 4);
    let of = |first, second, keep_sides, rounds| {
        let tally = tally(&rules, first, second, keep_sides, rounds);
        let known = [tally.result(), tally.score()].map(|known| known.unwrap().ends().is_some());
        assert_eq!(known[0], known[1], "{first} {second} {rounds}");
        (tally.different(), known[0])
    };
    assert_eq!(of("search:50", "search:20", true, 20), (1, false));
    assert_eq!(of("search:50", "search:20", false, 20), (2, false));
    let (different, known) = of("random", "random", false, 20);
    assert!(different > 10 && known);
    // One round on each side gives no idea of the variance.
    assert_eq!(of("random", "random", false, 2), (2, false));
    assert_eq!(tally(&rules, "random", "random", true, 1).different(), 1);
}

/// A policy gains nothing against itself, although it starts twice and the other once.
#[test]
fn both_sides_count_alike() {
    let rules = sized("overbeck", 4, 4);
    for rounds in 2..6 {
        let tally = tally(&rules, "search:50", "search:50", false, rounds);
        assert_eq!(tally.result().unwrap().mean, 0.0, "{rounds}");
        assert_eq!(tally.score().unwrap().mean, 0.5, "{rounds}");
    }
    let alone = tally(&rules, "search:50", "search:50", true, 3);
    assert!(alone.result().unwrap().mean != 0.0);
}

#[test]
fn the_command_says_that_a_round_was_repeated() {
    let args = words("match --holes 4 --seeds 4 --first search:50 --second search:20 --rounds 20");
    let of = |more: &[&str]| stdout(&run(&[&args[..], more].concat()));
    let (one, two) = (of(&["--keep-sides"]), of(&[]));
    assert!(one.contains("\none round, repeated: "), "{one}");
    assert!(two.contains("\none round on each side, repeated: "), "{two}");
    for told in [&one, &two] {
        assert!(!told.contains("95 %") && !told.contains("estimate"), "{told}");
    }
    let found = json_of(&args);
    assert_eq!((&found["rounds"], &found["different"]), (&20.into(), &2.into()));
    for known in ["result", "score"] {
        let found = &found[known];
        assert!(found["mean"].is_number(), "{found}");
        assert!(found["low"].is_null() && found["high"].is_null(), "{found}");
    }
    // On a small board random players repeat rounds, and are still a sample.
    let small =
        "match --holes 2 --seeds 1 --first random --second random --rounds 200 --keep-sides";
    let told = stdout(&run(&words(small)));
    assert!(told.contains(" different rounds\n") && told.contains("95 %"), "{told}");
}

#[test]
fn intervals_are_those_of_the_formulas() {
    let near = |found: Option<f64>, expected: f64| {
        assert!((found.unwrap() - expected).abs() < 1e-4, "{found:?}, expected {expected}");
    };
    // Results 1, 2, 3, 6: mean 3, variance 14/3.
    let four = Sample { count: 4, sum: 12.0, squares: 50.0 };
    let reach = 1.959_964 * (14.0 / 12.0_f64).sqrt();
    let found = Interval::normal(&[four]).unwrap();
    near(Some(found.mean), 3.0);
    near(found.high, 3.0 + reach);
    // Another sample of 10 and 14, whose mean has the variance 8 / 2: the mean of both means has
    // the variance (14/12 + 4) / 4, whatever the difference of the samples.
    let mut two = Sample::of(10.0);
    two.add(Sample::of(14.0));
    let found = Interval::normal(&[four, two]).unwrap();
    near(Some(found.mean), 7.5);
    let reach = 1.959_964 * (14.0_f64 / 12.0 + 4.0).sqrt() / 2.0;
    near(found.low, 7.5 - reach);
    assert_eq!(Interval::normal(&[four, Sample::of(1.0)]).unwrap().ends(), None);
    assert_eq!(Interval::normal(&[]), None);
    // Ten of ten: Wilson's interval begins at 10 / (10 + 1.96^2). Five of ten: it is symmetrical.
    let all = 10.0 / (10.0 + 1.959_964_f64.powi(2));
    near(Interval::wilson(&[(10, 10.0)]).unwrap().low, all);
    let half = Interval::wilson(&[(10, 5.0)]).unwrap();
    near(half.low.zip(half.high).map(|(low, high)| low + high), 1.0);
    // Ten of ten and none of ten, half of the trials each.
    let both = Interval::wilson(&[(10, 10.0), (10, 0.0)]).unwrap();
    near(both.low, 0.5 - 0.5 * (1.0 - all));
    near(both.high, 0.5 + 0.5 * (1.0 - all));
    // Independent of the number of trials of each; one without trials does not count.
    let more = Interval::wilson(&[(10, 10.0), (1_000_000, 0.0), (0, 0.0)]).unwrap();
    near(Some(more.mean), 0.5);
    near(more.low, 0.5 - 0.5 * (1.0 - all));
    assert_eq!(Interval::wilson(&[(0, 0.0), (0, 0.0)]), None);
}

/// Two samples that are far apart: the intervals contain the true mean in about 95 of 100 cases,
/// while those of the pooled rounds would in nearly all.
#[test]
fn intervals_hold_what_they_say() {
    const TRIALS: u64 = 60;
    const CASES: u32 = 2_000;
    let mut random = Random::new(7, 0);
    let mut held = [0_u32; 2];
    for _ in 0..CASES {
        let mut samples = [Sample::default(); 2];
        // Nine of ten are won on one side, two of ten on the other.
        for (sample, of_ten) in samples.iter_mut().zip([9, 2]) {
            for _ in 0..TRIALS {
                let won = random.below(10) < of_ten;
                sample.add(Sample::of(f64::from(u8::from(won))));
            }
        }
        let shares = samples.map(|one| (one.count, one.sum));
        let found = [Interval::normal(&samples), Interval::wilson(&shares)];
        for (held, found) in held.iter_mut().zip(found) {
            let [low, high] = found.unwrap().ends().unwrap();
            *held += u32::from((low..=high).contains(&0.55));
        }
    }
    for held in held {
        // Five standard deviations of this many cases are 2.4 %; samples are small, too.
        assert!((1_840..1_960).contains(&held), "{held} of {CASES}");
    }
}

/// A few rounds say little, but no mean can exceed all seeds of the board.
#[test]
fn intervals_stay_on_the_board() {
    let args = "match --holes 3 --seeds 2 --first random --second random --rounds 2 --keep-sides";
    let mut cut = 0;
    for seed in 1..=60 {
        let seed = seed.to_string();
        let found = json_of(&[&words(args)[..], &["--seed", &seed]].concat());
        let [mean, low, high] = ["mean", "low", "high"].map(|name| found["result"][name].as_f64());
        let (Some(mean), Some(low), Some(high)) = (mean, low, high) else {
            assert_eq!(found["different"], 1);
            continue;
        };
        assert!(-12.0 <= low && low <= mean && mean <= high && high <= 12.0);
        cut += u32::from(low == -12.0 || high == 12.0);
    }
    assert!(cut > 0, "no interval was too wide");
}
