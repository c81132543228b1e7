//! Sets played, recorded and replayed.

use chongkak::board::{Position, Side};
use chongkak::control::Control;
use chongkak::math::Random;
use chongkak::moves::Game;
use chongkak::rules::{Preset, Rules};
use chongkak::sets::{SetGame, SetPlay, SetRecord, WrittenSet};
use chongkak::start::{JointTurn, Next, Tie};

use crate::support::{
    Reference, lockstep, reference_choices, reference_next, reference_start, reference_winner,
    sized,
};

pub fn played(first: &Game, policies: [&str; 2], seed: u64) -> SetGame {
    let mut game = SetGame::new(first);
    let play = SetPlay {
        policies: policies.map(|text| Some(text.parse().unwrap())),
        seed,
        most_rounds: 50,
        endgame: None,
    };
    let _ = play.go_on(&mut game, Control::none());
    game
}

/// Compares every move of a set, every refill and every starter with the reference implementation;
/// the record round-trips.
#[test]
fn played_sets_follow_the_reference_and_their_records_read_back() {
    let mut rounds = 0;
    for (number, preset) in (0..).zip(Preset::all()) {
        for seed in 0..4 {
            let mut rules = sized(preset.name, 3 + seed as u8, 3);
            if seed == 3 {
                rules.set("starter", "round-loser").unwrap();
            }
            let first = Game::opening(&rules, Side::A);
            let game = played(&first, ["random", "greedy/random"], 10 * number + seed);
            rounds += game.rounds().len();
            reference_follows(&rules, &game);
            let record = SetRecord::new(preset.name, Vec::new(), &game);
            let written = WrittenSet::read(&record.to_string()).unwrap();
            assert_eq!(written.replay().unwrap(), record);
        }
    }
    assert!(rounds > 60, "{rounds}");
}

/// The position after a joint turn. The model has its own reference implementation, in
/// `start_reference`.
fn after_joint_turn(rules: &Rules, opening: &Position, line: &str) -> Reference {
    let model = lockstep(rules, opening, Tie::Coin).unwrap();
    match JointTurn::read(&model, line).unwrap().next {
        Next::Done(after) => Reference::read(&after.to_string()),
        other => panic!("{other:?}"),
    }
}

/// Sets with a joint start: the policies choose the joint turn, which round-trips through the
/// record.
#[test]
fn sets_that_both_begin_read_back() {
    let mut lines = std::collections::HashSet::new();
    for preset in Preset::all() {
        for seed in 0..3 {
            let rules = sized(preset.name, 4, 3);
            let first = Game::opening(&rules, Side::A);
            let mut game = SetGame::new(&first);
            let play = SetPlay {
                policies: ["random", "greedy/random"].map(|text| Some(text.parse().unwrap())),
                seed,
                most_rounds: 20,
                endgame: None,
            };
            play.start_together(&mut game, "", Control::none()).unwrap();
            let _ = play.go_on(&mut game, Control::none());
            reference_follows(&rules, &game);
            lines.insert(game.rounds()[0].start.clone().unwrap());
            assert!(game.start_together("A1 B1").is_err(), "it has begun");
            let record = SetRecord::new(preset.name, Vec::new(), &game);
            let written = WrittenSet::read(&record.to_string()).unwrap();
            assert_eq!(written.replay().unwrap(), record);
        }
    }
    assert!(lines.len() > 8, "{lines:?}");
}

/// Plays a set again by the reference implementation.
pub fn reference_follows(rules: &Rules, game: &SetGame) {
    let mut opening = Some(reference_start(rules, game.rounds()[0].opening.mover().index()));
    let mut finished = Vec::new();
    for (number, round) in (1..).zip(game.rounds()) {
        let mut reference = opening.expect("a set that goes on");
        assert_eq!(round.opening.to_string(), reference.text());
        let mut begins = true;
        if let Some(line) = &round.start {
            reference = after_joint_turn(rules, &round.opening, line);
            begins = false;
        }
        for turn in &round.turns {
            for (number, played) in (1..).zip(turn) {
                assert_eq!(played.side.index(), reference.mover);
                let legal = holes_of(rules, &reference.text().parse().unwrap());
                let choices = reference_choices(rules, &reference, begins);
                assert_eq!(legal, choices, "{} {rules:?}", reference.text());
                assert!(legal.contains(&played.hole.index()));
                begins = false;
                let outcome = reference.play(rules, played.hole.index());
                let last = number == turn.len();
                assert!(last || outcome.outcome == "again", "{}", reference.text());
                reference = outcome.after;
            }
        }
        assert_eq!(round.after.to_string(), reference.text());
        if reference.mark == "over" {
            finished.push(reference);
        }
        opening = reference_next(rules, &finished).filter(|_| finished.len() == number);
    }
    let over = finished.len() == game.rounds().len();
    let winner = reference_winner(rules, &finished).filter(|_| over);
    let winner = winner.map(|winner| Side::BOTH[winner]);
    assert_eq!(game.winner(), winner);
}

/// The holes that the program allows.
fn holes_of(rules: &Rules, position: &Position) -> Vec<usize> {
    let game = Game::new(rules, position).unwrap();
    game.legal_moves().map(|played| played.hole.index()).collect()
}

#[test]
fn the_same_seed_plays_the_same_set() {
    let rules = sized("overbeck", 4, 3);
    let record = |seed| {
        let first = Game::opening(&rules, Side::A);
        let game = played(&first, ["random", "random"], seed);
        SetRecord::new("overbeck", Vec::new(), &game)
    };
    assert_eq!(record(7), record(7));
    assert_ne!(record(7), record(8));
}

