//! Rules from evidence.

mod command;
mod evidence;
mod sources;
