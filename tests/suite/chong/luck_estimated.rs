//! Luck by an estimate: however good the estimate is, a result without luck has the same mean.

use chongkak::chong::{
    BoardValues, ChongPosition, ChongRules, Chooser, Games, JudgedBy, LuckTotals, ThrowGame,
    probability,
};
use chongkak::control::Control;
use chongkak::math::Interval;

use super::luck::{GREEDY, RANDOM, judged_by, rules, solve};
use super::outlook::arbitrary;
use serde_json::Value;

use crate::support::{json_of, refused, run, stdout};

const GAMES: u64 = 1500;

/// The estimates: the program's, one that only knows wins, one that takes good for bad, and an
/// arbitrary one.
fn with_estimates(rules: &ChongRules, mut each: impl FnMut(&str, JudgedBy<'_>)) {
    let game = ThrowGame::new(rules);
    let constant = |_: &ChongPosition| 0.25;
    let inverted = |position: &ChongPosition| -game.guess(position);
    each("guess", JudgedBy::Estimate(&game));
    each("constant", JudgedBy::Estimate(&constant));
    each("inverted", JudgedBy::Estimate(&inverted));
    each("arbitrary", JudgedBy::Estimate(&arbitrary));
}

fn width(interval: Interval) -> f64 {
    let [low, high] = interval.ends().unwrap();
    high - low
}

/// The share of these games, including luck.
fn plain(luck: &LuckTotals) -> Interval {
    Interval::wilson(&[(luck.games, luck.result)]).unwrap()
}

/// Whether a mean is correct: within twice the 95 % interval, which it leaves in one of ten
/// thousand cases.
fn fits(found: Interval, expected: f64) -> bool {
    (found.mean - expected).abs() <= width(found)
}

fn boards() -> Vec<(ChongRules, BoardValues)> {
    let boards = [(2, 1), (2, 3), (3, 1)].map(|(columns, dice)| rules(columns, dice));
    boards.map(|rules| (rules, solve(&rules))).into()
}

/// The mean between perfect players is the value of the game.
#[test]
fn whatever_the_estimate_the_mean_is_the_value_of_the_game() {
    for (rules, solved) in boards() {
        let start = probability(solved.value(&ChongPosition::start(&rules)).unwrap());
        let players = [Chooser::Perfect(&solved); 2];
        with_estimates(&rules, |name, by| {
            let luck = judged_by(&rules, by, players, GAMES, 5);
            let found = luck.statistics().unwrap().adjusted;
            assert!(fits(found, start), "{name} {rules:?} {start} {found:?}");
            match name {
                "guess" => assert!(width(found) < 0.5 * width(plain(&luck)), "{found:?}"),
                "inverted" => assert!(width(found) > width(plain(&luck)), "{found:?}"),
                _ => {}
            }
        });
    }
}

/// The mean between others agrees with the exact values.
#[test]
fn whatever_the_estimate_the_mean_is_that_by_exact_values() {
    for (rules, solved) in boards() {
        let players = [GREEDY, RANDOM];
        let exact = judged_by(&rules, JudgedBy::Exact(&solved), players, 4 * GAMES, 6);
        let exact = exact.statistics().unwrap().adjusted;
        with_estimates(&rules, |name, by| {
            let luck = judged_by(&rules, by, players, GAMES, 7);
            let found = luck.statistics().unwrap().adjusted;
            let apart = (found.mean - exact.mean).abs();
            let most = width(found).hypot(width(exact));
            assert!(apart <= most, "{name} {rules:?} {exact:?} {found:?}");
        });
    }
}

/// A given throw is not luck.
#[test]
fn after_a_given_throw_the_mean_is_the_value_of_the_throw() {
    let rules = rules(2, 2);
    let (solved, start) = (solve(&rules), ChongPosition::start(&rules));
    for throw in ["1,3", "1,1", "4,6"] {
        let throw = throw.parse().unwrap();
        let games = Games::new(&rules, &start, [Chooser::Perfect(&solved); 2])
            .with_throw(Some(throw))
            .with_games(GAMES)
            .with_seed(8);
        let value = probability(solved.best(&start, throw).unwrap().1);
        let (_, exact, _) = games.judged(JudgedBy::Exact(&solved), Control::none());
        let exact = exact.statistics().unwrap().adjusted;
        assert!((exact.mean - value).abs() < 1e-7, "{throw} {value} {exact:?}");
        with_estimates(&rules, |name, by| {
            let (_, luck, _) = games.judged(by, Control::none());
            let found = luck.statistics().unwrap().adjusted;
            assert!(fits(found, value), "{name} {throw} {value} {found:?}");
        });
    }
}

/// The chances at the start are neither luck nor noise if the players change sides.
#[test]
fn between_equals_who_change_sides_the_mean_is_a_half() {
    let rules = rules(2, 4);
    let solved = solve(&rules);
    let start = ChongPosition::start(&rules);
    let games = Games::new(&rules, &start, [Chooser::Perfect(&solved); 2])
        .with_change(true)
        .with_games(GAMES)
        .with_seed(9);
    with_estimates(&rules, |name, by| {
        let (_, luck, _) = games.judged(by, Control::none());
        let found = luck.statistics().unwrap().adjusted;
        assert!(fits(found, 0.5), "{name} {found:?}");
    });
}

/// The program's estimate leaves at most a third of the interval, so fewer games are needed.
#[test]
fn games_end_when_the_share_without_luck_is_known() {
    let rules = rules(3, 2);
    let start = ChongPosition::start(&rules);
    let game = ThrowGame::new(&rules);
    let games =
        Games::new(&rules, &start, [GREEDY; 2]).with_games(4000).with_precision(0.02).with_seed(10);
    let (plain, _) = games.play(Control::none());
    let (judged, luck, _) = games.judged(JudgedBy::Estimate(&game), Control::none());
    let found = luck.statistics().unwrap().adjusted;
    assert!(width(found) <= 0.04, "{found:?}");
    assert!(judged.games * 4 < plain.games, "{judged:?} {plain:?}");
    let share = plain.share().unwrap();
    let most = width(found).hypot(width(share));
    assert!((found.mean - share.mean).abs() <= most, "{found:?} {share:?}");
}

const MATCH: [&str; 9] =
    ["chong", "match", "--games", "40", "--first", "greedy", "--second", "random", "--luck"];

#[test]
fn a_match_tells_luck_on_any_board_and_by_what() {
    let of = |more: &[&str]| json_of(&[&MATCH, more].concat());
    let large = of(&["--holes", "6", "--dice", "2"]);
    assert_eq!(large["luck"]["exact"], false);
    assert_eq!(large["luck"]["games"], 40);
    let small = of(&["--holes", "2", "--exact"]);
    assert_eq!(small["luck"]["exact"], true);
    let text = run(&[&MATCH[..], &["--holes", "6", "--dice", "2"]].concat());
    let text = stdout(&text);
    assert!(text.contains("by the estimate, in a game:"), "{text}");
    let alone = ["chong", "match", "--first", "greedy", "--second", "random", "--exact"];
    assert!(refused(&alone).contains("--luck"));
}

/// The luck of a deeper policy is always removed, that of others on request; the games are the
/// same.
#[test]
fn a_rollout_tells_the_share_and_the_chance_without_luck() {
    let of = |more: &[&str]| {
        let all = ["chong", "rollout", "--holes", "3", "--dice", "2", "--precision", "0"];
        json_of(&[&all, more].concat())
    };
    let width = |found: &Value, of: &str| {
        let end = |name: &str| found[of][name].as_f64().unwrap();
        end("high") - end("low")
    };
    let greedy = ["--policy", "greedy", "--games", "200"];
    let (plain, without) = (of(&greedy), of(&[&greedy[..], &["--luck"]].concat()));
    assert_eq!(plain["without_luck"], false);
    assert_eq!(plain["probability"], plain["share"]);
    assert_eq!(without["without_luck"], true);
    for field in ["won", "drawn", "lost", "throws", "share"] {
        assert_eq!(plain[field], without[field], "{field}");
    }
    let (narrow, wide) = (width(&without, "probability"), width(&without, "share"));
    assert!(narrow < 0.6 * wide, "{without}");
    let means = ["probability", "share"].map(|of| without[of]["mean"].as_f64().unwrap());
    assert!((means[0] - means[1]).abs() < narrow.hypot(wide), "{without}");
    let ahead = of(&["--policy", "search:4", "--games", "20"]);
    assert_eq!(ahead["without_luck"], true);
}
