//! What is solved already: the data that ships with the program.

mod corpus;
mod long_openings;
mod mid_round;
mod rounds;
mod shipped;
