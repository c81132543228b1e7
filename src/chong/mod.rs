//! Chong, the dice game of Sakhalin (L. Shternberg 1933).
//!
//! Two players race on one line in opposite directions: each path has 3 n cells, and cell i of one
//! player is cell 3 n - 1 - i of the other. `docs/CHONG.md` tells the rules and what the texts
//! leave open.
//!
//! - [`Rules`] are the board and every option, [`Profile`] a named choice of them.
//! - [`Position`] is what the future depends on, seen by the player to throw, in two words of 128
//!   bits; [`Placed`] is a position with the names of the players, and its text.
//! - [`Dice`] are throws, [`Turn`] is a turn on its way, [`Rules::ends`] the ways to play a throw.
//! - [`Solver`] proves the values of small boards. [`Game`] is the game for the search with a
//!   horizon ([`crate::math::chance`]), [`Ranking`] what it says of the ways to play a throw,
//!   [`Estimator`] the guess at its horizon. [`Games`] plays to the end, and [`Luck`] is what
//!   throws and choices did there, by exact values.
//! - [`GameSession`] is a game of people and policies, with a way back, [`GameRecord`] its text
//!   form, and [`PlayedTurn`] a turn of it.
//!
//! Values go from -1 to 1 for the player to throw; [`probability`] makes a probability of winning
//! of one, in which a draw counts half.

mod army;
mod ask;
mod ends;
mod estimate;
#[cfg(feature = "protocol")]
#[doc(hidden)]
pub mod findings;
mod game;
mod luck;
mod notation;
mod options;
mod played;
mod player;
mod players;
mod position;
mod ranking;
mod read;
mod record;
mod rollouts;
mod rules;
mod session;
mod solve;
mod sub_move;
mod texts;
mod throw;
mod turn;

pub use army::Army;
pub use ask::{Chosen, FULL_COLUMNS, SOLVER_MEMORY, Task};
pub use ends::End;
pub use estimate::{Estimator, FEATURE_NAMES, FEATURES, PLAYED, SOLVED, Weights};
pub use game::{Game, Moment};
pub use luck::{Account, Luck, Reckoning};
pub use notation::{Placed, PositionError};
pub use options::{
    ChongTakes, Columns, DiceCount, Forced, Goal, KingBack, KingCell, KingFree, KingHit, KingPath,
    KingStep, MAX_COLUMNS, MAX_DICE, MIN_COLUMNS, OpeningRest, OptionError, Overshoot, Release,
};
pub use played::{PlayedTurn, TurnError};
pub use player::Player;
pub use players::Policy;
pub use position::Position;
pub use ranking::{Expected, Horizon, Ranked, Ranking, Worth, expected};
pub use record::{GameRecord, Throws};
pub use rollouts::{Chooser, Games, Tally};
pub use rules::{OPTION_NAMES, Rules};
pub use session::{Awaited, GameError, GameSession, Happened, Thrown};
pub use solve::{MAX_SOLVED_COLUMNS, Solved, Solver, Unsolved, potential, probability};
pub use sub_move::{Effect, Piece, SubMove};
pub use texts::{Citation, Profile, UnknownProfile};
pub use throw::{Dice, ThrowError};
pub use turn::Turn;

as_text!(Placed, Player, Policy, Dice, SubMove);
