//! Sets, round after round.

mod command;
mod extend;
mod first_turn;
mod forms;
mod record_mistakes;
mod records;
mod remarks;
mod session;
mod solved;
mod values;
