//! Puzzles: one answer each, the same for any number of threads, and the way they are asked.

mod command;
mod keep;
mod laws;
mod records;
mod shipped;
