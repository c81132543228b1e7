//! Pages that show lines, and pictures.

mod pages;
mod pictures;
mod start;
mod titles;
mod worksheet;
