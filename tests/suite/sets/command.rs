//! The command `set`: fields, errors, limits, tables.

use std::collections::HashSet;

use chongkak::ask::{SolveSet, Variant};
use chongkak::board::{Position, Setup, Side};
use chongkak::control::{Control, Progress};
use chongkak::moves::Move;
use chongkak::rules::{Preset, Rules};
use chongkak::sets::{Proof, SetValue, TableEntry, WrittenSet, replies, table};
use serde_json::{Value, json};

use crate::support::{
    Folder, Reference, code, game, json_ending, json_of, refused, run, run_with, sized, stderr,
    stdout,
};

const SMALL: [&str; 6] = ["--rules", "conglak", "--holes", "3", "--seeds", "2"];

#[test]
fn a_set_that_was_played_replays() {
    let policies = ["--a", "search:50", "--b", "random", "--seed", "3"];
    let args = [&["set", "play"], &SMALL[..], &policies].concat();
    let record = stdout(&run(&args));
    assert_eq!(stdout(&run(&args)), record, "the same seed");
    assert!(record.starts_with("rules: conglak\nholes: 3\nseeds: 2\nA: search:50, seed 3\n"));
    let replayed = run_with(&["set", "replay", "-"], &record);
    assert_eq!(code(&replayed), 0, "{}", stderr(&replayed));
    assert!(stdout(&replayed).contains("won by"), "{record}");
    // The JSON form has the same moves.
    let played = json_of(&args);
    let set = WrittenSet::read(&record).unwrap().replay().unwrap();
    let rounds = played["rounds"].as_array().unwrap();
    assert_eq!(rounds.len(), set.rounds.len());
    for (found, round) in rounds.iter().zip(&set.rounds) {
        let turns: Vec<Vec<String>> = serde_json::from_value(found["turns"].clone()).unwrap();
        let expected = round.turns.iter();
        let expected: Vec<Vec<String>> =
            expected.map(|turn| turn.iter().map(Move::to_string).collect()).collect();
        assert_eq!(turns, expected);
        assert_eq!(found["opening"], round.opening.to_string());
    }
    assert_eq!(played["winner"], set.winner.unwrap().to_string());
    assert_eq!(played["stopped"], Value::Null);
}

#[test]
fn options_go_into_the_record_and_come_back() {
    let args = ["set", "play", "--rules", "kalah", "--holes", "2", "--seeds", "2"];
    let options = ["--set", "store_last=stop", "--set", "starter=most-seeds"];
    let policies = ["--a", "greedy", "--b", "greedy"];
    let record = stdout(&run(&[&args[..], &options, &policies].concat()));
    assert!(record.contains("option: store_last=stop\noption: starter=most-seeds\n"));
    assert_eq!(code(&run_with(&["set", "replay", "-"], &record)), 0);
    // Without it a player who reaches the store moves again.
    let without = record.replace("option: store_last=stop\n", "");
    let replayed = run_with(&["set", "replay", "-"], &without);
    assert_eq!(code(&replayed), 1, "{record}");
}

#[test]
fn given_moves_go_through_rounds_and_a_player_without_a_policy_is_waited_for() {
    // Kalah on 2 x 2 holes with one seed, as in `sets`: the first round has two moves.
    let kalah = ["set", "play", "--rules", "kalah", "--holes", "2", "--seeds", "1"];
    let played = json_of(&[&kalah[..], &["--line", "A2 A1 A2 A1"]].concat());
    let rounds = played["rounds"].as_array().unwrap();
    assert_eq!(rounds.len(), 2);
    assert_eq!(rounds[0]["result"], serde_json::json!([3, 1]));
    assert_eq!(rounds[1]["turns"], serde_json::json!([["A2", "A1"]]));
    assert_eq!(played["stopped"], "B is to move");
    // Nobody moves: the record has only the opening.
    let nothing = json_of(&kalah);
    assert_eq!(nothing["stopped"], "A is to move");
    assert_eq!(nothing["rounds"][0]["turns"], serde_json::json!([]));
    let message = refused(&[&kalah[..], &["--line", "A2 A1 A2 A2"]].concat());
    assert!(message.contains("--line, round 2, move 2, A2: "), "{message}");
}

