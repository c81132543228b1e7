//! A remark on boards that hold other seeds than those of the opening.

use crate::moves::Game;
use crate::rules::Preset;

/// A word on the seeds if they are not those of the opening: a hole may be left out or misread.
pub fn other_seeds(game: &Game) -> Option<String> {
    let (rules, found) = (game.rules(), game.position().total());
    let usual = rules.total();
    (found != usual).then(|| {
        let others = full_boards(game);
        let others = match others.is_empty() {
            true => String::new(),
            false => format!(": a full board of {}: --rules?", others.join(", ")),
        };
        format!("{found} in all, not the {usual} of a full board{others}")
    })
}

/// The rule sets of whose full board the position has the holes and the seeds.
fn full_boards(game: &Game) -> Vec<&'static str> {
    let (holes, seeds) = (game.position().shape().holes(), game.position().total());
    let is_full = |preset: &&Preset| {
        usize::from(preset.rules.holes.get()) == holes && preset.rules.total() == seeds
    };
    Preset::all().iter().filter(is_full).map(|preset| preset.name).collect()
}
