//! Exact values by backward induction: a matrix game wherever both choose, and the value of the
//! round at the end of the joint turn.
//!
//! Values are stored as proven bounds. Values of rounds are whole numbers. A mixed choice widens
//! the bounds by the error of floating point, some 1e-13 seeds. If a limit stops the induction,
//! what it has not reached has the trivial bounds.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use dashmap::DashMap;
use rayon::prelude::*;

use super::joint::{Choice, Joint};
use super::joint_line::{Element, longer};
use super::playing::Stage;
use super::tick::{Lockstep, Next};
use crate::board::{Cell, Hole, Position, Side};
use crate::control::{Clock, Control, StopReason};
use crate::math::{Certified, Equilibrium, solve_matrix};
use crate::search::{NoValue, RoundValues, SolveError, Solver};

/// The solution of a choice.
#[derive(Clone, Debug, PartialEq)]
pub struct Solved {
    /// The holes that each player may choose, A's first. They are the rows and columns of the
    /// matrix. A player who does not choose has a single entry without a hole.
    pub options: [Vec<Option<Hole>>; 2],
    /// The value of each pair of choices.
    pub entries: Vec<Vec<Certified>>,
    /// The strategies and the value.
    pub equilibrium: Equilibrium,
}

/// Backward induction over a joint turn.
pub(super) struct Induction<'a> {
    pub(super) model: &'a Lockstep,
    pub(super) rounds: &'a dyn RoundValues,
    pub(super) within: &'a JointProof<'a>,
    /// Counts joint positions.
    pub(super) clock: &'a Clock<'a>,
    /// The values of positions with empty stores.
    pub(super) memo: DashMap<Joint, Certified>,
    pub(super) leaves: AtomicU64,
    pub(super) stopped: OnceLock<StopReason>,
}

impl Induction<'_> {
    /// Solves the choice at a tick's start, on all threads of the current pool. If neither player
    /// chooses, the matrix has one entry.
    pub(super) fn solve(&self, joint: &Joint) -> Solved {
        let options = self.model.options(joint);
        let [rows, columns] = &options;
        let pairs: Vec<Choice> = rows
            .iter()
            .flat_map(|&row| columns.iter().map(move |&column| Choice([row, column])))
            .collect();
        let values: Vec<Certified> =
            pairs.par_iter().map(|&choice| self.value(self.model.after(joint, choice))).collect();
        let entries: Vec<Vec<Certified>> =
            values.chunks(columns.len()).map(<[_]>::to_vec).collect();
        let equilibrium = solve_matrix(&entries).expect("a full matrix");
        Solved { options, entries, equilibrium }
    }

    /// Returns the value of what follows a tick.
    fn value(&self, stage: Stage) -> Certified {
        match stage {
            Stage::Turn(position) => self.round(&position),
            Stage::Coin(both) => {
                Certified::mean(both.map(|next| (1, self.value(self.model.run(next)))))
            }
            Stage::Choice(joint) => self.choice(&joint),
        }
    }

    /// Returns the value of a round that continues by turns.
    pub(super) fn round(&self, position: &Position) -> Certified {
        if self.stopped().is_none() {
            self.leaves.fetch_add(1, Ordering::Relaxed);
            match self.rounds.value(position) {
                Ok(value) => return Certified::exactly(value),
                // The value stays unknown.
                Err(NoValue::Stopped(reason)) => _ = self.stopped.set(reason),
                Err(other) => unreachable!("{position}: {other}"),
            }
        }
        self.model.unknown(Side::BOTH.map(|side| position.store(side)))
    }

    fn choice(&self, joint: &Joint) -> Certified {
        let shape = self.model.field.shape();
        let stores = Side::BOTH.map(|side| joint.seeds(shape, Cell::Store(side)));
        if self.stopped().is_some() {
            return self.model.unknown(stores);
        }
        let won = stores[0].cast_signed() - stores[1].cast_signed();
        let bare = joint.without_stores(shape);
        let turned = bare.turned(shape);
        let exchange = self.within.symmetry && self.model.is_symmetric() && turned < bare;
        let key = if exchange { turned } else { bare };
        let seen = |value: Certified| if exchange { value.negated() } else { value };
        // Copy the value to release the lock on the map before going on.
        let known = self.memo.get(&key).map(|value| *value);
        if let Some(known) = known {
            return seen(known).plus(won);
        }
        let ended = self.clock.step().err();
        let full = self.clock.nodes() > self.within.states as u64;
        if let Some(reason) = ended.or(full.then_some(StopReason::Memory)) {
            // Keep the first reason.
            let _ = self.stopped.set(reason);
            return self.model.unknown(stores);
        }
        let value = self.solve(joint).equilibrium.value;
        if self.stopped().is_none() {
            self.memo.insert(key, seen(value.plus(-won)));
        }
        value
    }

    /// Returns the limit that stopped the induction, if one did.
    pub(super) fn stopped(&self) -> Option<StopReason> {
        self.stopped.get().copied()
    }
}

/// Proves the value of a joint start, by backward induction over the joint turn and by the solver
/// from there on.
#[derive(Clone, Copy, Debug)]
pub struct JointProof<'a> {
    /// The solver of the rounds that follow. The proof runs on its threads.
    pub solver: Solver<'a>,
    /// The maximum number of positions that the solver visits for the value of one round.
    pub nodes_each: u64,
    /// The maximum number of joint positions to store: starts of a tick in which a player chooses.
    pub states: usize,
    /// Whether to treat a position and the one with the players exchanged as the same, if the game
    /// is symmetric. Values do not depend on it.
    pub symmetry: bool,
    /// The number of likely lines to find.
    pub lines: usize,
}

