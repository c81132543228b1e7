//! The depth-limited search, the estimate, rankings, rollouts and matches.

use chongkak::chong::{
    BoardSolver, ChongPolicy, ChongPosition, ChongRules, Dice, GameTally, Games, Horizon, Moment,
    Net, PlacedPosition, ThrowGame, Valuation, WayRanking, expected, probability,
};
use chongkak::control::{Control, StopReason};
use chongkak::math::Random;
use chongkak::math::chance::{ChanceGame, Decider, Expectimax, Node};

use crate::support::{THREADS, at_once, set};

/// Plain expectimax over the game.
pub fn plain(game: &ThrowGame<'_>, moment: &Moment, depth: u32) -> f64 {
    if let Some(value) = game.end(moment) {
        return value;
    }
    if depth == 0 {
        return game.estimate(moment);
    }
    match game.node(moment) {
        Node::Decision(decider, choices) => {
            let values = choices.iter().map(|choice| plain(game, choice, depth - 1));
            match decider {
                Decider::Max => values.fold(f64::NEG_INFINITY, f64::max),
                Decider::Min => values.fold(f64::INFINITY, f64::min),
            }
        }
        Node::Chance(outcomes) => {
            let total: u32 = outcomes.iter().map(|(weight, _)| weight).sum();
            let sum: f64 = outcomes
                .iter()
                .map(|(weight, after)| f64::from(*weight) * plain(game, after, depth))
                .sum();
            sum / f64::from(total)
        }
    }
}

/// Positions from random play.
pub fn positions(rules: &ChongRules, count: usize) -> Vec<ChongPosition> {
    let mut random = Random::new(3, 0);
    let mut found = Vec::new();
    let mut position = ChongPosition::start(rules);
    while found.len() < count {
        if position.verdict(rules).is_some() {
            position = ChongPosition::start(rules);
        }
        let throw = Dice::numbered(rules.dice, random.below(6_usize.pow(rules.dice.into())));
        let ends = rules.ends(&position, throw);
        position = ends[random.below(ends.len())].after;
        if position.verdict(rules).is_none() {
            found.push(position);
        }
    }
    found
}

#[test]
fn pruning_has_the_value_of_plain_expectimax() {
    for (columns, dice, depth) in [(3, 1, 3), (3, 2, 2), (4, 1, 3), (3, 4, 1)] {
        let mut rules = ChongRules::new(columns).unwrap();
        rules.set("dice", &dice.to_string()).unwrap();
        let game = ThrowGame::new(&rules);
        for position in positions(&rules, 12) {
            let moment = Moment::before(position);
            let expected = plain(&game, &moment, depth);
            let search = Expectimax::new(&game, Control::none());
            let found = search.with_table(4).unwrap().value(&moment, depth).unwrap();
            assert!((found.value - expected).abs() < 1e-12, "{position:?}");
        }
    }
}

#[test]
fn a_likely_choice_is_a_choice() {
    for text in ["content", "dlp"] {
        let rules = chongkak::chong::Profile::named(text).unwrap().rules(4).unwrap();
        let game = ThrowGame::new(&rules);
        for position in positions(&rules, 60) {
            for (_, throw) in Dice::all(rules.dice).into_iter().step_by(7) {
                let moment = Moment { throw: Some(throw), ..Moment::before(position) };
                let (decider, likely) = game.likely(&moment).unwrap();
                assert_eq!(decider, Decider::Max);
                let ends = rules.ends(&position, throw);
                assert!(
                    ends.iter().any(|end| end.after == likely.position),
                    "{position:?} {throw}"
                );
            }
        }
    }
}

#[test]
fn the_guess_is_a_value_and_near_the_truth_on_small_boards() {
    let mut rules = ChongRules::new(3).unwrap();
    rules.set("dice", "2").unwrap();
    let solver = BoardSolver::new(&rules, 1024);
    let solved = solver.solve(&ChongPosition::start(&rules), Control::none()).unwrap();
    let net = Net::built_in(&rules);
    let (mut off, mut spread, mut count) = (0.0, 0.0, 0.0);
    for position in solved.positions() {
        let guess = net.value(&position);
        assert!(guess.abs() < 1.0);
        let value = solved.value(&position).unwrap();
        off += (probability(guess) - probability(value)).powi(2);
        spread += (probability(value) - 0.5).powi(2);
        count += 1.0;
    }
    // Better by half than no estimate, in the root mean square.
    assert!(4.0 * off < 3.0 * spread, "{} {}", (off / count).sqrt(), (spread / count).sqrt());
}

