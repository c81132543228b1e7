//! The program from outside, whatever the command.

mod arguments;
mod as_typed;
mod bad_lines;
mod bench;
mod board;
mod colour;
mod front_ends;
mod memory;
mod new_files;
mod progress;
mod shell;
mod shortage;
mod stops;
mod streams;
mod terms;
mod time_limits;
mod usage;
