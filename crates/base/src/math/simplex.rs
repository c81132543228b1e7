//! The linear program of a matrix game, by the simplex method (G. B. Dantzig 1951) on a dense
//! tableau.

/// Returns weights of the rows and columns that form optimal strategies, up to floating-point error
/// and scaling. All rows must have the same length.
///
/// With all entries shifted and scaled to between 1 and 2, B maximises the sum of column weights
/// that concede at most 1 in every row. A's weights are the dual prices of the rows.
pub(super) fn weights(entries: &[Vec<f64>]) -> [Vec<f64>; 2] {
    let mut tableau = Tableau::new(entries);
    // Callers judge the quality of the weights themselves.
    for _ in 0..MOST_PIVOTS {
        let Some((row, column)) = tableau.next() else {
            break;
        };
        tableau.pivot(row, column);
    }
    tableau.weights()
}

/// After this many pivots rounding has led the method astray; 18 x 18 takes about 50.
const MOST_PIVOTS: usize = 2000;

/// Smaller numbers are rounding errors of 0.
const NOTHING: f64 = 1e-11;

/// The condensed tableau: a row for every basic variable, a column for every other one, the
/// right-hand sides in the last column and the objective in the last row. The variables are the
/// column weights, then the slack of each row. All weights 0 is a feasible start.
struct Tableau {
    numbers: Vec<Vec<f64>>,
    /// The variables of the rows and of the columns.
    labels: [Vec<usize>; 2],
}

impl Tableau {
    fn new(entries: &[Vec<f64>]) -> Tableau {
        let (height, width) = (entries.len(), entries[0].len());
        let all = || entries.iter().flatten().copied();
        let least = all().fold(f64::INFINITY, f64::min);
        let range = (all().fold(f64::NEG_INFINITY, f64::max) - least).max(f64::MIN_POSITIVE);
        let scaled = |row: &Vec<f64>| -> Vec<f64> {
            let row = row.iter().map(|entry| 1.0 + (entry - least) / range);
            row.chain([1.0]).collect()
        };
        let objective = [vec![-1.0; width], vec![0.0]].concat();
        Tableau {
            numbers: entries.iter().map(scaled).chain([objective]).collect(),
            labels: [(width..width + height).collect(), (0..width).collect()],
        }
    }

    /// Returns the row and column of the next pivot, or `None` at the optimum. Ties go to the
    /// variables with the lowest numbers, which prevents cycling (R. G. Bland, New finite pivoting
    /// rules for the simplex method, Mathematics of Operations Research 2, 1977).
    fn next(&self) -> Option<(usize, usize)> {
        let [rows, columns] = &self.labels;
        let (objective, above) = self.numbers.split_last()?;
        let column = (0..columns.len())
            .filter(|&column| objective[column] < -NOTHING)
            .min_by_key(|&column| columns[column])?;
        let bounding = above.iter().zip(rows).enumerate();
        let bounding = bounding.filter(|(_, (row, _))| row[column] > NOTHING);
        let bounds =
            bounding.map(|(index, (row, label))| (row[columns.len()] / row[column], label, index));
        let (.., row) = bounds.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(b.1)))?;
        Some((row, column))
    }

    /// Swaps the variables of a row and a column.
    fn pivot(&mut self, row: usize, column: usize) {
        let [rows, columns] = &mut self.labels;
        std::mem::swap(&mut rows[row], &mut columns[column]);
        let by = std::mem::replace(&mut self.numbers[row][column], 1.0);
        for number in &mut self.numbers[row] {
            *number /= by;
        }
        let leading = self.numbers[row].clone();
        let numbered = self.numbers.iter_mut().enumerate();
        for (_, other) in numbered.filter(|(number, _)| *number != row) {
            let factor = std::mem::take(&mut other[column]);
            for (number, lead) in other.iter_mut().zip(&leading) {
                *number -= factor * lead;
            }
        }
    }

    /// Returns the weights of the rows and of the columns.
    fn weights(&self) -> [Vec<f64>; 2] {
        let [rows, columns] = &self.labels;
        let mut all = vec![0.0; rows.len() + columns.len()];
        let (objective, above) = self.numbers.split_last().expect("an objective");
        for (row, &label) in above.iter().zip(rows) {
            if label < columns.len() {
                all[label] = row[columns.len()].max(0.0);
            }
        }
        for (price, &label) in objective.iter().zip(columns) {
            if label >= columns.len() {
                all[label] = price.max(0.0);
            }
        }
        let of_rows = all.split_off(columns.len());
        [of_rows, all]
    }
}
