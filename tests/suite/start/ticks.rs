//! The lockstep model of the joint start, tick by tick, against its reference implementation.

use chongkak::board::{Cell, Hole, Position, Shape, Side};
use chongkak::diagnostic;
use chongkak::rules::{Preset, Rest, Rules};
use chongkak::start::{Choice, Joint, Next, Phase, PlayedTick, Tie};
use proptest::prelude::*;

use crate::support::{
    Doing, JointReference, Reference, ReferenceDeed, any_start, any_tie, lockstep, sized,
};

/// The library's state in the form of the reference implementation.
fn described(joint: &Joint, shape: Shape) -> String {
    let mut text = String::new();
    for side in Side::BOTH {
        for hole in shape.row() {
            let seeds = joint.seeds(shape, Cell::Hole(side, hole));
            text += &format!("{seeds} ");
        }
        text += &format!("/{} ", joint.seeds(shape, Cell::Store(side)));
        text += &match joint.phase(side) {
            Phase::Choosing => "chooses ".to_owned(),
            Phase::Stopped => "stopped ".to_owned(),
            Phase::Sowing { seeds, at, .. } => format!("{seeds} at {} ", shape.cell(at.into())),
        };
    }
    text
}

fn described_reference(reference: &JointReference) -> String {
    let mut text = String::new();
    for player in 0..2 {
        for hole in &reference.board.rows[player] {
            text += &format!("{} ", hole.seeds);
        }
        text += &format!("/{} ", reference.board.stores[player]);
        text += &match reference.doing[player] {
            Doing::Choosing => "chooses ".to_owned(),
            Doing::Stopped(_) => "stopped ".to_owned(),
            Doing::Sowing { left, at, .. } => format!("{left} at {at} "),
        };
    }
    text
}

fn same(
    played_tick: &PlayedTick,
    reference: &(JointReference, [ReferenceDeed; 2]),
    rules: &Rules,
    shape: Shape,
) {
    let (after, actions) = reference;
    match played_tick.next {
        Next::Tick(joint) => {
            assert_eq!(after.done(rules), None);
            assert_eq!(described(&joint, shape), described_reference(after));
        }
        Next::Done(position) => {
            assert_eq!(position.to_string(), after.done(rules).unwrap().text());
        }
    }
    for (action, seen) in played_tick.actions.iter().zip(actions) {
        let lifts = action.lifts.map(|(cell, n)| format!("{} {n}", shape.cell(cell)));
        let drops = action.drops.map(|cell| shape.cell(cell).to_string());
        assert_eq!(
            (lifts, drops, action.stops),
            (seen.lifts.clone(), seen.drops.clone(), seen.stops)
        );
    }
}

/// Plays a random joint turn in both, and compares every tick.
fn play_both(rules: &Rules, position: &Position, tie: Tie, picks: &[u8]) -> usize {
    let shape = position.shape();
    let model = lockstep(rules, position, tie).unwrap();
    let mut joint = model.start;
    let mut reference = JointReference::start(&Reference::read(&position.to_string()));
    let (total, mut picks) = (reference.total(), picks.iter().cycle());
    for ticks in 0.. {
        let mut pick = |side: Side| {
            let holes: Vec<Hole> = joint.choices(position.field(), side).collect();
            let chosen = usize::from(*picks.next().unwrap());
            (!holes.is_empty()).then(|| holes[chosen % holes.len()])
        };
        let choice = Side::BOTH.map(&mut pick);
        let chosen = choice.map(|hole| hole.map(Hole::index));
        for (player, chosen) in choice.iter().enumerate() {
            assert_eq!(reference.holes(player).is_empty(), chosen.is_none());
        }
        let by_reference = |first: usize| reference.tick(rules, chosen, first);
        let (played_tick, seen) = match (model.tick(&joint, Choice(choice)), tie) {
            ((played_tick, None), Tie::A) => (played_tick, by_reference(0)),
            ((played_tick, None), Tie::B) => (played_tick, by_reference(1)),
            ((played_tick, None), Tie::Coin) => {
                let [a, b] = [by_reference(0), by_reference(1)];
                let done = a.0.done(rules);
                assert_eq!(done, b.0.done(rules));
                if done.is_none() {
                    assert_eq!(described_reference(&a.0), described_reference(&b.0));
                }
                (played_tick, a)
            }
            ((one, Some(other)), Tie::Coin) => {
                let [a, b] = [by_reference(0), by_reference(1)];
                assert_ne!(one.next, other.next);
                same(&one, &a, rules, shape);
                let first = *picks.next().unwrap() % 2;
                if first == 0 { (one, a) } else { (other, b) }
            }
            ((_, Some(_)), _) => panic!("a coin where ties are decided"),
        };
        same(&played_tick, &seen, rules, shape);
        assert_eq!(seen.0.total(), total);
        reference = seen.0;
        match played_tick.next {
            Next::Tick(after) => joint = after,
            Next::Done(after) => {
                assert!(after.total() == total || rules.rest == Rest::Nobody);
                return ticks;
            }
        }
    }
    unreachable!()
}

