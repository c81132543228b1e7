//! The program from outside, whatever the command.

mod arguments;
mod bad_lines;
mod bench;
mod board;
mod colour;
mod doors;
mod progress;
mod shell;
mod shortage;
mod streams;
mod terms;
mod usage;
