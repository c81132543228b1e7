//! Sets: round after round, until a player can fill no hole.
//!
//! [`SetGame`] plays one by the plain rules, [`SetPlay`] lets policies play it, [`SetSession`]
//! people and policies, with a way back; [`WrittenSet`] and [`SetRecord`] are its text form.
//! [`SetSolver`] says what the openings of a set are worth on small boards; of the large ones
//! [`table`](table()) says what is known, and [`replies`] finds what is lost. [`analyse`] says what
//! each turn of a set cost.

mod analysis;
mod extend;
mod game;
mod play;
mod read;
mod record;
mod replay;
mod reply;
mod round_search;
mod session;
mod solve;
mod statement;
mod table;
mod together;
mod turn_cost;

pub use analysis::{Contradiction, analyse, positions_to_search};
pub use game::{PlayedRound, SetGame, SetStanding};
pub use play::{Paused, SetPlay};
pub use read::WrittenSet;
pub use record::SetRecord;
pub use reply::{NotLost, Reply, replies};
pub use session::{Due, ResumeError, SessionError, SetSession, Told};
pub use solve::{SetOpening, SetSolver, SetValue, SetValues};
pub(crate) use statement::{Beginning, Statement};
pub use table::{Proof, TableEntry, table};
pub use together::TogetherError;
pub use turn_cost::{AnalysedTurn, PositionValue};

pub use crate::text::{RecordError, RecordFault, Tag};