#[test]
fn a_win_is_ranked_first_and_is_exact() {
    let rules = ChongRules::new(3).unwrap();
    let game = ThrowGame::new(&rules);
    let horizon = Horizon::new(2).with_width(100).with_memory(4);
    let throw: Dice = "1,2,3,4".parse().unwrap();
    let ranking = WayRanking::of(
        &game,
        &ChongPosition::start(&rules),
        throw,
        horizon,
        Control::none(),
        &mut |_| {},
    )
    .unwrap();
    assert_eq!(ranking.ways.len(), 3);
    let best = ranking.best().unwrap();
    assert!(best.end.won);
    assert_eq!(best.worth, Valuation::Exact(1.0));
    assert!(!ranking.ways[2].end.won);
}

#[test]
fn a_ranking_by_all_throws_is_what_plain_expectimax_says() {
    let mut rules = ChongRules::new(3).unwrap();
    rules.set("dice", "2").unwrap();
    let game = ThrowGame::new(&rules);
    let placed = PlacedPosition::parse("SSK|S.k|sss A opened:A", &rules).unwrap();
    let throw: Dice = "3,3".parse().unwrap();
    let horizon = Horizon::new(2).with_width(100).with_memory(4);
    let ranking =
        WayRanking::of(&game, &placed.position, throw, horizon, Control::none(), &mut |_| {})
            .unwrap();
    assert!(ranking.ways.len() > 1);
    for way in ranking.ways.iter().filter(|way| !way.end.won) {
        let expected = -plain(&game, &Moment::before(way.end.after), 1);
        assert!((way.worth.value() - expected).abs() < 1e-12);
        assert_eq!(way.depth, 2);
    }
    let worths: Vec<f64> = ranking.ways.iter().map(|way| way.worth.value()).collect();
    assert!(worths.is_sorted_by(|one, other| one >= other), "{worths:?}");
}

#[test]
fn a_sample_comes_near_all_throws_within_its_standard_error() {
    let rules = ChongRules::new(4).unwrap();
    let game = ThrowGame::new(&rules);
    let position = PlacedPosition::parse("SS.K|.S.k|ssss A opened:A", &rules).unwrap().position;
    let horizon =
        |samples| Horizon::new(1).with_samples(samples).with_width(1).with_seed(5).with_memory(4);
    let all = expected(&game, &position, horizon(0), Control::none(), &mut |_| {}).unwrap();
    let Valuation::Guess(all) = all.worth else {
        panic!("{:?}", all.worth);
    };
    let sampled = expected(&game, &position, horizon(400), Control::none(), &mut |_| {}).unwrap();
    let Valuation::Sampled { mean, error } = sampled.worth else {
        panic!("{:?}", sampled.worth);
    };
    assert!((mean - all).abs() < 4.0 * error, "{mean} ± {error}, {all}");
    // Values are between -1 and 1, so the error of 400 throws is below a twentieth.
    assert!(error > 0.0 && error < 0.05 + 1e-3, "{error}");
}

fn games<'a>(
    rules: &'a ChongRules,
    start: &'a ChongPosition,
    first: &str,
    second: &str,
) -> Games<'a> {
    Games::new(
        rules,
        start,
        [first, second].map(|name| name.parse::<ChongPolicy>().unwrap().into()),
    )
    .with_change(true)
    .with_games(300)
}

#[test]
fn games_don_t_depend_on_threads_and_stop_when_they_know_enough() {
    let rules = ChongRules::new(6).unwrap();
    let start = ChongPosition::start(&rules);
    let match_up = games(&rules, &start, "guess", "random");
    let tallies = THREADS.map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| match_up.play(Control::none()))
    });
    assert!(tallies.iter().all(|tally| *tally == tallies[0]), "{tallies:?}");
    assert_eq!((tallies[0].0.games, tallies[0].1), (300, None));
    let enough = match_up.with_games(1_000_000).with_precision(0.04);
    let (tally, stopped) = enough.play(Control::none());
    let [low, high] = tally.share().unwrap().ends().unwrap();
    assert!((high - low) / 2.0 <= 0.04);
    assert!(tally.games < 1000 && stopped.is_none(), "{tally:?}");
    for (control, reason) in at_once(&set()) {
        assert_eq!(enough.play(control), (GameTally::default(), Some(reason)));
    }
}

