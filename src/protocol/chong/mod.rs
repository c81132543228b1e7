//! The methods of chong: the board, its turns, chances and a player.

pub mod chong_request;
pub mod methods;
pub mod slow_methods;

pub use slow_methods::Search;
