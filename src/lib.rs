//! Sowing games with relay laps, solved and analysed.
#![warn(missing_docs)]
pub mod board;
pub mod moves;
pub mod rules;
pub mod search;
