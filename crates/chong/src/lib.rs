//! Chong, the dice game of Sakhalin (L. Shternberg 1933).
//!
//! Two players race on one line in opposite directions: each path has 3 n cells, and cell i of one
//! player is cell 3 n - 1 - i of the other. `docs/CHONG.md` tells the rules and what the texts
//! leave open.
//!
//! - [`ChongRules`] are the board and every option, [`Profile`] a named choice of them.
//! - [`ChongPosition`] is what the future depends on, seen by the player to throw, in two words of
//!   128 bits; [`PlacedPosition`] is a position with the names of the players, and its text.
//! - [`Dice`] are throws, [`ChongTurn`] is a turn on its way, [`ChongRules::ends`] the ways to play
//!   a throw.
//! - [`BoardSolver`] proves the values of small boards. [`ThrowGame`] is the game for the search
//!   with a horizon, at which a small net guesses; [`WayRanking`] is what it says of the ways to play
//!   a throw. [`Games`] plays to the end, and [`LuckTotals`] is what throws and choices did there, as
//!   [`JudgedBy`] says by exact values or by an estimate.
//! - [`GameSession`] is a game of people and policies, with a way back, [`ChongRecord`] its text
//!   form, and [`PlayedTurn`] a turn of it.
//!
//! Values go from -1 to 1 for the player to throw; [`probability`] makes a probability of winning
//! of one, in which a draw counts half.

mod analysis;
mod ask;
mod chance_game;
mod ends;
#[cfg(feature = "findings")]
#[doc(hidden)]
pub mod findings;
mod luck;
mod net;
mod notation;
mod options;
mod played_turn;
mod policy;
mod position;
mod prices;
mod ranking;
mod record;
mod rollouts;
mod rules;
mod session;
mod solve;
mod throw;
mod turn;

#[doc(hidden)]
pub use analysis::{JudgedGame, JudgedTurn};
pub use ask::{ChongTask, ChosenRules};
#[doc(hidden)]
pub use ask::{FULL_COLUMNS, SOLVER_MEMORY};
#[doc(hidden)]
pub use chance_game::Moment;
pub use chance_game::ThrowGame;
#[doc(hidden)]
pub use ends::Afters;
pub use ends::End;
pub use luck::{LuckStatistics, LuckTotals, PlayerLuck};
#[doc(hidden)]
pub use net::{
    FEATURE_NAMES, FEATURES, FirstLayer, HIDDEN, Hidden, Inputs, LEAK, NET_COLUMNS, Net, NetError,
    NetWeights, UNIT, check_net,
};
pub use notation::PlacedPosition;
#[doc(hidden)]
pub use options::MAX_DICE;
pub use options::{
    ChongGoal, ChongTakes, Columns, DiceCount, Forced, KingBack, KingCell, KingFree, KingHit,
    KingPath, KingStep, MAX_COLUMNS, MIN_COLUMNS, OpeningRest, Overshoot, Player, Release,
};
pub use played_turn::PlayedTurn;
pub use policy::ChongPolicy;
pub use position::{Army, ChongPosition};
pub use prices::JudgedBy;
#[doc(hidden)]
pub use prices::{Estimate, Lookout, Near, Outlook};
#[doc(hidden)]
pub use ranking::{Expected, expected};
pub use ranking::{Horizon, Ranked, Valuation, WayRanking};
pub use record::{ChongRecord, Throws};
pub use rollouts::{Chooser, GameTally, Games};
pub use rules::{ChongRules, OPTION_NAMES, OptionCitation, Profile};
pub use session::{Awaited, GameSession, Happened, Thrown};
pub use solve::{BoardSolver, BoardValues, Unsolved};
#[doc(hidden)]
pub use solve::{MAX_SOLVED_COLUMNS, potential, probability};
pub use throw::{Dice, Piece, SubMove, SubMoveEffect};

pub use chongkak_base::math::Interval;
pub use turn::ChongTurn;

chongkak_base::as_text_both_ways!(ChongPolicy, Dice, PlacedPosition, Player, SubMove);
