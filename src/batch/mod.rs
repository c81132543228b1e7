//! Many positions: solved or evaluated one beside the other, each result kept as soon as it is
//! there.
//!
//! A [`Job`] is a position with the rules for it, read from a line; [`Ask`] is what is asked of all
//! of them, and within which limits. [`run`] works them off on several threads and keeps every
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
mod delivery;
mod endgames;
mod entry;
mod input;
mod job;
mod job_loop;
mod line_fields;
mod log;
mod openings;
mod position_search;
mod question;
mod record_fields;
mod row;
mod shard;
mod sheet;
mod store;
mod store_error;
mod summary;

pub use cursor::{Merge, MergeError};
pub use delivery::{RunError, Sink};
pub use entry::{Entry, Findings, Key, LimitsRecord, Record};
pub use input::{BadLine, Form, Input, read_line};
pub use job::Job;
pub use job_loop::{Run, run};
pub use openings::{Opening, openings};
pub use position_search::Unsearchable;
pub use question::{Ask, Method};
pub use record_fields::{Column, columns};
pub use shard::{Shard, ShardError};
pub use store::Store;
pub use store_error::{StoreError, StoreProblem};
pub use summary::{Slowest, Summary};
