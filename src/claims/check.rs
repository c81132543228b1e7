//! Checking a claim: every case of its family, move by move, under the plain rules.

use std::collections::BTreeMap;

use super::expression::Parameters;
use super::line_walk::{StatementCheck, Walk};
use super::stated::Statement;
use super::text_parameters::{ClaimCase, nothing_to_check};
use super::{Checked, Claim, Refutation, Undecided, Verdict};
use crate::board::Position;
use crate::control::{Clock, Control, StopReason};
use crate::language::Language;
use crate::moves::{Game, MoveTrace, Round, WrittenMove, why_illegal};
use crate::rules::Rules;
use crate::say;
use crate::search::{Evaluator, Value};
use crate::text::Diagnostic;

/// Why the check of a case ended early.
enum Stop {
    Failed(Diagnostic),
    Decided(Box<Verdict>),
}

impl From<Diagnostic> for Stop {
    fn from(error: Diagnostic) -> Stop {
        Stop::Failed(error)
    }
}

/// Checks a claim under its own rules. The evaluator proves the values that it states, each within
/// the limits.
///
/// # Errors
/// If the claim is malformed: an invalid position, an unknown option, a missing parameter, or
/// nothing to check. Also if the machine lacks resources for a proof.
pub fn check(
    claim: &Claim,
    evaluator: &Evaluator<'_>,
    control: Control<'_>,
) -> Result<Verdict, Diagnostic> {
    check_under(claim, &claim.rules()?, evaluator, control, &mut |_| {})
}

/// Maximum number of cases of a claim to show; all of them are checked.
pub const MOST_SHOWN: usize = 100;

/// A case of a claim, as far as its line was played.
#[derive(Clone, Copy, Debug)]
pub struct CaseShown<'a> {
    /// The values of the parameters.
    pub parameters: &'a BTreeMap<String, i64>,
    /// The position where the line starts, under rules with its number of holes.
    pub start: &'a Game,
    /// The moves. The last one may not be as claimed.
    pub line: &'a [MoveTrace],
    /// The value that the claim states for the end of the line.
    pub value: Option<i64>,
}

/// How to check the statements of a claim, and the limits.
#[derive(Clone, Copy)]
struct Checker<'a> {
    /// Proves the values; without it they remain open.
    evaluator: Option<&'a Evaluator<'a>>,
    /// The limits for each value.
    control: Control<'a>,
    /// The limits for everything together.
    clock: &'a Clock<'a>,
    /// Maximum number of cases and moves.
    most: u64,
    /// The language of the reasons.
    language: &'a Language,
}

