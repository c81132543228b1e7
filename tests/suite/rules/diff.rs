//! The effects of an option: the shortest line after which two rules differ, compared with plain
//! enumeration, and the command that shows it.

use chongkak::board::Position;
use chongkak::control::{Control, StopReason};
use chongkak::moves::{Game, Move, Round, divergence};
use chongkak::rules::{ROUND_OPTIONS, Rules, StorePlace};
use proptest::prelude::*;
use serde_json::json;

use crate::support::{
    Folder, any_board, any_rules, code, game, json_lines, json_of, refused, run, run_with, sized,
    stdout,
};

/// Returns the first of the shortest lines after which two rounds differ, among those of this many
/// moves, by the plain rules: shorter lines first, then in the order of holes.
fn enumerated(games: [&Game; 2], longest: usize) -> Option<Vec<Move>> {
    (1..=longest).find_map(|length| of_length(&games.map(Round::new), length))
}

fn of_length(rounds: &[Round; 2], length: usize) -> Option<Vec<Move>> {
    let position = *rounds[0].position();
    let plain = position.legal().map(|hole| Move::new(position.mover(), hole));
    for made in plain.flat_map(|made| [made, Move { stops: true, ..made }]) {
        let mut next = rounds.clone();
        let done = next.each_mut().map(|round| round.play(made).is_ok());
        if done == [false, false] {
            continue;
        }
        // A stop that only one of the rules allows is no stop under the other.
        for (round, done) in next.iter_mut().zip(done) {
            if !done {
                round.play(made.hole).unwrap();
            }
        }
        let parted = next[0].position() != next[1].position();
        let rest = match length {
            1 if parted => Some(Vec::new()),
            1 => None,
            // Shorter lines have been tried.
            _ if parted => panic!("{position}: a shorter line parts the rules"),
            _ => of_length(&next, length - 1),
        };
        if let Some(rest) = rest {
            return Some([vec![made], rest].concat());
        }
    }
    None
}

/// Two rules that differ in an option of play, on a common board.
fn any_pair(holes: usize, seeds: u32) -> impl Strategy<Value = [Game; 2]> {
    let option = prop::sample::select(ROUND_OPTIONS.to_vec());
    let board = any_board(holes, seeds);
    (any_rules(), option, any::<prop::sample::Index>(), board).prop_map(
        |(rules, option, value, board)| {
            let values = Rules::values_of(option).unwrap();
            let other = rules.with(option, values[value.index(values.len())]);
            [rules, other.unwrap()].map(|rules| game(&rules, &board))
        },
    )
}

proptest! {
    #![proptest_config(crate::support::law(2000))]

    #[test]
    fn the_line_is_the_first_of_the_shortest([one, other] in any_pair(3, 4)) {
        let longest = 6;
        let expected = enumerated([&one, &other], longest);
        match divergence(&one, &other, Control::none()).0 {
            Ok(Some(line)) if line.len() > longest => prop_assert_eq!(expected, None),
            found => prop_assert_eq!(found, Ok(expected)),
        }
    }

    /// On the smallest boards all lines are enumerated to the end of the round.
    #[test]
    fn rules_that_never_part_are_known_to([one, other] in any_pair(2, 2)) {
        let expected = enumerated([&one, &other], 40);
        let found = divergence(&one, &other, Control::none()).0;
        // A repeated position ends a round: a longer line may show a difference that the first one
        // does not.
        let recurs = one.rules().store == StorePlace::Far;
        if recurs && found == Ok(None) {
            return Ok(());
        }
        prop_assert_eq!(found, Ok(expected));
    }

    #[test]
    fn a_limit_leaves_it_open_or_changes_nothing([one, other] in any_pair(3, 4), nodes in 1..200_u64) {
        let (whole, all) = divergence(&one, &other, Control::none());
        let (found, used) = divergence(&one, &other, Control::none().with_nodes(nodes));
        if nodes < all {
            prop_assert_eq!((found, used), (Err(StopReason::Nodes), nodes));
        } else {
            prop_assert_eq!((found, used), (whole, all));
        }
    }
}

/// A's last move leaves A nothing, and leads back to the first position: each rule ends the round
/// for another reason.
#[test]
fn a_return_ends_a_round_under_both_rules() {
    let rules = sized("kalah", 2, 7).with("store", "far").unwrap();
    let start = Position::new(&"0,0/0 1,2/1 B".parse().unwrap()).unwrap();
    let [one, other] = ["side-empty", "mover-stuck"].map(|end| rules.with("end", end).unwrap());
    let [one, other] = [one, other].map(|rules| game(&rules, &start));
    assert_eq!(enumerated([&one, &other], 40), None);
    assert_eq!(divergence(&one, &other, Control::none()).0, Ok(None));
}

#[test]
fn a_finished_round_and_different_openings_need_no_move() {
    let rules = sized("kalah", 2, 1);
    let over: Position = Position::new(&"0,0/3 0,1/0 A over".parse().unwrap()).unwrap();
    let [one, other] = ["both", "none"].map(|value| rules.with("capture", value).unwrap());
    let [one, other] = [one, other].map(|rules| game(&rules, &over));
    assert_eq!(divergence(&one, &other, Control::none()), (Ok(None), 0));
    let opening = Game::opening(&rules, chongkak::Side::A);
    let found = divergence(&one, &opening, Control::none());
    assert_eq!(found, (Ok(Some(Vec::new())), 0));
}

