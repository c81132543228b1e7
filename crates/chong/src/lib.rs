//! Chong, the dice game of Sakhalin. Part of the package `chongkak`, which documents it in its
//! module `chong`.

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
    FEATURES, FirstLayer, HIDDEN, Hidden, Inputs, LEAK, NET_COLUMNS, Net, NetWeights, UNIT,
    check_net,
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
