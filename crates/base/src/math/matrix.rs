//! Matrix games: both players choose at once, without seeing the other's choice.
//!
//! Strategies come from the simplex method (G. B. Dantzig 1951) in floating point, which is not
//! trusted: whatever strategies it returns, the least that A's strategy wins against any column is
//! a lower bound of the value, and the most that B's concedes to any row is an upper bound. Both
//! sums are widened by the possible rounding error. So a [`Certified`] value is certain, and the
//! distance of its bounds measures how good the strategies are.

use super::certified::Certified;
use super::simplex;

/// A solved matrix game: A chooses a row, B a column, and the entry is what A wins.
#[derive(Clone, Debug, PartialEq)]
pub struct Equilibrium {
    /// The probability with which A chooses each row.
    pub rows: Vec<f64>,
    /// The probability with which B chooses each column.
    pub columns: Vec<f64>,
    /// The value: A's strategy wins at least the lower bound, B's concedes at most the upper bound.
    pub value: Certified,
}

/// Solves a matrix game whose entries lie between bounds.
///
/// Returns pure strategies where they are optimal. Otherwise dominated rows and columns are
/// removed, and a linear program solves the rest. Cost: a few microseconds for a pure solution,
/// some tens for a linear program of 9 x 9.
///
/// Returns `None` if the matrix is empty or its rows differ in length. A NaN entry yields no bound.
///
/// # Examples
/// Matching pennies, with twice as much to win by heads, is worth 1/5.
/// ```
/// # use chongkak_base as chongkak;
/// use chongkak::math::{Certified, solve_matrix};
/// let entries = [[2, -1], [-1, 1]].map(|row| row.map(Certified::exactly).to_vec());
/// let solved = solve_matrix(&entries).unwrap();
/// assert!((solved.value.middle() - 0.2).abs() < 1e-12 && solved.value.is_exact());
/// assert!((solved.rows[0] - 0.4).abs() < 1e-9);
/// ```
#[must_use]
pub fn solve_matrix(entries: &[Vec<Certified>]) -> Option<Equilibrium> {
    let width = entries.first()?.len();
    let full = width > 0 && entries.iter().all(|row| row.len() == width);
    full.then(|| solve(entries, width))
}

fn solve(entries: &[Vec<Certified>], width: usize) -> Equilibrium {
    let height = entries.len();
    let middles: Vec<Vec<f64>> =
        entries.iter().map(|row| row.iter().map(|entry| entry.middle()).collect()).collect();
    if let Some((row, column)) = saddle(&middles) {
        let pure = |choices, chosen| spread(choices, &[chosen], &[1.0]);
        return certify(entries, pure(height, row), pure(width, column));
    }
    let (rows, columns) = undominated(&middles);
    let part: Vec<Vec<f64>> = rows
        .iter()
        .map(|&row| columns.iter().map(|&column| middles[row][column]).collect())
        .collect();
    let [x, y] = simplex::weights(&part).map(normalised);
    let certified = |x: &[f64], y: &[f64]| {
        let (all_rows, all_columns) = (spread(height, &rows, x), spread(width, &columns, y));
        certify(entries, all_rows, all_columns)
    };
    let found = certified(&x, &y);
    // The linear program is only good to its own tolerance. The equations that hold where both
    // players mix give the last digits, unless the solution is degenerate.
    let Some((x, y)) = polished(&part, &x, &y) else {
        return found;
    };
    let polished = certified(&x, &y);
    let better = polished.value.width() < found.value.width();
    if better { polished } else { found }
}

/// Finds a saddle point: an entry that is least in its row and greatest in its column.
fn saddle(entries: &[Vec<f64>]) -> Option<(usize, usize)> {
    let least = |row: &[f64]| row.iter().copied().fold(f64::INFINITY, f64::min);
    let floors: Vec<f64> = entries.iter().map(|row| least(row)).collect();
    let best = floors.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let row = floors.iter().position(|&floor| floor >= best)?;
    let column = (0..entries[row].len()).find(|&column| {
        entries[row][column] <= best && entries.iter().all(|other| other[column] <= best)
    })?;
    Some((row, column))
}

/// Returns the rows and columns that are left after removing dominated ones one by one. This keeps
/// the value and an optimal strategy of each player.
fn undominated(entries: &[Vec<f64>]) -> (Vec<usize>, Vec<usize>) {
    let mut rows: Vec<usize> = (0..entries.len()).collect();
    let mut columns: Vec<usize> = (0..entries[0].len()).collect();
    let entry = |row: usize, column: usize| entries[row][column];
    loop {
        let before = rows.len() + columns.len();
        let worse_row = |row, other| columns.iter().all(|&c| entry(row, c) <= entry(other, c));
        while let Some(index) = dominated(&rows, worse_row) {
            rows.remove(index);
        }
        let worse_column =
            |column, other| rows.iter().all(|&r| entry(r, column) >= entry(r, other));
        while let Some(index) = dominated(&columns, worse_column) {
            columns.remove(index);
        }
        if rows.len() + columns.len() == before {
            return (rows, columns);
        }
    }
}