#[test]
fn a_limit_is_told_and_ends_with_3() {
    let output = run(&["rules", "diff", "overbeck", "dakon", "--nodes", "1000"]);
    assert_eq!(code(&output), 3);
    let text = stdout(&output);
    assert!(text.contains("end: stalled in X, mover-stuck in Y\nline    none within 1000 nodes\n"));
    assert!(text.contains("starter: last-mover in X, most-seeds in Y\nline    none: it changes"));
    // Each line of standard input has its record, and an open value says so.
    let position = "5,4,3,2,1,0,3/9 4,4,0,2,6,5,1/0 A";
    let limited = ["rules", "diff", "congklak", "conglak", "--values", "--nodes", "300"];
    let text = stdout(&run(&[&limited[..], &[position]].concat()));
    assert!(text.contains(" an estimate; proven: "), "{text}");
    let lines = [&limited[..], &["-", "--format", "jsonl"]].concat();
    let both = run_with(&lines, &format!("1,1/0 1,1/0 A\n{position}\n"));
    let both = json_lines(&stdout(&both));
    assert_eq!(both.len(), 2);
    let worth = &both[1]["values"]["x"];
    assert_eq!(worth["exact"], false);
    assert!(worth["lower"].as_i64() < worth["upper"].as_i64());
}

#[test]
fn the_moves_are_told_lap_by_lap_under_both() {
    let text =
        stdout(&run(&["rules", "diff", "kalah", "overbeck", "1,0,3/0 0,5,1/0 A", "--no-board"]));
    let expected = "\
occupied: stop in X, relay in Y
  1. A3
     in X
     lifts A3   3 seeds, last in B2, which held seeds
     gains 1; B to move
     with occupied = relay
     lifts A3   3 seeds, last in B2, which held 5: lifted and sown on
     relay B2   6 seeds, last in B1, which held 1: lifted and sown on
     relay B1   2 seeds, last in B3, which held 2: lifted and sown on
     relay B3   3 seeds, last in A3, which held 1: lifted and sown on
     relay A3   2 seeds, last in B1, an empty hole of the opponent
     gains 3; B to move
";
    assert!(
        text.contains("X       kalah\nY       overbeck\nboard   1,0,3/0 0,5,1/0 A\n"),
        "{text}"
    );
    assert!(text.contains(expected), "{text}");
}

/// A long relay that differs in its last lap: the common part is printed once and abbreviated.
#[test]
fn a_relay_is_told_from_where_the_rules_part() {
    let options = "rules diff overbeck conglak --set end=stalled --no-board";
    let args: Vec<&str> = options.split(' ').collect();
    let text = stdout(&run(&args));
    let (_, lone) = text.split_once("\nlone: stay in X, bank in Y\n").unwrap();
    let (lone, _) = lone.split_once("\nX ").unwrap();
    let lines: Vec<&str> = lone.lines().collect();
    let mut once = lines.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!(once.len(), lines.len(), "{lone}");
    assert!(lines.len() < 20, "{lone}");
    let (before, parted) = lone.split_once("     then in X\n").unwrap();
    let (_, left_out) = before.split_once("     … ").unwrap();
    assert!(left_out.contains(" more laps\n     relay "), "{lone}");
    let (in_x, changed) = parted.split_once("     then with lone = bank\n").unwrap();
    assert!(in_x.contains("nothing to take opposite"), "{lone}");
    assert!(changed.contains("the last seed goes to the store"), "{lone}");
}

/// The effect of another board is immediate, and comes after that of the rules.
#[test]
fn options_of_the_board_come_last() {
    let args = ["rules", "diff", "overbeck", "conglak", "--no-board", "--nodes", "1000"];
    let text = stdout(&run(&args));
    let headings = text.lines().filter(|line| line.contains(" in X, "));
    let names: Vec<&str> = headings.filter_map(|line| Some(line.split_once(": ")?.0)).collect();
    assert_eq!(names[..2], ["lone", "end"]);
    assert_eq!(names[names.len() - 2..], ["holes", "seeds"]);
}

#[test]
fn rule_sets_may_be_files_and_what_is_wrong_is_told() {
    let folder = Folder::made("diff-files");
    let ours = folder.file("ours.toml", "name = 'ours'\nbase = 'kalah'\n[set]\nlone = 'bank'\n");
    let document = json_of(&["rules", "diff", "kalah", &ours]);
    assert_eq!(document["options"].as_array().unwrap().len(), 1);
    assert_eq!(document["y"], format!("ours ({ours})"));
    // Options on the command line apply to both.
    let same = json_of(&["rules", "diff", "kalah", &ours, "--set", "lone=bank"]);
    assert_eq!(same["options"], json!([]));
    assert!(refused(&["rules", "diff", "kalah", "overbec"]).contains("a similar value exists"));
    assert!(refused(&["rules", "diff", "kalah", "dakon", "--rules", "dakon"]).contains("X and Y"));
    let mark = ["rules", "diff", "overbeck", "kalah", "1,1/0 1,1/0 A final"];
    assert!(refused(&mark).contains("expected only under end = stalled"));
    assert!(refused(&["rules", "diff", "kalah"]).contains("<Y>"));
}
