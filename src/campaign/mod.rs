//! Campaigns: a proof too large for one search, made of many.
//!
//! This is job-level proof-number search (I-C. Wu et al., IEEE TCIAIG 5(1), 2013). A job is a
//! search by the solver: "is the value of this position at least v?", within a number of nodes.
//! A [`batch`](crate::batch) does the jobs and keeps what they prove in its store. A position whose
//! job ended without an answer is taken apart into those after its moves, and proof numbers say
//! which of them to ask next.
//!
//! Results are all that counts. The tree, its bounds and its proof numbers follow from them. So
//! they may come in any order, twice, and from anywhere, and a folder is never half changed.
//!
//! - [`Question`]: the position, what is to be proven of it, and how large a job may be.
//! - [`Campaign`]: a folder with its results; [`Task`]s to be done next, results taken in.
//! - [`Tree`]: what follows from results, and which job comes next; without a folder.
//! - [`run()`]: works a campaign off on the threads of one machine.
//! - [`prove`]: the proof of the answer, jobs included, which needs no trust in any search.

mod claim;
mod dealing;
mod error;
mod folder;
mod joined;
mod joined_proof;
mod proof_tree;
mod question;
mod results;
mod support;

pub use folder::{Added, Campaign, CampaignStatus, Run, Task, run};
pub use joined_proof::{Proven, prove};
pub use proof_tree::Tree;
pub use question::Question;
