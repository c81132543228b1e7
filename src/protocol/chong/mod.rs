//! The methods of chong.

pub mod chong_request;
pub mod methods;
pub mod slow_methods;

pub use slow_methods::Search;
