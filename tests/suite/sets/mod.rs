//! Sets, round after round.

mod command;
mod extend;
mod records;
mod session;
mod solved;
