//! Sets played by people and policies: nothing is lost, and everything can be undone.

use chongkak::board::{Cell, Side};
use chongkak::control::Control;
use chongkak::math::Random;
use chongkak::moves::{Game, parse_line};
use chongkak::rules::Preset;
use chongkak::sets::{Due, SetPlay, SetSession, WrittenSet};
use chongkak::start::Next;

use crate::support::sized;

/// The two policies of a game; `None` for a person.
fn plan(policies: [Option<&str>; 2], seed: u64) -> SetPlay<'static> {
    SetPlay {
        policies: policies.map(|policy| Some(policy?.parse().unwrap())),
        seed,
        most_rounds: 30,
        endgame: None,
    }
}

fn people(play: &SetPlay<'_>) -> [bool; 2] {
    play.policies.map(|policy| policy.is_none())
}

fn text(session: &SetSession) -> String {
    session.record("overbeck", Vec::new()).to_string()
}

/// Lets the policies play as far as they may.
fn go_on(session: &mut SetSession, play: &SetPlay<'_>) {
    while session.go_on(play, Control::none()).unwrap().is_some() {}
}

/// The holes among which a person is to choose, by the plain rules of the library.
fn holes(session: &SetSession) -> Vec<String> {
    let Some(side) = session.person() else {
        return Vec::new();
    };
    let holes: Vec<_> = match session.joint().map(|turn| (turn.next, turn.coin, turn.model.field)) {
        Some((Next::Tick(joint), None, field)) => joint.choices(field, side).collect(),
        _ => session.position().legal().collect(),
    };
    holes.iter().map(|&hole| Cell::Hole(side, hole).to_string()).collect()
}

/// In any state the record is complete and true, and continuing it gives the same set.
fn is_kept(session: &SetSession, play: &SetPlay<'_>, name: &'static str) {
    let record = session.record(name, Vec::new());
    let written = WrittenSet::read(&record.to_string()).unwrap();
    assert_eq!(written.replay().unwrap(), record);
    let (again, tags) = SetSession::resume(&written, people(play)).unwrap();
    assert!(tags.is_empty(), "{tags:?}");
    assert_eq!(again.record(name, Vec::new()), record);
    assert_eq!(again.position(), session.position());
    // A hidden choice of one player is not recorded: that player chooses again.
    if !matches!(session.due(), Due::Choices(_)) {
        assert_eq!(again.due(), session.due());
        assert_eq!(again.person(), session.person());
    }
}

#[test]
fn whatever_is_typed_the_record_has_the_game() {
    let tables = [[None, Some("greedy/random")], [Some("search:300"), None], [None, None]];
    let (mut decided, mut wrong, mut back, mut rounds, mut ended) = (0, 0, 0, 0, 0);
    for (number, preset) in (0..).zip(Preset::all()) {
        for (index, policies) in (0..).zip(tables) {
            let seed = 10 * number + index;
            let mut random = Random::new(seed, 0);
            let rules = sized(preset.name, 3 + (seed % 2) as u8, 2);
            let play = plan(policies, seed);
            let first = Game::opening(&rules, Side::A);
            let together = seed % 2 == 0;
            let made = SetSession::new(&first, together, people(&play));
            // With `store = far` there is no joint start.
            let mut session =
                made.unwrap_or_else(|_| SetSession::new(&first, false, people(&play)).unwrap());
            for _ in 0..60 {
                go_on(&mut session, &play);
                let before = text(&session);
                let holes = holes(&session);
                match random.below(8) {
                    0 => back += usize::from(session.undo().unwrap()),
                    1 => back += usize::from(session.redo().unwrap().is_some()),
                    2 => {
                        let line = ["A18", "B18", "A1 B1 A18"][random.below(3)];
                        assert!(session.decide(&parse_line(line).unwrap()).is_err());
                        assert_eq!(text(&session), before);
                        wrong += 1;
                    }
                    _ if holes.is_empty() => ended += 1,
                    _ => {
                        let hole = &holes[random.below(holes.len())];
                        session.decide(&parse_line(hole).unwrap()).unwrap();
                        decided += 1;
                    }
                }
                is_kept(&session, &play, preset.name);
            }
            rounds += session.game().rounds().len();
        }
    }
    assert!(decided > 300 && wrong > 50 && back > 50, "{decided} {wrong} {back}");
    assert!(rounds > 60 && ended > 0, "{rounds} {ended}");
}

