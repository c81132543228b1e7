//! Bounds for boards that are too large for the induction, from many small trees.
//!
//! For every pair of first choices the search grows several trees, each with its own random
//! numbers. The bounds of every tree are proven, so the narrowest count. If the rows are equal and
//! a coin decides ties, exchanging the two choices of a pair negates its value, and a pair of equal
//! choices is worth 0.

use dashmap::DashMap;
use rayon::prelude::*;

use super::chooser::proven;
use super::induction::Solved;
use super::joint::Choice;
use super::tick::{Lockstep, Next};
use super::tree_search::{Ended, Leaves, Tree, nodes_of};
use crate::control::{Clock, Control, StopReason};
use crate::math::{Certified, Equilibrium, Random, solve_matrix};
use crate::search::{RoundValues, SolveError, Solver};

/// The bounds of the first choice, proven by trees.
#[derive(Clone, Debug, PartialEq)]
pub struct Bounded {
    /// The first choice, with bounds of each pair.
    pub solved: Solved,
    /// The value of the start that follows from the bounds; 0 if the rows are equal and a coin
    /// decides ties.
    pub value: Certified,
    /// Trees grown for each pair; some pairs have one more if a limit stopped the search.
    pub trees: u32,
    /// The number of ordinary turns that were evaluated.
    pub leaves: usize,
    /// The limit that stopped the search before it grew the requested number of trees.
    pub stopped: Option<StopReason>,
}

impl Bounded {
    /// The trivial bounds, which hold however both play.
    fn without_trees(model: &Lockstep, stopped: Option<StopReason>) -> Bounded {
        let all = model.unknown_after(&Next::Tick(model.start));
        let options = model.options(&model.start);
        #[allow(clippy::cast_precision_loss)]
        let [rows, columns] = options.each_ref().map(|all| vec![1.0 / all.len() as f64; all.len()]);
        Bounded {
            value: if model.is_even() { Certified::exactly(0) } else { all },
            solved: Solved {
                entries: vec![vec![all; columns.len()]; rows.len()],
                options,
                equilibrium: Equilibrium { rows, columns, value: all },
            },
            trees: 0,
            leaves: 0,
            stopped,
        }
    }
}

/// The settings of the search.
#[derive(Clone, Copy, Debug)]
pub struct JointSearch<'a> {
    /// Trees for every pair of first choices.
    pub trees: u32,
    /// Playouts for every tree.
    pub plays: u32,
    /// The maximum number of positions to visit for the bounds of an ordinary turn. Of every three
    /// trees one uses half of it and one a quarter; the solver uses a quarter.
    pub nodes: u64,
    /// The seed of all random choices.
    pub seed: u64,
    /// The solver of the rounds that follow, which proves what it can. The search runs on its
    /// threads.
    pub solver: Solver<'a>,
}

impl JointSearch<'_> {
    /// Proves bounds of the first choice. The value of the round after the joint turn is the
    /// solver's if it can prove one. Otherwise the evaluator provides bounds, and an estimate that
    /// guides the tree. The control's nodes are such values. If a limit is reached, all trees grown
    /// so far count.
    ///
    /// Every tree has its own stream of random numbers. On one thread the same seed gives the same
    /// result. On several threads a value may be proven in one run and only bounded in the next,
    /// because the proofs share their results.
    ///
    /// # Errors
    /// If the system provides no thread or no memory.
    pub fn search(&self, model: &Lockstep, control: Control<'_>) -> Result<Bounded, SolveError> {
        let clock = Clock::new(control.quietly());
        let of_rounds = clock.rest();
        let work = |rounds: &dyn RoundValues| self.grow(model, rounds, &clock, control);
        let nodes = nodes_of(0, self.nodes);
        self.solver.with_round_values(&model.game, of_rounds, nodes, work)?
    }

    /// Grows the trees.
    fn grow(
        &self,
        model: &Lockstep,
        rounds: &dyn RoundValues,
        clock: &Clock<'_>,
        control: Control<'_>,
    ) -> Result<Bounded, SolveError> {
        let start = &model.start;
        let options = model.options(start);
        let [rows, columns] = &options;
        let even = model.is_even();

        let between = model.unknown_after(&Next::Tick(*start));
        // The pairs of first choices, by index, with the bounds proven so far.
        let numbers = 0..rows.len() * columns.len();
        let mut cells: Vec<(usize, usize, Certified)> = numbers
            .map(|number| (number / columns.len(), number % columns.len(), between))
            .filter(|(row, column, _)| !even || row < column)
            .collect();
        let leaves = Leaves { model, rounds, nodes: self.nodes, clock, known: DashMap::new() };
        let progress = control.progress;
        progress.start_phase("trees", Some(cells.len() as u64 * u64::from(self.trees)));
        let (mut trees, mut grown_at_all, mut stopped) = (0, false, None);
        for round in 0..self.trees {
            let grown = cells.par_iter().map(|&(row, column, _)| {
                let choice = Choice([rows[row], columns[column]]);
                let stage = model.after(start, choice);
                let number = (row * columns.len() + column) as u64;
                let random = Random::new(self.seed, number << 32 | u64::from(round));
                let tree = Tree::grown(&leaves, stage, start.total(), (self.plays, round), random)?;
                progress.add(1);
                Ok(tree.bounds())
            });
            let grown: Vec<Result<Certified, Ended>> = grown.collect();
            for ((.., bounds), found) in cells.iter_mut().zip(grown) {
                match found {
                    Ok(found) => {
                        grown_at_all = true;
                        *bounds = Certified::new(
                            bounds.lower.max(found.lower),
                            bounds.upper.min(found.upper),
                        );
                    }
                    Err(Ended::Stopped(reason)) => stopped = Some(reason),
                    Err(Ended::Shortage(error)) => return Err(error.into()),
                }
            }
            match stopped {
                Some(_) if !grown_at_all => return Ok(Bounded::without_trees(model, stopped)),
                Some(_) => break,
                None => trees += 1,
            }
        }
        let mut entries = vec![vec![Certified::exactly(0); columns.len()]; rows.len()];
        for (row, column, bounds) in cells {
            entries[row][column] = bounds;
            if even {
                entries[column][row] = bounds.negated();
            }
        }
        let value = if even { Certified::exactly(0) } else { proven(&entries) };
        let equilibrium = solve_matrix(&entries).expect("a full matrix");
        Ok(Bounded {
            solved: Solved { options, entries, equilibrium },
            value,
            trees,
            leaves: leaves.known.len(),
            stopped,
        })
    }
}