/// Written by hand, with an error: A sows a seed into the store and one into B1; then A has nothing
/// left, so the round is over and there is no second move.
const BY_HAND: &str = "\
\u{feff}# A small set, with everything that a record can say.
rules: kalah
holes: 1
seeds: 2          # two in each hole
option: lone=bank
event: a lesson
A: Minah
B: Salleh
note: played slowly
note: with beans

round 1: 2/0 2/0 A
a1                # one in the store, one in B1
1                 # there is no such move
position: 0/4 0/4 B over
";

#[test]
fn a_record_written_by_hand_is_read() {
    // A1: RA 1, B1 3, and A has nothing left: side-empty ends the round there.
    let wrong = WrittenSet::read(BY_HAND).unwrap().replay().unwrap_err();
    assert_eq!((wrong.line, wrong.column), (14, 1));
    assert_eq!(
        wrong.problem().to_string(),
        "move 2, A1: the round is over: there are no legal moves"
    );
    let right = BY_HAND.replace("1                 # there", "# there");
    let right = right.replace("0/4 0/4 B over", "0/1 3/0 A over");
    let set = WrittenSet::read(&right).unwrap().replay().unwrap();
    assert_eq!(set.preset, "kalah");
    assert_eq!(set.rounds.len(), 1);
    // B owns three of four seeds, A one, which can't fill a hole of two.
    assert_eq!(set.winner, Some(Side::B));
    let tags: Vec<(&str, &str)> = set.tags.iter().map(|t| (t.name, &t.text[..])).collect();
    assert_eq!(
        tags,
        [
            // Comments in the head are notes.
            ("note", "A small set, with everything that a record can say."),
            ("note", "two in each hole"),
            ("event", "a lesson"),
            ("A", "Minah"),
            ("B", "Salleh"),
            ("note", "played slowly"),
            ("note", "with beans")
        ]
    );
    assert!(set.to_string().contains("option: lone=bank\n"));
    assert!(set.to_string().ends_with("result: 1 3\n\nset: won by B\n"));
}

#[test]
fn a_second_round_may_be_written_short() {
    // Kalah on 2 x 2 holes with one seed: A2 ends in the store, A1 in A2, which is empty; B1 is
    // opposite with one seed, so A takes both. A has nothing left; B2's seed is B's.
    let text = "rules: kalah\nholes: 2\nseeds: 1\nround 1\nA2, A1\nround 2\n";
    let set = WrittenSet::read(text).unwrap().replay().unwrap();
    assert_eq!(set.rounds[0].after.to_string(), "0,0/3 0,1/0 A over");
    assert_eq!(set.rounds[1].opening.to_string(), "1,1/1 x,1/0 A");
    assert_eq!(set.rounds[0].turns.len(), 1);
    for short in ["round 2: A", "round 2: 1,1/1 x,1/0 A"] {
        let longer = WrittenSet::read(&text.replace("round 2", short)).unwrap();
        assert_eq!(longer.replay().unwrap(), set);
    }
}

/// A set may begin with any position, even a finished one.
#[test]
fn a_set_goes_on_from_a_finished_round() {
    let rules = sized("overbeck", 9, 9);
    let setup: chongkak::board::Setup =
        "0,0,0,0,0,0,0,0,1/96 0,0,0,0,0,0,0,0,0/65 A over".parse().unwrap();
    let first = Game::new(&rules, &Position::new(&setup).unwrap()).unwrap();
    let mut game = SetGame::new(&first);
    // Overbeck § 11: 97 against 65; the last mover starts.
    let opening = game.begin_next_round().unwrap();
    assert_eq!(opening.to_string(), "9,9,9,9,9,9,9,9,9/16 x,x,9,9,9,9,9,9,9/2 A");
    assert_eq!(game.begin_next_round(), None);
}

/// Moves without a round begin round 1, with A.
#[test]
fn a_round_need_not_be_said() {
    let set = |text: &str| WrittenSet::read(text).unwrap().replay().unwrap();
    let rounds = ["", "round 1: A\n"].map(|round| {
        let set = set(&format!("rules: kalah\n{round}A3 A6 B2\n"));
        set.rounds[0].after.to_string()
    });
    assert_eq!(rounds[0], rounds[1]);
}

/// Any text is read or rejected, with a place in the text.
#[test]
fn damaged_records_never_panic() {
    let rules = sized("conglak", 3, 2);
    let first = Game::opening(&rules, Side::A);
    let game = played(&first, ["random", "random"], 1);
    let whole = SetRecord::new("conglak", Vec::new(), &game).to_string();
    let mut random = Random::new(1, 0);
    let mut refused = 0;
    for _ in 0..2000 {
        let mut bytes = whole.clone().into_bytes();
        let at = random.below(bytes.len());
        match random.below(4) {
            0 => bytes.truncate(at),
            1 => drop(bytes.remove(at)),
            2 => bytes.insert(at, b"\n:#xA9 \t,"[random.below(9)]),
            _ => bytes[at] = b"0123456789ABx/"[random.below(14)],
        }
        let text = String::from_utf8(bytes).unwrap();
        let result = WrittenSet::read(&text).and_then(|set| set.replay());
        if let Err(error) = result {
            refused += 1;
            assert!(error.text.get(error.span.clone().unwrap()).is_some(), "{error}");
            assert_eq!(text.lines().nth(error.line as usize - 1).unwrap_or(""), &*error.text);
        }
    }
    assert!(refused > 1000, "{refused}");
}
