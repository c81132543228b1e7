//! Estimates of a caller's own, in place of the built-in ones.

use std::fmt;

use crate::board::Position;

/// A guess at what a position at the search's horizon is worth, for
/// [`Evaluator::with_estimate`](super::Evaluator::with_estimate).
///
/// It decides which moves look good, never what is proven: bounds and exact values hold whatever
/// it says. Threads that search together ask it at the same time.
///
/// # Examples
/// A seed is worth as much in either row.
/// ```
/// use chongkak::search::Estimate;
/// use chongkak::{Control, Evaluator, Game, Position};
///
/// struct Rows;
///
/// impl Estimate for Rows {
///     fn estimate(&self, position: &Position) -> i32 {
///         let [own, other] = [position.mover(), position.mover().other()];
///         position.in_play(own).cast_signed() - position.in_play(other).cast_signed()
///     }
/// }
///
/// let game: Game = "kalah 4,4,4,4,4,4/0 4,4,4,4,4,4/0 A".parse().unwrap();
/// let evaluator = Evaluator::new().with_depth(4).with_estimate(&Rows);
/// let found = evaluator.evaluate(&game, Control::none()).unwrap();
/// assert!(!found.value.is_exact());
/// ```
pub trait Estimate: Sync {
    /// The seeds that the player to move will still win until the round is over, less those that
    /// the opponent will. What is in the stores and in protected holes is won already and doesn't
    /// count. A number beyond the seeds in play is taken for the nearest one that is possible.
    ///
    /// The position has all that the rules can tell apart: holes, stores, mover and mark. It is
    /// never over. Scores are remembered by the holes, the mover and the mark alone, so an estimate
    /// should not depend on the stores: it may be taken for that of a position with other stores.
    ///
    /// The same position must always have the same estimate, or a search on one thread is no longer
    /// the same every time. A panic ends the search and goes on in its caller.
    ///
    /// Cost: it is asked at each node at the horizon, which most nodes are.
    fn estimate(&self, position: &Position) -> i32;
}

impl fmt::Debug for dyn Estimate + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Estimate")
    }
}
