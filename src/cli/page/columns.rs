//! A table of a page.

use serde::Serialize;

use super::escaped;

/// A table beside the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Columns {
    pub caption: String,
    pub heads: Vec<String>,
    pub rows: Vec<Vec<String>>,
    /// For each row the number of the scene that it plays, or nothing at all.
    pub plays: Vec<usize>,
}

impl Columns {
    /// What stands in the table's element, for readers without scripts.
    pub fn html(&self) -> String {
        let row = |cells: &[String], tags: [&str; 2]| {
            let cells = cells.iter().enumerate().map(|(column, text)| {
                let tag = tags[column.min(1)];
                format!("<{tag}>{}</{tag}>", escaped(text))
            });
            format!("<tr>{}</tr>\n", cells.collect::<String>())
        };
        let rows = self.rows.iter().map(|cells| row(cells, ["th", "td"]));
        let (caption, heads) = (escaped(&self.caption), row(&self.heads, ["th"; 2]));
        format!(
            "<caption>{caption}</caption>\n{heads}{}",
            rows.collect::<String>()
        )
    }
}
