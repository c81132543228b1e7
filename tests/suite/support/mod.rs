//! What tests share: running the program, folders, files and scripts of the project, random
//! positions, and the slow twins that the library is compared with.

mod batch;
mod beam_twin;
mod book;
mod figure;
mod folder;
mod game;
mod joint_twin;
mod limits;
mod matrix;
mod minimax;
mod openings;
mod page;
mod program;
mod project;
mod proofs;
mod random;
mod rules;
mod set_twin;
mod tables;
mod turn_twin;
mod twin;
mod values;

pub use batch::*;
pub use beam_twin::*;
pub use book::*;
pub use figure::*;
pub use folder::*;
pub use game::*;
pub use joint_twin::*;
pub use limits::*;
pub use matrix::*;
pub use minimax::*;
pub use openings::*;
pub use page::*;
pub use program::*;
pub use project::*;
pub use proofs::*;
pub use random::*;
pub use rules::*;
pub use set_twin::*;
pub use tables::*;
pub use turn_twin::*;
pub use twin::*;
pub use values::*;
