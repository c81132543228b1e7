//! Results as people and programs see them: each as text, as JSON, and as the scenes of a page.

mod analysis;
#[cfg(feature = "batch")]
mod batch;
mod claims;
mod evaluated;
mod infer;
mod line;
mod perft;
mod played;
mod provenance;
mod rules;
mod seeds;
mod sets;
mod shipped;
mod shown;
mod solved;
mod start;
mod systems;
mod ticks;
pub mod turns;

use crate::moves::Move;

pub use crate::text::Record;
pub use crate::text::layout::{columns, columns_told};
pub use analysis::AnalysisRecord;
pub use claims::{ClaimOrigin, ClaimRecord, ClaimRow, MatrixRecord, VerifyRecord, case_told};
pub use evaluated::{EvalRecord, line_told};
pub use infer::InferRecord;
pub use line::PlayRecord;
pub use perft::PerftRecord;
pub use played::{MovesRecord, Played, legal};
pub use provenance::{Provenance, of_version, own_rules};
pub use rules::RulesRecord;
pub use sets::{ReplyRecord, SetOutput, SetSolveRecord, SetTableRecord};
pub use shipped::Shipped;
pub use shown::ShowRecord;
pub use solved::{ProofRecord, SolveRecord};
pub use start::StartRecord;
pub use systems::{FamilyRecord, SystemsRecord};
pub use ticks::{JointPlayRecord, ticks_told};
pub use turns::TurnsRecord;

/// Moves as they are written.
pub fn written(moves: &[Move]) -> String {
    let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
    moves.join(" ")
}
