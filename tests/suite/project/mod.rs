//! The project itself: layers, pages, schemas, findings.

mod circles;
mod data_texts;
mod documents;
mod languages;
mod layers;
mod page_texts;
mod results;
pub mod schemas;
mod texts;
