//! Sets, round after round.

mod command;
mod extend;
mod forms;
mod last_mover;
mod record_mistakes;
mod records;
mod remarks;
mod session;
mod solved;
mod values;
