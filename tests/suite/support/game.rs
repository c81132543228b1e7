//! Games and bounds for the engines.

use chongkak::board::Position;
use chongkak::control::Control;
use chongkak::moves::Game;
use chongkak::rules::Rules;

/// A game from a position on, by these rules with as many holes as it has.
pub fn game(rules: &Rules, position: &Position) -> Game {
    let holes = u8::try_from(position.shape().holes()).unwrap();
    Game::new(&rules.with("holes", holes).unwrap(), position).unwrap()
}

/// No limit but so many nodes.
pub fn within(nodes: u64) -> Control<'static> {
    let none = Control::none();
    Control { nodes, ..none }
}
