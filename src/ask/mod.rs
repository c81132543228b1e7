//! Questions about a game. All front ends (the command line, requests, batches and games in
//! progress) ask them and get answers in the same way.
//!
//! A [`Variant`] of the rules and a [`Start`] define the game of a question, and [`Limits`] bound
//! the search. To answer it, a question takes the available resources, [`Ready`], and a
//! [`Control`](crate::control::Control). It starts from the data that ships with the program,
//! searches, and verifies the result by replaying it under the plain rules.
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
mod elsewhere;
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
#[doc(hidden)]
pub use elsewhere::{Elsewhere, elsewhere};
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

// Types of questions and answers that come from modules outside the public interface.
#[doc(hidden)]
pub use crate::claims::Claim;
pub use crate::known::Knowledge;
pub use crate::sets::{NotLost, Reply, SetOpening, SetValue, SetValues};
pub use crate::tables::{Endgame, OpenTables, TableError, TableProblem};
pub use crate::text::ErrorKind;
pub use crate::turns::Line;
