//! Policies and opponents: matches, strengths, opening systems.

mod matches;
mod players;
mod samples;
mod strengths;
mod systems;
