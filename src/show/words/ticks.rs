//! The ticks of a joint turn in words: what a player does.

use crate::board::Shape;
use crate::moves::Ending;
use crate::start::{Landing, PlayerActions};

/// All of it.
pub fn in_words(action: &PlayerActions, shape: Shape) -> String {
    if action.stuck {
        return format!("{NOTHING}: stops");
    }
    let lifted = lifted(action, shape).map(|lifted| format!("lifts {lifted}"));
    let dropped = dropped(action, shape);
    let parts: Vec<String> = lifted.into_iter().chain(dropped).collect();
    parts.join(", ")
}

/// The reason why a player who is to choose stops.
pub const NOTHING: &str = "nothing to choose";

/// The hole that he has chosen, with its seeds.
pub fn lifted(action: &PlayerActions, shape: Shape) -> Option<String> {
    let (cell, seeds) = action.lifts?;
    Some(format!("{} ({seeds})", shape.cell(cell)))
}

/// Says where his seed falls, and what that brings.
pub fn dropped(action: &PlayerActions, shape: Shape) -> Option<String> {
    let cell = shape.cell(action.drops?);
    let end = match action.lands {
        None => String::new(),
        Some(Landing::Relay { seeds }) => format!(", lifts all {seeds}"),
        Some(Landing::Nothing) => ", nothing is left there".to_owned(),
        Some(Landing::Ended(ending)) => match ending {
            Ending::Store if action.stops => String::new(),
            Ending::Store => ", chooses again".to_owned(),
            Ending::Protected => ", protected".to_owned(),
            Ending::Occupied => ", which held seeds".to_owned(),
            Ending::Banked { seeds } => format!(", banks all {seeds}"),
            Ending::Captured { from, seeds, .. } => format!(", alone, takes {seeds} from {from}"),
            Ending::LoneBanked => ", alone, banks it".to_owned(),
            Ending::OwnEmpty(_) | Ending::OpponentEmpty => ", alone".to_owned(),
        },
    };
    let stops = if action.stops { ": stops" } else { "" };
    Some(format!("{cell}{end}{stops}"))
}
