//! Solves and analyses sowing games of South-East Asia and Ceylon with relay laps.
//!
//! The games are Overbeck's Ceylonese chongkak of 1915 on 2 x 9 holes, the congklak family on 2 x 5
//! to 2 x 9 holes, dakon, and Kalah for comparison. Every option can be set, on boards of up to 18
//! holes a row and 1,023 seeds. [`chong`] is a dice game of Sakhalin.
//!
//! # From a position to its value
//! ```
//! use chongkak::ask::{Evaluate, Ready, Solve};
//! use chongkak::{Control, Game};
//!
//! let ready = Ready::nothing(); // no endgame tables
//! let game: Game = "conglak 3,3,3,3/0 3,3,3,3/0 A".parse()?;
//! let answer = Evaluate::default().answer(&game, &ready, Control::none(), None)?;
//! let best = answer.found.best().ok_or("the round is over")?; // proven or estimated
//! let game = game.play(best)?;
//! let solved = Solve::default().answer(&game, &ready, Control::none())?; // to the end
//! let lead = solved.found.value(); // A's seeds minus B's
//! # assert!(lead.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Terms
//! - **Hole**: a pit that is sown and lifted; a player's row is his *kampong*. **Store**: *rumah*,
//!   *ibu*, storehouse.
//! - **Sowing**: one handful dropped one seed a cell. **Lap**: one sowing. **Relay**: a lap that
//!   begins by lifting the hole in which the previous lap ended. **Move**: one hole chosen by the
//!   player, with all the laps that follow from it.
//! - **Turn**: all moves of one player until he stops. **Round**: turns until nothing is left to
//!   play for. **Set**: rounds until a player can't fill a hole.
//! - **Capture**: *tembak*. **Gain**: seeds a move adds to the mover's store.
//! - Values are A's seeds minus B's at the end of the round.
//!
//! # Modules
//! Start with [`ask`]: it answers questions about a game from everything that is known. [`board`],
//! [`rules`] and [`moves`] define a game, [`search`] contains the engines, and [`control`] their
//! limits. [`matches`](mod@matches) runs matches between players. [`chong`] is the dice game, with
//! engines of its own.
//!
//! You can implement two traits. A [`search::Estimate`] replaces the built-in estimate at a
//! search's horizon, and a [`matches::Player`] plays in a match. `examples/estimate.rs` and
//! `examples/contest.rs` implement one each.
//!
//! The hidden modules for studies and tables serve this package's program and tests. They are not
//! part of the interface and may change at any time.
//!
//! # Features
//! - `program` (the default): the command line program and everything it needs.
//! - `batch`: stores results of many positions in an SQLite database, and combines many searches
//!   into one proof; included in `program`.
//! - `protocol`: the line protocol, independent of the transport; included in `program`.
//! - `board`: the parts used by the browser page; included in `program`.
//! - `schemas`: the JSON Schemas of `docs/schemas`; for developers.
//!
//! Without features the library has a dozen direct dependencies, all written in Rust.
#[macro_use]
extern crate chongkak_base;

use chongkak_base::options;
#[doc(hidden)]
pub use chongkak_base::{diagnostic, language, math, say, sentence, text};

// A glob import would also document items that are hidden in the other crate, so the interface is
// listed item by item.
pub mod control {
    //! Limits, cancellation and progress of computations.
    //!
    //! Every engine takes a [`Control`]: limits on nodes and time, the [`Stop`] that cancels the
    //! computation, and the [`Progress`] it reports to. Each computation has its own, so several
    //! can run in one process and be cancelled independently. A [`StopReason`] says why a
    //! computation ended early; a [`ResourceError`] says what the system could not provide.
    #[doc(hidden)]
    pub use chongkak_base::control::*;
    #[doc(inline)]
    pub use chongkak_base::control::{
        Control, MAX_DEPTH, Progress, ProgressSnapshot, ResourceError, Stop, StopReason,
    };
}
pub mod chong {
    //! Chong, the dice game of Sakhalin (L. Shternberg 1933).
    //!
    //! Two players race on one line in opposite directions: each path has 3 n cells, and cell i of
    //! one player is cell 3 n - 1 - i of the other. `docs/CHONG.md` describes the rules and what
    //! the sources leave open.
    //!
    //! - [`ChongRules`] holds the size of the board and every option; a [`Profile`] is a named set
    //!   of options.
    //! - [`ChongPosition`] is a position as seen by the player to throw, in two words of 128 bits.
    //!   [`PlacedPosition`] adds the names of the players and has a text form.
    //! - [`Dice`] is a throw, [`ChongTurn`] a turn in progress, and [`ChongRules::ends`] returns
    //!   the ways to play a throw.
    //! - [`BoardSolver`] proves the values of small boards. [`ThrowGame`] is the game as searched
    //!   to a horizon, where a small neural net estimates positions; a [`WayRanking`] ranks the
    //!   ways to play a throw. [`Games`] plays whole games, and [`LuckTotals`] separates the
    //!   effects of throws and choices, judged by exact values or by an estimate ([`JudgedBy`]).
    //! - [`GameSession`] is a game between people and policies, in which turns can be taken back;
    //!   [`ChongRecord`] is its text form, and [`PlayedTurn`] one of its turns.
    //!
    //! Values range from -1 to 1 for the player to throw: the probability that he wins minus the
    //! probability that he loses.
    #[doc(hidden)]
    pub use chongkak_chong::*;
    #[doc(inline)]
    pub use chongkak_chong::{
        Army, Awaited, BoardSolver, BoardValues, ChongGoal, ChongPolicy, ChongPosition,
        ChongRecord, ChongRules, ChongTakes, ChongTask, ChongTurn, Chooser, ChosenRules, Columns,
        Dice, DiceCount, End, Forced, GameSession, GameTally, Games, Happened, Horizon, Interval,
        JudgedBy, KingBack, KingCell, KingFree, KingHit, KingPath, KingStep, LuckStatistics,
        LuckTotals, MAX_COLUMNS, MIN_COLUMNS, OPTION_NAMES, OpeningRest, OptionCitation, Overshoot,
        Piece, PlacedPosition, PlayedTurn, Player, PlayerLuck, Profile, Ranked, Release, SubMove,
        SubMoveEffect, ThrowGame, Thrown, Throws, Unsolved, Valuation, WayRanking,
    };
}

