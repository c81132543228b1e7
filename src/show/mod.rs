//! How games are displayed: moves in words, the board as text and as a drawing, lines seed by seed,
//! pages.

pub mod drawing;
pub mod page;
pub mod picture;
pub mod scene;
pub mod words;
