//! Questions: what anybody may ask of a game, asked and answered in one way by every front end: the
//! command line, a request, a line of a batch, a game in progress.
//!
//! A question has a game, which a [`Variant`] of the rules and a [`Start`] say, and [`Limits`].
//! Answering it takes what the machine has ready, [`Ready`], and a
//! [`Control`](crate::control::Control). It begins with what ships with the program, searches,
//! replays what it finds by the plain rules, and holds the one against the other.
//!
//! # Examples
//! ```
//! use chongkak::ask::{Evaluate, Ready, Start, Variant};
//! use chongkak::rules::RuleSets;
//! use chongkak::Control;
//!
//! let kalah = Variant::named("kalah", &RuleSets::shipped()).unwrap();
//! let game = kalah.game(&Start::opening()).unwrap();
//! let answer = Evaluate::default().answer(&game, &Ready::nothing(), Control::none(), None);
//! assert_eq!(answer.unwrap().found.value.to_string(), "+8");
//! ```

mod analyse;
mod claims;
mod compare;
mod evaluate;
mod limits;
mod proven;
mod sets;
mod solve;
mod solve_start;
mod start;
mod turns;
mod variant;

#[doc(hidden)]
pub use analyse::{Analyse, Analysis, PlayerLosses};
#[doc(hidden)]
pub use claims::{CheckClaim, Outcome, Tried};
pub use compare::{CompareRules, Comparison, Effect, NoLine, Parted};
pub use evaluate::{Answer, Evaluate, Tell};
pub use limits::{Limits, Ready};
pub use proven::Proven;
pub use sets::{FindReplies, SolveSet};
pub use solve::{SEEDS_AHEAD, Solve};
#[doc(hidden)]
pub use solve_start::{SolveStart, StartBy, StartFound};
pub use start::Start;
pub use turns::{By, FindTurns, Findings, Target};
pub use variant::Variant;

// What questions and answers are made of, from the modules behind the interface.
#[doc(hidden)]
pub use crate::claims::Claim;
pub use crate::known::Knowledge;
pub use crate::sets::{NotLost, Reply, SetOpening, SetValue, SetValues};
pub use crate::tables::{Endgame, OpenTables, TableError, TableProblem};
pub use crate::text::ErrorKind;
pub use crate::turns::Line;
