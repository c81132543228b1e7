//! Values by full minimax.

use std::collections::HashMap;

use chongkak::board::Position;
use chongkak::rules::{Rules, StorePlace};

use super::Reference;

/// The value of a position by full minimax: no bounds, no ordering, no depth limit.
pub fn minimax(rules: &Rules, position: &Reference, known: &mut HashMap<Reference, i32>) -> i32 {
    if position.mark == "over" {
        return position.result();
    }
    if let Some(&value) = known.get(position) {
        return value;
    }
    let moves = position.moves(rules).into_iter();
    let values = moves.map(|(_, _, told)| minimax(rules, &told.after, known));
    let best = if position.mover == 0 { values.max() } else { values.min() };
    let value = best.unwrap();
    known.insert(position.clone(), value);
    value
}

/// The value of a position with the near store, in which no position recurs.
pub fn worth(rules: &Rules, position: &Position) -> i32 {
    let store = StorePlace::Near;
    let reference = Reference::read(&position.to_string());
    minimax(&Rules { store, ..*rules }, &reference, &mut HashMap::new())
}
