//! Checking a claim: every case of its family, move by move, by the plain rules.

use std::collections::BTreeMap;

use super::expression::{self, Combinations, Parameters};
use super::statements::At;
use super::words::Words;
use super::{CheckError, Checked, Claim, ClaimError, Step, Undecided, Verdict};
use crate::board::{Cell, Position};
use crate::control::{Clock, Control, StopReason};
use crate::moves::{Game, MoveTrace, Round, WrittenMove};
use crate::rules::{RuleSet, RuleSets, Rules};
use crate::search::Evaluator;

/// Why the checking of a case ended early.
pub(super) enum Stop {
    Failed(CheckError),
    Decided(Box<Verdict>),
}

impl From<ClaimError> for Stop {
    fn from(error: ClaimError) -> Stop {
        Stop::Failed(error.into())
    }
}

impl From<Verdict> for Stop {
    fn from(verdict: Verdict) -> Stop {
        Stop::Decided(Box::new(verdict))
    }
}

/// Checks a claim. The evaluator proves the values that it states, if it states any, each within
/// the limits.
///
/// # Errors
/// If the claim is not well formed: a text that is no position, an unknown option, a parameter
/// that doesn't exist, or nothing to check. Or if the machine doesn't give what a proof needs.
pub fn check(
    claim: &Claim,
    evaluator: &Evaluator<'_>,
    control: Control<'_>,
) -> Result<Verdict, CheckError> {
    check_showing(claim, evaluator, control, |_| {})
}

/// A case of a claim, as far as its line was played.
#[derive(Clone, Copy, Debug)]
pub struct CaseShown<'a> {
    /// The values of the parameters.
    pub parameters: &'a BTreeMap<String, i64>,
    /// Where the line begins; the rules have the number of holes of the position.
    pub start: &'a Game,
    /// The moves; the last one is perhaps not as claimed.
    pub line: &'a [MoveTrace],
    /// The value that the claim states of its end.
    pub value: Option<i64>,
}

/// How the statements of a claim are checked.
#[derive(Clone, Copy)]
pub(super) struct Means<'a> {
    /// Proves the values; without it they are left open.
    pub evaluator: Option<&'a Evaluator<'a>>,
    /// The limits of each value.
    pub control: Control<'a>,
    /// Those of all together.
    pub clock: &'a Clock<'a>,
    /// Cases and moves, together, that may be looked at.
    pub most: u64,
}

