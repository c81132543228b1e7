//! Many positions: solved or evaluated one beside the other, each result kept as soon as it is
//! there.
//!
//! A [`Job`] is a position with the rules for it, read from a line; [`Ask`] is what is asked of all
//! of them, and within which limits. [`run()`] works them off on several threads and keeps every
//! result in a [`Store`], from which a later run takes it. A [`Record`] is what comes out for a
//! job.
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
mod position_search;
mod question;
mod record_fields;
mod row;
mod run;
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
pub use question::{Ask, Method};
pub use record_fields::{columns, in_words, place};
pub use run::{Run, Sink};
pub use shard::Shard;
pub use store::Store;
pub use summary::{Slowest, Summary};
