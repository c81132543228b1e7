//! What a player does in a tick of a joint turn, in words.

use crate::board::Shape;
use crate::language::Language;
use crate::moves::Ending;
use crate::say;
use crate::start::{Landing, PlayerActions};
use crate::text::joined;

/// Describes all actions of a player in a tick.
pub fn in_words(action: &PlayerActions, shape: Shape, language: &Language) -> String {
    if action.stuck {
        return say!(language, "words.together.stuck");
    }
    let lifted =
        lifted(action, shape).map(|lifted| say!(language, "words.together.lifts", lifted = lifted));
    let dropped = dropped(action, shape, language);
    joined(lifted.into_iter().chain(dropped), ", ")
}

/// Describes the chosen hole and its seeds.
pub fn lifted(action: &PlayerActions, shape: Shape) -> Option<String> {
    let (cell, seeds) = action.lifts?;
    Some(format!("{} ({seeds})", shape.cell(cell)))
}

/// Describes where the player's seed falls, and the consequence.
pub fn dropped(action: &PlayerActions, shape: Shape, language: &Language) -> Option<String> {
    let cell = shape.cell(action.drops?);
    let end = match action.lands {
        None => cell.to_string(),
        Some(Landing::Relay { seeds }) => {
            say!(language, "words.together.relay", cell = cell, seeds = seeds)
        }
        Some(Landing::Nothing) => say!(language, "words.together.nothing", cell = cell),
        Some(Landing::Ended(ending)) => match ending {
            Ending::Store if action.stops => cell.to_string(),
            Ending::Store => say!(language, "words.together.again", cell = cell),
            Ending::Protected => say!(language, "words.together.protected", cell = cell),
            Ending::Occupied => say!(language, "words.together.occupied", cell = cell),
            Ending::Banked { seeds } => {
                say!(language, "words.together.banked", cell = cell, seeds = seeds)
            }
            Ending::Captured { from, seeds, .. } => {
                say!(language, "words.together.captured", cell = cell, seeds = seeds, from = from,)
            }
            Ending::LoneBanked => say!(language, "words.together.lone-banked", cell = cell),
            Ending::OwnEmpty(_) | Ending::OpponentEmpty => {
                say!(language, "words.together.lone", cell = cell)
            }
        },
    };
    Some(match action.stops {
        true => say!(language, "words.together.stops", dropped = end),
        false => end,
    })
}
