//! Values by looking at everything.

use std::collections::HashMap;

use chongkak::board::Position;
use chongkak::rules::{Rules, StorePlace};

use super::Twin;

/// The value of a position by looking at everything below it: no bounds, no order, no depth.
pub fn minimax(rules: &Rules, position: &Twin, known: &mut HashMap<Twin, i32>) -> i32 {
    if position.mark == "over" {
        return position.result();
    }
    if let Some(&value) = known.get(position) {
        return value;
    }
    let values = position.choices(position.mover).into_iter();
    let values = values.map(|hole| minimax(rules, &position.play(rules, hole).after, known));
    let best = if position.mover == 0 { values.max() } else { values.min() };
    let value = best.unwrap();
    known.insert(position.clone(), value);
    value
}

/// The value of a position with the store near, in which no position recurs.
pub fn worth(rules: &Rules, position: &Position) -> i32 {
    let store = StorePlace::Near;
    let twin = Twin::read(&position.to_string());
    minimax(&Rules { store, ..*rules }, &twin, &mut HashMap::new())
}
