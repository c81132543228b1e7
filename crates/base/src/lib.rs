//! Shared by the games of chongkak: texts and languages, options, limits of computations, and
//! mathematics. Nothing here is specific to a game.
//!
//! Internal to the package `chongkak`, which re-exports what is public.

pub mod control;
#[doc(hidden)]
pub mod language;
#[doc(hidden)]
pub mod math;
#[doc(hidden)]
pub mod options;
#[doc(hidden)]
pub mod text;
