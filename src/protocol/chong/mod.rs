//! The methods of chong: the board, its turns, chances and a player.

pub mod chong_request;
pub mod methods;
pub mod slow_methods;
mod solved_board;

pub use methods::answer;
pub use slow_methods::Search;
pub use solved_board::SolvedBoard;

/// All methods.
pub const METHODS: [&str; 6] = [
    "chong_rules",
    "chong_position",
    "chong_play",
    "chong_evaluate",
    "chong_analyze",
    "chong_choose",
];
