//! Documented claims: statements of a source about the game, in a form that a program can check.
//!
//! A claim file is TOML: a source and a list of claims. A claim has a rule set, a position (or an
//! opening, or a family of them over parameters), a line of moves with what each must do, and what
//! must hold at its end. Numbers in texts may be expressions of the parameters in braces:
//! `"B{9-(k-i)/2}"`. `docs/formats/claim-files.md` describes the format, `docs/claims.schema.json`
//! is its schema.

mod check;
mod expression;
mod field_names;
mod line_walk;
mod stated;
mod text_parameters;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

#[cfg(feature = "protocol")]
use crate::language::Language;
use crate::record::data_lines::files;
use crate::rules::{RuleSet, RuleSets};
use crate::text::{Diagnostic, ErrorKind, document, toml_error, underlined};

pub use check::{CaseShown, MOST_SHOWN, check, check_lines, check_under};
pub(crate) use line_walk::{StatementCheck, Walk};
pub(crate) use stated::Statement;
pub(crate) use text_parameters::{ClaimCase, Start, nothing_to_check};

/// The names and texts of the claim files of this project.
pub const SHIPPED: [(&str, &str); 10] = *files!(
    "claims", ".toml": "overbeck", "systems", "start", "conglak", "congklak", "congklak-six",
    "sungka", "chonka", "dakon", "values",
);

/// A file of claims.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClaimFile {
    /// The source of the claims: author, title, year.
    pub source: String,
    /// The subject of the file.
    #[serde(default)]
    pub title: String,
    /// The claims.
    #[serde(rename = "claim")]
    pub claims: Vec<Claim>,
}

/// One claim.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// A unique name within the file.
    pub id: String,
    /// The place in the source.
    #[serde(default)]
    pub section: String,
    /// The words of the source.
    #[serde(default)]
    pub quote: String,
    /// A note on how the words are interpreted.
    #[serde(default)]
    pub note: String,
    /// True if the source itself works out this example, with its own position, moves and outcomes.
    #[serde(default)]
    pub example: bool,
    /// The rule set, or a rule file in the folder of the claim file; default: [`USUAL_RULES`].
    pub rules: Option<String>,
    /// Options to change (including `holes` and `seeds`).
    #[serde(default)]
    pub set: BTreeMap<String, Setting>,
    /// Parameters of a family of cases with their ranges: `{ k = "1..9" }`. Every combination is a
    /// case.
    #[serde(default, rename = "for")]
    pub family: BTreeMap<String, String>,
    /// The starting position; default: the opening of the rule set.
    pub position: Option<String>,
    /// Starts with an opening in which A owns this many seeds (a number or an expression).
    pub owned: Option<Setting>,
    /// The player who starts the opening, `A` or `B`; default: A.
    pub mover: Option<String>,
    /// The expected opening.
    pub opening: Option<String>,
    /// The expected legal moves of the position, such as `"A1 A3"`.
    pub legal: Option<String>,
    /// The moves.
    #[serde(default, deserialize_with = "text_parameters::steps")]
    pub line: Vec<Step>,
    /// The expected position after the line.
    pub after: Option<String>,
    /// The expected number of laps of the whole line.
    pub laps: Option<Setting>,
    /// What follows the finished round: the next opening, or `set lost by A`, `set lost by B`.
    pub next_round: Option<String>,
    /// The exact value of the position after the line: A's seeds minus B's at the end of the round.
    pub value: Option<Setting>,
    /// The rule set named by `rules`.
    #[serde(skip)]
    rule_set: Option<Result<RuleSet, Diagnostic>>,
}

/// A step of a line: one or more moves, and what each of them must do.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, expecting = "moves, such as { play = \"A2 A1\" }")]
pub struct Step {
    /// The moves: `"A1"`, `"A{i}"`, `"1 8 8 6"`.
    pub play: String,
    /// Repeats the step for every value of a variable: `{ i = "k..2 by -2" }`.
    #[serde(default, rename = "for")]
    pub each: BTreeMap<String, String>,
    /// The last cell of each lap: `"B9 RA"`.
    pub lands: Option<String>,
    /// `again`, `stop` or `over`.
    pub outcome: Option<String>,
    /// Number of seeds added to the mover's store.
    pub gain: Option<Setting>,
    /// Number of seeds captured from the opponent's hole.
    pub captured: Option<Setting>,
    /// The position after the move.
    pub after: Option<String>,
    /// True if the move must be illegal; then nothing is played.
    #[serde(default)]
    pub illegal: bool,
}

/// The rule set of claims that name none.
pub const USUAL_RULES: &str = "overbeck";

impl Claim {
    /// The name of the rule set, or the default.
    pub fn rules_name(&self) -> &str {
        self.rules.as_deref().unwrap_or(USUAL_RULES)
    }
}

