//! Sets: rounds are played until a player cannot fill a hole.
//!
//! [`SetGame`] plays a set by the plain rules, [`SetPlay`] lets policies play it, and
//! [`SetSession`] people and policies, with undo; [`WrittenSet`] and [`SetRecord`] are its text
//! form. [`SetSolver`] computes the values of a set's openings on small boards; for large boards
//! [`table`](table()) contains the known results, and [`replies`] proves losses. [`analyse`]
//! computes what each turn of a set cost.

mod analysis;
mod extend;
mod opening_values;
mod playout;
mod read;
mod record;
mod replay;
mod reply;
mod round_search;
mod session;
mod set_game;
mod split;
mod turn_cost;
mod winners;

#[cfg(feature = "protocol")]
pub(crate) use analysis::turn_positions;
pub use analysis::{analyse, positions_to_search};
pub use opening_values::{SetOpening, SetSolver, SetValue, SetValues};
#[cfg(feature = "protocol")]
pub(crate) use playout::JOINT_TURN;
pub use playout::{Paused, SetPlay};
pub(crate) use read::Statement;
pub use read::WrittenSet;
pub use record::SetRecord;
pub use reply::{NotLost, Reply, replies};
pub use session::{Due, SetEvent, SetSession};
pub use set_game::{PlayedRound, Remark, SetGame, SetStanding};
pub use split::records;
pub use turn_cost::{AnalysedTurn, PositionValue};
pub use winners::{Proof, TableEntry, table};

pub use crate::text::Tag;