/// Checks a claim as [`check`] does, and shows every case whose line is played.
///
/// # Errors
/// As [`check`].
pub fn check_showing(
    claim: &Claim,
    evaluator: &Evaluator<'_>,
    control: Control<'_>,
    mut show: impl FnMut(CaseShown<'_>),
) -> Result<Verdict, CheckError> {
    check_all(claim, &claim.rules()?, evaluator, control, &mut show)
}

/// Checks what a claim says of its lines, in at most so many cases and moves together and within
/// the time of the control, and shows every case. Nothing is searched for: a claim that states a
/// value stays open if all else is so.
///
/// # Errors
/// If the claim is not well formed.
pub fn check_lines(
    claim: &Claim,
    most: u64,
    control: Control<'_>,
    mut show: impl FnMut(CaseShown<'_>),
) -> Result<Verdict, CheckError> {
    let means = Means {
        evaluator: None,
        control,
        clock: &Clock::new(control),
        most,
    };
    check_rules(claim, &claim.rules()?, means, &mut show)
}

/// Checks a claim under other rules than its own: those of [`Claim::rules_under`] another rule set.
///
/// # Errors
/// As [`check`]; where the claim is well formed under its own rules, it is about something that the
/// other rules do not have.
pub fn check_under(
    claim: &Claim,
    rules: &Rules,
    evaluator: &Evaluator<'_>,
    control: Control<'_>,
) -> Result<Verdict, CheckError> {
    check_all(claim, rules, evaluator, control, &mut |_| {})
}

fn check_all(
    claim: &Claim,
    rules: &Rules,
    evaluator: &Evaluator<'_>,
    control: Control<'_>,
    show: &mut impl FnMut(CaseShown<'_>),
) -> Result<Verdict, CheckError> {
    let means = Means {
        evaluator: Some(evaluator),
        control,
        clock: &Clock::new(Control::stopped_by(control.stop)),
        most: u64::MAX,
    };
    check_rules(claim, rules, means, show)
}

fn check_rules(
    claim: &Claim,
    rules: &Rules,
    means: Means<'_>,
    show: &mut impl FnMut(CaseShown<'_>),
) -> Result<Verdict, CheckError> {
    let cases = claim.cases()?;
    let mut checked = Checked::default();
    for parameters in cases {
        let case = Case {
            words: Words { claim, parameters },
            rules,
            means,
        };
        match case.check(&mut checked, show) {
            Ok(()) => checked.cases += 1,
            Err(Stop::Failed(error)) => return Err(error),
            Err(Stop::Decided(verdict)) => return Ok(*verdict),
        }
    }
    if means.evaluator.is_none() && claim.value.is_some() {
        return Ok(Verdict::Open(Undecided {
            case: Parameters::new(),
            reason: "its value is not searched for here".to_owned(),
        }));
    }
    if checked.statements == 0 {
        return Err(nothing(claim).into());
    }
    Ok(Verdict::Holds(checked))
}

pub(super) fn malformed(claim: &Claim, field: impl Into<String>, problem: String) -> ClaimError {
    ClaimError {
        id: claim.id.clone(),
        field: field.into(),
        problem,
    }
}

/// A claim that says nothing.
pub(super) fn nothing(claim: &Claim) -> ClaimError {
    let problem = "nothing to check: expected a move or a statement".to_owned();
    malformed(claim, "line", problem)
}

impl Claim {
    /// The values of the parameters in every case, at least one.
    pub(super) fn cases(&self) -> Result<Combinations, ClaimError> {
        let cases = expression::combinations(&self.family, &Parameters::new())
            .map_err(|problem| malformed(self, "for", problem))?;
        if cases.is_empty() {
            let problem = "the range is empty: expected at least one case".to_owned();
            return Err(malformed(self, "for", problem));
        }
        Ok(cases)
    }

    /// The rule set that it names.
    ///
    /// # Errors
    /// If there is none of this name, or the file is no rule file.
    pub fn rule_set(&self) -> Result<RuleSet, ClaimError> {
        let named = self.rule_set.clone();
        let named = named.unwrap_or_else(|| RuleSets::new().named(self.rules_name()));
        named.map_err(|error| malformed(self, "rules", error.to_string()))
    }

    /// The rules that it is about, its options set.
    ///
    /// # Errors
    /// If there is no such rule set, option or value.
    pub fn rules(&self) -> Result<Rules, ClaimError> {
        self.with_options(self.rule_set()?.rules())
    }

    /// Those of another rule set in the place of its own: the board, so many holes and seeds, and
    /// the options that it sets belong to the claim and stay.
    ///
    /// # Errors
    /// As [`rules`](Self::rules).
    pub fn rules_under(&self, other: &RuleSet) -> Result<Rules, ClaimError> {
        let own = self.rule_set()?.rules();
        self.with_options(Rules {
            holes: own.holes,
            seeds: own.seeds,
            ..other.rules()
        })
    }

    fn with_options(&self, mut rules: Rules) -> Result<Rules, ClaimError> {
        for (option, value) in &self.set {
            rules
                .set(option, &value.text())
                .map_err(|error| malformed(self, "set", error.to_string()))?;
        }
        Ok(rules)
    }
}

pub(super) struct Case<'a> {
    pub words: Words<'a>,
    pub rules: &'a Rules,
    pub means: Means<'a>,
}

/// A line on its way: moves and laps so far.
struct Walk {
    round: Round,
    number: u64,
    laps: i64,
    played: Vec<MoveTrace>,
}

impl Case<'_> {
    fn check(
        &self,
        checked: &mut Checked,
        show: &mut impl FnMut(CaseShown<'_>),
    ) -> Result<(), Stop> {
        self.within_limits(checked)?;
        let claim = self.words.claim;
        let game = self.words.begun(self.words.start()?, self.rules)?;
        let start = *game.position();
        let mut at_start = self.at(&start, None, checked);
        at_start.position_is("opening", claim.opening.as_ref(), &start)?;
        let cell = |hole| Cell::Hole(start.mover(), hole);
        at_start.cells_are("legal", claim.legal.as_ref(), start.legal().map(cell))?;
        let mut walk = Walk {
            round: Round::new(&game),
            number: 0,
            laps: 0,
            played: Vec::new(),
        };
        let mut steps = claim.line.iter();
        let result = steps.try_for_each(|step| self.step(step, &mut walk, checked));
        let value = claim.value.as_ref();
        let value = value.map(|value| self.words.number(value, "value"));
        show(CaseShown {
            value: value.transpose()?,
            parameters: &self.words.parameters,
            start: &game,
            line: &walk.played,
        });
        result?;
        let mut at_end = self.at(walk.round.position(), None, checked);
        at_end.position_is("after", claim.after.as_ref(), walk.round.position())?;
        at_end.number_is("laps", claim.laps.as_ref(), walk.laps)?;
        at_end.next_round_is(game.rules())?;
        at_end.value_is(game.rules())
    }

    fn at<'a>(
        &'a self,
        position: &'a Position,
        played: Option<(u64, String)>,
        checked: &'a mut Checked,
    ) -> At<'a> {
        At {
            case: self,
            position,
            played,
            checked,
        }
    }

    /// Refuses to go on where enough was looked at.
    fn within_limits(&self, checked: &Checked) -> Result<(), Stop> {
        let most = self.means.most;
        let reason = match self.means.clock.ended() {
            Some(StopReason::Time) => "it takes too long to look at all of it here".to_owned(),
            Some(reason) => reason.name().to_owned(),
            None if checked.cases + checked.moves < most => return Ok(()),
            None => format!("only {most} cases and moves are looked at here"),
        };
        Err(self.open(reason))
    }

    /// What is said of it can't be decided.
    pub fn open(&self, reason: String) -> Stop {
        let case = self.words.parameters.clone();
        Verdict::Open(Undecided { case, reason }).into()
    }

    /// Plays the moves of a step.
    fn step(&self, step: &Step, walk: &mut Walk, checked: &mut Checked) -> Result<(), Stop> {
        for words in self.words.each(step)? {
            let case = Case { words, ..*self };
            for written in &case.words.moves(&step.play)? {
                case.one_move(step, written, walk, checked)?;
            }
        }
        Ok(())
    }

    fn one_move(
        &self,
        step: &Step,
        written: &WrittenMove,
        walk: &mut Walk,
        checked: &mut Checked,
    ) -> Result<(), Stop> {
        let before = *walk.round.position();
        self.within_limits(checked)?;
        checked.moves += 1;
        checked.statements += 1;
        let side = written.side.unwrap_or(before.mover());
        walk.number += 1;
        let name = format!("{side}{}", written.hole);
        let mut at = self.at(&before, Some((walk.number, name)), checked);
        let trace = match (walk.round.play_written(written), step.illegal) {
            (Ok(trace), false) => trace,
            (Err(_), true) => return Ok(()),
            (Ok(_), true) => return Err(at.refuted("legality", "illegal", "legal")),
            (Err(error), false) => return Err(at.refuted("legality", "legal", &error.problem)),
        };
        walk.laps += i64::try_from(trace.laps.len()).expect("a move has few laps");
        walk.played.push(trace.clone());
        let lands = trace.laps.iter().map(|lap| lap.last);
        at.cells_are("lands", step.lands.as_ref(), lands)?;
        at.outcome_is(step.outcome.as_deref(), trace.outcome)?;
        at.number_is("gain", step.gain.as_ref(), trace.gain.into())?;
        at.number_is("captured", step.captured.as_ref(), trace.captured.into())?;
        at.position_is("after", step.after.as_ref(), &trace.after)
    }
}
