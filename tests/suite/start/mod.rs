//! The joint start.

mod bounds;
mod command;
mod lines;
mod record;
mod ticks;
mod values;
