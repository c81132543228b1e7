//! Proofs of what a joint start is worth.

use std::sync::OnceLock;
use std::sync::atomic::AtomicU64;

use dashmap::DashMap;

use super::induction::{Induction, JointProof, Solved};
use super::likely::JointLine;
use super::tick::Lockstep;
use crate::control::{Clock, Control, StopReason};
use crate::math::{Certified, solve_matrix};
use crate::search::{SolveError, Solver};

/// The findings of an induction.
#[derive(Clone, Debug, PartialEq)]
pub struct Proven {
    /// The first choice. Where a limit ended the work its bounds are wide, but hold.
    pub solved: Solved,
    /// The value. Where a limit ended the work it may be known better than the strategies are
    /// good, which [`solved`](Self::solved) tells of: where both have the same before them it is 0.
    pub value: Certified,
    /// The most likely lines, if the work is complete.
    pub lines: Vec<JointLine>,
    /// Joint positions that were solved, the first one not counted.
    pub states: usize,
    /// Positions of the round by turns whose values were asked for, each time counted.
    pub leaves: u64,
    /// Positions that the solver visited.
    pub nodes: u64,
    /// The limit that ended the work, if one did; [`StopReason::Memory`] if there were
    /// too many joint positions, [`StopReason::Nodes`] if a round took too many.
    pub stopped: Option<StopReason>,
}

impl<'a> JointProof<'a> {
    /// A proof with a solver, within no limits but the control's, of five likely lines.
    #[must_use]
    pub const fn new(solver: Solver<'a>) -> JointProof<'a> {
        JointProof { solver, nodes_each: u64::MAX, states: usize::MAX, symmetry: true, lines: 5 }
    }

    /// Proves what the first choice is worth. The control's nodes are joint positions.
    ///
    /// # Errors
    /// If the machine gives no thread or no memory.
    pub fn prove(&self, model: &Lockstep, control: Control<'_>) -> Result<Proven, SolveError> {
        control.progress.start_phase("joint positions", None);
        let clock = Clock::new(control);
        let of_rounds = clock.rest();
        let (game, each) = (model.game(), self.nodes_each);
        self.solver.with_round_values(game, of_rounds, each, |rounds| {
            let induction = Induction {
                model,
                rounds,
                within: self,
                clock: &clock,
                memo: DashMap::new(),
                leaves: AtomicU64::new(0),
                stopped: OnceLock::new(),
            };
            let mut solved = induction.solve(model.start());
            let even = model.is_even() && induction.stopped().is_some();
            if even {
                even_out(&mut solved);
            }
            let lines = match induction.stopped() {
                None => induction.likely_lines(self.lines),
                Some(_) => Vec::new(),
            };
            Proven {
                value: match even {
                    true => Certified::exactly(0),
                    false => solved.equilibrium.value,
                },
                solved,
                lines,
                states: induction.memo.len(),
                leaves: induction.leaves.into_inner(),
                nodes: rounds.nodes(),
                stopped: induction.stopped.into_inner(),
            }
        })
    }
}

/// A limit has ended the work on a start that is worth 0: whatever a pair of choices is worth, the
/// exchanged pair is worth as much to the other player, and a pair of the same is worth nothing.
fn even_out(solved: &mut Solved) {
    let found = solved.entries.clone();
    for (row, entries) in solved.entries.iter_mut().enumerate() {
        for (column, entry) in entries.iter_mut().enumerate() {
            *entry = match row == column {
                true => Certified::exactly(0),
                false => entry.and(found[column][row].negated()),
            };
        }
    }
    solved.equilibrium = solve_matrix(&solved.entries).expect("a full matrix");
}
