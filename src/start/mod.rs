//! Both players start together: the first round of a set, as Overbeck (§ 2, § 8) and the six-hole
//! congklak begin it.
//!
//! No text says how the two hands interleave. The model is *lockstep*: both drop one seed a tick.
//! A tick has three steps.
//!
//! 1. Whoever is to choose lifts one of his open holes with seeds. If both choose, neither sees the
//!    other's choice; who chooses alone sees the other's hand. Who has no such hole stops.
//! 2. Whoever has seeds in his hand drops one into his next cell, both at once.
//! 3. Whose hand is empty now is judged by the rules on the board after both drops: he chooses in
//!    the next tick, lifts the hole and goes on, or stops. If nothing is left in the hole, because
//!    the other has lifted or captured it in this tick, he stops.
//!
//! Where both are judged, or both stop, in one tick, one of them is first ([`Tie`]): he is judged
//! first and counts as the earlier to stop. When both have stopped the round goes on by turns: it
//! is judged as if an ordinary turn of the later one had ended.
//!
//! A choice of one player is an ordinary decision, one of both a matrix game, a tie a fair coin.
//! Every tick leaves seeds further on their ways or in a store, so a joint turn always ends.
//!
//! Values are seeds of A less seeds of B at the end of the round.

mod chooser;
mod induction;
mod joint;
mod leaves;
mod likely;
mod line;
mod playing;
mod proof;
mod run;
mod search;
mod tick;
mod tree;

pub use induction::Solved;
pub use joint::{Choice, Joint, Phase};
pub use likely::JointLine;
pub use line::{
    Element, JointLineError, JointTurn, Reached, TickTrace, Written, WrittenElement,
    parse_joint_line, play_joint_line,
};
pub use proof::{JointProof, Proven};
pub use run::Stage;
pub use search::{Bounded, JointError, JointSearch};
pub use tick::{Deed, Landing, Lockstep, Next, StartError, Tick, Ticked};

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
