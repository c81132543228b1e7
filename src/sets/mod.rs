//! Sets: round after round, until a player can fill no hole.
//!
//! [`SetGame`] plays one by the plain rules, [`SetPlay`] lets policies play it, [`SetSession`]
//! people and policies, with a way back; [`WrittenSet`] and [`SetRecord`] are its text form.
//! [`SetSolver`] says what the openings of a set are worth on small boards; of the large ones
//! [`table`](table()) says what is known, and [`replies`] finds what is lost. [`analyse`] says what
//! each turn of a set cost.

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
mod turn_cost;
mod winners;

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
pub use turn_cost::{AnalysedTurn, PositionValue};
pub use winners::{Proof, TableEntry, table};

pub use crate::text::Tag;
