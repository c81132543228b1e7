//! Tables as input: a heading row, then one row per position.

use std::collections::BTreeSet;

use super::csv_cells::{Cell, Row, Rows};
use super::line_fields::{ASKED, Fields};
use super::record_fields::is_found;
use crate::text::{Diagnostic, ErrorKind};

/// A table whose headings have been read.
pub(super) struct Sheet<'a> {
    columns: Vec<Column>,
    separator: u8,
    rows: Rows<'a>,
}

/// A column and its content: a field of the question, part of an earlier result, or something to
/// pass through.
struct Column {
    name: String,
    asked: Option<&'static str>,
    found: bool,
}

/// Whether a text looks like a table, because its first line has a heading `position`.
pub(super) fn has_headings(text: &[u8]) -> bool {
    let first = text.iter().find(|byte| !byte.is_ascii_whitespace());
    !matches!(first, None | Some(b'#' | b'{' | b'[')) && headings(text, b",;\t").is_some()
}

/// Returns the rows after the headings, the separator, and the headings, if one of them is
/// `position`.
fn headings<'a>(text: &'a [u8], separators: &[u8]) -> Option<(Rows<'a>, u8, Row<'a>)> {
    let declared = declared_separator(text);
    let separators = declared.map_or(separators.to_vec(), |separator| vec![separator]);
    let found = separators.into_iter().filter_map(|separator| {
        let mut rows = Rows::new(text, separator);
        if declared.is_some() {
            rows.next();
        }
        let row = rows.next()?;
        let named = |cell: &Cell<'_>| cell.text.trim().eq_ignore_ascii_case("position");
        (row.wrong.is_none() && row.cells.iter().any(named)).then_some((rows, separator, row))
    });
    // A single heading contains no separator. Then the tab, the last candidate, keeps an unquoted
    // position in one cell.
    found.max_by_key(|(_, _, row)| row.cells.len())
}

/// The separator that some spreadsheets declare on a line of its own (`sep=;`).
fn declared_separator(text: &[u8]) -> Option<u8> {
    let (separator, rest) = text.strip_prefix(b"sep=")?.split_first()?;
    matches!(rest.first(), Some(b'\r' | b'\n')).then_some(*separator)
}

/// The name of a separator in words.
const fn name_of(separator: u8) -> &'static str {
    match separator {
        b';' => "a semicolon",
        b'\t' => "a tab",
        _ => "a comma",
    }
}

impl<'a> Sheet<'a> {
    /// Reads the headings.
    pub(super) fn open(text: &'a [u8], separators: &[u8]) -> Result<Sheet<'a>, Diagnostic> {
        let Some((rows, separator, row)) = headings(text, separators) else {
            let first = Rows::new(text, separators[0]).next();
            let line = first.as_ref().map_or(1, |row| row.line);
            let cells = first.map_or(Vec::new(), |row| row.cells);
            let found: Vec<_> =
                cells.iter().map(|cell| format!("{:?}", cell.text.trim())).collect();
            let others: Vec<_> = ASKED.into_iter().filter(|asked| *asked != "position").collect();
            let expected = format!(
                "a heading row with position (optionally {}); or --input lines for positions \
                 without headings",
                others.join(", ")
            );
            let found = match found.is_empty() {
                true => "found nothing".to_owned(),
                false => format!("line {line}: found {}", found.join(", ")),
            };
            return Err(Diagnostic::unexpected(found, &expected));
        };
        let mut names = BTreeSet::new();
        let mut columns = Vec::new();
        let others = separators.iter().filter(|other| **other != separator);
        let others: Vec<char> = others.map(|&other| other.into()).collect();
        for (number, cell) in (1..).zip(&row.cells) {
            let name = cell.text.trim();
            // Otherwise two columns read as one would be dropped silently.
            if declared_separator(text).is_none()
                && !cell.is_quoted()
                && name.contains(others.as_slice())
            {
                let found = format!("line {}: the heading {name:?}", row.line);
                let expected = format!(
                    "{} between all headings, or quotes around this one",
                    name_of(separator)
                );
                return Err(Diagnostic::unexpected(found, &expected).in_column(row.column(cell)));
            }
            let lower = name.to_lowercase();
            let asked = ASKED.into_iter().find(|asked| *asked == lower);
            let found = asked.is_none() && is_found(name);
            if !names.insert(asked.unwrap_or(name).to_owned()) && !name.is_empty() {
                let found = format!("line {}: a duplicate heading {name:?}", row.line);
                let wrong = Diagnostic::unexpected(found, "each heading once");
                return Err(wrong.in_column(row.column(cell)));
            }
            let name = match asked.unwrap_or(name) {
                "" => format!("column {number}"),
                name => name.to_owned(),
            };
            columns.push(Column { name, asked, found });
        }
        // Spreadsheets write empty columns after the last heading.
        let named = row.cells.iter().rposition(|cell| !cell.text.trim().is_empty());
        columns.truncate(named.map_or(0, |last| last + 1));
        Ok(Sheet { columns, separator, rows })
    }

    /// The names of the columns that are passed through.
    pub(super) fn others(&self) -> impl Iterator<Item = &str> {
        self.names(|column| column.asked.is_none() && !column.found)
    }

    /// The names of the columns that appear in the output unchanged: position, identifier, and
    /// those that are passed through.
    pub(super) fn kept(&self) -> impl Iterator<Item = &str> {
        self.names(|column| match column.asked {
            Some(field) => ["position", "id"].contains(&field),
            None => !column.found,
        })
    }

    /// The names of the columns that describe an earlier result.
    pub(super) fn found(&self) -> impl Iterator<Item = &str> + Clone {
        self.names(|column| column.found)
    }

    fn names(&self, of: fn(&Column) -> bool) -> impl Iterator<Item = &str> + Clone {
        let columns = self.columns.iter().filter(move |column| of(column));
        columns.map(|column| column.name.as_str())
    }

    /// Returns the next row.
    pub(super) fn next(&mut self) -> Option<Row<'a>> {
        self.rows.next()
    }

