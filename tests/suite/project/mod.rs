//! The project itself: layers, pages, schemas, findings.

mod circles;
mod documents;
mod layers;
mod results;
pub mod schemas;
