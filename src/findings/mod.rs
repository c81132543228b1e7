//! Results as output: each as text, as JSON, and as the scenes of a page.

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
pub use crate::text::layout::{columns, translated_columns};
pub use analysis::{AnalysisRecord, TurnRecord, table_of_turns};
#[cfg(feature = "batch")]
pub use batch::Stored;
pub use claims::{ClaimOrigin, ClaimRecord, ClaimRow, MatrixRecord, VerifyRecord, case_in_words};
pub use counts::{FamilyRecord, PerftRecord, ReachedRecord, SystemsRecord};
pub use infer::InferRecord;
pub use joint_play::{JointPlayRecord, ticks_in_words};
pub use played::{MovesRecord, PlayRecord, Played, ShowRecord, legal};
pub use provenance::{Limited, Provenance, of_version, own_rules};
pub use rules::RulesRecord;
pub use sets::{ReplyRecord, SetOutput, SetSolveRecord, SetTableRecord};
pub use start::StartRecord;
pub use turns::TurnsRecord;
pub use values::{EvalRecord, ProofRecord, SolveRecord, principal_line};

/// Formats moves or cells, separated by blanks.
pub fn written(moves: impl IntoIterator<Item = impl std::fmt::Display>) -> String {
    joined(moves, " ")
}

/// Creates a table of a page; each row belongs to the scene with the same number.
fn page_table(caption: &str, heads: &[&str], rows: Vec<Vec<String>>) -> Columns {
    Columns {
        caption: caption.to_owned(),
        heads: heads.iter().map(|&head| head.to_owned()).collect(),
        plays: (0..rows.len()).collect(),
        rows,
    }
}

/// The scenes of a page, or the error that they contradict the rules.
type Scenes = Result<Vec<Scene>, Diagnostic>;

/// Returns the scenes, or the position if there are none.
fn or_position(mut scenes: Vec<Scene>, game: &Game) -> Scenes {
    if scenes.is_empty() {
        scenes.push(Scene::of_line("", game, &[])?);
    }
    Ok(scenes)
}
