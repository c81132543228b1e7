//! Checks of claims about a game.

use serde::{Deserialize, Serialize};

use super::{Limits, Ready};
use crate::board::Side;
use crate::claims::{CaseShown, Checked, Claim, Refutation, Undecided, Verdict, check_under};
use crate::control::{Control, settings};
use crate::rules::{Preset, RuleSet, Rules};
use crate::search::Evaluator;
use crate::text::{Diagnostic, ErrorKind};

/// Asks whether a claim holds: its lines are played by the plain rules, and the value that it
/// states is proven.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct CheckClaim {
    /// The limits of the search for each value; [`NODES`](Self::NODES) if nothing else is said.
    pub limits: Limits,
}

settings!(CheckClaim {
    with_limits limits (Limits),
});

/// A claim under a rule set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Tried {
    /// The rule set.
    pub rules: String,
    /// True if the claim names it.
    pub own: bool,
    /// The outcome for the claim.
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// The outcome for a claim, and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(tag = "verdict", content = "evidence", rename_all = "lowercase")]
pub enum Outcome {
    /// Every case is as claimed.
    Holds(Checked),
    /// A case is not.
    Refuted(Refutation),
    /// A limit was reached before it was decided.
    Open(Undecided),
    /// It speaks of something that the rules do not have.
    Untried {
        /// The thing that the rules do not have.
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
    /// The usual most positions to visit for each value: some ten seconds.
    pub const NODES: u64 = 20_000_000;

    /// Checks a claim under its own rules, and shows every case whose line is played.
    ///
    /// # Errors
    /// If the claim is not well formed, memory is lacking, or a table is damaged.
    ///
    /// # Examples
    /// A2 goes to the store, and ends the round: a seed each.
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

    /// Checks a claim under each of some rule sets. The board and the options that it sets belong
    /// to the claim and stay.
    ///
    /// # Errors
    /// As [`answer`](Self::answer).
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
                // Under its own rules nothing but the claim can be to blame.
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

    /// The shipped rule sets, then those from files that claims name, each once.
    pub fn rule_sets<'a>(claims: impl Iterator<Item = &'a Claim>) -> Vec<RuleSet> {
        let mut all: Vec<RuleSet> = Preset::all().iter().map(RuleSet::Shipped).collect();
        // What is wrong with a name is said when the claim is checked.
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
