//! The costs of turns, against values by full minimax.

use std::collections::HashMap;

use chongkak::board::{Position, Side};
use chongkak::control::Control;
use chongkak::math::Random;
use chongkak::moves::{Game, Move, Outcome, Round};
use chongkak::rules::{Preset, Rules, StorePlace};
use chongkak::search::{Bounds, Evaluation, Evaluator, Loss, Value};
use chongkak::sets::{AnalysedTurn, SetGame, SetPlay, analyse, positions_to_search};
use chongkak::text::Diagnostic;
use proptest::prelude::*;

use crate::support::{
    Reference, any_board, any_rules, any_small_board, game, minimax, sized, within, worth,
};

fn search(game: &Game, control: Control<'_>) -> Result<Option<Evaluation>, Diagnostic> {
    let evaluator = Evaluator::new().with_memory(1);
    Ok(Some(evaluator.evaluate(game, control).unwrap()))
}

fn whole(set: &SetGame, round: usize) -> Vec<AnalysedTurn> {
    analyse(set, round, |game| search(game, Control::none())).unwrap()
}

/// A random round; half of them are cut off somewhere.
fn random_round(rules: &Rules, position: &Position, seed: u64) -> SetGame {
    let mut set = SetGame::new(&game(rules, position));
    let mut random = Random::new(seed, 0);
    let most = match random.below(2) {
        0 => usize::MAX,
        _ => random.below(12),
    };
    for _ in 0..most {
        let legal: Vec<Move> = game(rules, set.position()).legal_moves().collect();
        if set.position().is_over() || legal.is_empty() {
            break;
        }
        set.play(&legal[random.below(legal.len())].into()).unwrap();
    }
    set
}

/// The position after a line that must be one whole turn.
fn after_turn(rules: &Rules, position: &Position, line: &[Move]) -> Position {
    let mut round = Round::new(&game(rules, position));
    for (number, played) in (1..).zip(line) {
        let trace = round.play(*played).unwrap();
        let goes_on = trace.outcome == Outcome::Again;
        assert_eq!(goes_on, number < line.len(), "{position}: {line:?}");
    }
    *round.position()
}

proptest! {
    #![proptest_config(crate::support::law(300))]

    /// Losses, values and best turns of random rounds.
    #[test]
    fn losses_are_those_of_minimax(
        (rules, position) in (any_rules(), any_small_board()), seed in any::<u64>(),
    ) {
        let rules = Rules { store: StorePlace::Near, ..rules }.fitted_to(&position);
        let set = random_round(&rules, &position, seed);
        let turns = whole(&set, 0);
        let played = &set.rounds()[0].turns;
        prop_assert_eq!(turns.len(), played.len());
        let mut known = HashMap::new();
        let mut value = |position: &Position| {
            minimax(&rules, &Reference::read(&position.to_string()), &mut known)
        };
        let mut at = position;
        for (number, (turn, line)) in (1..).zip(turns.iter().zip(played)) {
            prop_assert_eq!((turn.round, turn.turn, &turn.line), (1, number, line));
            prop_assert_eq!((turn.position, turn.player), (at, at.mover()));
            let [before, after] = [value(&at), value(&turn.end)];
            let values = (turn.before.value, turn.after.value);
            prop_assert_eq!(values, (Value::Exact(before), Value::Exact(after)));
            let lost = (before - after) * at.mover().sign();
            let least = u32::try_from(lost).unwrap();
            prop_assert_eq!(turn.loss(), Loss { least, most: least });
            prop_assert_eq!(turn.estimated_loss(), Some(least));
            if lost == 0 {
                prop_assert_eq!(&turn.best, line);
            } else {
                let end = after_turn(&rules, &at, &turn.best);
                prop_assert_eq!(value(&end), before, "{:?} {} {:?}", rules, at, turn.best);
            }
            at = turn.end;
        }
        prop_assert_eq!(at, set.rounds()[0].after);
    }

    /// Under limits that leave much open: the true loss is in its interval, proven statements are
    /// true, nobody gains by a turn, and nobody is blamed for a turn that loses nothing.
    #[test]
    fn what_limits_leave_open_is_not_called_proven(
        (rules, position) in (any_rules(), any_board(4, 4)), seed in any::<u64>(),
        nodes in 1..300_u64,
    ) {
        let rules = rules.fitted_to(&position);
        let set = random_round(&rules, &position, seed);
        let turns = analyse(&set, 0, |game| search(game, within(nodes))).unwrap();
        for turn in &turns {
            let [before, after] = [turn.before, turn.after].map(|of| of.value.seeds());
            prop_assert!((after - before) * turn.player.sign() <= 0, "{:?}", turn);
            let Loss { least, most } = turn.loss();
            prop_assert!(least <= most);
            if let Some(about) = turn.estimated_loss() {
                prop_assert!((least..=most).contains(&about), "{:?}", turn);
            }
            if most == 0 {
                prop_assert_eq!(&turn.best, &turn.line);
            }
            if turn.best != turn.line && !turn.best.is_empty() {
                after_turn(&rules, &turn.position, &turn.best);
            }
            if rules.store == StorePlace::Far {
                // No result is better than all seeds minus those that the opponent already has,
                // along any line.
                let sure = |side| turn.end.owned(side) - turn.end.in_play(side);
                let most = [Side::A, Side::B].map(|side| {
                    let other = 2 * sure(side.other()).cast_signed();
                    side.sign() * (position.total().cast_signed() - other)
                });
                let all = most.contains(&after);
                prop_assert!(!turn.after.value.is_exact() || all || turn.end.is_over());
            } else if position.total() < 12 {
                let values = [turn.position, turn.end].map(|at| worth(&rules, &at));
                for (of, value) in [turn.before, turn.after].into_iter().zip(values) {
                    prop_assert!(of.bounds.contains(value), "{:?} {}", of, value);
                    prop_assert!(of.bounds.contains(of.value.seeds()));
                    prop_assert_eq!(of.value.is_exact(), of.bounds.value().is_some());
                }
                let lost = (values[0] - values[1]) * turn.player.sign();
                prop_assert!((i64::from(least)..=i64::from(most)).contains(&i64::from(lost)));
            }
        }
        for pair in turns.windows(2) {
            prop_assert_eq!((pair[0].end, pair[0].after), (pair[1].position, pair[1].before));
        }
    }
}

