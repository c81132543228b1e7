//! Both players start together: the first round of a set, as Overbeck (§ 2, § 8) and the six-hole
//! congklak begin it.
//!
//! No text says how the two hands interleave. The model is *lockstep*: both drop one seed a tick.
//! A tick has three steps.
//!
//! 1. A player who is to choose lifts one of his open holes with seeds. If both choose, neither
//!    sees the other's choice; one who chooses alone sees the other's hand. A player without such a
//!    hole stops.
//! 2. A player with seeds in his hand drops one into his next cell, both at once.
//! 3. A player whose hand is empty now is judged by the rules on the board after both drops: he
//!    chooses in the next tick, lifts the hole and goes on, or stops. If nothing is left in the
//!    hole, because the other has lifted or captured it in this tick, he stops.
//!
//! If both are judged, or both stop, in one tick, one of them is first ([`Tie`]): he is judged
//! first and counts as the earlier to stop. When both have stopped the round goes on by turns: it
//! is judged as if an ordinary turn of the later one had ended.
//!
//! A choice of one player is an ordinary decision, one of both a matrix game, a tie a fair coin.
//! Every tick leaves seeds further on their ways or in a store, so a joint turn always ends.
//!
//! Values are seeds of A less seeds of B at the end of the round.

mod bounds_search;
mod chooser;
mod induction;
mod joint;
mod joint_line;
mod playing;
mod tick;
mod tree_search;

pub use bounds_search::{Bounded, JointSearch};
pub use induction::{JointLine, JointProof, Proven, Solved};
pub use joint::{Choice, Joint, Phase};
pub(crate) use joint_line::longer;
pub use joint_line::{Element, JointTurn, parse_joint_line};
pub use playing::Stage;
pub use tick::{Landing, Lockstep, Next, PlayedTick, PlayerActions};

use crate::options::named_values;

named_values! {
    /// The first player where both land, or stop, in one tick.
    Tie as "tie" {
        /// A.
        A = "a",
        /// B.
        B = "b",
        /// One of them, by a fair coin each time.
        Coin = "coin",
    }
}
as_text!(Tie);
