//! The record of an analysis: fields and totals, against values by full minimax.

use chongkak::ask::{Analyse, Limits, Ready, Variant};
use chongkak::board::{Position, Side};
use chongkak::control::Control;
use chongkak::findings::{AnalysisRecord, Provenance};
use chongkak::known;
use chongkak::moves::{Game, Move};
use chongkak::rules::Preset;
use chongkak::sets::{SetGame, SetPlay};
use serde_json::{Value, json};

use crate::support::{Reference, asked, game, sized, worth};

/// The record of the analysis of a set, as JSON.
fn record_of(set: &SetGame, name: &str, question: Analyse) -> Value {
    let answer = question.answer(set, &Ready::nothing(), Control::none(), &mut |_| ());
    let variant = Variant::with(Preset::named(name).unwrap(), set.rules());
    let first = game(set.rules(), &set.rounds()[0].opening);
    let provenance = Provenance::of(&variant, &first).limited(&question.kept_limits(set));
    let record = AnalysisRecord::new(0, &[], set, answer.unwrap(), provenance);
    serde_json::to_value(&record).unwrap()
}

/// The same for a line of moves from an opening, with this many nodes a position.
fn record_of_line(opening: &Game, name: &str, line: &[Move], nodes: u64) -> Value {
    let mut set = SetGame::new(opening);
    for played in line {
        set.play(&(*played).into()).unwrap();
    }
    let limits = Limits::default().with_nodes(nodes);
    record_of(&set, name, Analyse::default().with_limits(limits))
}

fn full(name: &str) -> Game {
    Game::opening(&Preset::named(name).unwrap().rules, Side::A)
}

fn read(line: &str) -> Vec<Move> {
    line.split(' ').map(|word| word.parse().unwrap()).collect()
}

fn seeds(value: &Value) -> i64 {
    value.as_i64().unwrap()
}

fn position(reference: &Reference) -> Position {
    reference.text().parse().unwrap()
}

/// The player who certainly has more than half of the seeds.
fn has_more(reference: &Reference) -> Option<Side> {
    let end = position(reference);
    Side::BOTH.into_iter().find(|&side| {
        let open = if end.is_over() { 0 } else { end.in_play(side) };
        2 * (end.owned(side) - open) > end.total()
    })
}

/// Every turn of a whole set, with minimax values, and the totals.
#[test]
fn every_turn_of_a_set_has_its_loss() {
    let rules = sized("conglak", 3, 2);
    let mut set = SetGame::new(&Game::opening(&rules, Side::A));
    let play = SetPlay {
        policies: ["random", "greedy"].map(|text| Some(text.parse().unwrap())),
        seed: 3,
        most_rounds: 50,
        endgame: None,
    };
    let _ = play.go_on(&mut set, Control::none());
    let found = record_of(&set, "conglak", Analyse::default());
    let mut turns = found["turns"].as_array().unwrap().iter();
    let mut sums = json!({
        "A": {"turns": 0, "lead_lost": 0, "estimate": 0},
        "B": {"turns": 0, "lead_lost": 0, "estimate": 0},
    });
    for (number, round) in (1..).zip(set.rounds()) {
        let mut at = Reference::read(&round.opening.to_string());
        for (place, line) in (1..).zip(&round.turns) {
            let turn = turns.next().unwrap();
            let begun = at.clone();
            let before = worth(&rules, &position(&begun));
            assert_eq!(turn["position"], at.text());
            let player = ["A", "B"][at.mover];
            for played in line {
                at = at.play(&rules, played.hole.index()).after;
            }
            let after = worth(&rules, &position(&at));
            let loss = if player == "A" { before - after } else { after - before };
            let place_told = (&turn["round"], &turn["turn"], &turn["player"]);
            let expected = (&json!(number), &json!(place), &json!(player));
            assert_eq!(place_told, expected);
            assert_eq!(turn["lead_lost"], json!({"least": loss, "most": loss}));
            assert_eq!(turn["estimate"], json!(loss));
            for (told, value) in [(&turn["before"], before), (&turn["after"], after)] {
                let proven = json!({"value": value, "exact": true, "lower": value, "upper": value});
                assert_eq!(*told, proven);
            }
            // The first turn after which a player has more than half.
            let decides = has_more(&at).filter(|_| has_more(&begun).is_none());
            assert_eq!(turn["decides"], json!(decides));
            let sum = &mut sums[player];
            sum["turns"] = json!(seeds(&sum["turns"]) + 1);
            sum["lead_lost"] = json!(seeds(&sum["lead_lost"]) + i64::from(loss));
            sum["estimate"] = sum["lead_lost"].clone();
        }
    }
    assert!(turns.next().is_none());
    assert_eq!(found["players"], sums);
    assert!(seeds(&sums["A"]["lead_lost"]) > 0 && seeds(&sums["B"]["lead_lost"]) > 0);
    assert_eq!(found["stopped"], Value::Null);
    assert_eq!(found["rules"]["name"], "conglak");
    assert_eq!(found["rules"]["holes"], 3);
}

