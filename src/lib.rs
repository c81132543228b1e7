//! Sowing games of South-East Asia with relay laps, solved and analysed.
//!
//! The games: Overbeck's Ceylonese chongkak of 1915 on 2 x 9 holes, the congklak family on 2 x 5
//! to 2 x 9, dakon, and Kalah as a yardstick; every option of theirs can be set, on boards of up
//! to 18 holes a row and 1,023 seeds. And [`chong`], a dice game of Sakhalin.
//!
//! Each layer imports only what stands left of it: `control → math → options → board → rules →
//! moves → files → tables → turns → search → record → matches → systems → claims → book → start →
//! sets → batch`, and the command line on top of them. [`chong`] uses [`control`], [`math`] and
//! `options`, and nothing of the sowing games.
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
//! # Examples
//! Overbeck's opening against seven filled holes begins with A1 and goes on from A7:
//! ```
//! use chongkak::{board::Side, moves::{Game, Round, parse_line}, rules::Preset};
//!
//! let rules = Preset::named("overbeck").unwrap().rules;
//! let opening = rules.opening_owning(162 - 9 * 7, Side::A).unwrap();
//! let mut round = Round::new(&Game::new(&rules, &opening).unwrap());
//! for played in parse_line("A1 A7").unwrap() {
//!     let told = round.play_written(&played).unwrap();
//!     assert_eq!(told.laps.last().unwrap().last.to_string(), "RA");
//! }
//! assert_eq!(round.position().store(Side::A), 18 + 3);
//! ```
#[macro_use]
mod text;

#[cfg(feature = "batch")]
pub mod batch;
pub mod board;
pub mod book;
pub mod chong;
pub mod claims;
pub mod control;
pub mod files;
pub mod matches;
pub mod math;
pub mod moves;
mod options;
pub mod record;
pub mod rules;
pub mod search;
pub mod sets;
pub mod start;
pub mod systems;
pub mod tables;
pub mod turns;
