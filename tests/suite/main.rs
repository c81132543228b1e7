//! Tests of the library from outside, in one program: one folder for each subject.

mod any_value;
mod batch;
mod book;
mod campaign;
mod chong;
mod claims;
mod command;
mod game;
mod infer;
mod known;
mod look;
mod moves;
mod policies;
mod project;
mod puzzles;
mod rules;
mod search;
mod serve;
mod sets;
mod start;
mod support;
mod tables;
mod turns;
