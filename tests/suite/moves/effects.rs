//! The batch effects of all moves of many positions equal those of each move alone.

use chongkak::board::Position;
use chongkak::moves::{MoveEffect, MoveTrace, Round, effects};
use chongkak::rules::Rules;
use proptest::prelude::*;

use crate::support::{any_games, game, law};

/// The effects of every move of each position, in the order of the holes.
fn found(rules: &Rules, positions: &[Position]) -> Vec<Vec<MoveEffect>> {
    let mut found = vec![Vec::new(); positions.len()];
    effects(rules, positions, |number, effect| found[number].push(*effect));
    found
}

/// The same for one position, with each move played in a new round.
fn one_by_one(rules: &Rules, position: &Position) -> Vec<MoveEffect> {
    let game = game(rules, position);
    let play = |made| {
        let told = Round::new(&game).play(made).unwrap();
        let MoveTrace { played, gain, captured, outcome, after, .. } = told;
        MoveEffect { played, gain, captured, outcome, after }
    };
    game.legal_moves().map(play).collect()
}

proptest! {
    #![proptest_config(law(4000))]

    #[test]
    fn effects_of_many_are_those_of_each((rules, positions) in any_games()) {
        // Also the positions after them, including finished rounds.
        let all = found(&rules, &positions);
        let after: Vec<Position> = all.iter().flatten().map(|effect| effect.after).collect();
        for positions in [positions, after] {
            for (position, effects) in positions.iter().zip(found(&rules, &positions)) {
                prop_assert_eq!(effects, one_by_one(&rules, position), "{}", position);
            }
        }
    }
}
