//! Games judged turn by turn: each price has its definition, and they add up.

use chongkak::chong::{
    ChongPosition, ChongRules, Dice, JudgedBy, JudgedGame, PlacedPosition, PlayedTurn, Player,
    ThrowGame, probability,
};
use chongkak::control::{Control, StopReason};
use chongkak::math::Random;
use serde_json::{Value, json};

use super::luck::{rules, solve};
use super::reference::{self, Board};
use crate::support::{Client, Folder, code, json_of, refused, run, stdout};

/// A random game of up to this many turns.
fn random_game(rules: &ChongRules, turns: usize, seed: u64) -> (PlacedPosition, Vec<PlayedTurn>) {
    let mut random = Random::new(seed, 0);
    let first = PlacedPosition::start(rules);
    let (mut placed, mut played) = (first, Vec::new());
    let all = 6_usize.pow(rules.dice.into());
    while played.len() < turns && placed.position.outcome(rules).is_none() {
        let throw = Dice::numbered(rules.dice, random.below(all));
        let mut ends = rules.ends(&placed.position, throw);
        let way = ends.swap_remove(random.below(ends.len())).way;
        let way: Vec<String> = way.iter().map(ToString::to_string).collect();
        let way = if way.is_empty() { "pass".to_owned() } else { way.join(" ") };
        let turn = rules.read_turn(&placed, &format!("{throw} {way}")).unwrap();
        placed = turn.after;
        played.push(turn);
    }
    (first, played)
}

fn judged(rules: &ChongRules, by: JudgedBy<'_>, seed: u64) -> JudgedGame {
    let (first, turns) = random_game(rules, 60, seed);
    let mut told = 0;
    let tell = &mut |so_far: &JudgedGame| {
        told += 1;
        assert_eq!(so_far.turns.len(), told);
    };
    let found = JudgedGame::of(rules, &first, &turns, by, Control::none(), tell);
    assert_eq!((found.turns.len(), found.stopped), (turns.len(), None));
    found
}

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-7, "{found}, expected {expected}");
}

fn faces(throw: Dice) -> Vec<u8> {
    throw.faces().collect()
}

/// With exact values, those of the reference implementation, nothing is left over.
#[test]
fn exact_prices_are_the_references_and_add_up() {
    for dice in [1, 2] {
        let rules = rules(2, dice);
        let (solved, (values, _)) = (solve(&rules), reference::values(&rules));
        let worth = |(after, won): &(Board, bool)| if *won { 1.0 } else { -values[after] };
        for seed in 0..20 {
            let found = judged(&rules, JudgedBy::Exact(&solved), seed);
            for one in &found.turns {
                let board = Board::of(&one.position.position);
                let ends = reference::ends(&board, &faces(one.turn.throw), &rules);
                let best = ends.iter().map(worth).fold(f64::NEG_INFINITY, f64::max);
                let after = Board::of(&one.turn.after.position);
                let chosen = ends.iter().find(|(end, _)| *end == after).unwrap();
                near(one.before, probability(values[&board]));
                near(one.thrown, probability(best));
                near(one.left, probability(worth(chosen)));
                near(one.luck, one.thrown - one.before);
                near(one.loss, one.thrown - one.left);
                assert_eq!(one.error, solved.error());
                // The better way is one of them, and as good as the best.
                let better = rules.ends(&one.position.position, one.turn.throw).into_iter();
                let better = better.filter(|end| end.way == one.best).map(|end| match end.won {
                    true => 1.0,
                    false => -solved.value(&end.after).unwrap(),
                });
                near(better.fold(f64::NEG_INFINITY, f64::max), best);
            }
            near(found.corrections(), 0.0);
        }
    }
}

/// Computes the value before a throw from the list of all ways to play all throws.
fn mean(rules: &ChongRules, game: &ThrowGame<'_>, position: &ChongPosition) -> f64 {
    let (mut sum, mut all) = (0.0, 0.0);
    for (weight, throw) in Dice::all(rules.dice) {
        sum += f64::from(weight) * best(rules, game, position, throw);
        all += f64::from(weight);
    }
    sum / all
}

fn best(rules: &ChongRules, game: &ThrowGame<'_>, position: &ChongPosition, throw: Dice) -> f64 {
    let ends = rules.ends(position, throw).into_iter();
    let worth = ends.map(|end| -game.guess(&end.after));
    worth.fold(f64::NEG_INFINITY, f64::max)
}

/// With the estimate: each price follows from the list of all ways, and the remainder is the change
/// of the estimate between the same position before a turn and after all throws.
#[test]
fn estimated_prices_are_those_of_all_ways() {
    let rules = rules(6, 2);
    let game = ThrowGame::new(&rules);
    for seed in 0..4 {
        let found = judged(&rules, JudgedBy::Estimate(&game), seed);
        let mut left_over = 0.0;
        for one in &found.turns {
            let (position, after) = (&one.position.position, &one.turn.after.position);
            near(one.before, probability(mean(&rules, &game, position)));
            let thrown = best(&rules, &game, position, one.turn.throw);
            near(one.thrown, probability(thrown));
            near(one.left, probability(-game.guess(after)));
            assert!(one.loss >= 0.0, "{one:?}");
            let ahead = |after: &ChongPosition| match after.outcome(&rules) {
                Some(value) => -value,
                None => -mean(&rules, &game, after),
            };
            let correction = probability(ahead(after)) - one.left;
            left_over += match one.turn.player {
                Player::A => correction,
                Player::B => -correction,
            };
            let ends = rules.ends(position, one.turn.throw).into_iter();
            let mut ends = ends.filter(|end| end.way == one.best);
            let better = ends.next().unwrap();
            near(-game.guess(&better.after), thrown);
            let of_best = probability(ahead(&better.after)) - one.thrown;
            near(one.error.unwrap(), correction.abs().max(of_best.abs()));
        }
        near(found.corrections(), left_over);
        assert!(left_over != 0.0);
    }
}

