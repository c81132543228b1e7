//! The samples behind results: every finished game counts, and repetitions of one game have no
//! interval.

use chongkak::chong::{ChongPolicy, ChongPosition, ChongRules, Games, JudgedBy, ThrowGame};
use chongkak::control::{Control, Progress, StopReason};

use crate::support::{THREADS, json_of, run, stdout, words};

/// The throw limits end matches in the middle of a game, on any number of threads.
#[test]
fn what_progress_says_is_done_is_in_the_result() {
    let rules = ChongRules::new(4).unwrap();
    let start = ChongPosition::start(&rules);
    let players = [ChongPolicy::Greedy.into(), ChongPolicy::Random.into()];
    let games = Games::new(&rules, &start, players).with_change(true).with_games(10_000);
    let game = ThrowGame::new(&rules);
    for (threads, throws) in THREADS.into_iter().zip([200, 800, 2_000, 5_000]) {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let pool = pool.build().unwrap();
        for judged in [false, true] {
            let progress = Progress::new();
            let control = Control::none().with_nodes(throws).with_progress(&progress);
            let (tally, luck, stopped) = pool.install(|| match judged {
                true => games.judged(JudgedBy::Estimate(&game), control),
                false => {
                    let (tally, stopped) = games.play(control);
                    (tally, Default::default(), stopped)
                }
            });
            assert_eq!(stopped, Some(StopReason::Nodes));
            assert!(tally.games > 0, "{threads} threads, {throws} throws");
            assert_eq!(tally.games, progress.standing().done);
            assert_eq!(tally.games, tally.won + tally.drawn + tally.lost);
            // A few may end with the first throw, the others differ.
            assert!(tally.different <= tally.games && 2 * tally.different > tally.games);
            assert!(tally.throws <= throws);
            assert_eq!(luck.games, if judged { tally.games } else { 0 });
        }
    }
}

#[test]
fn one_game_repeated_is_no_sample() {
    // Nobody can ever move, and A has one piece more.
    let over = words("chong rollout --dice 2 --set goal=annihilate --games 50 --policy greedy");
    let over = [&over[..], &["s..|...|.SQ A opened:AB"]].concat();
    let found = json_of(&over);
    assert_eq!((&found["games"], &found["different"]), (&50.into(), &1.into()));
    let share = &found["share"];
    assert!(share["mean"].is_number() && share["low"].is_null() && share["high"].is_null());
    let told = stdout(&run(&over));
    assert!(told.contains("\none game, repeated") && !told.contains("95 %"), "{told}");
    let start = ["chong", "rollout", "--holes", "3", "--games", "50", "--policy", "greedy"];
    let found = json_of(&start);
    // Some short games come twice by chance.
    assert!((40..=50).contains(&found["different"].as_u64().unwrap()));
    assert!(found["share"]["low"].is_number());
}

/// A player who throws first in one game and second in the other has shown neither twice.
#[test]
fn two_games_from_two_sides_have_no_interval_without_luck() {
    let of = |games: &str| {
        let args = [
            "chong", "match", "--holes", "2", "--dice", "1", "--first", "greedy", "--second",
            "random", "--luck", "--games", games,
        ];
        json_of(&args)["luck"].clone()
    };
    assert!(of("1").is_null());
    let two = of("2");
    assert!(two["adjusted"]["mean"].is_number() && two["adjusted"]["low"].is_null(), "{two}");
    assert!(of("4")["adjusted"]["low"].is_number());
}
