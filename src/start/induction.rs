//! Exact values by backward induction: a matrix game wherever both choose, and at the end of the
//! joint turn the round's value.
//!
//! Values are kept as proven bounds. Round values are whole numbers; from there on a mixed choice
//! widens the bounds by what floating point leaves open, some 1e-13 seeds, and where a limit ends
//! the work what has not been reached has the bounds that hold for every play.

use crate::search::Solver;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use dashmap::DashMap;
use rayon::prelude::*;

use super::forced::Stage;
use super::joint::{Choice, Joint};
use super::tick::{Lockstep, Next, Tick};
use crate::board::{Cell, Hole, Position, Side};
use crate::control::{Clock, StopReason};
use crate::math::{Certified, Equilibrium, solve_matrix};
use crate::search::{NoValue, RoundValues};

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
            pairs.par_iter().map(|&choice| self.after_choice(joint, choice)).collect();
        let entries: Vec<Vec<Certified>> =
            values.chunks(columns.len()).map(<[_]>::to_vec).collect();
        let equilibrium = solve_matrix(&entries).expect("a full matrix");
        Solved { options, entries, equilibrium }
    }

    /// The value of a choice.
    fn after_choice(&self, joint: &Joint, choice: Choice) -> Certified {
        match self.model.tick_of(joint, choice) {
            Tick::Sure(played_tick) => self.value(played_tick.next),
            Tick::Coin(both) => self.coin(&both.map(|played_tick| played_tick.next)),
        }
    }

    fn coin(&self, both: &[Next; 2]) -> Certified {
        Certified::mean(both.map(|next| (1, self.value(next))))
    }

    /// The value of what follows a tick.
    fn value(&self, next: Next) -> Certified {
        match self.model.run(next) {
            Stage::Turn(position) => self.round(&position),
            Stage::Coin(both) => self.coin(&both),
            Stage::Choice(joint) => self.choice(&joint),
        }
    }

    /// The value of a round that goes on by turns.
    pub(super) fn round(&self, position: &Position) -> Certified {
        if self.stopped().is_none() {
            self.leaves.fetch_add(1, Ordering::Relaxed);
            match self.rounds.value(position) {
                Ok(value) => return Certified::exactly(value),
                Err(NoValue::Stopped(reason)) => self.stop(reason),
                Err(other) => unreachable!("{position}: {other}"),
            }
        }
        self.model.unknown(Side::BOTH.map(|side| position.store(side)))
    }

    /// Ends the work: what has not been looked at stays unknown.
    fn stop(&self, reason: StopReason) {
        // The first reason counts.
        let _ = self.stopped.set(reason);
    }

    fn choice(&self, joint: &Joint) -> Certified {
        let shape = self.model.field().shape();
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
            self.stop(reason);
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