    /// Parses the fields of a row.
    pub(super) fn fields(&self, row: &mut Row<'_>) -> Fields {
        let mut fields = Fields::default();
        if let Some(error) = row.wrong.take().or_else(|| self.too_many(row)) {
            // The columns of the cells are uncertain.
            let text = String::from_utf8_lossy(row.text);
            fields.position = Some(text.trim_end().to_owned());
            fields.wrong = Some(error);
            return fields;
        }
        for (column, cell) in self.columns.iter().zip(&row.cells) {
            if cell.is_broken() {
                let expected = "UTF-8 text (a spreadsheet calls it CSV UTF-8)";
                let error = Diagnostic::unexpected("a cell that is not UTF-8 text", expected);
                fields.expect(Err(error.of_kind(ErrorKind::Syntax).in_column(row.column(cell))));
            }
            let text = cell.text.clone();
            match column.asked {
                Some(field) => {
                    let taken = fields.take_cell(field, text);
                    fields.expect(taken);
                }
                None if column.found => {}
                None => fields.others.push((column.name.clone(), text.into())),
            }
        }
        fields
    }

    /// Returns an error if a row has cells after the last column.
    fn too_many(&self, row: &Row<'_>) -> Option<Diagnostic> {
        let mut more = row.cells.iter().skip(self.columns.len());
        let first = more.find(|cell| !cell.text.trim().is_empty())?;
        let mut expected = format!("{}, one for each heading", self.columns.len());
        if self.separator == b',' {
            expected += "; a position contains commas and must be quoted: \"1,2/0 1,2/0 A\"";
        }
        let wrong = Diagnostic::unexpected(format!("{} cells", row.cells.len()), &expected);
        Some(wrong.of_kind(ErrorKind::Syntax).in_column(row.column(first)))
    }

    /// Adds the column of an error in a row, if it is known.
    pub(super) fn with_column(&self, row: &Row<'_>, error: Diagnostic) -> Diagnostic {
        let field = error.subject.as_deref().and_then(|field| field.split('.').next());
        let of = |column: &Column| column.asked.is_some() && column.asked == field;
        let column = self.columns.iter().position(of);
        let Some(cell) = column.and_then(|column| row.cells.get(column)) else {
            return error;
        };
        let exact = cell.is_plain() && *error.text == *cell.text && field != Some("rules");
        let part = error.span.as_ref().filter(|_| exact);
        let within = part.map_or(0, |span| error.text[..span.start].chars().count());
        error.in_column(row.column(cell) + within)
    }
}