#[test]
fn both_may_begin_the_first_round() {
    let play = [&["set", "play", "--together"], &SMALL[..]].concat();
    let policies = ["--a", "greedy", "--b", "random", "--seed", "5"];
    let record = stdout(&run(&[&play[..], &policies].concat()));
    assert!(record.contains("\nstart: "), "{record}");
    let replayed = run_with(&["set", "replay", "-"], &record);
    assert_eq!(code(&replayed), 0, "{}", stderr(&replayed));
    assert!(stdout(&replayed).contains("both"));
    // The first choice is given, the policies make the rest.
    let given = ["set", "play", "--together", "A1 B2"];
    let played = json_of(&[&given[..], &SMALL, &policies].concat());
    let start = played["rounds"][0]["start"].as_str().unwrap();
    assert!(start.starts_with("A1 B2"), "{start}");
    let wrong = ["set", "play", "--together", "A1 B7"];
    let message = refused(&[&wrong[..], &SMALL].concat());
    assert!(message.contains("B7 can't be chosen"), "{message}");
    let message = refused(&play);
    assert!(message.contains("a policy for each player"), "{message}");
}

#[test]
fn a_recorded_set_goes_on() {
    let folder = Folder::made("set-goes-on");
    let begun = run(&[&["set", "play"], &SMALL[..], &["--line", "A1"]].concat());
    let begun = stdout(&begun).replace("seeds: 2\n", "seeds: 2\nA: Minah\nplace: Malacca\n");
    let file = folder.file("begun", &begun);
    let policies = ["--a", "best", "--b", "best"];
    let whole = run(&[&["set", "play", "--from", &file], &policies[..]].concat());
    assert_eq!(code(&whole), 0, "{}", stderr(&whole));
    let set = WrittenSet::read(&stdout(&whole)).unwrap().replay().unwrap();
    assert!(set.winner.is_some());
    assert_eq!(set.rounds[0].turns[0][0].to_string(), "A1");
    // A player who is named in the record keeps the name.
    let tags: Vec<&str> = set.tags.iter().map(|tag| &tag.text[..]).collect();
    let note = "A goes on as best, seed 1";
    assert_eq!(tags, ["Minah", "Malacca", note, "best, seed 1"]);
    let message = refused(&["set", "play", "--from", &file, "--rules", "kalah"]);
    assert!(message.contains("the record names its rules"), "{message}");
    let message = refused(&["set", "play", "--from", "/nowhere/set"]);
    assert!(message.contains("/nowhere/set"), "{message}");
}

#[test]
fn a_set_ends_at_its_limit_of_rounds() {
    // Nobody captures anything and all moves are forced, so it never ends.
    let args = ["set", "play", "--rules", "kalah", "--holes", "1", "--seeds", "1"];
    let more = ["--a", "random", "--b", "random", "--rounds", "5"];
    let played = json_ending(3, &[&args[..], &more].concat());
    assert_eq!(played["rounds"].as_array().unwrap().len(), 5);
    assert_eq!(played["stopped"], "rounds");
}

#[test]
fn a_wrong_record_is_shown_with_line_column_and_caret() {
    let text = "rules: kalah\nholes: 2\nseeds: 1\nround 1\nA2 A7\n";
    let output = run_with(&["set", "replay", "-"], text);
    assert_eq!(
        (code(&output), stdout(&output)),
        (1, String::new()),
        "an illegal move is a failed check"
    );
    assert_eq!(
        stderr(&output),
        "error: standard input, line 5, column 4: move 2, A7: a row has 2 holes; legal: A1\n  \
         A2 A7\n     ^^\n"
    );
    let output = run_with(&["set", "replay", "-"], &text.replace("A7", "C7"));
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("line 5, column 4"));
    assert!(refused(&["set", "replay", "/nowhere/set"]).contains("/nowhere/set"));
}

