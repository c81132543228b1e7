//! The effects of options in which two rules differ: lines on which the plain rules differ, and
//! values proven by searches under each.

use chongkak::ask::{CompareRules, Comparison, Effect, Limits, NoLine, Ready, Start, Variant};
use chongkak::board::{Position, Side};
use chongkak::control::Control;
use chongkak::moves::{Game, Round};
use chongkak::rules::{OPTION_NAMES, Preset, Rules};
use chongkak::search::{Evaluation, Solver};

use crate::support::{game, sized};

fn rules(name: &str) -> Rules {
    Preset::named(name).unwrap().rules
}

/// Compares two rules, where X is a rule set with options on top.
fn compared(question: CompareRules, x: [&Rules; 2], name: &str, start: &Start<'_>) -> Comparison {
    let [x, y] = x;
    let preset = Preset::named(name).unwrap();
    let mut variant = Variant::of(preset);
    for option in OPTION_NAMES {
        let value = x.value(option).unwrap();
        if preset.rules.value(option).as_ref() != Some(&value) {
            variant.set(option, &value).unwrap();
        }
    }
    let found = question.answer(&variant, y, start, &Ready::nothing(), Control::none());
    found.unwrap()
}

fn within(nodes: u64) -> CompareRules {
    CompareRules::default().with_limits(Limits::default().with_nodes(nodes))
}

fn effect<'a>(found: &'a Comparison, option: &str) -> &'a Effect {
    let mut effects = found.effects.iter();
    effects.find(|effect| effect.option == option).unwrap()
}

/// Returns the end of a line under some rules.
fn end(rules: &Rules, first: &Position, found: &Effect) -> Position {
    let mut round = Round::new(&game(rules, first));
    for [played, _] in &found.parted.as_ref().unwrap().moves {
        round.play(played.played.hole).unwrap();
    }
    *round.position()
}

#[test]
fn every_option_that_differs_is_looked_at_alone() {
    // Sizes change the opening, refills do not affect a round, and whole boards do not affect
    // lines.
    let (kalah, dakon) = (rules("kalah"), rules("dakon"));
    let found = compared(within(1000), [&kalah, &dakon], "kalah", &Start::opening());
    let names: Vec<&str> = found.effects.iter().map(|effect| effect.option).collect();
    let expected = ["holes", "seeds", "occupied", "lone", "end", "starter"];
    assert_eq!(names, expected);
    let holes = effect(&found, "holes");
    assert_eq!(holes.settings, ["6", "8"]);
    let opening = found.games[0].position();
    let parted = holes.parted.as_ref().unwrap();
    assert!(parted.moves.is_empty() && parted.after[0] == *opening);
    let outside = effect(&found, "starter").parted.as_ref().unwrap_err();
    assert_eq!(*outside, NoLine::Outside);
    for name in ["occupied", "lone"] {
        let effect = effect(&found, name);
        let after = effect.parted.as_ref().unwrap().after;
        let other = kalah.with(name, &effect.settings[1]).unwrap();
        let ends = [&kalah, &other].map(|rules| end(rules, opening, effect));
        assert_eq!(after, ends, "{name}");
        assert_ne!(after[0], after[1], "{name}");
    }
    let same = compared(within(1000), [&kalah, &kalah], "kalah", &Start::opening());
    assert!(same.effects.is_empty());
}

#[test]
fn a_limit_leaves_a_line_open() {
    let (overbeck, dakon) = (rules("overbeck"), rules("dakon"));
    let opening = Start::opening();
    let found = compared(within(1000), [&overbeck, &dakon], "overbeck", &opening);
    let effect = effect(&found, "end");
    assert_eq!(effect.nodes, 1000);
    assert_eq!(*effect.parted.as_ref().unwrap_err(), NoLine::Nodes);
}