/// Undo goes back to the last decision of a person; redo goes forward, and the same decision has
/// the same answers.
#[test]
fn what_is_taken_back_comes_again() {
    let mut checked = 0;
    for (number, preset) in (0..).zip(Preset::all()) {
        for together in [false, true] {
            let mut random = Random::new(number, 1);
            let rules = sized(preset.name, 4, 2);
            let play = plan([None, Some("random")], number);
            let first = Game::opening(&rules, Side::A);
            let Ok(mut session) = SetSession::new(&first, together, people(&play)) else {
                continue;
            };
            let mut stations = Vec::new();
            for _ in 0..25 {
                go_on(&mut session, &play);
                let holes = holes(&session);
                if holes.is_empty() {
                    break;
                }
                let hole = parse_line(&holes[random.below(holes.len())]).unwrap();
                stations.push((text(&session), hole.clone()));
                session.decide(&hole).unwrap();
            }
            go_on(&mut session, &play);
            let end = text(&session);
            for (station, _) in stations.iter().rev() {
                assert!(session.undo().unwrap());
                assert_eq!(text(&session), *station);
                checked += 1;
            }
            assert!(!session.undo().unwrap());
            let mut again = session.clone();
            while session.redo().unwrap().is_some() {}
            assert_eq!(text(&session), end);
            for (station, hole) in &stations {
                go_on(&mut again, &play);
                assert_eq!(text(&again), *station);
                again.decide(hole).unwrap();
            }
            go_on(&mut again, &play);
            assert_eq!(text(&again), end);
            assert!(again.redo().unwrap().is_none(), "it was decided anew");
        }
    }
    assert!(checked > 100, "{checked}");
}

/// The policy chooses before the person, independently of that choice.
#[test]
fn a_policy_does_not_see_what_a_person_chooses() {
    let rules = sized("overbeck", 4, 3);
    let play = plan([None, Some("random")], 3);
    let first = Game::opening(&rules, Side::A);
    let mut begun = SetSession::new(&first, true, people(&play)).unwrap();
    go_on(&mut begun, &play);
    assert_eq!(begun.due(), Due::Choices([true, false]));
    let answers: Vec<String> = (1..=4)
        .map(|hole| {
            let mut session = begun.clone();
            session.decide(&parse_line(&format!("A{hole}")).unwrap()).unwrap();
            let note = session.record("overbeck", Vec::new()).to_string();
            let line = note.lines().find(|line| line.contains("start"));
            let chosen = line.unwrap().split(&format!("A{hole} ")).nth(1).unwrap();
            chosen[..2].to_owned()
        })
        .collect();
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
}

/// Several moves are played all or not at all, and a search that is stopped at once still moves.
#[test]
fn decisions_are_whole_and_a_stopped_search_moves() {
    let rules = sized("overbeck", 4, 3);
    let play = plan([None, Some("search:1000000000")], 1);
    let first = Game::opening(&rules, Side::B);
    let mut session = SetSession::new(&first, false, people(&play)).unwrap();
    let error = session.decide(&parse_line("B1").unwrap()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "B is played by the program: expected moves for a human player only"
    );
    let stop = chongkak::Stop::new();
    stop.set();
    while session.go_on(&play, Control::stopped_by(&stop)).unwrap().is_some() {}
    assert_eq!(session.person(), Some(Side::A));
    let before = text(&session);
    let hole = &holes(&session)[0];
    let line = format!("{hole} {hole} {hole} {hole} {hole}");
    assert!(session.decide(&parse_line(&line).unwrap()).is_err());
    assert_eq!(text(&session), before);
}
