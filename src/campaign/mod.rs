//! Campaigns: proofs that are too large for one search, composed of many searches.
//!
//! This is job-level proof-number search (I-C. Wu et al., IEEE TCIAIG 5(1), 2013). A job is a
//! solver search with a node limit that asks whether the value of a position is at least v. A
//! [`batch`](crate::batch) runs the jobs and stores their results. If a job fails, its position is
//! expanded into those after its moves, and proof numbers choose the next job among them.
//!
//! The results are the only state. The tree, its bounds and its proof numbers follow from them. So
//! results may arrive in any order, more than once and from anywhere, and a folder is never half
//! changed.
//!
//! - [`Question`]: the position, what to prove about it, and the size of jobs.
//! - [`Campaign`]: a folder with results; deals [`Task`]s and adds results.
//! - [`Tree`]: the conclusions from the results, and the next job; without a folder.
//! - [`run()`]: runs a campaign on the threads of one machine.
//! - [`prove`]: the complete proof of the answer, which relies on no search.

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
