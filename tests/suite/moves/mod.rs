//! Boards, notation, and single moves: the kernel, the plain rules and the reference
//! implementation.

mod agreement;
mod boards;
mod effects;
mod ends_of_rounds;
mod games;
mod guarded_holes;
mod last_holes;
mod last_seed;
mod laws;
mod lines;
mod notation;
mod perft;
mod stops;
mod unmove;
