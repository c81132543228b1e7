//! Laws for every rule set: seeds are conserved, positions do not recur, the players are symmetric,
//! texts and positions correspond.

use std::collections::HashSet;

use chongkak::board::{Mark, Position, Setup, Side};
use chongkak::moves::{MoveTrace, Outcome, trace};
use chongkak::rules::{Preset, Rest, Rules, StorePlace};
use chongkak::unchecked::Cells;
use proptest::prelude::*;

use crate::support::{any_game, game};

/// Returns the same position with the players exchanged.
fn mirrored(position: &Position) -> Position {
    let mut setup = position.setup();
    setup.rows.reverse();
    setup.stores.reverse();
    setup.mover = setup.mover.other();
    Position::new(&setup).unwrap()
}

/// All moves of a position by the plain rules, with and without stops.
fn all_moves(rules: &Rules, position: &Position) -> Vec<MoveTrace> {
    let moves = game(rules, position).legal_moves();
    moves.map(|made| trace(rules, position, made).unwrap()).collect()
}

fn holes_of(position: &Position) -> (Vec<u32>, Side, Mark) {
    let setup = position.setup();
    let seeds = setup.rows.iter().flatten().map(|pit| pit.seeds).collect();
    (seeds, position.mover(), position.mark())
}

/// Returns a number from a hash, to choose among moves reproducibly.
fn pick(position: &Position, step: usize, among: usize) -> usize {
    ((position.cells().mix() >> 20) as usize + step) % among
}

proptest! {
    #![proptest_config(crate::support::law(20_000))]

    #[test]
    fn sowing_conserves_seeds((rules, position) in any_game()) {
        for played in all_moves(&rules, &position) {
            prop_assert!(played.captured <= played.gain);
            let other = position.mover().other();
            // What is left at the end may go to another player, or leave the game.
            if played.outcome != Outcome::Over || rules.rest == Rest::Owner {
                prop_assert_eq!(played.after.total(), position.total());
                prop_assert_eq!(played.after.store(other), position.store(other));
            } else if rules.rest != Rest::Nobody {
                prop_assert_eq!(played.after.total(), position.total());
            } else {
                prop_assert!(played.after.total() <= position.total());
            }
        }
    }

    /// The backward search of turns skips boards by this law.
    #[test]
    fn the_fullest_hole_gains_no_more_than_the_store((rules, position) in any_game()) {
        let fullest = |position: &Position| holes_of(position).0.into_iter().max();
        let before = fullest(&position).unwrap();
        for played in all_moves(&rules, &position) {
            if played.outcome == Outcome::Again {
                prop_assert!(fullest(&played.after).unwrap() <= before + played.gain);
            }
        }
    }

    #[test]
    fn exchanging_the_players_exchanges_everything((rules, position) in any_game()) {
        let mirror = mirrored(&position);
        prop_assert_eq!(mirror.standing(), -position.standing());
        let there = all_moves(&rules, &mirror);
        for (here, there) in all_moves(&rules, &position).into_iter().zip(there) {
            prop_assert_eq!(mirrored(&here.after), there.after);
            prop_assert_eq!(
                (here.laps.len(), here.gain, here.captured, here.outcome),
                (there.laps.len(), there.gain, there.captured, there.outcome)
            );
        }
    }

    #[test]
    fn a_position_is_its_text((_, position) in any_game()) {
        let text = position.to_string();
        let again: Setup = text.parse().unwrap();
        prop_assert_eq!(&again, &position.setup());
        prop_assert_eq!(Position::new(&again), Ok(position));
    }

    #[test]
    fn no_position_recurs_within_a_round((rules, start) in any_game()) {
        let rules = Rules { store: StorePlace::Near, ..rules };
        let mut seen = HashSet::from([holes_of(&start)]);
        let mut position = start;
        for step in 0..200 {
            let moves = all_moves(&rules, &position);
            let played = &moves[pick(&position, step, moves.len())];
            position = played.after;
            if played.outcome == Outcome::Over {
                break;
            }
            prop_assert!(seen.insert(holes_of(&position)), "{} recurs", position);
        }
    }

    #[test]
    fn a_go_on_move_feeds_the_store((rules, position) in any_game()) {
        for played in all_moves(&rules, &position) {
            let fed = played.outcome == Outcome::Again || played.played.stops;
            prop_assert!(!fed || played.gain > 0);
        }
    }

    #[test]
    fn the_mark_final_appears_only_where_a_round_stalls((rules, position) in any_game()) {
        for played in all_moves(&rules, &position) {
            prop_assert!(rules.check(&played.after).is_ok());
        }
    }
}

/// All reachable positions of small boards: no position recurs on any path, as a depth-first search
/// that never meets a position on its stack shows for the whole graph.
#[test]
fn positions_of_small_rounds_form_no_cycle() {
    for preset in Preset::all() {
        for (n, s) in [(2, 2), (2, 4), (3, 1), (3, 2)] {
            let rules = preset.rules.sized(n, s).unwrap();
            for rules in [rules, rules.with("store_last", "may").unwrap()] {
                let mut walk = Walk::default();
                walk.below(&rules, &rules.opening(Side::A));
                assert!(walk.done.len() > 1, "{}", preset.name);
            }
        }
    }
}

#[derive(Default)]
struct Walk {
    open: HashSet<(Vec<u32>, Side, Mark)>,
    done: HashSet<(Vec<u32>, Side, Mark)>,
}

impl Walk {
    fn below(&mut self, rules: &Rules, position: &Position) {
        let key = holes_of(position);
        assert!(!self.open.contains(&key), "{position} recurs");
        if position.is_over() || self.done.contains(&key) {
            return;
        }
        self.open.insert(key.clone());
        for played in all_moves(rules, position) {
            self.below(rules, &played.after);
        }
        self.open.remove(&key);
        self.done.insert(key);
    }
}
