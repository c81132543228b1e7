//! Results on standard output: text, one JSON document, or one JSON object per line.

use std::ffi::OsString;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};

use anstream::{AutoStream, ColorChoice};
use clap::ValueEnum;
use serde::Serialize;

use super::error::{CliError, FailureRecord};
use chongkak::findings::Record;
use chongkak::text::harmless::{escaped, harmless};

/// Returns the value of `--color` before the arguments are parsed: help texts and errors use it
/// too.
pub fn wanted_colour(arguments: impl Iterator<Item = OsString>) -> clap::ColorChoice {
    let arguments = arguments.take_while(|argument| argument != "--");
    let words: Vec<String> = arguments
        .flat_map(|argument| {
            let text = argument.to_string_lossy();
            text.splitn(2, '=').map(str::to_owned).collect::<Vec<_>>()
        })
        .collect();
    let mut given = words.windows(2).rev().filter(|pair| pair[0] == "--color");
    let wanted = given.find_map(|pair| clap::ColorChoice::from_str(&pair[1], false).ok());
    wanted.unwrap_or_default()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Text for people
    Text,
    /// One JSON document
    Json,
    /// One JSON object per line
    Jsonl,
    /// Comma-separated values with a header line (`batch` and `analyze` only)
    Csv,
}

/// When results are coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Standard output in the chosen format.
pub struct Output {
    format: Format,
    styled: bool,
    stream: BufWriter<Stdout>,
    many: bool,
    /// True if the text of each record is one line, without blank lines between records.
    lines: bool,
    written: usize,
    /// The option whose file is written to standard output, which then has nothing else.
    reserved_for: Option<&'static str>,
}

impl Output {
    pub fn new(format: Format, colour: Colour) -> Output {
        let stdout = io::stdout();
        let choice = match colour {
            Colour::Auto => AutoStream::choice(&stdout),
            Colour::Always => ColorChoice::Always,
            Colour::Never => ColorChoice::Never,
        };
        if colour != Colour::Auto {
            // Also for standard error, which otherwise decides for itself.
            choice.write_global();
        }
        Output {
            format,
            styled: choice != ColorChoice::Never,
            stream: BufWriter::new(stdout),
            many: false,
            lines: false,
            written: 0,
            reserved_for: None,
        }
    }

    /// Reserves standard output for the file of an option.
    pub fn reserve_for(&mut self, option: &'static str) -> Result<(), CliError> {
        match self.reserved_for.replace(option) {
            None => Ok(()),
            Some(other) => {
                let found = format_args!(
                    "{option} -: standard output already receives the file of {other}"
                );
                Err(CliError::unexpected(found, "the name of a file"))
            }
        }
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), CliError> {
        if self.reserved_for.is_none() {
            self.stream.write_all(bytes)?;
            self.stream.flush()?;
        }
        Ok(())
    }

    /// Allows any number of records; in one JSON document they form a list.
    pub fn expect_many(&mut self) {
        self.many = true;
    }

    /// Allows any number of records, each one line of text.
    pub fn expect_lines(&mut self) {
        (self.many, self.lines) = (true, true);
    }

    /// Writes and flushes a line in a format of its own, instead of records.
    pub fn line(&mut self, line: &str) -> Result<(), CliError> {
        // A program gets the line unchanged.
        let line = match self.stream.get_ref().is_terminal() {
            true => harmless(line, false),
            false => line.into(),
        };
        self.write(format!("{line}\n").as_bytes())
    }

    /// Writes and flushes a piece of a dialogue.
    pub fn text(&mut self, text: &str) -> Result<(), CliError> {
        let text = harmless(text, self.styled);
        self.write(text.as_bytes())
    }

    /// Writes and flushes a record.
    pub fn record(&mut self, record: &impl Record) -> Result<(), CliError> {
        if self.format == Format::Text {
            let mut text = String::new();
            record.write(&mut text).expect("a string takes text");
            self.put(harmless(&text, self.styled).as_bytes())
        } else {
            self.data(record)
        }
    }

    /// Writes a record with its parts; JSON lines has only the parts, one per line.
    pub fn record_or_parts(
        &mut self,
        whole: &impl Record,
        parts: &[impl Serialize],
    ) -> Result<(), CliError> {
        if self.format == Format::Jsonl {
            return parts.iter().try_for_each(|part| self.data(part));
        }
        self.record(whole)
    }

    /// Returns the number of records written so far.
    pub fn records(&self) -> usize {
        self.written
    }

    /// Writes the failure of a line, in formats with one record per line.
    pub fn failure(&mut self, failure: &FailureRecord) -> Result<(), CliError> {
        match self.format {
            Format::Jsonl => self.data(failure),
            Format::Text | Format::Json | Format::Csv => Ok(()),
        }
    }

    fn data(&mut self, data: &impl Serialize) -> Result<(), CliError> {
        // Serialising each type in only one way halves the generated code.
        let json = serde_json::to_string_pretty(data);
        let json = json.expect("records are plain data, which always has a JSON form");
        let mut json = escaped(json).into_bytes();
        if self.format == Format::Jsonl {
            to_one_line(&mut json);
        }
        self.put(&json)
    }

    fn put(&mut self, record: &[u8]) -> Result<(), CliError> {
        let first = self.written == 0;
        let before: &[u8] = match self.format {
            Format::Text if !first && !self.lines => b"\n",
            Format::Json if self.many && first => b"[\n",
            Format::Json if self.many => b",\n",
            _ => b"",
        };
        let after: &[u8] = match self.format {
            Format::Jsonl => b"\n",
            _ => b"",
        };
        self.written += 1;
        self.write(&[before, record, after].concat())
    }

    pub fn close(&mut self) -> Result<(), CliError> {
        if self.format == Format::Json {
            return self.write(match (self.many, self.written) {
                (true, 0) => b"[]\n",
                (true, _) => b"\n]\n",
                (false, 0) => b"",
                (false, _) => b"\n",
            });
        }
        Ok(())
    }
}

/// Removes all whitespace outside the strings of JSON.
fn to_one_line(json: &mut Vec<u8>) {
    let (mut quoted, mut escaped) = (false, false);
    json.retain(|byte| {
        let kept = quoted || !byte.is_ascii_whitespace();
        quoted ^= *byte == b'"' && !escaped;
        escaped = *byte == b'\\' && !escaped;
        kept
    });
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn on_one_line_json_is_that_of_serde_json() {
        let value = json!({"a": [1, [], {}, {"b": null}, [0.5, " \u{1}\" \\", "\\\""]], "c": -1});
        let mut json = serde_json::to_vec_pretty(&value).unwrap();
        to_one_line(&mut json);
        assert_eq!(String::from_utf8(json).unwrap(), value.to_string());
    }
}
