//! The opening book.

mod command;
mod lines;
mod search;