pub mod ask;
pub mod board;
pub mod matches;
pub mod moves;
pub mod rules;
pub mod search;

// Internal modules, public for the program and the tests of this package.
#[cfg(feature = "batch")]
#[doc(hidden)]
pub mod batch;
#[doc(hidden)]
pub mod book;
#[cfg(feature = "batch")]
#[doc(hidden)]
pub mod campaign;
#[doc(hidden)]
pub mod claims;
#[cfg(feature = "program")]
mod cli;
#[doc(hidden)]
pub mod files;
#[cfg(feature = "protocol")]
#[doc(hidden)]
pub mod findings;
#[doc(hidden)]
pub mod infer;
#[doc(hidden)]
pub mod known;
#[cfg(feature = "protocol")]
#[doc(hidden)]
pub mod lessons;
#[cfg(feature = "protocol")]
#[doc(hidden)]
pub mod protocol;
#[cfg(feature = "protocol")]
#[doc(hidden)]
pub mod puzzles;
#[doc(hidden)]
pub mod record;
#[doc(hidden)]
pub mod sets;
#[cfg(feature = "protocol")]
#[doc(hidden)]
pub mod show;
#[doc(hidden)]
pub mod start;
#[doc(hidden)]
pub mod systems;
#[doc(hidden)]
pub mod tables;
#[doc(hidden)]
pub mod turns;

// So that the command line can refer to the library as any other program does.
#[cfg(feature = "program")]
extern crate self as chongkak;
/// Runs the command line program.
#[cfg(feature = "program")]
#[doc(hidden)]
pub use cli::run;

/// The version of this program. Between releases it includes the commit it was built from, such as
/// `0.2.0-dev+1a2b3c4d5`, followed by `.dirty` if the sources had uncommitted changes.
pub const VERSION: &str = env!("CHONGKAK_VERSION");

pub use board::{Position, Setup, Side};
#[doc(no_inline)]
pub use control::{Control, Stop};
pub use moves::{Game, Move, Round};
pub use rules::{Preset, Rules};
pub use search::{Evaluator, Solver, Value, evaluate};

/// Fast internals for the tests and benchmarks of this project. They don't check their arguments,
/// panic on invalid ones, and are not part of the interface.
#[doc(hidden)]
pub mod unchecked {
    pub use crate::board::cells::{Cells, Eleven, Seven, Wide};
    pub use crate::board::exact_key::Ranking;
    pub use crate::math::chance::event_bounds::Bounds as BoundsOfMean;
    pub use crate::math::chance::window::Window as WindowOfMean;
    pub use crate::moves::kernel::{Kernel, State};
    pub use crate::moves::unmove::After;
    pub use crate::search::bounds::{Bounds, Score, Window};
    pub use crate::search::expansion::Ordered;
    pub use crate::search::heuristic_table::{Bound, Entry, HeuristicTable};
    pub use crate::search::stack::{DeepThreads, StackBound, deeply};
    pub use crate::search::table_memory::{TableMemory, granted, words};
    pub use crate::search::transposition_table::TranspositionTable;
    pub use crate::tables::endgame::Reader;
    pub use crate::turns::run_codec::{Record, announced, decode, encode};

    /// A computation on a kernel of the type that fits a position.
    pub trait KernelVisitor {
        /// The result.
        type Output;

        /// Runs the computation, starting with the position's state.
        fn visit<C: Cells>(self, kernel: &Kernel<C>, start: &State<C>) -> Self::Output;
    }

    /// Calls the visitor with the narrowest kernel that fits a position and the rules.
    pub fn with_kernel<V: KernelVisitor>(
        rules: &crate::Rules,
        position: &crate::Position,
        visitor: V,
    ) -> V::Output {
        crate::moves::with_kernel!(rules, position, |kernel, start| visitor.visit(kernel, start))
    }
}
