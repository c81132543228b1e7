//! `game`, and a newcomer's commands.

mod command;
mod editor;
mod first_steps;
mod kept;
mod languages;
mod lessons;
mod terminal;
