//! Policies and people's opponents: matches, strengths, opening systems.

mod matches;
mod strengths;
mod systems;
