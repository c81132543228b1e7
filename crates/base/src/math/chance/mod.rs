//! Games with chance: the trait that describes one, and a depth-limited search.
//!
//! Nothing here is specific to a game. [`ChanceGame`] describes one as a tree: in a state a player
//! decides, chance decides, or the game is over. Values are the expected result of the player
//! [`Decider::Max`], who maximises them; [`Decider::Min`] minimises them. [`Expectimax`] searches
//! some decisions ahead and then uses the game's estimates.

pub mod event_bounds;
mod expectimax;
mod memo;
pub mod window;

use super::Certified;
pub use expectimax::Expectimax;
pub use window::Score;

/// The player who decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decider {
    /// The player who maximises the value.
    Max,
    /// The player who minimises it.
    Min,
}

/// The next event in a state that is not terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node<S> {
    /// A player chooses one of these states, at least one. A pass is a state too. The earlier the
    /// best choice comes, the less is searched.
    Decision(Decider, Vec<S>),
    /// Chance chooses: the outcomes with their weights, which are above 0; at least one. After
    /// finitely many chance events in a row a player decides or the game ends, because only
    /// decisions count towards the depth.
    Chance(Vec<(u32, S)>),
}

/// A game with chance.
pub trait ChanceGame {
    /// All that the future depends on, including whose turn it is.
    type State;
    /// The key of a state in the table.
    type Key: Copy + Eq + std::hash::Hash;

    /// Returns the range of all values, including estimates.
    fn range(&self) -> Certified;

    /// Returns the value of a terminal state, and `None` for any other.
    fn end(&self, state: &Self::State) -> Option<f64>;

    /// Returns the next event in a state that is not terminal.
    fn node(&self, state: &Self::State) -> Node<Self::State>;

    /// Estimates the value of a state that is not terminal, within the range.
    fn estimate(&self, state: &Self::State) -> f64;

    /// Returns the player who decides in a state, if one does, and a choice that is probably good:
    /// one of those of [`node`](ChanceGame::node). Worth implementing if it costs less than
    /// generating all choices.
    fn likely(&self, state: &Self::State) -> Option<(Decider, Self::State)>;

    /// Returns the key of a state that may occur again.
    fn key(&self, state: &Self::State) -> Option<Self::Key>;
}
