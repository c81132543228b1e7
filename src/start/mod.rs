//! Joint starts: both players start the first round of a set together, as in Overbeck (§ 2, § 8)
//! and six-hole congklak.
//!
//! No text says how the two hands interleave. The model is *lockstep*: both drop one seed a tick.
//! A tick has three steps.
//!
//! 1. A player who is to choose lifts one of his open holes with seeds. If both choose, neither
//!    sees the other's choice; a player who chooses alone sees the other's hand. A player without
//!    such a hole stops.
//! 2. Each player with seeds in his hand drops one into his next cell, both at once.
//! 3. A player whose hand is now empty is judged by the rules on the board after both drops: he
//!    chooses in the next tick, lifts the hole and sows on, or stops. He also stops if the hole is
//!    empty because the other player has lifted or captured it in this tick.
//!
//! If both are judged, or both stop, in the same tick, one of them comes first ([`Tie`]): he is
//! judged first and counts as the earlier to stop. When both have stopped, the round continues by
//! turns, as if an ordinary turn of the later player had ended.
//!
//! A choice by one player is an ordinary decision, a choice by both is a matrix game, and a tie is
//! a fair coin. Every tick moves seeds forward or into a store, so a joint turn always ends.
//!
//! Values are A's seeds minus B's at the end of the round.

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
    /// Who comes first if both players are judged, or both stop, in the same tick.
    Tie as "tie" {
        /// A.
        A = "a",
        /// B.
        B = "b",
        /// A fair coin decides each time.
        Coin = "coin",
    }
}
as_text!(Tie);
