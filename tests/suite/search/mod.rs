//! Values: solver, evaluator, proofs, limits of nodes.

mod chance;
mod estimates;
mod evaluation;
mod many_threads;
mod math;
mod node_limits;
mod node_limits_studies;
mod parts;
mod progress;
mod proof;
pub mod proof_files;
mod questions;
mod records;
mod solving;
