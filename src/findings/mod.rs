//! Results as people and programs see them: each as text, as JSON, and as the scenes of a page.

mod analysis;
#[cfg(feature = "batch")]
mod batch;
mod claims;
mod counts;
mod infer;
mod joint_play;
mod played;
mod provenance;
mod rules;
mod sets;
mod start;
pub mod turns;
mod values;

use crate::moves::Game;
use crate::show::scene::{Columns, Scene};
use crate::text::{Diagnostic, joined};

pub use crate::text::Record;
pub use crate::text::layout::{columns, columns_told};
pub use analysis::AnalysisRecord;
#[cfg(feature = "batch")]
pub use batch::Stored;
pub use claims::{ClaimOrigin, ClaimRecord, ClaimRow, MatrixRecord, VerifyRecord, case_told};
pub use counts::{FamilyRecord, PerftRecord, SystemsRecord};
pub use infer::InferRecord;
pub use joint_play::{JointPlayRecord, ticks_told};
pub use played::{MovesRecord, PlayRecord, Played, ShowRecord, legal};
pub use provenance::{Limited, Provenance, of_version, own_rules};
pub use rules::RulesRecord;
pub use sets::{ReplyRecord, SetOutput, SetSolveRecord, SetTableRecord};
pub use start::StartRecord;
pub use turns::TurnsRecord;
pub use values::{EvalRecord, ProofRecord, SolveRecord, line_told};

/// Moves, or cells, as they are written.
pub fn written(moves: impl IntoIterator<Item = impl std::fmt::Display>) -> String {
    joined(moves, " ")
}

/// A table of a page, each row of which goes with the scene of its number.
fn page_table(caption: &str, heads: &[&str], rows: Vec<Vec<String>>) -> Columns {
    Columns {
        caption: caption.to_owned(),
        heads: heads.iter().map(|&head| head.to_owned()).collect(),
        plays: (0..rows.len()).collect(),
        rows,
    }
}

/// The scenes of a page, or where it does not agree with the rules.
type Scenes = Result<Vec<Scene>, Diagnostic>;

/// The scenes of a page, or the position alone where there are none.
fn or_position(mut scenes: Vec<Scene>, game: &Game) -> Scenes {
    if scenes.is_empty() {
        scenes.push(Scene::of_line("", game, &[])?);
    }
    Ok(scenes)
}
