//! The tests that look at the library from outside, in one program.

mod agreement;
mod evaluation;
mod laws;
mod perft;
mod random;
mod twin;
