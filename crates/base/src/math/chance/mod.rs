//! Games with chance: what any such game has to say of itself, and the search within a horizon.
//!
//! The functions and types here know no game. [`ChanceGame`] describes one as a tree: in a state a
//! player decides, chance decides, or the game is over. Values are what the player called
//! [`Decider::Max`] gets on average: he wants them high, [`Decider::Min`] wants them low.
//! [`Expectimax`] looks some decisions ahead and takes the game's estimates there.

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
    /// The player who wants the value high.
    Max,
    /// The player who wants it low.
    Min,
}

/// The next event in a state that is not the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node<S> {
    /// A player chooses one of these states, of which there is at least one. A pass is a state too.
    /// The sooner the best comes the less has to be searched.
    Decision(Decider, Vec<S>),
    /// Chance chooses: the outcomes with their weights, which are above 0. There is at least one.
    /// After a number of chance events in a row a player decides or the game is over: only
    /// decisions count towards a horizon.
    Chance(Vec<(u32, S)>),
}

/// A game with chance.
pub trait ChanceGame {
    /// All that the future depends on, whose turn it is included.
    type State;
    /// The key that tells states apart in the table.
    type Key: Copy + Eq + std::hash::Hash;

    /// The least and the greatest value that there can be, estimates included.
    fn range(&self) -> Certified;

    /// The value of a state in which the game is over, and none of any other.
    fn end(&self, state: &Self::State) -> Option<f64>;

    /// The next event in a state that is not the end.
    fn node(&self, state: &Self::State) -> Node<Self::State>;

    /// A guess at the value of a state that is not the end, within the range.
    fn estimate(&self, state: &Self::State) -> f64;

    /// The player who decides in a state, if one does, and a choice that is probably good. It must
    /// be one of those of [`node`](ChanceGame::node), and is worth having where it costs less than
    /// all.
    fn likely(&self, state: &Self::State) -> Option<(Decider, Self::State)>;

    /// The key of a state that is worth remembering: one that may come again.
    fn key(&self, state: &Self::State) -> Option<Self::Key>;
}