proptest! {
    #![proptest_config(crate::support::remembered_law(3000))]

    #[test]
    fn every_tick_is_as_the_reference_plays_it(
        (rules, position) in any_start(),
        tie in any_tie(),
        picks in prop::collection::vec(any::<u8>(), 1..60),
    ) {
        play_both(&rules, &position, tie, &picks);
    }
}

#[test]
fn openings_of_all_rule_sets_are_played_as_the_reference_plays_them() {
    let mut ticks = 0;
    for preset in Preset::all() {
        for owned in
            [preset.rules.total() / 2, preset.rules.total() - 2 * u32::from(preset.rules.seeds)]
        {
            let opening = preset.rules.opening_owning(owned, Side::A).unwrap();
            for seed in 0..60_u8 {
                let picks: Vec<u8> =
                    (0..97_u8).map(|i| (i ^ seed).wrapping_mul(167) >> 3).collect();
                let tie = Tie::ALL[usize::from(seed) % 3];
                ticks += play_both(&preset.rules, &opening, tie, &picks);
            }
        }
    }
    assert!(ticks > 10_000, "{ticks}");
}

#[test]
fn who_stops_first_moves_first() {
    // A4 and B4 end in the stores. Then A3 ends alone in A4, and B1 continues from B2.
    let rules = sized("overbeck", 4, 1);
    let model = lockstep(&rules, &rules.opening(Side::A), Tie::A).unwrap();
    let hole = |n| Some(Hole::new(n).unwrap());
    let mut next = Next::Tick(model.start);
    let mut stopped = None;
    let mut picks = vec![Choice([hole(4), hole(4)]), Choice([hole(3), hole(1)])].into_iter();
    while let Next::Tick(joint) = next {
        let chooses = |side| joint.choices(model.field, side).next().is_some();
        let choice = if chooses(Side::A) || chooses(Side::B) {
            picks.next().unwrap_or(Choice([None; 2]))
        } else {
            Choice([None; 2])
        };
        let (played_tick, None) = model.tick(&joint, choice) else {
            panic!("ties are decided");
        };
        for side in Side::BOTH {
            if played_tick.actions[side.index()].stops {
                stopped.get_or_insert(side);
            }
        }
        next = played_tick.next;
    }
    let Next::Done(after) = next else { unreachable!() };
    assert_eq!((stopped, after.mover()), (Some(Side::A), Side::A));
    assert!(!after.is_over());
}

#[test]
fn rounds_that_cannot_be_started_together_are_refused() {
    let refused = |rules: &Rules, text: &str| {
        let position = Position::new(&text.parse().unwrap()).unwrap();
        lockstep(rules, &position, Tie::Coin).unwrap_err()
    };
    let mut rules = sized("overbeck", 2, 1);
    assert_eq!(refused(&rules, "1,1/0 1,1/0 A over"), diagnostic!(BadValue, "faults.joint.over"));
    assert_eq!(refused(&rules, "1,1/0 1,1/0 A final"), diagnostic!(BadValue, "faults.joint.final"));
    let nothing = diagnostic!(BadValue, "faults.joint.no-hole", side = "B");
    assert_eq!(refused(&rules, "1,1/0 0,3p/0 A"), nothing);
    rules.set("store", "far").unwrap();
    assert_eq!(refused(&rules, "1,1/0 1,1/0 A"), diagnostic!(BadValue, "faults.joint.far"));
}
