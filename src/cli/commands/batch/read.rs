//! The input of a batch: all its lines, the bad ones reported.

use std::path::Path;

use chongkak::batch::{Base, Job, LineError, Method, read_line};

use crate::cli::failure::Failure;
use crate::cli::input;
use crate::cli::session::Session;

/// What an input has.
pub struct Input {
    pub jobs: Vec<Job>,
    /// Lines that were reported.
    pub bad_lines: u64,
}

/// Reads the positions of a file, or of standard input for `-`, and reports the lines that are
/// none.
pub fn read(file: &Path, method: Method, session: &Session<'_>) -> Result<Input, Failure> {
    let (name, bytes) = (input::name(file), input::bytes_of(file)?);
    let base = Base {
        preset: session.preset,
        rules: session.rules,
        holes_given: session.holes_given,
    };
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&bytes);
    let mut found = Input {
        jobs: Vec::new(),
        bad_lines: 0,
    };
    for (number, line) in (1..).zip(bytes.split_inclusive(|&byte| byte == b'\n')) {
        match job(line, number, &base, method) {
            Ok(job) => found.jobs.extend(job),
            Err(failure) => {
                found.bad_lines += 1;
                let torn = if line.ends_with(b"\n") {
                    ""
                } else {
                    ", the last one and without a line break"
                };
                let about = format_args!("{name}, line {number}{torn}");
                failure.about(about).report();
            }
        }
    }
    if found.jobs.is_empty() && found.bad_lines == 0 {
        let message = format!("{name}: no position, expected one a line");
        return Err(Failure::input(message));
    }
    Ok(found)
}

fn job(line: &[u8], number: u64, base: &Base, method: Method) -> Result<Option<Job>, Failure> {
    let text = std::str::from_utf8(line)
        .map_err(|error| Failure::input(format!("not UTF-8 text: {error}")))?;
    read_line(text, number, base, method).map_err(|LineError { message, place }| match place {
        Some((text, span)) => Failure::input_at(message, &text, &span),
        None => Failure::input(message),
    })
}
