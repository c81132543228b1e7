//! Results on standard output: text, one JSON document, or a JSON object a line.

use std::ffi::OsString;
use std::io::{BufWriter, Stdout, Write};

use anstream::{AutoStream, ColorChoice};
use serde::Serialize;

use super::args::{Colour, Format};
use super::failure::Failure;

/// The value of `--color`, looked up before the arguments are read: help and errors obey it too.
pub fn wanted_colour(arguments: impl Iterator<Item = OsString>) -> clap::ColorChoice {
    let mut wanted = clap::ColorChoice::Auto;
    let mut follows = false;
    for argument in arguments.take_while(|argument| argument != "--") {
        let text = argument.to_string_lossy();
        let value = match text.strip_prefix("--color=") {
            _ if follows => Some(&*text),
            value => value,
        };
        match value {
            Some("always") => wanted = clap::ColorChoice::Always,
            Some("never") => wanted = clap::ColorChoice::Never,
            _ => {}
        }
        follows = text == "--color";
    }
    wanted
}

/// A result that is shown to people and to programs.
pub trait Record: Serialize {
    /// The text for people, with styles; ends with a line break.
    fn text(&self) -> String;
}

/// Standard output in the chosen format.
pub struct Output {
    format: Format,
    styled: bool,
    stream: BufWriter<Stdout>,
    many: bool,
    /// Whether the text of a record is a line, and nothing stands between two of them.
    lines: bool,
    written: usize,
}

impl Output {
    pub fn new(format: Format, colour: Colour) -> Output {
        let stdout = std::io::stdout();
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
        }
    }

    /// There may be any number of records: in one JSON document they form a list.
    pub fn expect_many(&mut self) {
        self.many = true;
    }

    /// There may be any number of records, each a line of text.
    pub fn expect_lines(&mut self) {
        (self.many, self.lines) = (true, true);
    }

    /// Writes a line of a format of its own, in the place of records.
    pub fn line(&mut self, line: &str) -> Result<(), Failure> {
        writeln!(self.stream, "{line}")?;
        Ok(())
    }

    /// Writes a record, and hands it on at once.
    pub fn record(&mut self, record: &impl Record) -> Result<(), Failure> {
        match self.format {
            Format::Text => {
                if self.written > 0 && !self.lines {
                    writeln!(self.stream)?;
                }
                let text = record.text();
                if self.styled {
                    write!(self.stream, "{text}")?;
                } else {
                    write!(self.stream, "{}", anstream::adapter::strip_str(&text))?;
                }
            }
            Format::Json => {
                if self.many {
                    write!(
                        self.stream,
                        "{}",
                        if self.written == 0 { "[\n" } else { ",\n" }
                    )?;
                }
                write!(
                    self.stream,
                    "{}",
                    json(serde_json::to_string_pretty(record))
                )?;
            }
            Format::Jsonl => writeln!(self.stream, "{}", json(serde_json::to_string(record)))?,
        }
        self.written += 1;
        self.stream.flush()?;
        Ok(())
    }

    /// Ends the document.
    pub fn close(&mut self) -> Result<(), Failure> {
        if self.format == Format::Json {
            match (self.many, self.written) {
                (true, 0) => writeln!(self.stream, "[]")?,
                (true, _) => writeln!(self.stream, "\n]")?,
                (false, 0) => {}
                (false, _) => writeln!(self.stream)?,
            }
        }
        self.stream.flush()?;
        Ok(())
    }
}

/// Records are plain data: they always have a JSON form.
fn json(text: serde_json::Result<String>) -> String {
    text.expect("a record has a JSON form")
}
