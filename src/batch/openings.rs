//! The openings of a rule set: all divisions of the seeds, with either starter.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use crate::board::Side;
use crate::record::changed;
use crate::rules::{FORMS_OF_SETS, Preset, Rules};
use crate::text::Diagnostic;

/// An opening, as a job of a batch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Opening {
    /// The position.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::board::Position"))]
    pub position: String,
    /// The rule set.
    pub rules: &'static str,
    /// The options that differ from the rule set's.
    #[cfg_attr(
        feature = "schemas",
        schemars(extend("additionalProperties" = {"type": ["string", "integer"]}))
    )]
    pub set: BTreeMap<String, Value>,
    /// Seeds that A owns.
    pub owned: u32,
    /// The player who starts.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::board::Side"))]
    pub mover: String,
}

/// Lists all openings of rounds: A owns from s to 2ns - s seeds, and either player starts.
///
/// # Errors
/// If an opening can't be set up.
///
/// # Examples
/// On 2 x 2 holes with 2 seeds A owns 2 to 6.
/// ```
/// use chongkak::{batch::openings, rules::Preset};
/// let preset = Preset::named("kalah").unwrap();
/// let rules = preset.rules.sized(2, 2).unwrap();
/// let all = openings(preset, &rules).unwrap();
/// assert_eq!(all.len(), 2 * 5);
/// assert_eq!(all[1].position, "x,2/0 2,2/2 B");
/// ```
pub fn openings(preset: &'static Preset, rules: &Rules) -> Result<Vec<Opening>, Diagnostic> {
    rules.expect_usual(&FORMS_OF_SETS)?;
    let set = changed(rules, preset);
    let fills = u32::from(rules.seeds);
    let divisions = fills..=rules.total() - fills;
    let all = divisions.flat_map(|owned| Side::BOTH.map(|mover| (owned, mover)));
    let opening = |(owned, mover): (u32, Side)| {
        Ok(Opening {
            position: rules.opening_owning(owned, mover)?.to_string(),
            rules: preset.name,
            set: set.clone(),
            owned,
            mover: mover.to_string(),
        })
    };
    all.map(opening).collect()
}
