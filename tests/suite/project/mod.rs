//! The project itself: layers, pages, schemas, findings.

mod circles;
mod documents;
mod languages;
mod layers;
mod results;
pub mod schemas;
