//! Documented claims: what a source says of the game, in a form that a program can check.
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
use crate::text::{Diagnostic, ErrorKind, document, misread, underlined};

pub use check::{CaseShown, MOST_SHOWN, check, check_lines, check_under};
pub(crate) use line_walk::{Heard, Walk};
pub(crate) use stated::Says;
pub(crate) use text_parameters::{Start, Words, nothing};

/// The names and the texts of the claim files of this project.
pub const SHIPPED: [(&str, &str); 8] = *files!(
    "claims", ".toml": "overbeck", "systems", "start", "conglak", "congklak", "congklak-six",
    "dakon", "values",
);

/// A file of claims.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClaimFile {
    /// The text the claims come from: author, title, year.
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
    /// A name that no other claim of the file has.
    pub id: String,
    /// The place in the source.
    #[serde(default)]
    pub section: String,
    /// The words of the source.
    #[serde(default)]
    pub quote: String,
    /// A note on how the words are read.
    #[serde(default)]
    pub note: String,
    /// True if the source itself works this example out: its own position, moves and outcomes.
    #[serde(default)]
    pub example: bool,
    /// The named rule set, or a rule file beside the claim file; [`USUAL_RULES`] without it.
    pub rules: Option<String>,
    /// Options set on top of it (`holes` and `seeds` among them).
    #[serde(default)]
    pub set: BTreeMap<String, Setting>,
    /// Parameters of a family, each with its range: `{ k = "1..9" }`. Every combination is a case.
    #[serde(default, rename = "for")]
    pub family: BTreeMap<String, String>,
    /// The position to start from. Without it, the opening of the rule set.
    pub position: Option<String>,
    /// Opens a round in which A owns this many seeds (a number or an expression).
    pub owned: Option<Setting>,
    /// The player who starts an opening, `A` or `B`; A if it isn't said.
    pub mover: Option<String>,
    /// The position that the opening must be.
    pub opening: Option<String>,
    /// The moves that must be the legal ones of the position, as `"A1 A3"`.
    pub legal: Option<String>,
    /// The moves.
    #[serde(default, deserialize_with = "text_parameters::steps")]
    pub line: Vec<Step>,
    /// The position after the line.
    pub after: Option<String>,
    /// Laps of the whole line.
    pub laps: Option<Setting>,
    /// The sequel of the finished round: the next opening, or `set lost by A`, `set lost by B`.
    pub next_round: Option<String>,
    /// The exact value of the position after the line: A's seeds less B's at the round's end.
    pub value: Option<Setting>,
    /// The rule set that the name of its rules stands for.
    #[serde(skip)]
    rule_set: Option<Result<RuleSet, Diagnostic>>,
}

/// A step of a line: one move or several, and what each of them must do.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, expecting = "moves, such as { play = \"A2 A1\" }")]
pub struct Step {
    /// The moves: `"A1"`, `"A{i}"`, `"1 8 8 6"`.
    pub play: String,
    /// Repeats the step for every value of a variable: `{ i = "k..2 by -2" }`.
    #[serde(default, rename = "for")]
    pub each: BTreeMap<String, String>,
    /// The last cells of all laps: `"B9 RA"`.
    pub lands: Option<String>,
    /// `again`, `stop` or `over`.
    pub outcome: Option<String>,
    /// Seeds added to the mover's store.
    pub gain: Option<Setting>,
    /// Seeds a capture takes from the opponent's hole.
    pub captured: Option<Setting>,
    /// The position after it.
    pub after: Option<String>,
    /// True if the move must be refused; then nothing is played.
    #[serde(default)]
    pub illegal: bool,
}

/// The rule set of a claim that names none.
pub const USUAL_RULES: &str = "overbeck";

impl Claim {
    /// The rule set that it names, or the usual one.
    pub fn rules_name(&self) -> &str {
        self.rules.as_deref().unwrap_or(USUAL_RULES)
    }
}

