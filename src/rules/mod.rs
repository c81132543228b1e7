//! The rules: options, named rule sets with what each rests on, rule sets in files, the end of a
//! round, and the refill that opens the next one.

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
pub use presets::UnknownPreset;
#[cfg(feature = "protocol")]
#[doc(hidden)]
pub use questions::Question;
pub use refill::{NextRound, OpeningError};
pub(crate) use refill::{next_in_words, next_round, opening_owning};
#[doc(hidden)]
pub use round_end::AfterTurn;
#[doc(hidden)]
pub use rule_set::is_file;
pub use rule_set::{Basis, RuleFileError, RuleSet, RulesError};
pub use search_path::RuleSets;

use thiserror::Error;

use crate::board::{Mark, Position};
use crate::language::Sentence;
use crate::sentence;

/// A position that these rules cannot have.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.sentence())]
#[non_exhaustive]
pub enum PositionRulesError {
    /// The mark `final` where the end of a round knows no final turn.
    Final(RoundEnd),
}

impl PositionRulesError {
    /// Returns what was expected in the place of what is wrong.
    #[doc(hidden)]
    #[must_use]
    pub fn expected(&self) -> Sentence {
        match self {
            PositionRulesError::Final(_) => sentence!("faults.position.only-stalled"),
        }
    }

    /// The fault in words.
    #[doc(hidden)]
    #[must_use]
    pub fn sentence(&self) -> Sentence {
        let PositionRulesError::Final(end) = self;
        let (end, expected) = (end.to_string(), self.expected());
        sentence!("faults.position.final", end = end, expected = expected)
    }
}

impl Rules {
    /// Checks what a position may say under these rules, whatever its size.
    ///
    /// # Errors
    /// If it is marked `final` and no turn is final under these rules.
    pub fn check(&self, position: &Position) -> Result<(), PositionRulesError> {
        match (position.mark(), self.end) {
            (Mark::Final, RoundEnd::SideEmpty | RoundEnd::MoverStuck) => {
                Err(PositionRulesError::Final(self.end))
            }
            _ => Ok(()),
        }
    }
}
