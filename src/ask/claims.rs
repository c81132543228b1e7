//! Checking claims about a game.

use serde::{Deserialize, Serialize};

use super::{Limits, Ready};
use crate::board::Side;
use crate::claims::{CaseShown, Checked, Claim, Refutation, Undecided, Verdict, check_under};
use crate::control::{Control, settings};
use crate::rules::{Preset, RuleSet, Rules};
use crate::search::Evaluator;
use crate::text::{Diagnostic, ErrorKind};

/// Checks whether a claim holds, by playing its lines under the plain rules and proving the
/// value that it states.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct CheckClaim {
    /// The limits of the search for each value; by default [`NODES`](Self::NODES).
    pub limits: Limits,
}

settings!(CheckClaim {
    with_limits limits (Limits),
});

/// The outcome of a claim under one rule set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Tried {
    /// The rule set.
    pub rules: String,
    /// True if the claim names this rule set.
    pub own: bool,
    /// The outcome.
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// The outcome of checking a claim, with its evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(tag = "verdict", content = "evidence", rename_all = "lowercase")]
pub enum Outcome {
    /// All cases are as claimed.
    Holds(Checked),
    /// One case is not as claimed.
    Refuted(Refutation),
    /// A limit was reached first.
    Open(Undecided),
    /// The claim mentions something that the rules lack.
    Untried {
        /// What the rules lack.
        reason: String,
    },
}

impl From<Verdict> for Outcome {
    fn from(verdict: Verdict) -> Outcome {
        match verdict {
            Verdict::Holds(checked) => Outcome::Holds(checked),
            Verdict::Refuted(refutation) => Outcome::Refuted(refutation),
            Verdict::Open(undecided) => Outcome::Open(undecided),
        }
    }
}

impl Default for CheckClaim {
    fn default() -> CheckClaim {
        CheckClaim { limits: Limits::default().with_nodes(CheckClaim::NODES) }
    }
}

impl CheckClaim {
    /// Default node limit per value: about ten seconds.
    pub const NODES: u64 = 20_000_000;

    /// Checks a claim under its own rules. `show` receives every case whose line is played.
    ///
    /// # Errors
    /// If the claim is malformed, memory runs out, or a table is damaged.
    ///
    /// # Examples
    /// A2 ends in the store and ends the round with one seed each.
    /// ```
    /// use chongkak::ask::{CheckClaim, Ready};
    /// use chongkak::{Control, claims::{ClaimFile, Verdict}};
    /// let text = "source = 's'\n[[claim]]\nid = 'it'\nrules = 'kalah'\n\
    ///     position = '0,1/0 1,0/0 A'\nline = [{ play = 'A2', outcome = 'over' }]\nvalue = 0\n";
    /// let claim = &ClaimFile::read(text).unwrap().claims[0];
    /// let (ready, control) = (Ready::nothing(), Control::none());
    /// let verdict = CheckClaim::default().answer(claim, &ready, control, &mut |_| {});
    /// assert!(matches!(verdict, Ok(Verdict::Holds(_))));
    /// ```
    pub fn answer(
        &self,
        claim: &Claim,
        ready: &Ready<'_>,
        control: Control<'_>,
        show: &mut dyn FnMut(CaseShown<'_>),
    ) -> Result<Verdict, Diagnostic> {
        self.under(claim, &claim.rules()?, ready, control, show)
    }

    /// Checks a claim under each of several rule sets. The board and the options that the claim
    /// sets remain.
    ///
    /// # Errors
    /// See [`answer`](Self::answer).
    pub fn answer_under(
        &self,
        claim: &Claim,
        rule_sets: &[RuleSet],
        ready: &Ready<'_>,
        control: Control<'_>,
    ) -> Result<Vec<Tried>, Diagnostic> {
        let named = claim.rule_set()?;
        let each = rule_sets.iter().map(|rule_set| {
            let own = rule_set.asked_as() == named.asked_as();
            let checked = claim.rules_under(rule_set);
            let checked =
                checked.and_then(|rules| self.under(claim, &rules, ready, control, &mut |_| {}));
            let outcome = match checked {
                Ok(verdict) => verdict.into(),
                // Under its own rules, the fault must be in the claim itself.
                Err(error) if !own && error.kind == ErrorKind::BadValue => {
                    let field = error.subject.as_deref().unwrap_or_default();
                    Outcome::Untried { reason: format!("{field}: {}", error.problem()) }
                }
                Err(error) => return Err(error),
            };
            Ok(Tried { rules: rule_set.asked_as().to_owned(), own, outcome })
        });
        each.collect()
    }

    /// The shipped rule sets, then those from files that claims name, without duplicates.
    pub fn rule_sets<'a>(claims: impl Iterator<Item = &'a Claim>) -> Vec<RuleSet> {
        let mut all: Vec<RuleSet> = Preset::all().iter().map(RuleSet::Shipped).collect();
        // An invalid name is reported when its claim is checked.
        for own in claims.filter_map(|claim| claim.rule_set().ok()) {
            if !all.iter().any(|other| other.asked_as() == own.asked_as()) {
                all.push(own);
            }
        }
        all
    }

    fn under(
        &self,
        claim: &Claim,
        rules: &Rules,
        ready: &Ready<'_>,
        control: Control<'_>,
        show: &mut dyn FnMut(CaseShown<'_>),
    ) -> Result<Verdict, Diagnostic> {
        let field = rules.opening(Side::A).field();
        let table = match ready.tables {
            Some(tables) => tables.table(rules, field)?,
            None => None,
        };
        let evaluator = Evaluator {
            threads: self.limits.threads,
            memory: self.limits.memory,
            endgame: ready.endgame.or(table.as_deref()),
            ..Evaluator::new()
        };
        let control = self.limits.bound(control);
        check_under(claim, rules, &evaluator, control, show)
    }
}