#[test]
fn a_search_that_is_ended_says_by_what_and_gives_the_guess() {
    let rules = ChongRules::new(6).unwrap();
    let game = ThrowGame::new(&rules);
    let throw: Dice = "2,3,4,6".parse().unwrap();
    let position = positions(&rules, 60).into_iter().find(|position| {
        let ends = rules.ends(position, throw);
        ends.len() > 1 && !ends[0].won
    });
    let position = position.unwrap();
    let horizon = Horizon::new(3).with_width(10).with_memory(1);
    for (control, reason) in at_once(&set()) {
        let ranking =
            WayRanking::of(&game, &position, throw, horizon, control, &mut |_| {}).unwrap();
        // Without a node none is estimated.
        let depth = u32::from(reason != StopReason::Nodes);
        let guessed = ranking.ways.iter().all(|way| way.depth == depth);
        assert_eq!((ranking.stopped, guessed), (Some(reason), true));
        let found = expected(&game, &position, horizon, control, &mut |_| {}).unwrap();
        let guess = Valuation::Guess(game.guess(&position));
        assert_eq!((found.stopped, found.depth, found.worth), (Some(reason), 0, guess));
    }
}

#[test]
fn better_players_win_more() {
    let rules = ChongRules::new(12).unwrap();
    let start = ChongPosition::start(&rules);
    for (first, second) in [("guess", "random"), ("greedy", "random"), ("search:4", "random")] {
        let match_up = games(&rules, &start, first, second).with_games(60);
        let share = match_up.play(Control::none()).0.share().unwrap();
        assert!(share.low > Some(0.8), "{first} against {second}: {share:?}");
    }
}

#[test]
fn strengths_are_in_order_on_a_large_board_too() {
    let rules = ChongRules::new(20).unwrap();
    let start = ChongPosition::start(&rules);
    let ladder = ["random", "beginner", "player", "strong", "guess"];
    for pair in ladder.windows(2) {
        let match_up = games(&rules, &start, pair[1], pair[0]).with_games(60);
        let share = match_up.play(Control::none()).0.share().unwrap();
        assert!(share.low > Some(0.5), "{} against {}: {share:?}", pair[1], pair[0]);
    }
}

/// Compares rollouts of random players on a small board with the expected result: the value of
/// random play is the mean over throws and ends.
#[test]
fn rollouts_of_random_players_come_near_their_expectation() {
    let mut rules = ChongRules::new(2).unwrap();
    rules.set("dice", "1").unwrap();
    let start = ChongPosition::start(&rules);
    let expected = random_play(&rules);
    let rollout = games(&rules, &start, "random", "random").with_change(false).with_games(20_000);
    let (tally, _) = rollout.play(Control::none());
    #[allow(clippy::cast_precision_loss)]
    let found = (tally.won as f64 - tally.lost as f64) / tally.games as f64;
    // Four standard deviations of 20,000 games are below 0.03.
    assert!((found - expected).abs() < 0.03, "{found} {expected}");
}

/// The value of random play at the start, by iteration.
fn random_play(rules: &ChongRules) -> f64 {
    let mut values = std::collections::HashMap::from([(ChongPosition::start(rules), 0.0)]);
    let throws = Dice::all(rules.dice);
    for _ in 0..300 {
        let mut next = values.clone();
        let known: Vec<ChongPosition> = values.keys().copied().collect();
        for position in known {
            let mut sum = 0.0;
            for (weight, throw) in &throws {
                let ends = rules.ends(&position, *throw);
                let one = |end: &chongkak::chong::End| {
                    if end.won { 1.0 } else { -values.get(&end.after).copied().unwrap_or(0.0) }
                };
                #[allow(clippy::cast_precision_loss)]
                let mean = ends.iter().map(one).sum::<f64>() / ends.len() as f64;
                sum += f64::from(*weight) * mean;
                for end in ends.iter().filter(|end| !end.won) {
                    next.entry(end.after).or_insert(0.0);
                }
            }
            next.insert(position, sum / 6.0);
        }
        values = next;
    }
    values[&ChongPosition::start(rules)]
}

#[test]
fn policies_read_back_what_they_are_called() {
    for name in
        ["random", "greedy", "runner", "guess", "search:7", "beginner", "player", "strong", "best"]
    {
        assert_eq!(name.parse::<ChongPolicy>().unwrap().to_string(), name);
    }
    for wrong in ["", "bold", "search:0", "search:", "search:x"] {
        let error = wrong.parse::<ChongPolicy>().unwrap_err().to_string();
        assert!(
            error.contains("expected random, greedy, runner, guess, one of the strengths beginner")
        );
    }
}
