//! What sources say, and what their hints are worth.

mod choices;
mod expressions;
mod files;
mod limits;
mod measured;
mod shipped;
mod verify_all;
mod verify_command;