#[test]
fn solve_lists_every_opening() {
    let solved = json_of(&[&["set", "solve"], &SMALL[..]].concat());
    assert_eq!(solved["openings"].as_array().unwrap().len(), 9);
    // The board rotated.
    let other = ["set", "solve", "--owned", "5", "--mover", "B"];
    let turned = &json_of(&[&other, &SMALL[..]].concat())["openings"][0];
    let variant = Variant::with(Preset::named("conglak").unwrap(), &sized("conglak", 3, 2));
    let values = SolveSet::default().answer(&variant, Control::none());
    let Some(SetValue::Won { by, rounds }) = values.unwrap().value(5, Side::B) else {
        panic!("{turned}");
    };
    assert_eq!((&turned["winner"], &turned["rounds"]), (&json!(by), &json!(rounds)));
    let limited = ["set", "solve", "--holes", "5", "--seeds", "4", "--nodes", "1000"];
    let limited = json_ending(3, &limited);
    assert_eq!(limited["stopped"], "nodes");
    let message = refused(&[&["set", "solve", "--owned", "1"], &SMALL[..]].concat());
    assert!(message.contains("--owned 1"), "{message}");
    let message = refused(&[&["set", "solve", "--set", "store=far"], &SMALL[..]].concat());
    assert!(message.contains("store = far"), "{message}");
}

/// The ends of the mover's turn by the reference implementation.
fn reference_ends(rules: &Rules, start: &Reference) -> HashSet<Reference> {
    let (mut ends, mut seen) = (HashSet::new(), HashSet::new());
    let mut waiting = vec![start.clone()];
    while let Some(reference) = waiting.pop() {
        for choice in reference.choices(reference.mover) {
            let after = reference.play(rules, choice).after;
            if after.mark == "over" || after.mover != start.mover {
                ends.insert(after);
            } else if seen.insert(after.clone()) {
                waiting.push(after);
            }
        }
    }
    ends
}

fn reference_wins(rules: &Rules, reference: &Reference, winner: usize) -> bool {
    let fill = u32::from(rules.seeds);
    let row: u32 = reference.rows[winner].iter().map(|hole| hole.seeds).sum();
    let outside = reference.total() - reference.stores[winner];
    outside < fill || reference.mark == "over" && outside - row < fill
}

#[test]
fn every_end_of_a_lost_turn_has_a_reply_that_wins_the_set() {
    let (mut lost, mut open) = (0, 0);
    for preset in Preset::all() {
        let rules = preset.rules.sized(6, 6).unwrap();
        for owned in 6..=15 {
            let opening = rules.opening_owning(owned, chongkak::board::Side::A).unwrap();
            let reference = Reference::read(&opening.to_string());
            let progress = Progress::new();
            let control = Control::none().with_progress(&progress);
            let Ok(replies) = replies(&game(&rules, &opening), 500, control) else {
                open += 1;
                continue;
            };
            lost += 1;
            let (standing, ends) = (progress.standing(), replies.len() as u64);
            assert_eq!((standing.done, standing.of), (ends, Some(ends)));
            let ends: HashSet<Reference> = replies
                .iter()
                .map(|reply| {
                    let end = play(&rules, &reference, &reply.turn);
                    assert_eq!(end.text(), reply.end.to_string());
                    let after = play(&rules, &end, &reply.reply);
                    assert!(reference_wins(&rules, &after, 1), "{}", after.text());
                    end
                })
                .collect();
            assert_eq!(ends, reference_ends(&rules, &reference), "{opening}");
        }
    }
    assert!(lost > 20 && open > 20, "{lost} {open}");
}

fn play(rules: &Rules, start: &Reference, line: &[Move]) -> Reference {
    line.iter().fold(start.clone(), |reference, played| {
        assert_eq!(played.side.index(), reference.mover);
        reference.play(rules, played.hole.index()).after
    })
}

#[test]
fn reply_tells_what_it_found() {
    let args = ["set", "reply", "--owned", "9"];
    let found = json_of(&args);
    assert_eq!(found["lost"], true);
    let rules = &Preset::all()[0].rules;
    let opening = rules.opening_owning(9, chongkak::board::Side::A).unwrap();
    let ends = reference_ends(rules, &Reference::read(&opening.to_string()));
    assert_eq!(found["ends"], ends.len());
    assert_eq!(found["replies"].as_array().unwrap().len(), ends.len());
    let text = stdout(&run(&[&args[..], &["--lines"]].concat()));
    assert!(text.contains("lost, proven"), "{text}");
    // With a full row the player can win at once, so not every end has a reply.
    let open = json_ending(3, &["set", "reply", "--holes", "4", "--seeds", "4"]);
    assert_eq!(open["lost"], false);
    assert!(open["unanswered"].is_array() && open["stopped"].is_null(), "{open}");
    let many = ["set", "reply", "--holes", "4", "--seeds", "4", "--ends", "1"];
    assert_eq!(json_ending(3, &many)["stopped"], "ends");
}