/// The first turn of the book is the best known: its beginning lost nothing known, and it is named
/// as the turn that wins the round.
#[test]
fn a_turn_of_the_book_is_not_blamed() {
    let ten = "A1 A7 A5 A3 A1 A9 A7 A3 A2 A4";
    for (name, line) in [("overbeck", ten), ("congklak", "A1 A2"), ("dakon", "A1 A4")] {
        let opening = full(name);
        let book = known::first_turn(&opening).unwrap();
        for moves in [1, 4, 10] {
            let found = record_of_line(&opening, name, &book[..moves], 5000);
            let turn = &found["turns"][0];
            assert_eq!(turn["lead_lost"]["least"], 0, "{turn}");
            assert_eq!((&turn["estimate"], &turn["best"]), (&json!(0), &turn["line"]));
        }
        let found = record_of_line(&opening, name, &read(line), 5000);
        assert_eq!(found["turns"][0]["decides"], Value::Null);
    }
    // 54 of 98 seeds.
    let wins = read("A1 A2 A7 A7 A1 A3 A1 A4 A7");
    let found = record_of_line(&full("congklak"), "congklak", &wins, 5000);
    assert_eq!(found["turns"][0]["decides"], "A");
}

#[test]
fn a_search_that_is_cut_off_estimates() {
    let opening = full("kalah");
    let mut set = SetGame::new(&opening);
    for played in read("A3 A1") {
        set.play(&played.into()).unwrap();
    }
    let limits = Limits::default().with_nodes(100);
    let question = Analyse::default().with_fresh(true).with_limits(limits);
    let found = record_of(&set, "kalah", question);
    let turn = &found["turns"][0];
    assert_eq!(turn["before"]["exact"], json!(false));
    let lost = &turn["lead_lost"];
    assert!(seeds(&lost["least"]) < seeds(&lost["most"]), "{turn}");
    assert_eq!(found["limits"]["nodes"], 100);
}

/// The line of a known value in an evaluation is best play: none of its turns is blamed, however
/// few positions are searched.
#[test]
fn turns_of_the_line_of_a_proven_value_lose_nothing() {
    let found = asked("evaluate", json!({"rules": "kalah", "nodes": 100}));
    assert_eq!((&found["value"], &found["exact"]), (&json!(8), &json!(true)));
    let line: Vec<Move> = serde_json::from_value(found["pv"].clone()).unwrap();
    assert!(line.len() > 10, "{line:?}");
    let told = record_of_line(&full("kalah"), "kalah", &line, 100);
    let value = json!({"value": 8, "exact": true, "lower": 8, "upper": 8});
    for turn in told["turns"].as_array().unwrap() {
        assert_eq!((&turn["before"], &turn["after"]), (&value, &value), "{turn}");
        assert_eq!(turn["lead_lost"], json!({"least": 0, "most": 0}));
        assert_eq!(turn["best"], turn["line"]);
    }
}
