//! The claims of sources, and the measurements of their hints.

mod choices;
mod expressions;
mod files;
mod limits;
mod malformed;
mod measured;
mod shipped;
mod verify_all;
mod verify_command;