impl Step {
    /// Whether the step states anything about the effect of a move.
    fn states_an_outcome(&self) -> bool {
        self.lands.is_some()
            || self.outcome.is_some()
            || self.gain.is_some()
            || self.captured.is_some()
            || self.after.is_some()
    }
}

/// A number, or a string with a number, a name or an expression.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "expected a number or a string")]
pub enum Setting {
    /// A number.
    Number(i64),
    /// A string.
    Text(String),
}

impl Setting {
    fn text(&self) -> String {
        match self {
            Setting::Number(number) => number.to_string(),
            Setting::Text(text) => text.clone(),
        }
    }
}

/// The outcome of checking a claim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(tag = "verdict", content = "evidence", rename_all = "lowercase")]
pub enum Verdict {
    /// All cases are as claimed. Contains the counts.
    Holds(Checked),
    /// A case is not as claimed. Contains the first difference.
    Refuted(Refutation),
    /// A limit was reached first. Contains what remains open.
    Open(Undecided),
}

/// The counts of a claim that holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Checked {
    /// Number of cases of the family; 1 without parameters.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    pub cases: u64,
    /// Number of moves played.
    pub moves: u64,
    /// Number of statements checked.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    pub statements: u64,
}

/// The place where a claim fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Refutation {
    /// The parameters of the case.
    pub case: BTreeMap<String, i64>,
    /// The number of the move in the line, starting at 1; null if the statement is not about a
    /// move.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    pub move_number: Option<u64>,
    /// The move as written.
    #[serde(rename = "move")]
    pub played: Option<String>,
    /// The field of the statement: `lands`, `outcome`, `after` …
    pub what: String,
    /// The statement of the claim.
    pub expected: String,
    /// The actual result.
    pub found: String,
    /// The position before the move.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::board::Position"))]
    pub position: String,
}

/// Why a claim is open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Undecided {
    /// The parameters of the case.
    pub case: BTreeMap<String, i64>,
    /// What remains open.
    pub reason: String,
}

impl ClaimFile {
    /// Parses a claim file. Paths of rule files are relative to the working folder.
    ///
    /// # Errors
    /// If the file is malformed. The error has a line and a column.
    pub fn read(text: &str) -> Result<ClaimFile, Diagnostic> {
        ClaimFile::read_with(text, &RuleSets::new())
    }

    /// Parses a claim file whose claims may name any of `rule_sets`. An unknown name is reported
    /// when the claim is checked.
    ///
    /// # Errors
    /// See [`read`](Self::read).
    pub fn read_with(text: &str, rule_sets: &RuleSets) -> Result<ClaimFile, Diagnostic> {
        let read = || -> Result<ClaimFile, Diagnostic> {
            let document = document(text)?;
            field_names::check(&document)?;
            let file = ClaimFile::deserialize(toml::Deserializer::from(document));
            file.map_err(|error| toml_error(&error))
        };
        let mut file = read().map_err(|mistake| {
            let wrong = mistake.in_line_of(text);
            let message = format!("{}{}", wrong.place(), wrong.message);
            wrong.telling(message)
        })?;
        if file.claims.is_empty() {
            let message = "no claims: expected at least one [[claim]]";
            return Err(Diagnostic::new(ErrorKind::BadValue, message));
        }
        let mut ids = BTreeSet::new();
        if let Some(claim) = file.claims.iter().find(|claim| !ids.insert(&claim.id)) {
            let message = format!("claim {:?}: duplicate id, expected a unique one", claim.id);
            return Err(Diagnostic::new(ErrorKind::BadValue, message));
        }
        for claim in &mut file.claims {
            claim.rule_set = Some(rule_sets.named(claim.rules_name()));
        }
        Ok(file)
    }

    /// Translates a shipped file. Quotations stay as they are.
    #[cfg(feature = "protocol")]
    pub(crate) fn translated(mut self, name: &str, language: &Language) -> ClaimFile {
        let translated =
            |part: &str, english: &str| language.of_data(&format!("claims.{name}.{part}"), english);
        (self.title, self.source) =
            (translated("title", &self.title), translated("source", &self.source));
        for claim in &mut self.claims {
            claim.section = language.place(&claim.section);
            claim.note = translated(&format!("notes.{}", claim.id), &claim.note);
        }
        self
    }

    /// Sets the rule set of claims that name none, and returns their number.
    pub fn under(&mut self, rule_set: &RuleSet) -> usize {
        let unnamed = self.claims.iter_mut().filter(|claim| claim.rules.is_none());
        unnamed
            .map(|claim| {
                claim.rules = Some(rule_set.asked_as().to_owned());
                claim.rule_set = Some(Ok(rule_set.clone()));
            })
            .count()
    }
}
