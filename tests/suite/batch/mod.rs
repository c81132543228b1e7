//! Batches.

mod columns;
mod input;
mod log;
mod records;
mod rows;
mod run;
mod store;
mod stored;
mod table;
