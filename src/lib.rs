//! Sowing games of South-East Asia with relay laps, solved and analysed.
//!
//! The games: Overbeck's Ceylonese chongkak of 1915 on 2 x 9 holes, the congklak family on 2 x 5
//! to 2 x 9, dakon, and Kalah as a yardstick; every option of theirs can be set, on boards of up
//! to 18 holes a row and 1,023 seeds. And [`chong`], a dice game of Sakhalin.
//!
//! # From a position to its value
//! ```
//! use chongkak::ask::{Evaluate, Ready, Solve};
//! use chongkak::{Control, Game};
//!
//! let ready = Ready::nothing(); // endgame tables, if there are some
//! let game: Game = "conglak 3,3,3,3/0 3,3,3,3/0 A".parse()?;
//! let answer = Evaluate::default().answer(&game, &ready, Control::none(), None)?;
//! let best = answer.found.best().ok_or("the round is over")?; // proven, or an estimate
//! let game = game.play(best)?;
//! let solved = Solve::default().answer(&game, &ready, Control::none())?; // to the end
//! let lead = solved.found.value(); // A's seeds less B's
//! # assert!(lead.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Words
//! - **Hole**: a pit that is sown and lifted; a player's row is his *kampong*. **Store**: *rumah*,
//!   *ibu*, storehouse.
//! - **Sowing**: one handful dropped one seed a cell. **Lap**: one sowing. **Relay**: a lap that
//!   begins by lifting the hole in which the last one ended. **Move**: one hole chosen by the
//!   player, with all laps it causes.
//! - **Turn**: all moves of one player until he stops. **Round**: turns until nothing is left to
//!   play for. **Set**: rounds until a player can't fill a hole.
//! - **Capture**: *tembak*. **Gain**: seeds a move adds to the mover's store.
//! - Values are seeds of A less seeds of B at the end of the round.
//!
//! # Parts
//! [`ask`] is the way in: questions of a game, answered with all that is known. [`board`],
//! [`rules`] and [`moves`] say what a game is, [`search`] has its engines, [`control`] their
//! limits. In [`matches`](mod@matches) players meet. [`chong`] is the other game, with its own.
//!
//! Two traits are for your own code. A [`search::Estimate`] takes the place of the built-in estimate
//! at a search's horizon, and a [`matches::Player`] plays in a match. `examples/estimate.rs` and
//! `examples/contest.rs` have one each.
//!
//! The studies and the tables behind them are open to the program of this package and to its tests.
//! They are no part of the interface and change as the program needs it.
//!
//! # Features
//! - `program` (the default): the command line program and all that it brings along.
//! - `batch`: results of many positions in an SQLite database, and proofs made of many searches;
//!   `program` has it too.
//! - `protocol`: the line protocol, whatever carries it; `program` has it too.
//! - `board`: what the page in the browser needs; `program` has it too.
//! - `schemas`: the JSON Schemas of `docs/schemas`; for developers.
//!
//! Without features the library has a dozen direct dependencies, all of them Rust.
#[macro_use]
extern crate chongkak_base;

use chongkak_base::options;
#[doc(hidden)]
pub use chongkak_base::{diagnostic, language, math, say, sentence, text};

// What is hidden in another crate would be shown here: the interface is named.
pub mod control {
    //! The bounds of computations, and how they are stopped and watched.
    //!
    //! Every engine takes a [`Control`]: how many nodes and how much time it may use, the [`Stop`]
    //! that cancels it, and the [`Progress`] it reports to. Each computation has its own, so that
    //! several can run in one process and be cancelled one by one. What ended a computation early
    //! is a [`StopReason`]; what the machine could not give is a [`ResourceError`].
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
    //! one player is cell 3 n - 1 - i of the other. `docs/CHONG.md` tells the rules and what the
    //! texts leave open.
    //!
    //! - [`ChongRules`] are the board and every option, [`Profile`] a named choice of them.
    //! - [`ChongPosition`] is what the future depends on, seen by the player to throw, in two words
    //!   of 128 bits; [`PlacedPosition`] is a position with the names of the players, and its text.
    //! - [`Dice`] are throws, [`ChongTurn`] is a turn on its way, [`ChongRules::ends`] the ways to
    //!   play a throw.
    //! - [`BoardSolver`] proves the values of small boards. [`ThrowGame`] is the game for the
    //!   search with a horizon, at which a small net guesses; [`WayRanking`] is what it says of the
    //!   ways to play a throw. [`Games`] plays to the end, and [`LuckTotals`] is what throws and
    //!   choices did there, as [`JudgedBy`] says by exact values or by an estimate.
    //! - [`GameSession`] is a game of people and policies, with a way back, [`ChongRecord`] its
    //!   text form, and [`PlayedTurn`] a turn of it.
    //!
    //! Values go from -1 to 1 for the player to throw: the probability that he wins less that he
    //! loses.
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

// The modules behind the interface, for the program and the tests of this package.
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

// The command line names the library as any other program does.
#[cfg(feature = "program")]
extern crate self as chongkak;
/// Runs the command line program, which is nothing but this.
#[cfg(feature = "program")]
#[doc(hidden)]
pub use cli::run;

/// The version of this program: between two releases with the commit that it was built from, such
/// as `0.2.0-dev+1a2b3c4d5`, and `.dirty` behind it if the sources had been changed since.
pub const VERSION: &str = env!("CHONGKAK_VERSION");

pub use board::{Position, Setup, Side};
#[doc(no_inline)]
pub use control::{Control, Stop};
pub use moves::{Game, Move, Round};
pub use rules::{Preset, Rules};
pub use search::{Evaluator, Solver, Value, evaluate};

/// The fast parts beneath the checked ones, for the tests and the benches of this project. They
/// check nothing, panic on what does not fit, and are no part of the interface.
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
    pub use crate::turns::run_store::{Record, announced, decode, encode};

    /// Work for a kernel of the type that fits a position.
    pub trait KernelVisitor {
        /// Its result.
        type Output;

        /// Does it, from the position's state on.
        fn visit<C: Cells>(self, kernel: &Kernel<C>, start: &State<C>) -> Self::Output;
    }

    /// Hands the narrowest kernel that fits a position and the rules to the visitor.
    pub fn with_kernel<V: KernelVisitor>(
        rules: &crate::Rules,
        position: &crate::Position,
        visitor: V,
    ) -> V::Output {
        crate::moves::with_kernel!(rules, position, |kernel, start| visitor.visit(kernel, start))
    }
}
