//! The tests of whole turns in several processes, in a program of their own: only they need the
//! feature `cluster`, and so the others are not built again for it.

mod places;
#[path = "../suite/support/mod.rs"]
#[allow(dead_code, unused_imports)]
mod support;
mod together;
mod together_states;
