//! Sowing games of South-East Asia with relay laps, solved and analysed.
//!
//! The games: Overbeck's Ceylonese chongkak of 1915 on 2 x 9 holes, the congklak family on 2 x 5
//! to 2 x 9, dakon, and Kalah as a yardstick; every option of theirs can be set, on boards of up
//! to 18 holes a row and 1,023 seeds. And [`chong`], a dice game of Sakhalin.
//!
//! # From a position to its value
//! ```
//! use chongkak::{Control, Game, Preset, Round, Side, Solver, Value, evaluate};
//!
//! let rules = Preset::named("conglak").unwrap().rules.sized(4, 3).unwrap();
//! let game = Game::opening(&rules, Side::A);
//! let limits = Control { nodes: 1_000, ..Control::none() };
//! let found = evaluate(&game, limits).unwrap(); // a value for every move, proven or estimated
//! let solved = Solver::new().solve(&game, Control::none()).unwrap(); // proven to the end
//! let mut round = Round::new(&game);
//! for played in &solved.line {
//!     round.play(played.hole).unwrap(); // by the plain rules, lap by lap
//! }
//! assert_eq!(solved.value(), Some(round.position().standing()));
//! # assert!(found.best().is_some() && found.value != Value::Exact(0));
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
//! Each layer imports only what stands left of it: `text → control → math → options → board →
//! rules → moves → files → cluster → tables → turns → search → record → matches → systems → claims
//! → book → known → start → sets → infer → ask → batch → campaign → show → findings → protocol`,
//! and the command line on top of them.
//! [`chong`] uses [`text`], [`control`], [`math`] and `options`, and nothing of the sowing games.
//!
//! # Features
//! - `program` (the default): the command line program and all that it brings along.
//! - `batch`: results of many positions in an SQLite database (the module `batch`), and proofs made
//!   of many searches (`campaign`); `program` has it too.
//! - `protocol`: the line protocol, whatever carries it; `program` has it too.
//! - `cluster`: whole turns in several processes, on one machine or many (the module `cluster`).
//!
//! Without features the library has a dozen direct dependencies, all of them Rust.
#[macro_use]
pub mod text;

pub mod ask;
#[cfg(feature = "batch")]
pub mod batch;
pub mod board;
pub mod book;
#[cfg(feature = "batch")]
pub mod campaign;
pub mod chong;
pub mod claims;
#[cfg(feature = "cluster")]
pub mod cluster;
pub mod control;
pub mod files;
#[cfg(feature = "protocol")]
#[doc(hidden)]
pub mod findings;
pub mod infer;
pub mod known;
pub mod matches;
pub mod math;
pub mod moves;
mod options;
#[cfg(feature = "protocol")]
#[doc(hidden)]
pub mod protocol;
pub mod record;
pub mod rules;
pub mod search;
pub mod sets;
#[cfg(feature = "protocol")]
#[doc(hidden)]
pub mod show;
pub mod start;
pub mod systems;
pub mod tables;
pub mod turns;

/// The version of this program: between two releases with the commit that it was built from, such
/// as `0.2.0-dev+1a2b3c4d5`, and `.dirty` behind it if the sources had been changed since.
pub const VERSION: &str = env!("CHONGKAK_VERSION");

pub use board::{Position, Setup, Side};
pub use control::{Control, Stop};
pub use moves::{Game, Move, Round};
pub use rules::{Preset, Rules};
pub use search::{Evaluator, Solver, Value, evaluate};

/// The fast parts beneath the checked ones, for the tests and the benches of this project. They
/// check nothing, panic on what does not fit, and are no part of the interface.
#[doc(hidden)]
pub mod unchecked {
    pub use crate::board::cells::{Cells, Eleven, Seven, Wide};
    pub use crate::board::ranking::Ranking;
    pub use crate::math::chance::bounds::Bounds as BoundsOfMean;
    pub use crate::math::chance::window::Window as WindowOfMean;
    pub use crate::moves::kernel::{Kernel, State};
    pub use crate::moves::unmove::After;
    pub use crate::search::bounds::Bounds;
    pub use crate::search::heuristic_table::{Bound, Entry, HeuristicTable};
    pub use crate::search::ordered::Ordered;
    pub use crate::search::stack::{StackBound, deeply};
    pub use crate::search::table_memory::TableMemory;
    pub use crate::search::transposition_table::{TableBounds, TranspositionTable};
    pub use crate::search::value::{Score, Window};
    pub use crate::tables::endgame::Reader;
    pub use crate::turns::sorted_run::{Damaged, announced, decode, encode};
    pub use crate::turns::turn_state::Record;

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
        crate::moves::with_kernel!(rules, position, |kernel, start| visitor
            .visit(kernel, start))
    }
}
