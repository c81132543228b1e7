//! What the games of chongkak share: texts and languages, options, the limits of computations, and
//! mathematics. It knows no game.
//!
//! It is a part of the package `chongkak`, and no interface of its own: what other programs may use
//! of it is named there.

pub mod control;
#[doc(hidden)]
pub mod language;
#[doc(hidden)]
pub mod math;
#[doc(hidden)]
pub mod options;
#[doc(hidden)]
pub mod text;
