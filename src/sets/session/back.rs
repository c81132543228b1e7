//! The way back, and forth again.

use super::{SetEvent, SetSession, Step};
use crate::board::Side;
use crate::start::Element;
use crate::text::Diagnostic;

impl SetSession {
    /// Tells whether a step was decided by a person.
    fn is_a_persons(&self, step: &Step) -> bool {
        Side::BOTH.into_iter().filter(|s| self.people[s.index()]).any(|side| match step {
            Step::Move(played) => played.side == side,
            Step::Joint(Element::Choice(choice)) => choice.of(side).is_some(),
            Step::Joint(Element::Coin(_)) => false,
        })
    }

    /// Takes back the last decision of a person with all that followed it; false if there is none.
    ///
    /// # Errors
    /// Never, unless the rules have a fault: what was played can be played again.
    pub fn undo(&mut self) -> Result<bool, Diagnostic> {
        let hidden = |side: &Side| self.people[side.index()] && self.chosen.of(*side).is_some();
        if let Some(side) = Side::BOTH.into_iter().find(hidden) {
            self.chosen.0[side.index()] = None;
            return Ok(true);
        }
        let last = |step: &Step| self.is_a_persons(step);
        let Some(last) = self.steps[..self.played].iter().rposition(last) else {
            return Ok(false);
        };
        self.play_again(last)?;
        Ok(true)
    }

    /// Plays again what was taken back last; none if there is nothing.
    ///
    /// # Errors
    /// As [`undo`](Self::undo).
    pub fn redo(&mut self) -> Result<Option<Vec<SetEvent>>, Diagnostic> {
        let Some(left) = self.steps[self.played..].get(1..) else {
            return Ok(None);
        };
        let next = left.iter().position(|step| self.is_a_persons(step));
        let end = self.played + 1 + next.unwrap_or(left.len());
        let mut told = Vec::new();
        while self.played < end {
            self.play_next(&mut told)?;
        }
        Ok(Some(told))
    }

    /// Begins again and plays so many steps.
    fn play_again(&mut self, steps: usize) -> Result<(), Diagnostic> {
        let mut again = SetSession::new(&self.first, self.together, self.people)?;
        again.steps = std::mem::take(&mut self.steps);
        again.remarks = std::mem::take(&mut self.remarks);
        while again.played < steps {
            again.play_next(&mut Vec::new())?;
        }
        *self = again;
        Ok(())
    }
}
