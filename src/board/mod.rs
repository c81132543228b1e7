//! The board: sides, holes, cells, the packed seeds, and positions with their text form.
//!
//! ```text
//!            B1   B2   B3   …   Bn            B sows left to right in this picture
//!      RA                              RB     RA, RB: the stores of A and B
//!            An   …    A3   A2   A1           A sows right to left
//! ```
//!
//! Both players sow towards the store at their left hand: A from A1 up to A*n*, then RA, then
//! B1 … B*n* (RB is skipped) and A1 again; B likewise with the letters exchanged. A*i* lies
//! opposite B*(n+1-i)*.
//!
//! This is the lowest layer and independent of the rules.

pub(crate) mod cells;
pub(crate) mod exact_key;
mod field;
mod notation;
mod position;
mod side;

pub use field::{Field, HoleState};
pub use position::{Mark, Pit, Position, Setup};
pub use side::{Cell, Hole, Shape, Side};

pub(crate) use cells::{Cells, Eleven, Seven, Wide};
pub(crate) use exact_key::{InPlay, Matrix, Ranking, Splits, boards_below};

as_text_both_ways!(Cell, Position, Side);

/// The maximum number of holes in a row.
pub const MAX_HOLES: u8 = 18;

/// The maximum number of seeds on a board (holes and stores together).
pub const MAX_TOTAL: u32 = 1023;