impl Step {
    /// Tells whether it says anything of what a move does.
    fn states_an_outcome(&self) -> bool {
        self.lands.is_some()
            || self.outcome.is_some()
            || self.gain.is_some()
            || self.captured.is_some()
            || self.after.is_some()
    }
}

/// A number, or a text that is a number, a name or an expression.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "expected a number or a text")]
pub enum Setting {
    /// A number.
    Number(i64),
    /// A text.
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

/// The outcome for a claim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(tag = "verdict", content = "evidence", rename_all = "lowercase")]
pub enum Verdict {
    /// Every case is as claimed: what was checked.
    Holds(Checked),
    /// A case is not: the first thing that is not as claimed.
    Refuted(Refutation),
    /// A limit was reached before it was decided: what is not known.
    Open(Undecided),
}

/// The counts of what was checked of a claim that holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Checked {
    /// Cases of the family; 1 without parameters.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    pub cases: u64,
    /// Moves played.
    pub moves: u64,
    /// Statements compared.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    pub statements: u64,
}

/// The place where a claim fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Refutation {
    /// The parameters of the case.
    pub case: BTreeMap<String, i64>,
    /// The number of the move in the line, from 1; null if it isn't about a move.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    pub move_number: Option<u64>,
    /// The move, as it is written.
    #[serde(rename = "move")]
    pub played: Option<String>,
    /// The subject of the claim there: `lands`, `outcome`, `after` …
    pub what: String,
    /// The statement of the claim.
    pub expected: String,
    /// The result that came instead.
    pub found: String,
    /// The position before the move.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::board::Position"))]
    pub position: String,
}

/// The reason why a claim is open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Undecided {
    /// The parameters of the case.
    pub case: BTreeMap<String, i64>,
    /// The thing that is not known.
    pub reason: String,
}

impl ClaimFile {
    /// Reads the text of a claim file. The paths of rule files go from the working folder.
    ///
    /// # Errors
    /// With line and column where it isn't well formed.
    pub fn read(text: &str) -> Result<ClaimFile, Diagnostic> {
        ClaimFile::read_with(text, &RuleSets::new())
    }

    /// The same with the rule sets that its claims may name. A name that means none is a fault of
    /// the claim, and said when that is checked.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn read_with(text: &str, rule_sets: &RuleSets) -> Result<ClaimFile, Diagnostic> {
        let read = || -> Result<ClaimFile, Diagnostic> {
            let document = document(text)?;
            field_names::check(&document)?;
            let file = ClaimFile::deserialize(toml::Deserializer::from(document));
            file.map_err(|error| misread(&error))
        };
        let mut file = read().map_err(|mistake| {
            let wrong = mistake.in_line_of(text);
            let message = format!("{}{}", wrong.place(), wrong.message);
            wrong.telling(message)
        })?;
        if file.claims.is_empty() {
            let message = "no claim: expected at least one [[claim]]";
            return Err(Diagnostic::new(ErrorKind::BadValue, message));
        }
        let mut ids = BTreeSet::new();
        if let Some(claim) = file.claims.iter().find(|claim| !ids.insert(&claim.id)) {
            let message = format!("claim {:?}: expected an id that no other claim has", claim.id);
            return Err(Diagnostic::new(ErrorKind::BadValue, message));
        }
        for claim in &mut file.claims {
            claim.rule_set = Some(rule_sets.named(claim.rules_name()));
        }
        Ok(file)
    }

    /// A shipped file in the language of whoever is told: what its sources say stays as it is.
    #[cfg(feature = "protocol")]
    pub(crate) fn told(mut self, name: &str, language: &Language) -> ClaimFile {
        let told =
            |part: &str, english: &str| language.of_data(&format!("claims.{name}.{part}"), english);
        (self.title, self.source) = (told("title", &self.title), told("source", &self.source));
        for claim in &mut self.claims {
            claim.section = language.place(&claim.section);
            claim.note = told(&format!("notes.{}", claim.id), &claim.note);
        }
        self
    }

    /// Puts the claims that name no rules under a rule set; how many there are.
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
