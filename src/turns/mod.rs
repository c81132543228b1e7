//! Whole turns: everything that one player can do before the other is to move.
//!
//! A move that ends in the own store goes on and leaves at least a seed there, so a turn ends, and the
//! positions of a turn, put in order by what is in the mover's store, form layers that feed only
//! layers above them.

mod beam;
mod goal;

pub use beam::{Aim, BeamOrder, BeamSearch, Found, LayersBy, Weights};
pub use goal::Goal;
