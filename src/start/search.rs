//! Estimates for boards that are too large for the induction: many small trees.
//!
//! For every pair of first choices some trees are grown, each with random numbers of its own. What
//! they say together gives an estimate with an interval ([`Evidence`]). The estimates make a matrix
//! game, whose solution are the strategies. Where the rows are equal and a coin decides ties, the
//! pair of two choices is worth the opposite of the pair the other way round, and a pair of equal
//! choices nothing; of these one tree is grown for its lines.

use dashmap::DashMap;
use rayon::prelude::*;
use thiserror::Error;

use super::evidence::{Evidence, proven};
use super::joint::{Choice, turned};
use super::leaves::Leaves;
use super::likely::{JointLine, NEVER, Place};
use super::line::Element;
use super::tick::{Lockstep, Next};
use super::tree::{Findings, Tree};
use crate::board::Hole;
use crate::control::{Clock, Control, Shortage, StopReason};
use crate::math::{Certified, Interval, Random, solve_matrix};
use crate::search::{RoundValues, SolveError, Solver};

/// An estimate of the first choice.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimated {
    /// The holes that A and B may choose first.
    pub options: [Vec<Hole>; 2],
    /// The value of each pair of choices, with an interval of 95 %. It holds the evaluator's error
    /// too, as far as that is as large as on the boards by which the intervals were calibrated; on
    /// much larger boards nobody knows. An interval that is a point is proven.
    pub entries: Vec<Vec<Interval>>,
    /// What the intervals are made of.
    pub evidence: Vec<Vec<Evidence>>,
    /// The probabilities with which A chooses, and B.
    pub strategies: [Vec<f64>; 2],
    /// The value of the matrix of estimates, and what A's strategy wins at least and B's concedes
    /// at most if every entry lies in its interval.
    pub value: Interval,
    /// What the trees prove of the value of the start, whatever the estimates are; 0 where the rows
    /// are equal and a coin decides ties.
    pub proven: Certified,
    /// The most likely lines, as one tree of each pair has it.
    pub lines: Vec<JointLine>,
    /// Trees grown for each pair.
    pub trees: u32,
    /// Ordinary turns that were evaluated.
    pub leaves: usize,
    /// The limit that ended the work before there were as many trees as were asked for.
    pub stopped: Option<StopReason>,
}

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct JointSearch<'a> {
    /// Trees for every pair of first choices.
    pub trees: u32,
    /// Plays into every tree.
    pub plays: u32,
    /// Positions to visit for an estimate of an ordinary turn; in two of three trees it is twice
    /// and four times as many.
    pub nodes: u64,
    /// The seed of all random choices.
    pub seed: u64,
    /// The solver of the rounds that follow, which proves what it can within `nodes`; all is done
    /// on its threads.
    pub solver: Solver<'a>,
}

/// Why there is no estimate.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum JointError {
    /// A limit was reached first.
    #[error("stopped by {} before there was a tree for every pair of first choices", .0.name())]
    Stopped(StopReason),
    /// The solver can't work.
    #[error(transparent)]
    Solver(#[from] SolveError),
    /// The machine doesn't give what an evaluation needs.
    #[error(transparent)]
    Shortage(#[from] Shortage),
}

/// Lines that are looked for below a pair of first choices, and places looked at for them.
const LINES: (usize, usize) = (3, 1000);

/// A pair of first choices, by index, and what its trees have said.
struct Cell {
    row: usize,
    column: usize,
    trees: Vec<Findings>,
    lines: Vec<JointLine>,
}

impl JointSearch<'_> {
    /// Estimates the first choice. What follows the joint turn is worth what the solver can prove
    /// of it, else what the evaluator thinks. The control's nodes are such values. Where a limit is
    /// reached the trees of the last complete round count.
    ///
    /// Every tree has a stream of random numbers of its own. On one thread the same seed gives the
    /// same result; on several a value may be proven in one run and estimated in the next, because
    /// the proofs share what they find.
    ///
    /// # Errors
    /// If it was stopped before there was a tree for every pair, or the machine gives no thread or
    /// no memory.
    pub fn search(&self, model: &Lockstep, control: Control<'_>) -> Result<Estimated, JointError> {
        let clock = Clock::new(control.quietly());
        let of_rounds = clock.rest();
        let work = |rounds: &dyn RoundValues| self.grow(model, rounds, &clock, control);
        let (game, solver) = (model.game(), &self.solver);
        solver.with_round_values(game, of_rounds, self.nodes, work)?
    }

    /// Grows the trees.
    fn grow(
        &self,
        model: &Lockstep,
        rounds: &dyn RoundValues,
        clock: &Clock<'_>,
        control: Control<'_>,
    ) -> Result<Estimated, JointError> {
        let start = model.start();
        let options = model
            .options(start)
            .map(|holes| holes.into_iter().flatten().collect());
        let [rows, columns]: &[Vec<Hole>; 2] = &options;
        let shape = model.field().shape();
        let even = model.is_symmetric() && start.turned(shape) == *start;

        let mut cells: Vec<Cell> = (0..rows.len() * columns.len())
            .map(|number| Cell {
                row: number / columns.len(),
                column: number % columns.len(),
                trees: Vec::new(),
                lines: Vec::new(),
            })
            .filter(|cell| !even || cell.row <= cell.column)
            .collect();
        let leaves = Leaves {
            model,
            rounds,
            nodes: self.nodes,
            clock,
            known: DashMap::new(),
        };
        let progress = control.progress;
        progress.begin("trees", Some(cells.len() as u64 * u64::from(self.trees)));
        let (mut trees, mut stopped) = (0, None);
        for round in 0..self.trees {
            let grown = cells.par_iter().map(|cell| {
                if even && cell.row == cell.column && round > 0 {
                    progress.add(1);
                    return Ok((Findings::default(), Vec::new()));
                }
                let choice = Choice([Some(rows[cell.row]), Some(columns[cell.column])]);
                let place = Place::after(model.tick_of(start, choice));
                let number = (cell.row * columns.len() + cell.column) as u64;
                let random = Random::new(self.seed, number << 32 | u64::from(round));
                let tree =
                    Tree::grown(&leaves, &place, start.total(), (self.plays, round), random)?;
                let lines = match round {
                    0 => tree.lines(LINES.0, LINES.1),
                    _ => Vec::new(),
                };
                progress.add(1);
                Ok((tree.findings(), lines))
            });
            let grown = match grown.collect::<Result<Vec<_>, JointError>>() {
                Ok(grown) => grown,
                Err(JointError::Stopped(reason)) if trees > 0 => {
                    stopped = Some(reason);
                    break;
                }
                Err(error) => return Err(error),
            };
            for (cell, (found, lines)) in cells.iter_mut().zip(grown) {
                cell.trees.push(found);
                cell.lines.extend(lines);
            }
            trees += 1;
        }
        let between = model.unknown_after(&Next::Tick(*start));
        let mut found = summed_up(options, &cells, even, between);
        (found.trees, found.leaves, found.stopped) = (trees, leaves.known.len(), stopped);
        Ok(found)
    }
}

