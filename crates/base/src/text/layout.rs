//! Lines and columns of text output.

use comfy_table::{CellAlignment, Table, presets};

use crate::language::Language;
use crate::say;

/// Makes a row of [`columns`].
#[macro_export]
macro_rules! row {
    ($($cell:expr),* $(,)?) => {
        vec![$($cell.to_string()),*]
    };
}

/// Lays out columns without borders: headings, rows, and the indices of right-aligned number
/// columns.
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

/// Lays out columns with translated headings, given by their keys.
pub fn translated_columns<const N: usize>(
    headings: [&'static str; N],
    rows: Vec<Vec<String>>,
    numbers: &[usize],
    language: &Language,
) -> String {
    let headings = headings.map(|key| say!(language, key));
    columns(&headings.each_ref().map(String::as_str), rows, numbers)
}

/// Wraps a text after a heading at a readable width. Words stay whole, because they may be paths
/// that people copy.
pub fn wrapped(heading: &str, text: &str) -> String {
    let indent = " ".repeat(heading.len());
    let options = textwrap::Options::new(88)
        .initial_indent(heading)
        .subsequent_indent(&indent)
        .word_splitter(textwrap::WordSplitter::NoHyphenation)
        .break_words(false);
    textwrap::fill(text, options)
}