#[test]
fn a_limit_ends_it_after_whole_turns() {
    let rules = rules(3, 1);
    let game = ThrowGame::new(&rules);
    let (first, turns) = random_game(&rules, 60, 1);
    let control = Control::none().with_nodes(3);
    let by = JudgedBy::Estimate(&game);
    let found = JudgedGame::of(&rules, &first, &turns, by, control, &mut |_| {});
    assert_eq!((found.turns.len(), found.stopped), (3, Some(StopReason::Nodes)));
    let left = found.turns[2].turn.after;
    let chance = probability(mean(&rules, &game, &left.position));
    near(found.result, if left.player == Player::A { chance } else { 1.0 - chance });
}

const RECORD: &str = "\
chong: content
holes: 3
dice: 2
throws: typed

start: SSS|K.k|sss A
1,4 1:K3<>2 4:S3-7x
2,3 pass
4,6 4:S1-5lie 6:S0-6
game: unfinished
";

const TURNS: [&str; 6] =
    ["--turn", "1,4 1:K3<>2 4:S3-7x", "--turn", "2,3 pass", "--turn", "4,6 4:S1-5lie 6:S0-6"];

/// A record, turns on the command line, and the protocol give the same answer.
#[test]
fn it_is_one_answer_at_every_door() {
    let folder = Folder::made("chong-analysis");
    let file = folder.file("game.txt", RECORD);
    let board = ["--holes", "3", "--dice", "2"];
    let of = |words: &[&str]| json_of(&[&["chong", "analyze"], words].concat());
    let turns = [&board[..], &TURNS].concat();
    let (estimated, exact) = (of(&[&file]), of(&[&file, "--exact"]));
    assert_eq!(estimated, of(&turns));
    assert_eq!(exact, of(&[&turns[..], &["--exact"]].concat()));
    assert_eq!((&estimated["exact"], &exact["exact"]), (&json!(false), &json!(true)));
    assert_eq!(exact["turns"].as_array().unwrap().len(), 3);
    assert_eq!(exact["players"]["A"]["turns"], 2);
    let mut client = Client::start(&["--threads", "1"]);
    let played: Vec<&str> = TURNS.iter().copied().filter(|word| *word != "--turn").collect();
    let asked = json!({"holes": 3, "dice": 2, "turns": played});
    assert_eq!(client.result("chong_analyze", asked.clone()), estimated);
    // A solved board gives exact answers unless told otherwise.
    client.result("chong_evaluate", json!({"holes": 3, "dice": 2, "exact": true}));
    assert_eq!(client.result("chong_analyze", asked.clone()), exact);
    let mut fresh = asked.clone();
    fresh["fresh"] = json!(true);
    assert_eq!(client.result("chong_analyze", fresh.clone()), estimated);
    // It reports turns as they are judged; reports not read in time are dropped.
    fresh["progress"] = json!(true);
    client.request("told", "chong_analyze", fresh);
    let mut told: Vec<Value> = Vec::new();
    while told.last().is_none_or(|last| last["method"] == "progress") {
        told.push(client.next());
    }
    assert_eq!(told.pop().unwrap()["result"], estimated);
    let of_turns = |told: &Value| told["params"]["turns"].as_array().unwrap().len();
    let told: Vec<usize> = told.iter().map(of_turns).collect();
    assert!(!told.is_empty() && told.is_sorted_by(|one, next| one < next), "{told:?}");
    assert!(told.iter().all(|turns| (1..=3).contains(turns)), "{told:?}");
}

#[test]
fn it_is_told_in_words() {
    let folder = Folder::made("chong-analysis-words");
    let file = folder.file("game.txt", RECORD);
    let found = run(&["chong", "analyze", &file, "--exact"]);
    let text = stdout(&found);
    assert_eq!(code(&found), 0);
    for part in [
        "rules   chong, profile content, 3 x 3 holes, 2 dice",
        "judged  by exact values",
        "A: luck ",
        "A's chance went from 56.6 % to ",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("corrected"), "{text}");
    let text = stdout(&run(&["chong", "analyze", &file]));
    assert!(text.contains("the estimate corrected itself by"), "{text}");
    let nothing = refused(&["chong", "analyze"]);
    assert!(nothing.contains("expected the file of a record"), "{nothing}");
    let rules = refused(&["chong", "analyze", &file, "--dice", "3"]);
    assert!(rules.contains("the record names its rules"), "{rules}");
    let large = refused(&["chong", "analyze", "--exact", "--turn", "2,3,4,5 pass"]);
    assert!(large.contains("expected at most 3 x 8"), "{large}");
    let wrong = refused(&["chong", "analyze", "--turn", "2,3,4,5 pass", "--turn", "7"]);
    assert!(wrong.contains("--turn 2"), "{wrong}");
}
