//! The tests that look at the library from outside, in one program.

mod agreement;
mod beam;
mod bench;
mod claims;
mod command_line;
mod compressed_tables;
mod corpus;
mod evaluation;
mod harvest;
mod laws;
mod layers;
mod long_openings;
mod matches;
mod measured;
mod notation;
mod perft;
mod proof;
mod random;
mod solving;
mod systems;
mod table_files;
mod tables;
mod turn;
mod turns;
mod twin;
