//! The ends of trees: what the ordinary turns are worth with which the round goes on.

use dashmap::DashMap;

use super::error::JointError;
use super::tick::Lockstep;
use crate::board::Position;
use crate::control::{Clock, Control};
use crate::math::Certified;
use crate::search::{Evaluator, RoundValues};

/// Mebibytes of the tables of one evaluation: there are many short ones.
const MEMORY: usize = 2;

/// The nodes that stand for a proven value.
const PROVEN: u64 = 0;

/// The values of ordinary turns: proven by the solver within some nodes, or else estimated by the
/// evaluator within as many.
pub(super) struct Leaves<'a> {
    pub model: &'a Lockstep,
    pub rounds: &'a dyn RoundValues,
    pub nodes: u64,
    /// Counts the values.
    pub clock: &'a Clock<'a>,
    /// The known values by position, and for which nodes it is an estimate; proven values are for
    /// all.
    pub known: DashMap<(Position, u64), TurnValue>,
}

/// The value of an ordinary turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct TurnValue {
    /// Proven or estimated.
    pub value: f64,
    /// Proven, whatever the value is.
    pub bounds: Certified,
}

impl Leaves<'_> {
    /// The value of a position, estimated within some nodes if it can't be proven.
    pub(super) fn value(&self, position: &Position, nodes: u64) -> Result<TurnValue, JointError> {
        // The guards are gone before anything else is done.
        let known = |nodes| self.known.get(&(*position, nodes)).map(|worth| *worth);
        if let Some(worth) = known(PROVEN).or_else(|| known(nodes)) {
            return Ok(worth);
        }
        self.clock.step().map_err(JointError::Stopped)?;
        let worth = match self.rounds.value(position) {
            Ok(value) => TurnValue { value: value.into(), bounds: Certified::exactly(value) },
            Err(_) => self.estimate(position, nodes)?,
        };
        // A search that was stopped has not said what it would have.
        if let Some(reason) = self.clock.ended() {
            return Err(JointError::Stopped(reason));
        }
        let proven = worth.bounds.is_exact();
        let kept_for = if proven { PROVEN } else { nodes };
        self.known.insert((*position, kept_for), worth);
        Ok(worth)
    }

    fn estimate(&self, position: &Position, nodes: u64) -> Result<TurnValue, JointError> {
        let evaluator = Evaluator { memory: MEMORY, ..Evaluator::new() };
        let control = Control { nodes, ..self.clock.rest() };
        let game = self.model.game().at(*position);
        let found = evaluator.evaluate(&game, control)?;
        Ok(TurnValue {
            value: found.value.seeds().into(),
            bounds: Certified::new(found.bounds.lower.into(), found.bounds.upper.into()),
        })
    }
}
