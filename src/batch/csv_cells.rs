//! Rows of comma-separated values (RFC 4180), each cell with its place.
//!
//! `csv-core` splits the cells. It accepts an unclosed quote, or text after a closing quote, up to
//! the end of the file. Here such a quote ends the row, and the next line starts another.

use csv_core::{ReadFieldResult, Reader, ReaderBuilder};

use crate::text::{Diagnostic, ErrorKind};

/// A row with at least one cell that is not empty.
pub(super) struct Row<'a> {
    /// The number of its first line, starting at 1.
    pub line: u64,
    /// The text of its first line.
    pub text: &'a [u8],
    /// The rest of the input, starting with the row.
    rest: &'a [u8],
    pub cells: Vec<Cell<'a>>,
    /// The error of its quoting, if any.
    pub wrong: Option<Diagnostic>,
    /// True if the input ends with this row, without a line break.
    pub torn: bool,
}

/// A cell without its quotes.
pub(super) struct Cell<'a> {
    pub text: String,
    /// The cell as written in the input.
    raw: &'a [u8],
    /// Its offset in the row, in bytes.
    at: usize,
}

impl Row<'_> {
    /// The column of a cell's first character, starting at 1.
    pub(super) fn column(&self, cell: &Cell<'_>) -> usize {
        column_at(self.rest, cell.at) + usize::from(cell.is_quoted())
    }
}

impl Cell<'_> {
    /// Whether the cell is quoted.
    pub(super) fn is_quoted(&self) -> bool {
        self.raw.first() == Some(&b'"')
    }

    /// Whether the input contains the text literally, without doubled quotes.
    pub(super) fn is_plain(&self) -> bool {
        !self.is_quoted() || !self.raw[1..].windows(2).any(|pair| pair == b"\"\"")
    }

    /// Whether the cell is invalid UTF-8.
    pub(super) fn is_broken(&self) -> bool {
        std::str::from_utf8(self.raw).is_err()
    }
}

/// Reads a text row by row.
pub(super) struct Rows<'a> {
    text: &'a [u8],
    separator: u8,
    reader: Reader,
    at: usize,
    /// The number of the line that begins at offset `counted`, and that offset.
    line: u64,
    counted: usize,
}

impl<'a> Rows<'a> {
    pub(super) fn new(text: &'a [u8], separator: u8) -> Rows<'a> {
        Rows { text, separator, reader: reader(separator), at: 0, line: 1, counted: 0 }
    }

    /// Returns the next row that is not empty.
    pub(super) fn next(&mut self) -> Option<Row<'a>> {
        loop {
            let row = self.row()?;
            let empty = |cell: &Cell<'_>| cell.text.trim().is_empty() && !cell.is_broken();
            if row.wrong.is_some() || !row.cells.iter().all(empty) {
                return Some(row);
            }
        }
    }

    fn row(&mut self) -> Option<Row<'a>> {
        // Skip line breaks before the row.
        let breaks = self.text[self.at..].iter();
        self.at += breaks.take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        let start = self.at;
        let text = self.text[start..].split_inclusive(|byte| *byte == b'\n').next()?;
        let line = self.line_at(start);
        let rest = &self.text[start..];
        let (mut cells, mut wrong, mut last) = (Vec::new(), None, false);
        while !last && wrong.is_none() {
            let from = self.at;
            let (bytes, ends_row) = self.cell();
            let end = self.at - usize::from(self.ends_cell());
            let raw = &self.text[from..end.max(from)];
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let cell = Cell { text, raw, at: from - start };
            wrong = (cell.is_quoted() && !is_closed(raw)).then(|| column_at(rest, cell.at));
            cells.push(cell);
            last = ends_row;
        }
        let wrong = wrong.map(|column| {
            self.at = start + text.len();
            self.reader = reader(self.separator);
            let found = "an unclosed quote, or text after a closing quote";
            let expected = "quotes around the whole cell, and quotes within it doubled";
            let wrong = Diagnostic::unexpected(found, expected).in_column(column);
            wrong.of_kind(ErrorKind::Syntax)
        });
        let torn = self.at == self.text.len() && !self.text.ends_with(b"\n");
        Some(Row { line, text, rest, cells, wrong, torn })
    }

    /// Reads the next cell, without its quotes, and whether it is the last of its row.
    fn cell(&mut self) -> (Vec<u8>, bool) {
        let (mut cell, mut written) = (vec![0; 64], 0);
        loop {
            let rest = &self.text[self.at..];
            let (found, read, wrote) = self.reader.read_field(rest, &mut cell[written..]);
            self.at += read;
            written += wrote;
            match found {
                ReadFieldResult::Field { record_end } => {
                    cell.truncate(written);
                    return (cell, record_end);
                }
                ReadFieldResult::End => {
                    cell.truncate(written);
                    return (cell, true);
                }
                ReadFieldResult::OutputFull => cell.resize(2 * cell.len(), 0),
                // The next call, with empty input, reports the end.
                ReadFieldResult::InputEmpty => {}
            }
        }
    }

    /// Whether the last byte read ended a cell.
    fn ends_cell(&self) -> bool {
        let last = self.text[..self.at].last();
        last.is_some_and(|last| *last == self.separator || matches!(last, b'\r' | b'\n'))
    }

    fn line_at(&mut self, at: usize) -> u64 {
        self.line += count_line_breaks(&self.text[self.counted..at]);
        self.counted = at;
        self.line
    }
}

/// The column of an offset in a row, in characters, starting at 1.
fn column_at(row: &[u8], at: usize) -> usize {
    let line = row[..at].rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
    // Count the bytes that start a character.
    1 + line.iter().filter(|byte| **byte & 0xc0 != 0x80).count()
}

fn reader(separator: u8) -> Reader {
    ReaderBuilder::new().delimiter(separator).build()
}

/// Whether a cell that starts with a quote ends with one. Quotes within the cell are doubled.
fn is_closed(raw: &[u8]) -> bool {
    let Some(inner) = raw[1..].strip_suffix(b"\"") else {
        return false;
    };
    let mut bytes = inner.iter();
    while let Some(byte) = bytes.next() {
        if *byte == b'"' && bytes.next() != Some(&b'"') {
            return false;
        }
    }
    true
}

/// Counts line breaks of any kind; CR LF counts once.
fn count_line_breaks(text: &[u8]) -> u64 {
    let lone = |(at, byte): (usize, &u8)| {
        *byte == b'\n' || (*byte == b'\r' && text.get(at + 1) != Some(&b'\n'))
    };
    text.iter().enumerate().filter(|&place| lone(place)).count() as u64
}
