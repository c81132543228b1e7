//! The forms in which people see a game: moves in words, the board in text and drawn, a line seed
//! by seed, pages.

pub mod drawing;
pub mod page;
pub mod picture;
pub mod scene;
pub mod words;
