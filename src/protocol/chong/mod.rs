//! The methods of chong: the board, its turns, chances and a player.

pub mod chong_request;
pub mod methods;
pub mod search;
mod solved;

pub use methods::answer;
pub use search::Search;
pub use solved::SolvedBoard;

/// All methods.
pub const METHODS: [&str; 6] = [
    "chong_rules",
    "chong_position",
    "chong_play",
    "chong_evaluate",
    "chong_analyze",
    "chong_choose",
];
