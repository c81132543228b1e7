//! The project itself: layers, pages, schemas, findings.

mod documents;
mod layers;
mod results;
pub mod schemas;