/// The entries of all tables with the positions from the refill.
fn tables() -> impl Iterator<Item = (Rules, TableEntry)> {
    Preset::all().iter().flat_map(|preset| {
        let rules = preset.rules;
        let entries = table(preset.name).unwrap();
        let fill = u32::from(rules.seeds);
        let owned: Vec<u32> = entries.iter().map(|entry| entry.owned).collect();
        let all: Vec<u32> = (fill..=rules.total() - fill).collect();
        assert_eq!(owned, all, "{}", preset.name);
        entries.into_iter().map(move |entry| (rules, entry))
    })
}

#[test]
fn the_tables_have_every_opening_and_their_lines_win() {
    let mut by_reply = 0;
    for (rules, entry) in tables() {
        let opening = rules.opening_owning(entry.owned, chongkak::board::Side::A).unwrap();
        assert_eq!(entry.position, opening.to_string());
        assert_eq!((entry.holes, entry.seeds), (rules.holes.get(), rules.seeds.get()));
        let reference = Reference::read(&entry.position);
        assert_eq!(entry.winner.is_some(), entry.proof.is_some());
        match entry.proof {
            Some(Proof::Turn) => {
                assert_eq!((entry.winner.as_deref(), entry.rounds), (Some("A"), Some(1)));
                let line = chongkak::moves::parse_line(entry.line.as_deref().unwrap()).unwrap();
                let mut reference = reference;
                for (number, written) in (1..).zip(&line) {
                    let played = reference.play(&rules, written.hole.index());
                    assert!(number == line.len() || played.outcome == "again");
                    reference = played.after;
                }
                assert!(reference_wins(&rules, &reference, 0), "{}", entry.position);
            }
            // A few of the small ones are proven again; the script can do it for all.
            Some(Proof::Reply) if entry.ends.unwrap() < 30 && by_reply < 12 => {
                by_reply += 1;
                assert_eq!((entry.winner.as_deref(), entry.rounds), (Some("B"), Some(1)));
                let setup: Setup = entry.position.parse().unwrap();
                let game = game(&rules, &Position::new(&setup).unwrap());
                let replies = replies(&game, 1000, Control::none());
                assert_eq!(replies.unwrap().len() as u32, entry.ends.unwrap());
            }
            _ => {}
        }
    }
    assert!(by_reply > 3);
}

/// If the book proves that a first turn can't win the set, the table has no line that does; and if
/// the book has a line, the table knows the winner.
#[test]
fn the_tables_agree_with_the_opening_book() {
    for preset in Preset::all() {
        let entries = table(preset.name).unwrap();
        for opening in chongkak::book::openings(preset.name).unwrap() {
            let entry = entries.iter().find(|entry| entry.owned == opening.owned).unwrap();
            let at_once = entry.winner.as_deref() == Some("A") && entry.rounds == Some(1);
            let [_, set] = opening.goals.both();
            if set.impossible {
                assert_ne!(entry.proof, Some(Proof::Turn), "{}", entry.position);
            }
            if set.shortest.is_some() {
                assert!(at_once, "{}", entry.position);
            }
        }
    }
}

#[test]
fn the_table_is_shown_whole_or_for_one_opening() {
    let all = json_of(&["set", "table", "congklak-bank"]);
    assert_eq!(all["openings"].as_array().unwrap().len(), 85);
    let one = stdout(&run(&["set", "table", "--owned", "81"]));
    assert!(one.contains("at once"), "{one}");
    let message = refused(&["set", "table", "--owned", "8"]);
    assert!(message.contains("expected 9 to 153"), "{message}");
    let message = refused(&["set", "table", "--holes", "5"]);
    assert!(message.contains("set solve"), "{message}");
    assert!(refused(&["set", "table", "chess"]).contains("chess"));
}
