//! Batches.

mod columns;
mod former;
mod input;
mod log;
mod records;
mod run;
mod store;
mod table;
