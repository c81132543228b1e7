//! Checking a claim: every case of its family, move by move, by the plain rules.

use std::collections::BTreeMap;

use super::expression::Parameters;
use super::line_walk::{Heard, Walk};
use super::stated::Says;
use super::text_parameters::{Words, nothing};
use super::{Checked, Claim, Refutation, Undecided, Verdict};
use crate::board::Position;
use crate::control::{Clock, Control, StopReason};
use crate::language::Language;
use crate::moves::{Game, MoveTrace, Round, why_illegal};
use crate::rules::Rules;
use crate::say;
use crate::search::{Evaluator, Value};
use crate::text::Diagnostic;

/// The reason why the checking of a case ended early.
enum Stop {
    Failed(Diagnostic),
    Decided(Box<Verdict>),
}

impl From<Diagnostic> for Stop {
    fn from(error: Diagnostic) -> Stop {
        Stop::Failed(error)
    }
}

/// Checks a claim under the rules that it names. The evaluator proves the values that it states, if
/// it states any, each within the limits.
///
/// # Errors
/// If the claim is not well formed: a text that is no position, an unknown option, a parameter
/// that doesn't exist, or nothing to check. Or if the machine doesn't give what a proof needs.
pub fn check(
    claim: &Claim,
    evaluator: &Evaluator<'_>,
    control: Control<'_>,
) -> Result<Verdict, Diagnostic> {
    check_under(claim, &claim.rules()?, evaluator, control, &mut |_| {})
}

/// Most cases of a claim that are shown to people and programs; all of them are checked.
pub const MOST_SHOWN: usize = 100;

/// A case of a claim, as far as its line was played.
#[derive(Clone, Copy, Debug)]
pub struct CaseShown<'a> {
    /// The values of the parameters.
    pub parameters: &'a BTreeMap<String, i64>,
    /// The position where the line begins; the rules have the number of holes of the position.
    pub start: &'a Game,
    /// The moves; the last one is perhaps not as claimed.
    pub line: &'a [MoveTrace],
    /// The value that the claim states of its end.
    pub value: Option<i64>,
}

/// How the statements of a claim are checked, and within which limits.
#[derive(Clone, Copy)]
struct Checker<'a> {
    /// Proves the values; without it they are left open.
    evaluator: Option<&'a Evaluator<'a>>,
    /// The limits of each value.
    control: Control<'a>,
    /// Those of all together.
    clock: &'a Clock<'a>,
    /// Cases and moves, together, that may be looked at.
    most: u64,
    /// The language of reasons.
    language: &'a Language,
}

/// Checks what a claim says of its lines, in at most so many cases and moves together and within
/// the time of the control, and shows every case. Nothing is searched for: a claim that states a
/// value stays open if all else is so. The reason why one is open is told in a language.
///
/// # Errors
/// If the claim is not well formed.
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

/// Checks a claim as [`check`] does, under its own rules or those of [`Claim::rules_under`] another
/// rule set, and shows every case whose line is played.
///
/// # Errors
/// As [`check`]; where the claim is well formed under its own rules, it is about something that the
/// other rules do not have.
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
        let words = Words { claim, parameters };
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
        return Err(nothing(claim));
    }
    Ok(Verdict::Holds(checked))
}

/// A case on its way, and how it is checked.
struct Case<'a> {
    words: &'a Words<'a>,
    checker: Checker<'a>,
    game: &'a Game,
    walk: Walk<'a, Rules>,
    /// The position before the last move.
    before: Position,
    /// The number of the last move, from 1, and its name.
    name: Option<(u64, String)>,
    played: Vec<MoveTrace>,
    /// True if it is beyond what is said of the opening.
    begun: bool,
}

fn check_case(
    words: &Words<'_>,
    rules: &Rules,
    checker: Checker<'_>,
    checked: &mut Checked,
    show: &mut dyn FnMut(CaseShown<'_>),
) -> Result<(), Stop> {
    checker.within_limits(words, checked)?;
    let game = words.begun(words.start()?, rules)?;
    let mut case = Case {
        words,
        checker,
        game: &game,
        walk: Walk::new(game.rules(), *game.position()),
        before: *game.position(),
        name: None,
        played: Vec::new(),
        begun: false,
    };
    let heard = words.read(&mut |words, says, of_move| case.hear(words, &says, of_move, checked));
    if case.begun || heard.is_ok() {
        let value = words.claim.value.as_ref();
        let value = value.map(|value| words.number(value, "value"));
        show(CaseShown {
            value: value.transpose()?,
            parameters: &words.parameters,
            start: &game,
            line: &case.played,
        });
    }
    heard?;
    case.value_is(&game.at(case.walk.position), checked)
}

impl Checker<'_> {
    /// Refuses to go on where enough was looked at.
    fn within_limits(&self, words: &Words<'_>, checked: &Checked) -> Result<(), Stop> {
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

/// Ends a case as open: what is said of it can't be decided.
fn open(words: &Words<'_>, reason: String) -> Stop {
    let case = words.parameters.clone();
    Stop::Decided(Box::new(Verdict::Open(Undecided { case, reason })))
}

impl Case<'_> {
    /// Proves the value of the end, if one is stated.
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
                        let said = ("value", stated);
                        Err(refuted(self.words, None, said, found, end.position()))
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

    /// Compares a statement with what happened.
    fn hear(
        &mut self,
        words: &Words<'_>,
        says: &Says,
        of_move: bool,
        checked: &mut Checked,
    ) -> Result<(), Stop> {
        let of_opening = matches!(says, Says::Position("opening", _) | Says::Legal(_));
        self.begun |= !of_opening;
        if let Says::Played(written) | Says::Illegal(written) = says {
            self.checker.within_limits(self.words, checked)?;
            checked.moves += 1;
            self.before = self.walk.position;
            let side = written.side.unwrap_or(self.before.mover());
            let number = self.name.as_ref().map_or(1, |(number, _)| number + 1);
            self.name = Some((number, format!("{side}{}", written.hole)));
        }
        checked.statements += 1;
        let is_so = self.walk.heard(says) == Heard::So;
        let found = match says {
            Says::Played(_) if is_so => {
                self.played.extend(self.walk.last.clone());
                return Ok(());
            }
            _ if is_so => return Ok(()),
            Says::Played(written) => {
                let played = Round::new(&self.game.at(self.before)).play_written(written);
                let why = || why_illegal(&self.before, written).0;
                played.err().map(|_| why().in_language(self.checker.language))
            }
            _ => None,
        };
        let found = found.unwrap_or_else(|| self.walk.found(says));
        // What is said of a move is shown with the position in which it was played.
        let (name, position) = match of_move {
            true => (self.name.clone(), &self.before),
            false => (None, &self.walk.position),
        };
        Err(refuted(words, name, says.in_words(), found, position))
    }
}

/// The error that something is not as claimed.
fn refuted(
    words: &Words<'_>,
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
