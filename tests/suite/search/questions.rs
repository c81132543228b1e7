//! Questions of library users, besides those of commands and requests.

use chongkak::ask::{
    Analyse, CompareRules, Evaluate, FindReplies, Limits, NoLine, Proven, Ready, SolveSet, Start,
    Variant,
};
use chongkak::board::Side;
use chongkak::control::{Control, Stop, StopReason};
use chongkak::moves::{Game, Round};
use chongkak::rules::Preset;
use chongkak::search::{Bounds, Value};
use chongkak::sets::{SetGame, SetValue, table};
use chongkak::tables::OpenTables;

use crate::support::{game, sized};

fn few_nodes() -> Limits {
    Limits::default().with_nodes(500).with_memory(1)
}

/// A set in which each player lifts the first hole, up to its third round.
fn played() -> SetGame {
    let mut set = SetGame::new(&Game::opening(&sized("kalah", 3, 2), Side::A));
    while set.rounds().len() < 3 {
        let Some(hole) = set.position().legal().next() else {
            break;
        };
        let side = set.position().mover();
        set.play(&chongkak::Move::new(side, hole).into()).unwrap();
    }
    set
}

#[test]
fn an_analysis_tells_the_turns_after_each_round() {
    let set = played();
    let question = Analyse::default().with_limits(few_nodes());
    let mut told = Vec::new();
    let found = question.answer(&set, &Ready::nothing(), Control::none(), &mut |turns| {
        told.push(turns.len());
    });
    let found = found.unwrap();
    let mut sum = 0;
    let rounds = set.rounds().iter().map(|round| {
        sum += round.turns.len();
        sum
    });
    assert_eq!(told, rounds.collect::<Vec<_>>());
    assert_eq!(told.last(), Some(&found.turns.len()));
    let worst = found.worst(0);
    assert!(worst.iter().all(|turn| turn.known_loss() > 0));
    assert!(worst.is_sorted_by(|one, other| one.known_loss() >= other.known_loss()));
    let sums = Side::BOTH.map(|side| found.lost_by(side).turns);
    assert_eq!(sums.iter().sum::<usize>(), sum);
}

#[test]
fn an_analysis_that_is_interrupted_says_so() {
    let stop = Stop::new();
    stop.set();
    let control = Control::stopped_by(&stop);
    let found = Analyse::default().answer(&played(), &Ready::nothing(), control, &mut |_| ());
    assert_eq!(found.unwrap().stopped, Some(StopReason::Interrupted));
}

#[test]
fn a_folder_of_tables_that_is_not_there_is_an_error() {
    let game = Game::opening(&sized("kalah", 3, 2), Side::A);
    let question = Evaluate::default().with_limits(few_nodes());
    let evaluated = |open_tables: &OpenTables| {
        let ready = Ready::default().with_tables(open_tables);
        question.answer(&game, &ready, Control::none(), None)
    };
    let given = evaluated(&OpenTables::given("no/such/folder"));
    let message = given.unwrap_err().to_string();
    assert!(message.contains("no/such/folder"), "{message}");
    assert!(evaluated(&OpenTables::installed("no/such/folder")).is_ok());
}

#[test]
fn an_opening_of_the_tables_is_proven_anew() {
    let kalah = Variant::of(Preset::named("kalah").unwrap());
    let entries = table("kalah").unwrap();
    let easy = entries.iter().find(|entry| entry.rounds == Some(1));
    let easy = easy.expect("an opening that wins the set at once");
    let question = SolveSet::default().with_owned(easy.owned).with_known(100_000);
    let values = question.answer(&kalah, Control::none()).unwrap();
    match values.value(easy.owned, Side::A) {
        Some(SetValue::Won { by, .. }) => assert_eq!(Some(by), easy.winner()),
        other => panic!("{other:?}"),
    }
    let smaller = Variant::with(kalah.preset(), &sized("kalah", 3, 2));
    let none = SolveSet::default().with_known(1);
    let none = none.answer(&smaller, Control::none());
    assert_eq!(none.unwrap_err().subject.as_deref(), Some("known"));
}

#[test]
fn a_reply_needs_seeds_that_fill_two_holes() {
    let rules = sized("kalah", 3, 4);
    let position = chongkak::Position::new(&"1,0,0/1 0,1,0/1 A".parse().unwrap()).unwrap();
    let game = Game::new(&rules, &position).unwrap();
    let found = FindReplies::default().with_most_ends(10).answer(&game, Control::none());
    let message = "expected at least 8 seeds: 4 seeds can't fill a hole of 4 on each side";
    assert_eq!(found.unwrap_err().to_string(), message);
}

/// A search starts with what earlier ones have proven. If that is wrong, it says so, finds the
/// value anyway, or is wrong in the same way.
#[test]
fn wrong_knowledge_is_refused_where_a_search_contradicts_it() {
    let mut refused = 0;
    for (name, holes, seeds) in [("kalah", 3, 2), ("kalah", 3, 3), ("dakon", 3, 2)] {
        let opening = Game::opening(&sized(name, holes, seeds), Side::A);
        let mut round = Round::new(&opening);
        round.play(opening.legal_moves().next().unwrap().hole).unwrap();
        let game = game(opening.rules(), round.position());
        let question = Evaluate::default().with_every_move(true);
        let asked = |ready: &Ready<'_>| question.answer(&game, ready, Control::none(), None);
        let found = asked(&Ready::nothing()).unwrap().found;
        let value = found.bounds.value().expect("a small board");
        for by in [-4, -2, 2, 4] {
            let mut wrong = found.clone();
            wrong.bounds = Bounds::exact(value + by);
            wrong.moves.clear();
            let mut proven = Proven::default();
            proven.learn(&game, &wrong);
            match asked(&Ready::default().with_earlier(&proven)) {
                Err(error) => {
                    let message = "the value of an earlier search cannot be right";
                    assert!(error.to_string().contains(message), "{error}");
                    refused += 1;
                }
                Ok(answer) => {
                    let said = answer.found.value;
                    assert!([value, value + by].map(Value::Exact).contains(&said));
                }
            }
        }
    }
    assert!(refused > 0);
}

#[test]
fn rules_part_nowhere_without_nodes() {
    let kalah = Variant::of(Preset::named("kalah").unwrap());
    let other = kalah.rules().with("capture", "none").unwrap();
    let question = CompareRules::default().with_values(true).with_limits(few_nodes().with_nodes(1));
    let start = Start::opening();
    let found = question.answer(&kalah, &other, &start, &Ready::nothing(), Control::none());
    let found = found.unwrap();
    assert_eq!(found.effects.len(), 1);
    assert_eq!(found.effects[0].parted.as_ref().err(), Some(&NoLine::Nodes));
    assert!(found.values.is_some() && found.effects[0].value.is_some());
}
