//! What trees say of an entry, and the interval that follows from it.
//!
//! Trees share the evaluator's errors, so how much they differ does not say how wrong they are.
//! Three things do:
//!
//! - The evaluator sees too little of what the player to move wins in his turn. The truth lies
//!   between its estimate and the proven bound on his side, mostly nearer to the estimate. So the
//!   value is moved towards that bound, by a share of the way ([`LEAN`]), and the interval reaches
//!   back as far, and forth.
//! - Trees of other random numbers and other horizons say something else.
//! - What is proven of the entry leaves room. No interval goes beyond it, and one that is a point
//!   is proven; else it is never a point.
//!
//! How much to add for the last two ([`REACH`]) is measured on boards whose entries are known:
//! `scripts/measure-start --calibrate` does that, and `docs/START.md` has on what boards, and how
//! the intervals do on others.

use super::tree::Findings;
use crate::math::{Certified, Interval, solve_matrix};

/// The share of the way from the estimate to the bound in favour of the player who moves.
const LEAN: f64 = 0.4;

/// What proven room counts beside the spread of the trees.
const ROOM: f64 = 0.05;

/// So many times the spread, and the room with its weight, are added.
const REACH: f64 = 10.0;

/// Student's 95 % points of 2, 3, … 8 trees, by that of the 8 trees of the calibration: fewer trees
/// say less of their spread.
const FEW: [f64; 7] = [5.37, 1.82, 1.35, 1.17, 1.09, 1.03, 1.0];

/// What bounds of all entries prove of the value of a matrix.
pub(super) fn proven(entries: &[Vec<Certified>]) -> Certified {
    let solved = |bound: fn(&Certified) -> f64| {
        let of_row = |row: &Vec<Certified>| -> Vec<Certified> {
            let numbers = row.iter().map(bound);
            numbers.map(Certified::exactly).collect()
        };
        let matrix: Vec<Vec<Certified>> = entries.iter().map(of_row).collect();
        solve_matrix(&matrix).expect("a full matrix").value
    };
    Certified::new(
        solved(|entry| entry.lower).lower,
        solved(|entry| entry.upper).upper,
    )
}

/// What the trees of a pair of first choices say of its value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evidence {
    /// The mean of the trees.
    pub mean: f64,
    /// Their standard deviation; 0 of a single one.
    pub spread: f64,
    /// How far the proven bounds of the ends leave the value room in favour of the players who
    /// move there, on average: above 0 in favour of A.
    pub lean: f64,
    /// What all trees together prove of the entry.
    pub bounds: Certified,
    /// Trees.
    pub trees: usize,
}

impl Evidence {
    /// Of equal choices on even boards, which are worth nothing.
    pub(super) fn of_nothing() -> Evidence {
        Evidence::of(&[Findings::default()], Certified::exactly(0))
    }

    /// What some trees say of a value between these bounds.
    pub(super) fn of(trees: &[Findings], between: Certified) -> Evidence {
        #[allow(clippy::cast_precision_loss)]
        let count = trees.len().max(1) as f64;
        let mean = |of: fn(&Findings) -> f64| trees.iter().map(of).sum::<f64>() / count;
        let middle = mean(|tree| tree.value);
        let squares: f64 = trees.iter().map(|tree| (tree.value - middle).powi(2)).sum();
        let lower = trees.iter().map(|tree| tree.bounds.lower);
        let upper = trees.iter().map(|tree| tree.bounds.upper);
        Evidence {
            mean: middle,
            spread: (squares / (count - 1.0).max(1.0)).sqrt(),
            lean: mean(|tree| tree.lean),
            bounds: Certified::new(
                lower.fold(between.lower, f64::max),
                upper.fold(between.upper, f64::min),
            ),
            trees: trees.len(),
        }
    }

    /// The same with the players exchanged.
    pub(super) fn turned(self) -> Evidence {
        Evidence {
            mean: -self.mean,
            lean: -self.lean,
            bounds: self.bounds.negated(),
            ..self
        }
    }

    /// The estimate and its interval of 95 %, within what is proven. A single tree has no spread:
    /// its interval is all that is not disproven.
    pub(super) fn interval(&self) -> Interval {
        let Certified { lower, upper } = self.bounds;
        // Bounds of one number can stand a rounding error apart the wrong way round.
        let within = |value: f64| value.max(lower).min(upper);
        let mean = within(self.mean + LEAN * self.lean);
        if self.trees < 2 {
            return Interval::new(mean, lower.min(mean), upper.max(mean));
        }
        let spread = self.spread * FEW.get(self.trees - 2).unwrap_or(&1.0);
        let room = ROOM * self.bounds.width().max(0.0);
        let reach = LEAN * self.lean.abs() + REACH * (spread + room);
        Interval::new(mean, within(mean - reach), within(mean + reach))
    }
}
