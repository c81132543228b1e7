//! Matrix games by brute force.

/// The value of a matrix game from all its square submatrices, one of which has the solution (L. S.
/// Shapley and R. N. Snow, Basic solutions of discrete games, 1950).
pub fn game_value(matrix: &[Vec<f64>]) -> f64 {
    let (height, width) = (matrix.len(), matrix[0].len());
    for rows in 1_u32..1 << height {
        for columns in 1_u32..1 << width {
            if rows.count_ones() != columns.count_ones() {
                continue;
            }
            let of = |bits: u32, all: usize| (0..all).filter(|i| bits >> i & 1 == 1).collect();
            let (rows, columns): (Vec<usize>, Vec<usize>) = (of(rows, height), of(columns, width));
            let part = |r: usize, c: usize| matrix[rows[r]][columns[c]];
            let (Some(x), Some(y)) =
                (level(rows.len(), part), level(rows.len(), |r, c| part(c, r)))
            else {
                continue;
            };
            let wins = |column: usize| -> f64 {
                rows.iter().zip(&x).map(|(&r, p)| p * matrix[r][column]).sum()
            };
            let loses = |row: usize| -> f64 {
                columns.iter().zip(&y).map(|(&c, p)| p * matrix[row][c]).sum()
            };
            let low = (0..width).map(wins).fold(f64::INFINITY, f64::min);
            let high = (0..height).map(loses).fold(f64::NEG_INFINITY, f64::max);
            if high - low < 1e-9 {
                return f64::midpoint(low, high);
            }
        }
    }
    panic!("a matrix game has a value: {matrix:?}");
}

/// Probabilities of rows that make all columns equal.
fn level(size: usize, entry: impl Fn(usize, usize) -> f64) -> Option<Vec<f64>> {
    let mut lines: Vec<Vec<f64>> =
        (0..size).map(|c| (0..size).map(|r| entry(r, c)).chain([-1.0, 0.0]).collect()).collect();
    lines.push([vec![1.0; size], vec![0.0, 1.0]].concat());
    for at in 0..=size {
        let best =
            (at..=size).max_by(|&a, &b| lines[a][at].abs().total_cmp(&lines[b][at].abs()))?;
        if lines[best][at].abs() < 1e-9 {
            return None;
        }
        lines.swap(at, best);
        for other in 0..=size {
            if other != at {
                let factor = lines[other][at] / lines[at][at];
                let leading = lines[at].clone();
                for (number, lead) in lines[other].iter_mut().zip(leading) {
                    *number -= factor * lead;
                }
            }
        }
    }
    let found: Vec<f64> = (0..size).map(|i| lines[i][size + 1] / lines[i][i]).collect();
    found.iter().all(|p| *p > -1e-12).then_some(found)
}
