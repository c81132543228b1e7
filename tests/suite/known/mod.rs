//! The data on solved positions that ship with the program.

mod along_lines;
mod commands;
mod corpus;
mod long_openings;
mod mid_round;
mod rounds;
mod shipped;
