//! Questions about the value of a joint start: records of answers, and their lines.

use chongkak::ask::{Limits, Ready, SolveStart, StartBy, Variant};
use chongkak::board::Side;
use chongkak::control::Control;
use chongkak::findings::{Provenance, StartRecord};
use chongkak::rules::{Preset, Rules};
use chongkak::start::{JointTurn, Lockstep, Tie};
use serde_json::{Value, json};

use crate::support::{game, lockstep, sized};

/// The record of an answer, as JSON.
fn answered(question: &SolveStart, model: &Lockstep) -> Value {
    let found = question.answer(model, &Ready::nothing(), Control::none());
    let rules = model.game.rules();
    let variant = Variant::with(Preset::named("overbeck").unwrap(), rules);
    let provenance = Provenance::of(&variant, &model.game);
    let record = StartRecord::new(question, model, &found.unwrap(), provenance);
    serde_json::to_value(&record).unwrap()
}

fn opening(rules: &Rules, tie: Tie) -> Lockstep {
    lockstep(rules, &rules.opening(Side::A), tie).unwrap()
}

fn three(tie: Tie) -> Lockstep {
    opening(&sized("overbeck", 3, 2), tie)
}

fn few() -> SolveStart {
    SolveStart::default()
        .with_by(StartBy::Bounds)
        .with_trees(2)
        .with_plays(20)
        .with_limits(Limits::default().with_nodes(200))
}

#[test]
fn start_has_the_fixed_fields() {
    let found = answered(&SolveStart::default(), &three(Tie::Coin));
    assert_eq!(found["position"], "2,2,2/0 2,2,2/0 A");
    assert_eq!((&found["value"], &found["exact"]), (&json!(0.0), &json!(true)));
    let matrix = json!([[0.0, -4.0, -6.0], [4.0, 0.0, 1.0], [6.0, -1.0, 0.0]]);
    assert_eq!(found["matrix"], matrix);
    assert_eq!(found["a"], json!({"A1": 0.0, "A2": 1.0, "A3": 0.0}));
    assert_eq!(found["b"], json!({"B1": 0.0, "B2": 1.0, "B3": 0.0}));
    assert!(found["exploitability"].as_f64().unwrap() <= 1e-9);
    // Known from elsewhere: 26/7.
    let first = answered(&SolveStart::default(), &three(Tie::A));
    assert_eq!((&first["value"], &first["tie"]), (&json!(3.714285714), &json!("a")));
    let second = answered(&SolveStart::default(), &three(Tie::B));
    assert_eq!(second["value"], json!(-3.714285714));
}

#[test]
fn rows_and_columns_are_the_holes_that_can_be_chosen() {
    let found = |mover: &str| {
        let position = format!("x,3,0,2/1 1p,0,4,1/0 {mover}").parse().unwrap();
        let rules = Preset::named("overbeck").unwrap().rules;
        let rules = *game(&rules, &position).rules();
        let model = lockstep(&rules, &position, Tie::Coin).unwrap();
        answered(&SolveStart::default(), &model)
    };
    let of_b = found("B");
    assert_eq!(of_b["matrix"].as_array().unwrap().len(), 2);
    let holes = |player: &str| -> Vec<String> {
        of_b[player].as_object().unwrap().keys().cloned().collect()
    };
    assert_eq!([holes("a"), holes("b")], [["A2", "A4"], ["B3", "B4"]]);
    // The mover does not matter.
    let of_a = found("A");
    assert_eq!((&of_b["matrix"], &of_b["value"]), (&of_a["matrix"], &of_a["value"]));
}

#[test]
fn lines_add_up_and_can_be_played() {
    let model = three(Tie::A);
    let found = answered(&SolveStart::default(), &model);
    let lines = found["lines"].as_array().unwrap();
    assert!(!lines.is_empty());
    for line in lines {
        assert!(line["probability"].as_f64().unwrap() > 0.0);
        // One has stopped; the other may still be choosing, alone.
        let turn = JointTurn::read(&model, line["line"].as_str().unwrap()).unwrap();
        let (board, told) = (turn.next.board(model.field), line["after"].as_str().unwrap());
        assert!(told.starts_with(&board), "{line}: {board}");
    }
}

/// Equal rows are worth 0, if ties favour neither, however early the work ends, although the
/// strategies may not guarantee it yet.
#[test]
fn a_proof_that_reaches_a_limit_has_bounds() {
    let question = SolveStart::default().with_by(StartBy::Value).with_states(10);
    for (tie, value) in [(Tie::Coin, json!(0.0)), (Tie::A, Value::Null)] {
        let found = answered(&question, &opening(&sized("overbeck", 4, 9), tie));
        assert_eq!(
            (&found["value"], &found["exact"], &found["stopped"]),
            (&value, &json!(tie == Tie::Coin), &json!("memory"))
        );
        assert!(found["lower"].as_f64().unwrap() < 0.0 && found["upper"].as_f64().unwrap() > 0.0);
    }
}

#[test]
fn bounds_repeat_themselves_on_one_thread() {
    let model = opening(&sized("overbeck", 5, 5), Tie::Coin);
    let once = answered(&few(), &model);
    assert_eq!(once, answered(&few(), &model));
    // Equal rows and a coin: whatever the trees prove, the value is 0.
    assert_eq!(
        (&once["value"], &once["exact"], &once["method"]),
        (&json!(0.0), &json!(true), &json!("search"))
    );
    assert_eq!(once["lines"], json!([]));
    // Trees of another seed prove other bounds, though not with every seed.
    let differs = |seed| answered(&few().with_seed(seed), &model)["intervals"] != once["intervals"];
    assert!((2..8).any(differs));
}

/// One choice each on an even board: the game is fair, whatever a tree estimates.
#[test]
fn a_single_choice_on_an_even_board_is_worth_nothing() {
    let position = "0,0,0,0,9/0 0,0,0,0,9/0 A".parse().unwrap();
    let rules = *game(&Preset::named("overbeck").unwrap().rules, &position).rules();
    let model = lockstep(&rules, &position, Tie::Coin).unwrap();
    let question = few().with_plays(1).with_trees(3).with_limits(Limits::default().with_nodes(1));
    let found = answered(&question, &model);
    assert_eq!(found["value"], json!(0.0), "{found}");
    assert_eq!(found["matrix"], json!([[0.0]]));
}
