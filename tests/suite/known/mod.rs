//! Built-in data on solved positions.

mod along_lines;
mod commands;
mod corpus;
mod long_openings;
mod mid_round;
mod rounds;
mod shipped;
