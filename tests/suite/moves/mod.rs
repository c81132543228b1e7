//! Boards, notation, and single moves: the kernel, the plain rules and the slow twin.

mod agreement;
mod boards;
mod effects;
mod games;
mod last_holes;
mod last_seed;
mod laws;
mod lines;
mod notation;
mod perft;
mod unmove;
