//! Results on standard output: text, one JSON document, or a JSON object a line.

use std::ffi::OsString;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};

use anstream::{AutoStream, ColorChoice};
use clap::ValueEnum;
use serde::Serialize;

use super::error::{CliError, FailureRecord};
use chongkak::findings::Record;
use chongkak::text::harmless::{escaped, harmless};

/// The value of `--color`, looked up before the arguments are read: help and errors obey it too.
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
    /// Text to read
    Text,
    /// One JSON document
    Json,
    /// A JSON object a line
    Jsonl,
    /// A table of comma-separated values with a line of headings, of `batch` alone
    Csv,
}

/// The cases in which results have colours.
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
    /// True if the text of a record is a line, and nothing stands between two of them.
    lines: bool,
    written: usize,
    /// The option whose file goes to standard output, where nothing else may come.
    given_way_to: Option<&'static str>,
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
            // For standard error too, which otherwise decides for itself.
            choice.write_global();
        }
        Output {
            format,
            styled: choice != ColorChoice::Never,
            stream: BufWriter::new(stdout),
            many: false,
            lines: false,
            written: 0,
            given_way_to: None,
        }
    }

    /// Leaves standard output to the file that an option names.
    pub fn give_way_to(&mut self, option: &'static str) -> Result<(), CliError> {
        match self.given_way_to.replace(option) {
            None => Ok(()),
            Some(other) => {
                let found = format_args!("{option} -: standard output has the file of {other}");
                Err(CliError::unexpected(found, "the name of a file"))
            }
        }
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), CliError> {
        if self.given_way_to.is_none() {
            self.stream.write_all(bytes)?;
            self.stream.flush()?;
        }
        Ok(())
    }

    /// There may be any number of records: in one JSON document they form a list.
    pub fn expect_many(&mut self) {
        self.many = true;
    }

    /// There may be any number of records, each a line of text.
    pub fn expect_lines(&mut self) {
        (self.many, self.lines) = (true, true);
    }

    /// Writes a line of a format of its own, in the place of records, and hands it on at once.
    pub fn line(&mut self, line: &str) -> Result<(), CliError> {
        // A program gets it as it is.
        let line = match self.stream.get_ref().is_terminal() {
            true => harmless(line, false),
            false => line.into(),
        };
        self.write(format!("{line}\n").as_bytes())
    }

    /// Writes a piece of a conversation, and hands it on at once.
    pub fn text(&mut self, text: &str) -> Result<(), CliError> {
        let text = harmless(text, self.styled);
        self.write(text.as_bytes())
    }

    /// Writes a record, and hands it on at once.
    pub fn record(&mut self, record: &impl Record) -> Result<(), CliError> {
        if self.format == Format::Text {
            let mut text = String::new();
            record.write(&mut text).expect("a string takes text");
            self.put(harmless(&text, self.styled).as_bytes())
        } else {
            self.data(record)
        }
    }

    /// Writes a whole with its parts: the parts alone where each is to have a line.
    pub fn whole(&mut self, whole: &impl Record, parts: &[impl Serialize]) -> Result<(), CliError> {
        if self.format == Format::Jsonl {
            return parts.iter().try_for_each(|part| self.data(part));
        }
        self.record(whole)
    }

    /// The records written until now.
    pub fn records(&self) -> usize {
        self.written
    }

    /// Writes what stands in the place of the record of a line, where each record has a line.
    pub fn failure(&mut self, failure: &FailureRecord) -> Result<(), CliError> {
        match self.format {
            Format::Jsonl => self.data(failure),
            Format::Text | Format::Json | Format::Csv => Ok(()),
        }
    }

    fn data(&mut self, data: &impl Serialize) -> Result<(), CliError> {
        // Each type is written one way: what is compiled twice takes twice as long.
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

/// Takes all space out of JSON that does not stand in a string.
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
