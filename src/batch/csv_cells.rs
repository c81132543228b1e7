//! Rows of comma-separated values (RFC 4180), each cell with its place.
//!
//! `csv-core` reads the cells. Quotes that are not closed, or with text behind them, it takes as
//! they come, up to the end of the file; here they end the row, and the next line begins another.

use csv_core::{ReadFieldResult, Reader, ReaderBuilder};

use crate::text::{Diagnostic, ErrorKind};

/// A row that is not empty.
pub(super) struct Row<'a> {
    /// The line in which it begins, from 1 on.
    pub line: u64,
    /// The text of that line.
    pub text: &'a [u8],
    pub cells: Vec<Cell>,
    /// The fault of its quotes.
    pub wrong: Option<Diagnostic>,
    /// True if the text ends with it, without a line break.
    pub torn: bool,
}

/// A cell without its quotes.
pub(super) struct Cell {
    pub text: String,
    /// The column of its first character, from 1 on.
    pub column: usize,
    /// True if its text stands in the line just as it is here.
    pub plain: bool,
    /// True if it is no UTF-8 text.
    pub broken: bool,
    /// True if it stands in quotes.
    pub quoted: bool,
}

impl Cell {
    /// A cell from its bytes without quotes, as it stands in the text, and where that begins.
    fn new(bytes: Vec<u8>, raw: &[u8], column: usize) -> Cell {
        let quoted = raw.first() == Some(&b'"');
        let text = String::from_utf8(bytes);
        Cell {
            column: column + usize::from(quoted),
            quoted,
            plain: !quoted || !raw[1..].windows(2).any(|pair| pair == b"\"\""),
            broken: text.is_err(),
            text: text.unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned()),
        }
    }
}

/// Reads a text row by row.
pub(super) struct Rows<'a> {
    text: &'a [u8],
    separator: u8,
    reader: Reader,
    at: usize,
    /// The line that begins at `counted`, and that place.
    line: u64,
    counted: usize,
    /// A place and its column.
    column: (usize, usize),
}

impl<'a> Rows<'a> {
    pub(super) fn new(text: &'a [u8], separator: u8) -> Rows<'a> {
        Rows {
            text,
            separator,
            reader: reader(separator),
            at: 0,
            line: 1,
            counted: 0,
            column: (0, 1),
        }
    }

    /// The next row in which any cell is not empty.
    pub(super) fn next(&mut self) -> Option<Row<'a>> {
        loop {
            let row = self.row()?;
            let empty = |cell: &Cell| cell.text.trim().is_empty() && !cell.broken;
            if row.wrong.is_some() || !row.cells.iter().all(empty) {
                return Some(row);
            }
        }
    }

    fn row(&mut self) -> Option<Row<'a>> {
        // Line breaks in front of a row are no part of it.
        let breaks = self.text[self.at..].iter();
        self.at += breaks.take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        let start = self.at;
        let text = self.text[start..].split_inclusive(|byte| *byte == b'\n').next()?;
        let line = self.line_at(start);
        self.column = (start, 1);
        let (mut cells, mut wrong, mut last) = (Vec::new(), None, false);
        while !last && wrong.is_none() {
            let from = self.at;
            let (bytes, ends_row) = self.cell();
            let end = self.at - usize::from(self.ends_cell());
            let raw = &self.text[from..end.max(from)];
            let column = self.column_at(from);
            wrong = (raw.first() == Some(&b'"') && !is_closed(raw)).then_some(column);
            cells.push(Cell::new(bytes, raw, column));
            last = ends_row;
        }
        let wrong = wrong.map(|column| {
            self.at = start + text.len();
            self.reader = reader(self.separator);
            let found = "quotes that are not closed, or text behind the closing ones";
            let expected = "quotes around the whole cell, and those in it doubled";
            let wrong = Diagnostic::unexpected(found, expected).in_column(column);
            wrong.of_kind(ErrorKind::Syntax)
        });
        let torn = self.at == self.text.len() && !self.text.ends_with(b"\n");
        Some(Row { line, text, cells, wrong, torn })
    }

    /// The next cell without its quotes, and whether it is the last one of its row.
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
                // All is read: the next call, with nothing, says that it ends here.
                ReadFieldResult::InputEmpty => {}
            }
        }
    }

    /// Tells whether the last byte that was read ended a cell.
    fn ends_cell(&self) -> bool {
        let last = self.text[..self.at].last();
        last.is_some_and(|last| *last == self.separator || matches!(last, b'\r' | b'\n'))
    }

    fn line_at(&mut self, at: usize) -> u64 {
        self.line += breaks(&self.text[self.counted..at]);
        self.counted = at;
        self.line
    }

    /// The column, in characters, of a place behind those that were asked for before.
    fn column_at(&mut self, at: usize) -> usize {
        let (from, column) = self.column;
        let passed = &self.text[from..at];
        // Bytes that begin a character.
        let characters = |text: &[u8]| text.iter().filter(|byte| **byte & 0xc0 != 0x80).count();
        let column = match passed.iter().rposition(|byte| *byte == b'\n') {
            Some(end) => 1 + characters(&passed[end + 1..]),
            None => column + characters(passed),
        };
        self.column = (at, column);
        column
    }
}

fn reader(separator: u8) -> Reader {
    ReaderBuilder::new().delimiter(separator).build()
}

/// Tells whether a cell that begins with a quote ends with its fellow: those within are doubled.
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

/// Line breaks of any kind: CR LF counts once.
fn breaks(text: &[u8]) -> u64 {
    let lone = |(at, byte): (usize, &u8)| {
        *byte == b'\n' || (*byte == b'\r' && text.get(at + 1) != Some(&b'\n'))
    };
    text.iter().enumerate().filter(|&place| lone(place)).count() as u64
}