/// Checks the lines of a claim, up to `most` cases and moves together and within the time limit,
/// and shows every case. Values are not searched for, so a claim that states one remains open at
/// best. The reason why a claim is open is given in `language`.
///
/// # Errors
/// If the claim is malformed.
pub fn check_lines(
    claim: &Claim,
    most: u64,
    control: Control<'_>,
    language: &Language,
    show: &mut dyn FnMut(CaseShown<'_>),
) -> Result<Verdict, Diagnostic> {
    let checker = Checker { evaluator: None, control, clock: &Clock::new(control), most, language };
    check_rules(claim, &claim.rules()?, checker, show)
}

/// Checks a claim like [`check`], under its own rules or under another rule set by
/// [`Claim::rules_under`], and shows every case whose line is played.
///
/// # Errors
/// See [`check`]. A claim that is well formed under its own rules fails if it mentions something
/// that the other rules lack.
pub fn check_under(
    claim: &Claim,
    rules: &Rules,
    evaluator: &Evaluator<'_>,
    control: Control<'_>,
    show: &mut dyn FnMut(CaseShown<'_>),
) -> Result<Verdict, Diagnostic> {
    let checker = Checker {
        evaluator: Some(evaluator),
        control,
        clock: &Clock::new(Control::stopped_by(control.stop)),
        most: u64::MAX,
        language: Language::english(),
    };
    check_rules(claim, rules, checker, show)
}

fn check_rules(
    claim: &Claim,
    rules: &Rules,
    checker: Checker<'_>,
    show: &mut dyn FnMut(CaseShown<'_>),
) -> Result<Verdict, Diagnostic> {
    let cases = claim.cases()?;
    let mut checked = Checked::default();
    for parameters in cases {
        let words = ClaimCase { claim, parameters };
        match check_case(&words, rules, checker, &mut checked, show) {
            Ok(()) => checked.cases += 1,
            Err(Stop::Failed(error)) => return Err(error),
            Err(Stop::Decided(verdict)) => return Ok(*verdict),
        }
    }
    if checker.evaluator.is_none() && claim.value.is_some() {
        return Ok(Verdict::Open(Undecided {
            case: Parameters::new(),
            reason: say!(checker.language, "faults.claim.not-searched"),
        }));
    }
    if checked.statements == 0 {
        return Err(nothing_to_check(claim));
    }
    Ok(Verdict::Holds(checked))
}

/// A case being checked.
struct Case<'a> {
    words: &'a ClaimCase<'a>,
    checker: Checker<'a>,
    game: &'a Game,
    walk: Walk<'a, Rules>,
    /// The position before the last move.
    before: Position,
    /// The number of the last move, starting at 1, and its name.
    name: Option<(u64, String)>,
    played: Vec<MoveTrace>,
    /// True once the statements about the opening have been checked.
    started: bool,
}

fn check_case(
    words: &ClaimCase<'_>,
    rules: &Rules,
    checker: Checker<'_>,
    checked: &mut Checked,
    show: &mut dyn FnMut(CaseShown<'_>),
) -> Result<(), Stop> {
    checker.within_limits(words, checked)?;
    let game = words.game(words.start()?, rules)?;
    let mut case = Case {
        words,
        checker,
        game: &game,
        walk: Walk::new(game.rules(), *game.position()),
        before: *game.position(),
        name: None,
        played: Vec::new(),
        started: false,
    };
    let outcome = words.read(&mut |words, statement, of_move| {
        case.check_statement(words, &statement, of_move, checked)
    });
    if case.started || outcome.is_ok() {
        let value = words.claim.value.as_ref();
        let value = value.map(|value| words.number(value, "value"));
        show(CaseShown {
            value: value.transpose()?,
            parameters: &words.parameters,
            start: &game,
            line: &case.played,
        });
    }
    outcome?;
    case.value_is(&game.at(case.walk.position), checked)
}

impl Checker<'_> {
    /// Ends the check if a limit is reached.
    fn within_limits(&self, words: &ClaimCase<'_>, checked: &Checked) -> Result<(), Stop> {
        let Checker { most, language, .. } = *self;
        let reason = match self.clock.ended() {
            Some(StopReason::Time) => say!(language, "faults.claim.too-long"),
            Some(reason) => reason.name().to_owned(),
            None if checked.cases + checked.moves < most => return Ok(()),
            None => say!(language, "faults.claim.most"; most),
        };
        Err(open(words, reason))
    }
}

/// Ends a case as open.
fn open(words: &ClaimCase<'_>, reason: String) -> Stop {
    let case = words.parameters.clone();
    Stop::Decided(Box::new(Verdict::Open(Undecided { case, reason })))
}

impl Case<'_> {
    /// Proves the stated value of the final position, if any.
    fn value_is(&self, end: &Game, checked: &mut Checked) -> Result<(), Stop> {
        let Checker { evaluator, control, .. } = self.checker;
        let (Some(stated), Some(evaluator)) = (&self.words.claim.value, evaluator) else {
            return Ok(());
        };
        let stated = self.words.number(stated, "value")?;
        let found = evaluator.evaluate(end, control);
        let found = found.map_err(|shortage| Stop::Failed(shortage.into()))?;
        match found.value {
            Value::Exact(seeds) => {
                checked.statements += 1;
                let [stated, found] = [stated, seeds.into()].map(|seeds| seeds.to_string());
                match stated == found {
                    true => Ok(()),
                    false => {
                        let statement = ("value", stated);
                        Err(refuted(self.words, None, statement, found, end.position()))
                    }
                }
            }
            Value::Estimate(seeds) => {
                let reason = format!(
                    "the value is not proven within the limits: claimed {stated}, \
                     estimated {seeds} at depth {} after {} nodes",
                    found.depth, found.nodes
                );
                Err(open(self.words, reason))
            }
        }
    }

    /// Checks a statement against the line.
    fn check_statement(
        &mut self,
        words: &ClaimCase<'_>,
        statement: &Statement,
        of_move: bool,
        checked: &mut Checked,
    ) -> Result<(), Stop> {
        let of_opening =
            matches!(statement, Statement::Position("opening", _) | Statement::Legal(_));
        self.started |= !of_opening;
        if let Statement::Played(written) | Statement::Illegal(written) = statement {
            self.checker.within_limits(self.words, checked)?;
            checked.moves += 1;
            self.before = self.walk.position;
            let side = Some(written.side.unwrap_or(self.before.mover()));
            let named = WrittenMove { side, ..written.clone() };
            let number = self.name.as_ref().map_or(1, |(number, _)| number + 1);
            self.name = Some((number, named.to_string()));
        }
        checked.statements += 1;
        let holds = self.walk.check(statement) == StatementCheck::Holds;
        let found = match statement {
            Statement::Played(_) if holds => {
                self.played.extend(self.walk.last.clone());
                return Ok(());
            }
            _ if holds => return Ok(()),
            Statement::Played(written) => {
                let played = Round::new(&self.game.at(self.before)).play_written(written);
                let why = || why_illegal(self.game.rules(), &self.before, written).0;
                played.err().map(|_| why().in_language(self.checker.language))
            }
            _ => None,
        };
        let found = found.unwrap_or_else(|| self.walk.found(statement));
        // A statement about a move is shown with the position before the move.
        let (name, position) = match of_move {
            true => (self.name.clone(), &self.before),
            false => (None, &self.walk.position),
        };
        Err(refuted(words, name, statement.in_words(), found, position))
    }
}

/// The verdict that a statement is refuted.
fn refuted(
    words: &ClaimCase<'_>,
    played: Option<(u64, String)>,
    (what, expected): (&str, String),
    found: String,
    position: &Position,
) -> Stop {
    let (move_number, played) = played.unzip();
    let evidence = Refutation {
        case: words.parameters.clone(),
        move_number,
        played,
        what: what.to_owned(),
        expected,
        found,
        position: position.to_string(),
    };
    Stop::Decided(Box::new(Verdict::Refuted(evidence)))
}
