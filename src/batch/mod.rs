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

mod ask;
mod cursor;
mod delivery;
mod endgames;
mod entry;
mod job;
mod openings;
mod row;
mod rules_text;
mod run;
mod search;
mod store;
mod store_error;
mod tally;

pub use ask::{Ask, AskLimits, Method};
pub use cursor::{Merge, MergeError};
pub use delivery::Sink;
pub use entry::{Entry, Findings, Key, LimitsRecord, Record};
pub use job::{Base, Job, LineError, Shard, ShardError, read_line};
pub use openings::{Opening, openings};
pub use run::{Run, RunError, run};
pub use search::Unsearchable;
pub use store::Store;
pub use store_error::StoreError;
pub use tally::{Slowest, Summary, Tally};
