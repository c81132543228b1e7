//! Estimates supplied by the caller, instead of the built-in ones.

use std::fmt;

use crate::board::Position;

/// A static evaluation of positions at the search's horizon, for
/// [`Evaluator::with_estimate`](super::Evaluator::with_estimate).
///
/// Estimates decide which moves look good, never what is proven: bounds and exact values are valid
/// whatever this returns. Search threads call it concurrently.
///
/// # Examples
/// An estimate that counts the seeds of both rows alike.
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
    /// The seeds that the player to move will still win in the round minus those of the opponent.
    /// Seeds in the stores and in protected holes are won already and do not count. The result is
    /// clamped to the seeds in play.
    ///
    /// The position includes everything that matters to the rules: holes, stores, mover and mark.
    /// It is never over. Scores are cached by holes, mover and mark only, so an estimate should not
    /// depend on the stores: it may be reused for a position with other stores.
    ///
    /// The estimate must be deterministic, or a search on one thread is no longer repeatable. A
    /// panic ends the search and propagates to its caller.
    ///
    /// Cost: called at each node at the horizon, which is most of them.
    fn estimate(&self, position: &Position) -> i32;
}

impl fmt::Debug for dyn Estimate + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Estimate")
    }
}