/// Returns the index of a choice that is never better than another one.
fn dominated(all: &[usize], worse: impl Fn(usize, usize) -> bool) -> Option<usize> {
    (0..all.len())
        .rev()
        .find(|&index| (0..all.len()).any(|other| other != index && worse(all[index], all[other])))
}

/// Extends a strategy over some choices to all choices.
fn spread(choices: usize, some: &[usize], strategy: &[f64]) -> Vec<f64> {
    let mut all = vec![0.0; choices];
    for (&choice, &probability) in some.iter().zip(strategy) {
        all[choice] = probability;
    }
    all
}

/// Scales weights to probabilities.
fn normalised(weights: Vec<f64>) -> Vec<f64> {
    let sum: f64 = weights.iter().sum();
    if sum > 0.0 && sum.is_finite() {
        weights.iter().map(|weight| weight / sum).collect()
    } else {
        #[allow(clippy::cast_precision_loss)]
        let alike = 1.0 / weights.len() as f64;
        vec![alike; weights.len()]
    }
}

/// Choices with a smaller probability count as unused.
const USED: f64 = 1e-7;

/// Returns strategies on the same choices that make the other player indifferent, or `None` if
/// these equations have no unique solution, or not one of probabilities.
fn polished(entries: &[Vec<f64>], x: &[f64], y: &[f64]) -> Option<(Vec<f64>, Vec<f64>)> {
    let used = |strategy: &[f64]| -> Vec<usize> {
        let choices = strategy.iter().enumerate();
        choices.filter(|(_, p)| **p > USED).map(|(index, _)| index).collect()
    };
    let (rows, columns) = (used(x), used(y));
    if rows.len() != columns.len() {
        return None;
    }
    let entry = |row: usize, column: usize| entries[rows[row]][columns[column]];
    let mixed_rows = indifferent(rows.len(), entry)?;
    let mixed_columns = indifferent(rows.len(), |row, column| entry(column, row))?;
    let full = |all: usize, some: &[usize], found: &[f64]| normalised(spread(all, some, found));
    Some((full(x.len(), &rows, &mixed_rows), full(y.len(), &columns, &mixed_columns)))
}

/// Returns probabilities of the rows for which all columns have the same value.
fn indifferent(size: usize, entry: impl Fn(usize, usize) -> f64) -> Option<Vec<f64>> {
    // The unknowns are the probabilities and the value: one equation for each column, and the sum.
    let unknowns = size + 1;
    let mut equations: Vec<Vec<f64>> = (0..size)
        .map(|column| {
            let wins = (0..size).map(|row| entry(row, column));
            wins.chain([-1.0, 0.0]).collect()
        })
        .collect();
    equations.push((0..size).map(|_| 1.0).chain([0.0, 1.0]).collect());
    for pivot in 0..unknowns {
        let size_of = |row: &usize| equations[*row][pivot].abs();
        let largest = (pivot..unknowns).max_by(|a, b| size_of(a).total_cmp(&size_of(b)))?;
        if size_of(&largest) < 1e-9 {
            return None;
        }
        equations.swap(pivot, largest);
        let leading = equations[pivot].clone();
        for (row, equation) in equations.iter_mut().enumerate() {
            let factor = equation[pivot] / leading[pivot];
            if row != pivot && factor != 0.0 {
                for (number, lead) in equation.iter_mut().zip(&leading) {
                    *number -= factor * lead;
                }
            }
        }
    }
    let found: Vec<f64> =
        (0..size).map(|row| equations[row][unknowns] / equations[row][row]).collect();
    found.iter().all(|p| *p >= 0.0 && p.is_finite()).then_some(found)
}

/// Computes the certain bounds of the strategies.
fn certify(entries: &[Vec<Certified>], rows: Vec<f64>, columns: Vec<f64>) -> Equilibrium {
    let by_column = (0..columns.len()).map(|column| {
        let wins = rows.iter().zip(entries);
        at_least(wins.map(|(&p, row)| (p, row[column].lower)))
    });
    let by_row = entries.iter().map(|row| {
        let wins = columns.iter().zip(row);
        -at_least(wins.map(|(&p, entry)| (p, -entry.upper)))
    });
    let value = Certified::new(
        by_column.fold(f64::INFINITY, f64::min),
        by_row.fold(f64::NEG_INFINITY, f64::max),
    );
    Equilibrium { rows, columns, value }
}

/// Returns a lower bound of a weighted mean; the weights need not add up to exactly 1.
fn at_least(wins: impl Iterator<Item = (f64, f64)>) -> f64 {
    let (mut terms, mut sum, mut weights, mut largest) = (0.0, 0.0, 0.0, 0.0_f64);
    let mut only = None;
    for (weight, win) in wins.filter(|(weight, _)| *weight > 0.0) {
        only = if terms == 0.0 { Some(win) } else { None };
        terms += 1.0;
        sum += weight * win;
        weights += weight;
        largest = largest.max(win.abs());
    }
    if let Some(win) = only {
        return win;
    }
    // Each product, each sum and the division are off by at most half of EPSILON times the largest
    // number times the weights; the factor 2 covers the rounding of these terms themselves.
    sum / weights - 2.0 * (terms + 2.0) * f64::EPSILON * largest
}
