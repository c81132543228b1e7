//! The joint start.

mod answers;
mod bounds;
mod command;
mod lines;
mod record;
mod ticks;
mod values;
