//! Luck and choices by exact values: the terms of a game add up, the reference implementation
//! agrees, and judging does not change games.

use std::collections::BTreeMap;

use chongkak::chong::{
    BoardSolver, BoardValues, ChongPolicy, ChongPosition, ChongRules, Chooser, Dice, Games,
    JudgedBy, LuckTotals, PlayerLuck, Profile, probability,
};
use chongkak::control::Control;
use chongkak::math::Random;
use proptest::prelude::*;

use super::any_rules;
use super::reference::{self, Board};
use crate::support::{THREADS, json_of, refused, run, stdout};

pub fn rules(columns: u8, dice: u8) -> ChongRules {
    ChongRules::new(columns).unwrap().with("dice", dice).unwrap()
}

pub fn solve(rules: &ChongRules) -> BoardValues {
    let solver = BoardSolver::new(rules, 256);
    let start = ChongPosition::start(rules);
    solver.solve(&start, Control::none()).unwrap()
}

/// Judged games of these players; the first always throws first.
fn judged(
    rules: &ChongRules,
    solved: &BoardValues,
    players: [Chooser<'_>; 2],
    games: u64,
    seed: u64,
) -> LuckTotals {
    judged_by(rules, JudgedBy::Exact(solved), players, games, seed)
}

pub fn judged_by(
    rules: &ChongRules,
    by: JudgedBy<'_>,
    players: [Chooser<'_>; 2],
    games: u64,
    seed: u64,
) -> LuckTotals {
    let start = ChongPosition::start(rules);
    let games = Games::new(rules, &start, players).with_games(games).with_seed(seed);
    let (tally, luck, stopped) = games.judged(by, Control::none());
    assert_eq!(stopped, None);
    assert_eq!((tally, None), games.play(Control::none()), "judging changes no game");
    luck
}

fn near(found: f64, expected: f64) -> bool {
    (found - expected).abs() < 1e-7
}

/// Single games, each with its own seed.
fn single(
    rules: &ChongRules,
    solved: &BoardValues,
    players: [Chooser<'_>; 2],
    count: u64,
) -> Vec<LuckTotals> {
    let games = (0..count).map(|seed| judged(rules, solved, players, 1, seed));
    games.collect()
}

pub const RANDOM: Chooser<'static> = Chooser::Policy(ChongPolicy::Random);
pub const GREEDY: Chooser<'static> = Chooser::Policy(ChongPolicy::Greedy);

proptest! {
    #![proptest_config(crate::support::law(12))]

    /// In every game, result minus start is luck minus luck plus loss minus loss.
    #[test]
    fn luck_and_losses_add_up_to_the_result(
        rules in any_rules(2..=2), dice in 1..=2_u8, seed: u64,
    ) {
        let rules = rules.with("dice", dice).unwrap();
        let solved = solve(&rules);
        let perfect = Chooser::Perfect(&solved);
        for players in [[RANDOM, GREEDY], [perfect, RANDOM], [RANDOM, perfect], [perfect; 2]] {
            let game = judged(&rules, &solved, players, 1, seed);
            let [first, second] = game.accounts;
            let sum = first.luck - second.luck + second.loss - first.loss;
            prop_assert!((game.start + sum - game.result).abs() < 1e-6, "{rules:?} {game:?}");
            for (account, player) in game.accounts.iter().zip(players) {
                let most = if matches!(player, Chooser::Perfect(_)) { 1e-9 } else { f64::MAX };
                prop_assert!((-1e-9..most).contains(&account.loss), "{rules:?} {game:?}");
                prop_assert!(account.swing >= account.luck.abs());
            }
        }
    }
}

/// A game of more than 2,000 throws, in which king and soldiers wait for two ones, ends like any
/// other. It used to be cut off as a draw, although the second player's value was 0.994.
#[test]
fn a_long_game_is_no_draw() {
    let rules = Profile::named("dlp").unwrap().rules(2).unwrap();
    let rules = rules.with("dice", 2_u8).unwrap();
    let solved = solve(&rules);
    let perfect = Chooser::Perfect(&solved);
    let game = judged(&rules, &solved, [perfect; 2], 1, 2_969_217_885_683_389_706);
    let [first, second] = game.accounts;
    let sum = first.luck - second.luck + second.loss - first.loss;
    assert!(near(game.start + sum, game.result), "{game:?}");
    assert!(game.result == 0.0 || game.result == 1.0, "{game:?}");
}

/// The faces of a throw.
fn faces(throw: Dice) -> Vec<u8> {
    let text = throw.to_string();
    text.split(',').map(|face| face.parse().unwrap()).collect()
}

/// The value of a throw to its player, by the reference values.
fn best(rules: &ChongRules, values: &BTreeMap<Board, f64>, board: &Board, throw: Dice) -> f64 {
    let worth = |(after, won): (Board, bool)| if won { 1.0 } else { -values[&after] };
    let ends = reference::ends(board, &faces(throw), rules).into_iter();
    ends.map(worth).fold(f64::NEG_INFINITY, f64::max)
}

#[test]
fn the_best_way_is_the_references() {
    let rules = rules(2, 2);
    let (solved, (values, _)) = (solve(&rules), reference::values(&rules));
    let mut compared = 0;
    for (board, _) in values.iter().step_by(7) {
        let position = board.position();
        for (_, throw) in Dice::all(rules.dice) {
            let (end, value) = solved.best(&position, throw).unwrap();
            let expected = best(&rules, &values, board, throw);
            assert!(near(value, expected), "{board:?} {throw}: {value}, {expected}");
            let left = match end.won {
                true => 1.0,
                false => -values[&Board::of(&end.after)],
            };
            assert!(near(left, expected), "{board:?} {throw}: {left}, {expected}");
            compared += 1;
        }
    }
    assert!(compared > 1000, "{compared}");
    assert!(
        solved
            .best(&ChongPosition::start(&ChongRules::new(3).unwrap()), "1,2".parse().unwrap())
            .is_none()
    );
}

/// A game of two random players from the same random numbers, judged by the reference
/// implementation.
fn references_game(
    rules: &ChongRules,
    values: &BTreeMap<Board, f64>,
    seed: u64,
) -> (f64, [PlayerLuck; 2]) {
    let mut random = Random::new(seed, 0);
    let (mut position, mut who) = (ChongPosition::start(rules), 0);
    let mut accounts = [PlayerLuck::default(); 2];
    loop {
        if let Some(value) = position.outcome(rules) {
            let value = if who == 0 { value } else { -value };
            return (probability(value), accounts);
        }
        let board = Board::of(&position);
        let all = 6_usize.pow(rules.dice.into());
        let throw = Dice::numbered(rules.dice, random.below(all));
        let ends = rules.ends(&position, throw);
        let chosen = match ends.len() {
            1 => &ends[0],
            many => &ends[random.below(many)],
        };
        let left = match chosen.won {
            true => 1.0,
            false => -values[&Board::of(&chosen.after)],
        };
        let best = best(rules, values, &board, throw);
        let (luck, loss) = ((best - values[&board]) / 2.0, (best - left) / 2.0);
        accounts[who].luck += luck;
        accounts[who].swing += luck.abs();
        accounts[who].loss += loss;
        (position, who) = (chosen.after, 1 - who);
    }
}

#[test]
fn the_reference_finds_the_same_luck_and_losses() {
    for dice in [1, 2] {
        let rules = rules(2, dice);
        let (solved, (values, _)) = (solve(&rules), reference::values(&rules));
        for (seed, found) in (0..).zip(single(&rules, &solved, [RANDOM; 2], 60)) {
            let (result, accounts) = references_game(&rules, &values, seed);
            assert!(near(found.result, result), "seed {seed}: {found:?}");
            for (one, expected) in found.accounts.iter().zip(accounts) {
                let same = near(one.luck, expected.luck)
                    && near(one.swing, expected.swing)
                    && near(one.loss, expected.loss);
                assert!(same, "seed {seed}: {one:?}, expected {expected:?}");
            }
        }
    }
}

/// The mean and the standard deviation by definition.
#[allow(clippy::cast_precision_loss)]
fn spread(numbers: &[f64]) -> (f64, f64) {
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    let squares: f64 = numbers.iter().map(|x| (x - mean) * (x - mean)).sum();
    (mean, (squares / (count - 1.0)).sqrt())
}

#[test]
fn the_statistics_are_what_their_fields_say() {
    let rules = rules(2, 1);
    let solved = solve(&rules);
    let games = single(&rules, &solved, [GREEDY, RANDOM], 80);
    let mut all = LuckTotals::default();
    games.iter().for_each(|game| all.add(game));
    let found = all.statistics().unwrap();
    let of = |number: fn(&LuckTotals) -> f64| games.iter().map(number).collect::<Vec<f64>>();
    let throws = of(|game| game.accounts[0].luck - game.accounts[1].luck);
    let choices = of(|game| game.accounts[1].loss - game.accounts[0].loss);
    let gains = of(|game| game.result - game.start);
    assert_eq!(found.games, 80);
    let adjusted = spread(&of(|game| game.start + game.accounts[1].loss - game.accounts[0].loss));
    assert!(near(found.adjusted.mean, adjusted.0));
    let reach = 1.959_963_984_540_054 * adjusted.1 / 80_f64.sqrt();
    assert!(near(found.adjusted.high.unwrap() - found.adjusted.mean, reach));
    for player in 0..2 {
        let sum = |of: fn(&PlayerLuck) -> f64| -> f64 {
            games.iter().map(|game| of(&game.accounts[player])).sum()
        };
        assert!(near(found.swing[player], sum(|one| one.swing) / 80.0));
        assert!(near(found.loss[player], sum(|one| one.loss) / 80.0));
    }
    for (found, numbers) in [
        (found.deviation.gain, &gains),
        (found.deviation.throws, &throws),
        (found.deviation.choices, &choices),
    ] {
        assert!(near(found, spread(numbers).1));
    }
    // A winner gains the difference to 1; for the second player the other way round.
    let (mut gained, mut thrown) = (0.0, 0.0);
    for (at, game) in games.iter().enumerate() {
        let sign = 2.0 * game.result - 1.0;
        gained += gains[at] * sign;
        thrown += throws[at] * sign;
    }
    assert!(near(found.winner_by_throws.unwrap(), thrown / gained));
    assert_eq!(games[0].statistics(), None, "one game has no interval");
}

#[test]
fn between_perfect_players_all_is_luck() {
    let rules = rules(2, 2);
    let solved = solve(&rules);
    let luck = judged(&rules, &solved, [Chooser::Perfect(&solved); 2], 300, 1);
    let found = luck.statistics().unwrap();
    let start = probability(solved.value(&ChongPosition::start(&rules)).unwrap());
    let [low, high] = found.adjusted.ends().unwrap();
    assert!([found.adjusted.mean, low, high].iter().all(|one| near(*one, start)));
    assert!(found.loss.iter().all(|loss| near(*loss, 0.0)));
    assert!(near(found.winner_by_throws.unwrap(), 1.0));
}

/// The mean luck is zero, so the result without luck estimates the same share, more precisely.
#[test]
fn without_luck_the_share_is_the_same_and_known_better() {
    let rules = rules(2, 2);
    let solved = solve(&rules);
    let perfect = Chooser::Perfect(&solved);
    let games = 4000;
    let luck = judged(&rules, &solved, [perfect, RANDOM], games, 3);
    let found = luck.statistics().unwrap();
    #[allow(clippy::cast_precision_loss)]
    let share = luck.result / luck.games as f64;
    // Four standard deviations of the mean of this many results are below 0.032.
    assert!((share - found.adjusted.mean).abs() < 0.032, "{found:?} {share}");
    assert!(found.adjusted.mean > 0.52, "{found:?}");
    assert!(found.deviation.choices < found.deviation.gain, "{found:?}");
}

#[test]
fn judged_games_don_t_depend_on_threads() {
    let rules = rules(2, 2);
    let solved = solve(&rules);
    let luck = THREADS.map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let pool = pool.build().unwrap();
        pool.install(|| judged(&rules, &solved, [GREEDY, RANDOM], 300, 1))
    });
    assert!(luck.iter().all(|luck_of| *luck_of == luck[0]));
}

const MATCH: [&str; 10] =
    ["chong", "match", "--holes", "2", "--dice", "1", "--games", "200", "--second", "random"];

#[test]
fn a_match_tells_luck_where_it_is_asked_to() {
    let of = |more: &[&str]| json_of(&[&MATCH, more].concat());
    let (plain, told) = (of(&["--first", "greedy"]), of(&["--first", "greedy", "--luck"]));
    assert!(plain["luck"].is_null());
    for field in ["games", "won", "drawn", "lost", "throws", "share"] {
        assert_eq!(plain[field], told[field], "{field}");
    }
    assert_eq!(told["luck"]["games"], 200);
    let perfect = of(&["--first", "perfect", "--luck"]);
    assert_eq!(perfect["luck"]["loss"][0], 0.0);
    assert!(perfect["luck"]["loss"][1].as_f64().unwrap() > 0.0);
    let text = run(&[&MATCH[..], &["--first", "perfect", "--luck"]].concat());
    let text = stdout(&text);
    assert!(text.contains("perfect: good and bad luck"), "{text}");
    assert!(text.contains("without luck perfect wins"), "{text}");
}

#[test]
fn perfect_players_need_a_board_that_can_be_solved() {
    let contest = ["chong", "match", "--second", "random", "--games", "2", "--first"];
    let wrong = refused(&[&contest[..], &["bets"]].concat());
    assert!(wrong.contains("expected perfect, random, greedy"), "{wrong}");
    let large = refused(&[&contest[..], &["perfect", "--holes", "12"]].concat());
    assert!(large.contains("expected at most 3 x 8"), "{large}");
    let open = run(&[&contest[..], &["perfect", "--holes", "5", "--memory", "1"]].concat());
    assert_eq!(open.status.code(), Some(3));
}