/// The results of a proof.
#[derive(Clone, Debug, PartialEq)]
pub struct Proven {
    /// The first choice. If a limit stopped the proof, its bounds are wide but valid.
    pub solved: Solved,
    /// The value. If a limit stopped the proof, the bounds can be narrower than those of the
    /// strategies in [`solved`](Self::solved): for example, the value of a symmetric start is 0.
    pub value: Certified,
    /// The most likely lines, if the proof is complete.
    pub lines: Vec<JointLine>,
    /// The number of joint positions solved, not counting the first.
    pub states: usize,
    /// The number of lookups of values of ordinary positions, including repeated ones.
    pub leaves: u64,
    /// The number of positions that the solver visited.
    pub nodes: u64,
    /// The limit that stopped the proof, if one did: [`StopReason::Memory`] if there were too many
    /// joint positions, [`StopReason::Nodes`] if a round took too many nodes.
    pub stopped: Option<StopReason>,
}

impl<'a> JointProof<'a> {
    /// Creates a proof with a solver, without limits of its own, that finds five likely lines.
    #[must_use]
    pub const fn new(solver: Solver<'a>) -> JointProof<'a> {
        JointProof { solver, nodes_each: u64::MAX, states: usize::MAX, symmetry: true, lines: 5 }
    }

    /// Proves the value of the first choice. The control's nodes are joint positions.
    ///
    /// # Errors
    /// If the system provides no thread or no memory.
    pub fn prove(&self, model: &Lockstep, control: Control<'_>) -> Result<Proven, SolveError> {
        control.progress.start_phase("joint positions", None);
        let clock = Clock::new(control);
        let of_rounds = clock.rest();
        let each = self.nodes_each;
        self.solver.with_round_values(&model.game, of_rounds, each, |rounds| {
            let induction = Induction {
                model,
                rounds,
                within: self,
                clock: &clock,
                memo: DashMap::new(),
                leaves: AtomicU64::new(0),
                stopped: OnceLock::new(),
            };
            let mut solved = induction.solve(&model.start);
            let even = model.is_even() && induction.stopped().is_some();
            if even {
                even_out(&mut solved);
            }
            let lines = match induction.stopped() {
                None => induction.likely_lines(self.lines),
                Some(_) => Vec::new(),
            };
            Proven {
                value: if even { Certified::exactly(0) } else { solved.equilibrium.value },
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

/// Narrows the bounds of an unfinished proof of a symmetric start: exchanging the choices of a pair
/// negates its value, and a pair of equal choices is worth 0.
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

/// A line of a joint turn. It ends when only one player is left to choose, or both have stopped.
#[derive(Clone, Debug, PartialEq)]
pub struct JointLine {
    /// Choices and coins, in order.
    pub line: String,
    /// The probability of the line.
    pub probability: f64,
    /// The value of the last position: A's seeds minus B's at the end of the round.
    pub value: f64,
    /// The position from which the round continues by turns.
    pub after: Position,
}

/// The maximum number of nodes to expand when finding likely lines.
const LOOKS: usize = 2000;

/// Choices less likely than this are not followed, because they may be rounding errors.
const NEVER: f64 = 1e-9;

impl Induction<'_> {
    /// Returns the most likely lines, the likeliest first, if both play the strategies found. If
    /// there are several equilibria, they are those of the one found. Follows the likeliest
    /// beginning first, and returns the lines found so far after [`LOOKS`] steps.
    pub(super) fn likely_lines(&self, count: usize) -> Vec<JointLine> {
        let start = self.model.run(Next::Tick(self.model.start));
        let mut all = vec![(String::new(), 1.0_f64, start)];
        // The likeliest comes first, and among equals the one found first. Probabilities are
        // ordered as their bits are.
        let mut open = BinaryHeap::from([(1.0_f64.to_bits(), Reverse(0))]);
        let mut found = Vec::new();
        for _ in 0..LOOKS {
            let Some((_, Reverse(number))) = open.pop().filter(|_| found.len() < count) else {
                break;
            };
            let (line, probability, stage) = all[number].clone();
            if let Stage::Turn(after) = stage {
                let value = self.round(&after).middle();
                found.push(JointLine { line, probability, value, after });
                continue;
            }
            for (element, share, stage) in self.ways(&stage) {
                let probability = probability * share;
                open.push((probability.to_bits(), Reverse(all.len())));
                all.push((longer(&line, &element), probability, stage));
            }
        }
        found
    }

    /// Returns everything that can come next, with its probability.
    fn ways(&self, stage: &Stage) -> Vec<(Element, f64, Stage)> {
        let joint = match stage {
            Stage::Turn(_) => return Vec::new(),
            Stage::Coin(both) => {
                let sides = Side::BOTH.into_iter().zip(*both);
                let falls = sides.map(|(s, next)| (Element::Coin(s), 0.5, self.model.run(next)));
                return falls.collect();
            }
            Stage::Choice(joint) => joint,
        };
        let solved = self.solve(joint);
        let [rows, columns] = &solved.options;
        let mixed = &solved.equilibrium;
        let mut ways = Vec::new();
        for (&a, p) in rows.iter().zip(&mixed.rows) {
            for (&b, q) in columns.iter().zip(&mixed.columns) {
                if p * q > NEVER {
                    let choice = Choice([a, b]);
                    ways.push((choice.into(), p * q, self.model.after(joint, choice)));
                }
            }
        }
        ways
    }
}