/// `best` against `best` loses nothing.
#[test]
fn a_round_of_best_play_costs_nothing() {
    let mut turns = 0;
    for preset in Preset::all() {
        for starter in Side::BOTH {
            let rules = sized(preset.name, 3, 2);
            let mut set = SetGame::new(&Game::opening(&rules, starter));
            let play = SetPlay {
                policies: ["best"; 2].map(|text| Some(text.parse().unwrap())),
                seed: 7,
                most_rounds: 3,
                endgame: None,
            };
            let _ = play.go_on(&mut set, Control::none());
            for round in 0..set.rounds().len() {
                for turn in whole(&set, round) {
                    assert_eq!(turn.loss(), Loss::default(), "{turn:?}");
                    turns += 1;
                }
            }
        }
    }
    assert!(turns > 60, "{turns}");
}

/// Kalah on 3 x 3 with moves that lose much.
fn careless() -> SetGame {
    let mut set = SetGame::new(&Game::opening(&sized("kalah", 3, 3), Side::A));
    let play = SetPlay {
        policies: ["random"; 2].map(|text| Some(text.parse().unwrap())),
        seed: 4,
        most_rounds: 1,
        endgame: None,
    };
    let _ = play.go_on(&mut set, Control::none());
    set
}

/// A cut-off analysis has the turns from some place to the end, as in the complete one.
#[test]
fn what_was_analysed_before_an_interruption_stays() {
    let set = careless();
    let all = whole(&set, 0);
    assert!(all.len() > 4 && all.iter().any(|turn| turn.loss().least > 0));
    assert_eq!(positions_to_search(&set, 0), all.len());
    for searches in 0..=all.len() {
        let mut left = searches;
        let found = analyse(&set, 0, |game| {
            if left == 0 {
                return Ok(None);
            }
            left -= 1;
            search(game, Control::none())
        });
        let found = found.unwrap();
        assert_eq!(found, all[all.len() - searches..]);
    }
}

/// A round with a joint start: its first turn begins where the joint turn ended.
#[test]
fn a_joint_start_is_no_turn_of_one_player() {
    let rules = sized("congklak-six", 3, 2);
    let mut set = SetGame::new(&Game::opening(&rules, Side::A));
    let play = SetPlay {
        policies: ["greedy"; 2].map(|text| Some(text.parse().unwrap())),
        seed: 1,
        most_rounds: 1,
        endgame: None,
    };
    play.start_together(&mut set, "", Control::none()).unwrap();
    let after = *set.position();
    assert_eq!((whole(&set, 0), positions_to_search(&set, 0)), (Vec::new(), 0));
    let hole = set.position().legal().next().unwrap();
    let side = set.position().mover();
    set.play(&Move::new(side, hole).into()).unwrap();
    let turns = whole(&set, 0);
    assert_eq!((turns.len(), turns[0].turn, turns[0].position), (1, 1, after));
    assert_eq!(turns[0].before.value, Value::Exact(worth(&rules, &after)));
}

/// Makes an evaluation without knowledge, with a random guess for the value.
fn guess(game: &Game, seeds: i32) -> Evaluation {
    let mut found = search(game, within(1)).unwrap().unwrap();
    found.bounds = Bounds::of_board(game.position().total());
    found.value = Value::Estimate(seeds);
    found
}

/// Later guesses count more: no turn gains its player more than the position was worth.
#[test]
fn guesses_give_no_turn_a_gain() {
    let set = careless();
    for seed in 0..200 {
        let mut random = Random::new(seed, 1);
        let turns = analyse(&set, 0, |game| {
            let seeds = i32::try_from(random.below(21)).unwrap() - 10;
            Ok(Some(guess(game, seeds)))
        });
        for turn in turns.unwrap() {
            let [before, after] = [turn.before, turn.after].map(|of| of.value.seeds());
            assert!((after - before) * turn.player.sign() <= 0, "{turn:?}");
            // Two guesses prove nothing.
            assert!(turn.loss().least == 0 || turn.end.is_over(), "{turn:?}");
        }
    }
}

/// Two consecutive positions whose values can't both be true are an error, not a loss.
#[test]
fn contradictions_are_found() {
    let set = careless();
    let all = whole(&set, 0);
    let [earlier, last] = all.last_chunk().unwrap();
    let searched = |value_of_earlier: i32| {
        analyse(&set, 0, |game| {
            let mut found = guess(game, 0);
            let known =
                [(earlier.position, value_of_earlier), (last.position, last.before.value.seeds())];
            for (position, value) in known {
                if *game.position() == position {
                    found.bounds = Bounds::exact(value);
                }
            }
            Ok(Some(found))
        })
    };
    assert!(searched(earlier.before.value.seeds()).is_ok());
    // The player who moved could reach the next position, but its previous value is lower.
    let less = last.before.value.seeds() - 2 * earlier.player.sign();
    assert!(searched(less).is_err());
}
