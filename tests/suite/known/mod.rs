//! The data on solved positions that ship with the program.

mod corpus;
mod long_openings;
mod mid_round;
mod rounds;
mod shipped;