#[test]
fn a_position_has_its_own_board_and_an_opening_may_depend_on_the_rules() {
    let text = "1,0,3/0 0,5,1/0 A";
    let start = Start::at(text);
    let (kalah, dakon) = (rules("kalah"), rules("dakon"));
    let found = compared(within(1000), [&kalah, &dakon], "kalah", &start);
    assert_eq!(found.games[0].position().to_string(), text);
    let reason = |option: &str| *effect(&found, option).parted.as_ref().unwrap_err();
    assert_eq!([reason("holes"), reason("seeds")], [NoLine::Board, NoLine::Outside]);
    // A3 relays under dakon and stops here.
    let occupied = effect(&found, "occupied").parted.as_ref().unwrap();
    let line: Vec<String> = occupied.moves.iter().map(|m| m[0].played.to_string()).collect();
    assert_eq!(line, ["A3"]);
    // The refill gives another opening where a player can't fill the row.
    let start = Start::Opening { owned: Some(40), mover: Side::A };
    let [congklak, overbeck] = ["congklak", "overbeck"].map(|name| sized(name, 7, 7));
    let found = compared(within(1000), [&congklak, &overbeck], "congklak", &start);
    let short = effect(&found, "short").parted.as_ref().unwrap();
    assert!(short.moves.is_empty());
    let after = short.after.map(|position| position.to_string());
    let expected = ["2p,3p,7,7,7,7,7/0 7,7,7,7,7,7,7/9 A", "x,x,7,7,7,7,7/5 7,7,7,7,7,7,7/9 A"];
    assert_eq!(after, expected);
}

/// Options of sets change no line of a round, but a given first hole changes the value of its
/// opening.
#[test]
fn forms_of_sets_change_how_a_round_begins() {
    let kalah = sized("kalah", 3, 2);
    let first = kalah.with("first_hole", "1").unwrap().with("best_of", "3").unwrap();
    let question = CompareRules::default().with_values(true);
    let found = compared(question, [&kalah, &first], "kalah", &Start::opening());
    let hole = effect(&found, "first_hole");
    assert_eq!(*hole.parted.as_ref().unwrap_err(), NoLine::First);
    let value = |rules: &Rules| {
        let game = Game::opening(rules, Side::A);
        Solver::new().solve(&game, Control::none()).unwrap().value()
    };
    assert_eq!(hole.value.as_ref().unwrap().bounds.value(), value(&first));
    assert_ne!(value(&first), value(&kalah));
    let rounds = effect(&found, "best_of");
    assert_eq!(*rounds.parted.as_ref().unwrap_err(), NoLine::Outside);
    assert_eq!(rounds.value.as_ref().unwrap().bounds.value(), value(&kalah));
    let alternate = kalah.with("layout", "alternate").unwrap();
    let found = compared(question, [&kalah, &alternate], "kalah", &Start::opening());
    let after = effect(&found, "layout").parted.as_ref().unwrap().after;
    let expected = ["2,2,2/0 2,2,2/0 A", "2,0,2/0 0,2,0/0 A"];
    assert_eq!(after.map(|position| position.to_string()), expected);
}

#[test]
fn values_are_those_that_a_solver_proves() {
    let [kalah, overbeck] = ["kalah", "overbeck"].map(|name| sized(name, 3, 2));
    let question = CompareRules::default().with_values(true);
    let opening = Start::opening();
    let found = compared(question, [&kalah, &overbeck], "kalah", &opening);
    let proven = |rules: &Rules, told: &Evaluation| {
        let game = Game::opening(rules, Side::A);
        let solved = Solver::new().solve(&game, Control::none()).unwrap();
        assert_eq!(told.bounds, solved.bounds, "{rules:?}");
        assert!(told.value.is_exact() && solved.value().is_some());
        for tie in told.ties() {
            assert!(solved.best.contains(&tie.played), "{rules:?}: {tie:?}");
        }
    };
    let [x, y] = found.values.as_ref().unwrap();
    proven(&kalah, x);
    proven(&overbeck, y);
    for effect in &found.effects {
        let rules = kalah.with(effect.option, &effect.settings[1]).unwrap();
        proven(&rules, effect.value.as_ref().unwrap());
    }
    // A value left open by a limit is an estimate between proven bounds.
    let start = Start::at("5,4,3,2,1,0,3/9 4,4,0,2,6,5,1/0 A");
    let [congklak, conglak] = [rules("congklak"), rules("conglak")];
    let question = within(300).with_values(true);
    let found = compared(question, [&congklak, &conglak], "congklak", &start);
    let worth = &found.values.as_ref().unwrap()[0];
    assert!(!worth.value.is_exact() && worth.bounds.lower < worth.bounds.upper);
}
