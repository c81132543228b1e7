//! Plays a case under rules whose options are looked up on demand.

use super::evidence::{Act, Case};
use crate::board::{Position, Side};
use crate::claims::{Start, StatementCheck, Walk};
use crate::moves::Game;
use crate::rules::{
    NextRound, PartialRules, ROUND_OPTIONS, RoundEnd, next_round, opening_owning, place,
};
use crate::sets::{SetStanding, Statement as Recorded};
use crate::start::{JointTurn, Lockstep, Next, Tie};

/// Returns the items of a case that fail under the rules: the first one, or all, as far as the line
/// can be played.
pub(super) fn failures(case: &Case, rules: &impl PartialRules, all: bool) -> Vec<usize> {
    let mut failures = Vec::new();
    let mut walk = CaseWalk::new(case, rules);
    for (number, item) in case.items.iter().enumerate() {
        match walk.check(&item.act) {
            StatementCheck::Holds => continue,
            StatementCheck::Fails => failures.push(number),
            StatementCheck::Stuck => {
                failures.push(number);
                return failures;
            }
        }
        if !all {
            return failures;
        }
    }
    failures
}

struct CaseWalk<'a, R> {
    line: Walk<'a, R>,
    /// The opening of the round.
    opening: Position,
    /// The positions with which the earlier rounds ended.
    ends: Vec<Position>,
}

impl<'a, R: PartialRules> CaseWalk<'a, R> {
    fn new(case: &Case, rules: &'a R) -> CaseWalk<'a, R> {
        let opening = match case.start {
            Start::Position(position) => position,
            Start::Full(mover) => case.rules.opening(mover),
            Start::Owned(owned, mover) => {
                let opening = opening_owning(rules, owned, mover);
                opening.expect("it was tried when the claim was read")
            }
        };
        CaseWalk { line: Walk::new(rules, opening), opening, ends: Vec::new() }
    }

    fn check(&mut self, act: &Act) -> StatementCheck {
        match act {
            Act::Final if self.line.rules.end() == RoundEnd::Stalled => StatementCheck::Holds,
            Act::Final => StatementCheck::Stuck,
            Act::Says(says) => self.line.check(says),
            Act::Recorded(recorded, _) => self.recorded(recorded),
        }
    }

    /// Checks a line of a record.
    fn recorded(&mut self, recorded: &Recorded) -> StatementCheck {
        let (rules, position) = (self.line.rules, &self.line.position);
        match recorded {
            Recorded::Moves(_) | Recorded::Remark(_) => StatementCheck::Holds,
            Recorded::Position(stated) => (stated == position).into(),
            Recorded::Result(result) => {
                let owned = Side::BOTH.map(|side| position.owned(side));
                (position.is_over() && owned == *result).into()
            }
            Recorded::Set(standing) => {
                let found = SetStanding::of(rules, &self.ends, position);
                match standing {
                    Some(standing) => (*standing == found).into(),
                    None => (!matches!(found, SetStanding::Won(_))).into(),
                }
            }
            Recorded::Start(line) => self.start_together(line),
            Recorded::Round { number, starter, opening: stated } => {
                let next = next_round(rules, &self.ends, position);
                let Ok(NextRound::Opening(opening)) = next else {
                    return StatementCheck::Stuck;
                };
                self.opening = opening;
                self.ends.push(*position);
                self.line.last = None;
                self.line.begin(opening);
                let so = *number == self.ends.len() + 1
                    && starter.is_none_or(|side| side == opening.mover())
                    && stated.is_none_or(|stated| stated == opening);
                so.into()
            }
        }
    }

    /// Plays a joint start. It needs complete rules, so it looks up all options that play depends
    /// on.
    fn start_together(&mut self, line: &str) -> StatementCheck {
        let rules = ROUND_OPTIONS.map(|name| self.line.rules.open_at(place(name)))[0];
        let played = Game::new(rules, &self.opening).ok().and_then(|game| {
            let model = Lockstep::new(&game, Tie::Coin).ok()?;
            Some(JointTurn::read(&model, line).ok()?.next)
        });
        match played {
            Some(Next::Done(after)) if self.line.position == self.opening => {
                self.line.begin(after);
                StatementCheck::Holds
            }
            _ => StatementCheck::Stuck,
        }
    }
}
