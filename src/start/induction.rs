//! Exact values by backward induction: a matrix game wherever both choose, and at the end of the
//! joint turn the round's value.
//!
//! Values are kept as proven bounds. Round values are whole numbers; from there on a mixed choice
//! widens the bounds by what floating point leaves open, some 1e-13 seeds, and where a limit ends
//! the work what has not been reached has the bounds that hold for every play.

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

/// The first choice of both players, or a later one, solved.
#[derive(Clone, Debug, PartialEq)]
pub struct Solved {
    /// The holes that each player may choose, A's first: the rows and the columns. A player who
    /// does not choose has a single entry without a hole.
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
    /// By position without what the stores hold: its value without it.
    pub(super) memo: DashMap<Joint, Certified>,
    pub(super) leaves: AtomicU64,
    pub(super) stopped: OnceLock<StopReason>,
}

impl Induction<'_> {
    /// Solves the choice at a tick's start, on all threads of the pool it is called in. Where
    /// nobody chooses, that is the one choice.
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

    /// The value of what follows a tick.
    fn value(&self, stage: Stage) -> Certified {
        match stage {
            Stage::Turn(position) => self.round(&position),
            Stage::Coin(both) => {
                Certified::mean(both.map(|next| (1, self.value(self.model.run(next)))))
            }
            Stage::Choice(joint) => self.choice(&joint),
        }
    }

    /// The value of a round that goes on by turns.
    pub(super) fn round(&self, position: &Position) -> Certified {
        if self.stopped().is_none() {
            self.leaves.fetch_add(1, Ordering::Relaxed);
            match self.rounds.value(position) {
                Ok(value) => return Certified::exactly(value),
                // What has not been looked at stays unknown.
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
        // The guard is gone before anything else is done.
        let known = self.memo.get(&key).map(|value| *value);
        if let Some(known) = known {
            return seen(known).plus(won);
        }
        let ended = self.clock.step().err();
        let full = self.clock.nodes() > self.within.states as u64;
        if let Some(reason) = ended.or(full.then_some(StopReason::Memory)) {
            // The first reason counts.
            let _ = self.stopped.set(reason);
            return self.model.unknown(stores);
        }
        let value = self.solve(joint).equilibrium.value;
        if self.stopped().is_none() {
            self.memo.insert(key, seen(value.plus(-won)));
        }
        value
    }

    /// The limit that ended the work, if one did.
    pub(super) fn stopped(&self) -> Option<StopReason> {
        self.stopped.get().copied()
    }
}

/// The way to prove the value of a joint start: by backward induction over the joint turn, and by
/// the solver from there on.
#[derive(Clone, Copy, Debug)]
pub struct JointProof<'a> {
    /// The solver of the rounds that follow; all is done on its threads.
    pub solver: Solver<'a>,
    /// Positions that it visits at most for the value of one round.
    pub nodes_each: u64,
    /// Joint positions (starts of a tick in which somebody chooses) to remember.
    pub states: usize,
    /// True if a position and the same with the players exchanged are taken for one where the game
    /// allows it. No value depends on it.
    pub symmetry: bool,
    /// Likely lines to find.
    pub lines: usize,
}

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

/// A line of a joint turn, up to where only one player is left to choose, or both have stopped.
#[derive(Clone, Debug, PartialEq)]
pub struct JointLine {
    /// Choices and coins, in order.
    pub line: String,
    /// The probability of the line.
    pub probability: f64,
    /// The value of its end: seeds of A less seeds of B at the round's end.
    pub value: f64,
    /// The position with which the round goes on by turns.
    pub after: Position,
}

/// Places that an induction looks at for its lines.
const LOOKS: usize = 2000;

/// Choices less likely than this are not followed: they may be what rounding has left.
const NEVER: f64 = 1e-9;

impl Induction<'_> {
    /// The most likely lines, the likeliest first, if both play the strategies of the induction.
    /// Where several are best it is those that it happens to find. Always the likeliest beginning
    /// is followed; after some places it ends with the lines that it has.
    pub(super) fn likely_lines(&self, count: usize) -> Vec<JointLine> {
        let start = self.model.run(Next::Tick(self.model.start));
        let mut all = vec![(String::new(), 1.0_f64, start)];
        // The likeliest comes first, of several the one that was met first. Probabilities have the
        // order of their bits.
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

    /// All that may be next, each with its probability.
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
