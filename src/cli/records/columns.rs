//! Tables of text.

use comfy_table::{CellAlignment, Table, presets};

/// The cells of a row of [`columns`].
macro_rules! row {
    ($($cell:expr),* $(,)?) => {
        vec![$($cell.to_string()),*]
    };
}

/// Columns without lines between them: headings, rows, and the columns that hold numbers.
pub fn columns(headings: &[&str], rows: Vec<Vec<String>>, numbers: &[usize]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(headings.to_vec());
    table.add_rows(rows);
    for &column in numbers {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let mut text = table.trim_fmt();
    text.push('\n');
    text
}
