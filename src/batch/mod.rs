//! Batches: many positions solved or evaluated, or many sets analysed, in parallel. Each result is
//! stored as soon as it is found.
//!
//! A [`Job`] is a position with its rules, read from a line. [`Ask`] is the question for all of
//! them, with limits. [`run()`] searches them on several threads and stores every result in a
//! [`Store`], where later runs find it. A [`Record`] is the output for a job.
//!
//! ```text
//! lines → Job ─┐                  ┌→ search ─┐
//!              ├→ known in Store? ┤          ├→ Store → Record
//!        Ask ──┘                  └──────────┘
//! ```

mod csv_cells;
mod cursor;
mod dealer;
mod entry;
mod input;
mod job;
mod job_loop;
mod line_fields;
mod log;
mod lookup;
mod openings;
mod played_set;
mod position_search;
mod question;
mod record_fields;
mod row;
mod run;
mod set_search;
mod shard;
mod sheet;
mod store;
mod store_error;
mod summary;

pub use cursor::Merge;
pub use entry::{Entry, Findings, Key, LimitsRecord, Record};
pub use input::{BadLine, Form, Input, read_line};
pub use job::Job;
pub use job_loop::run;
pub use line_fields::MAX_NODES;
pub use lookup::Lookup;
pub use openings::{Opening, openings};
pub use played_set::{AnalysedSet, PlayedSet};
pub use question::{Ask, Method};
pub use record_fields::{columns, in_words, place};
pub use run::{Run, Sink};
pub use shard::Shard;
pub use store::Store;
pub use summary::{Slowest, Summary};
