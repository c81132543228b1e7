//! Results as people and programs see them: each as text, as JSON, and as the scenes of a page.

#[macro_use]
mod columns;
mod evaluated;
mod line;
mod played;
mod rules;
mod set;
mod shipped;
mod solved;
pub mod turns;

use chongkak::moves::Move;

pub use columns::columns;
pub use evaluated::{EvalRecord, line_told};
pub use line::PlayRecord;
pub use played::{Played, legal};
pub use rules::RulesRecord;
pub use set::SetOutput;
pub use shipped::Shipped;
pub use solved::SolveRecord;
pub use turns::TurnsRecord;

/// Moves as they are written.
pub fn written(moves: &[Move]) -> String {
    let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
    moves.join(" ")
}
