//! The forms in which people see a game: moves in words, the board in text and drawn, a line seed
//! by seed.

pub mod drawing;
pub mod picture;
pub mod scene;
pub mod words;
