//! All positions of a turn by the reference implementation.

use std::collections::{BTreeMap, HashMap};
use std::num::NonZeroUsize;

use chongkak::board::Position;
use chongkak::control::Control;
use chongkak::record::replay_turn;
use chongkak::rules::{Rules, StoreLast};
use chongkak::turns::{Enumeration, Goal, Line, Turns};

use super::{Hand, Reference, game};

/// The complete exploration of a turn, position by position.
#[derive(Default)]
pub struct KnownTurn {
    /// Positions in which the mover chooses again, by the seeds gained.
    pub positions: BTreeMap<u32, u64>,
    /// Positions after a last seed in the store in which the mover has nothing to lift.
    pub stranded: u64,
    /// Whole turns by the seeds gained.
    pub turns: BTreeMap<u32, u128>,
    /// The most seeds in the store.
    pub most: Option<u32>,
    /// The fewest moves and laps to a number of seeds in the store, and to the end of the set.
    pub store: [BTreeMap<u32, usize>; 2],
    pub set: [Option<usize>; 2],
}

pub fn set_is_won(rules: &Rules, at: &Reference, player: usize, over: bool) -> bool {
    let outside = at.total() - at.stores[player];
    let row: u32 = at.rows[player].iter().map(|hole| hole.seeds).sum();
    let fill = u32::from(rules.seeds);
    outside < fill || over && outside - row < fill
}

pub fn explored(rules: &Rules, start: &Reference) -> KnownTurn {
    let (player, mut known) = (start.mover, KnownTurn::default());
    let (mut stranded, before) = (HashMap::new(), start.stores[start.mover]);
    // Waiting positions by the seeds in the store: ways, moves, laps.
    let mut waiting: BTreeMap<u32, HashMap<Reference, (u128, usize, usize)>> = BTreeMap::new();
    waiting.entry(before).or_default().insert(start.clone(), (1, 0, 0));
    let shorter = |best: &mut usize, new: usize| *best = new.min(*best);
    while let Some((store, layer)) = waiting.pop_first() {
        if store > before {
            known.positions.insert(store - before, layer.len() as u64);
        }
        for (at, (ways, moves, laps)) in layer {
            for hole in at.choices(player) {
                let told = at.play(rules, hole);
                let stopped = at.stop(rules, hole);
                // Who may move again may end the round instead.
                let over = stopped.as_ref().unwrap_or(&told).outcome == "over";
                let (after, lengths) = (told.after, [moves + 1, laps + told.lands.len()]);
                let store = after.stores[player];
                known.most = known.most.max(Some(store));
                for (measure, length) in lengths.into_iter().enumerate() {
                    shorter(known.store[measure].entry(store).or_insert(length), length);
                    if set_is_won(rules, &after, player, over) {
                        shorter(known.set[measure].get_or_insert(length), length);
                    }
                }
                if stopped.is_some() {
                    *known.turns.entry(store - before).or_default() += ways;
                }
                if told.outcome == "again" {
                    let new = (0, usize::MAX, usize::MAX);
                    let entry = waiting.entry(store).or_default().entry(after).or_insert(new);
                    entry.0 += ways;
                    shorter(&mut entry.1, lengths[0]);
                    shorter(&mut entry.2, lengths[1]);
                } else {
                    *known.turns.entry(store - before).or_default() += ways;
                    let ends_in_store = matches!(told.lands.last(), Some(Hand::Store(_)));
                    if rules.store_last != StoreLast::Stop && ends_in_store {
                        // The next mover is not part of the board.
                        stranded.insert((after.rows, after.stores), ());
                    }
                }
            }
        }
    }
    known.stranded = stranded.len() as u64;
    known
}

/// The plan of an enumeration in memory.
pub fn plan(goal: Goal, threads: usize) -> Enumeration<'static> {
    Enumeration {
        memory: 64,
        threads: NonZeroUsize::new(threads).unwrap(),
        layers: None,
        goal,
        counting: true,
        spill: None,
    }
}

pub fn enumerated(plan: &Enumeration<'_>, rules: &Rules, position: &Position) -> Turns {
    plan.run(&game(rules, position), Control::none()).unwrap()
}

/// The length of a line in moves or laps, if it agrees with the reference implementation.
pub fn length(rules: &Rules, position: &Position, line: &Line, measure: usize) -> usize {
    let mut at = Reference::read(&position.to_string());
    let (player, mut laps) = (at.mover, 0);
    for (number, played) in (1..).zip(&line.moves) {
        assert!(at.choices(player).contains(&played.hole.index()));
        let told = at.play(rules, played.hole.index());
        let is_last = number == line.moves.len();
        assert!(told.outcome == "again" || is_last);
        // Who may stop after the last move does.
        assert_eq!(played.stops, is_last && at.stop(rules, played.hole.index()).is_some());
        laps += told.lands.len();
        at = told.after;
    }
    assert_eq!((laps, at.stores[player]), (line.laps as usize, line.store));
    replay_turn(&crate::support::game(rules, position), line).unwrap();
    [line.moves.len(), laps][measure]
}
