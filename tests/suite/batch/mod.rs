//! Batches.

mod columns;
mod input;
mod log;
mod records;
mod run;
mod store;
mod table;
