//! The rules: options, named rule sets with their sources, rule sets in files, the end of a round,
//! and the refill that opens the next one.

mod file;
mod last_alone;
mod options;
mod preset;
mod presets;
#[cfg(feature = "protocol")]
mod questions;
mod refill;
mod round_end;
mod rule_set;
mod search_path;
mod template;

pub use options::*;
pub(crate) use options::{LATER, PartialRules, place};
pub use preset::{Citation, Preset, RuleFile, Source};
#[cfg(feature = "protocol")]
#[doc(hidden)]
pub use questions::Question;
pub use refill::NextRound;
pub(crate) use refill::{first_hole, next_in_words, next_round, opening_owning};
#[doc(hidden)]
pub use round_end::AfterTurn;
#[doc(hidden)]
pub use rule_set::is_file;
pub use rule_set::{Basis, RuleSet};
pub use search_path::RuleSets;

use crate::board::{Mark, Position};
use crate::diagnostic;
use crate::sentence;
use crate::text::Diagnostic;

impl Rules {
    /// Checks the mark of a position against these rules. Does not check the size of the board.
    ///
    /// # Errors
    /// If the position is marked `final` and these rules have no final turns.
    pub fn check(&self, position: &Position) -> Result<(), Diagnostic> {
        if position.mark() == Mark::Final && self.end != RoundEnd::Stalled {
            let end = self.end.to_string();
            return Err(diagnostic!(BadPosition, "faults.position.final", end = end =>
                sentence!("faults.position.only-stalled")));
        }
        Ok(())
    }
}