/// The estimate of all trees together. Where the rows are even only half of the pairs have trees,
/// and the others follow from them. All values lie between some bounds.
fn summed_up(options: [Vec<Hole>; 2], cells: &[Cell], even: bool, between: Certified) -> Estimated {
    let [rows, columns] = &options;
    let mut evidence = vec![vec![Evidence::of_nothing(); columns.len()]; rows.len()];
    for cell in cells {
        if even && cell.row == cell.column {
            continue;
        }
        let found = Evidence::of(&cell.trees, between);
        evidence[cell.row][cell.column] = found;
        if even {
            evidence[cell.column][cell.row] = found.turned();
        }
    }
    let bounds = |row: &Vec<Evidence>| row.iter().map(|found| found.bounds).collect();
    let proven = match even {
        true => Certified::exactly(0),
        false => proven(&evidence.iter().map(bounds).collect::<Vec<_>>()),
    };
    let intervals = |row: &Vec<Evidence>| row.iter().map(Evidence::interval).collect();
    let entries: Vec<Vec<Interval>> = evidence.iter().map(intervals).collect();
    let mean = |entry: &Interval| Certified::exactly(entry.mean);
    let means = entries.iter().map(|row| row.iter().map(mean).collect());
    let means: Vec<Vec<Certified>> = means.collect();
    let solved = solve_matrix(&means).expect("a full matrix");
    let wins = |column: usize| -> f64 {
        let terms = solved.rows.iter().zip(&entries);
        terms.map(|(p, row)| p * row[column].low).sum()
    };
    let concedes = |row: &Vec<Interval>| -> f64 {
        let terms = solved.columns.iter().zip(row);
        terms.map(|(p, entry)| p * entry.high).sum()
    };
    let conceded = entries.iter().map(concedes);
    let value = Interval {
        mean: solved.value.middle(),
        low: (0..columns.len()).map(wins).fold(f64::INFINITY, f64::min),
        high: conceded.fold(f64::NEG_INFINITY, f64::max),
    };
    let lines = lines(&options, cells, &solved.rows, &solved.columns, even);
    Estimated {
        strategies: [solved.rows, solved.columns],
        options,
        entries,
        evidence,
        value,
        proven,
        lines,
        trees: 0,
        leaves: 0,
        stopped: None,
    }
}

/// The lines of all pairs, each as likely as its pair makes it; the likeliest first.
fn lines(
    options: &[Vec<Hole>; 2],
    cells: &[Cell],
    rows: &[f64],
    columns: &[f64],
    even: bool,
) -> Vec<JointLine> {
    let mut all = Vec::new();
    for cell in cells {
        let first = Choice([Some(options[0][cell.row]), Some(options[1][cell.column])]);
        for line in &cell.lines {
            let line = JointLine {
                elements: [&[Element::Choice(first)], &line.elements[..]].concat(),
                ..line.clone()
            };
            if even && cell.row != cell.column {
                let elements = line.elements.iter().map(|element| element.turned());
                let other = JointLine {
                    elements: elements.collect(),
                    value: -line.value,
                    after: line.after.as_ref().map(turned),
                    ..line
                };
                all.push((rows[cell.column] * columns[cell.row], other));
            }
            all.push((rows[cell.row] * columns[cell.column], line));
        }
    }
    let all = all.into_iter().filter(|(likely, _)| *likely > NEVER);
    let mut all: Vec<JointLine> = all
        .map(|(likely, line)| JointLine {
            probability: likely * line.probability,
            ..line
        })
        .collect();
    all.sort_by(|a, b| b.probability.total_cmp(&a.probability));
    all
}
