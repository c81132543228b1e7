//! `game`, and what a newcomer types.

mod command;
mod editor;
mod first_steps;
mod kept;
mod languages;
mod lessons;
mod terminal;
