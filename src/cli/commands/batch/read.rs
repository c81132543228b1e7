//! The input of a batch: all its lines, the bad ones reported.

use std::path::Path;

use chongkak::batch::{Base, Job, LineError, Method, read_line};

use crate::cli::{Failure, Session, input};

/// Reads the positions of a file, or of standard input for `-`, and reports the lines that are
/// none: the jobs, and how many lines were reported.
pub fn read(
    file: &Path,
    method: Method,
    session: &Session<'_>,
) -> Result<(Vec<Job>, u64), Failure> {
    let (name, bytes) = (input::name(file), input::bytes_of(file)?);
    let base = Base {
        preset: session.preset,
        rules: session.rules,
        holes_given: session.holes_given,
    };
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&bytes);
    let (mut jobs, mut bad_lines) = (Vec::new(), 0);
    for (number, line) in (1..).zip(bytes.split_inclusive(|&byte| byte == b'\n')) {
        match job(line, number, &base, method) {
            Ok(job) => jobs.extend(job),
            Err(failure) => {
                bad_lines += 1;
                let torn = match line.ends_with(b"\n") {
                    true => "",
                    false => ", the last one and without a line break",
                };
                let about = format_args!("{name}, line {number}{torn}");
                failure.about(about).report();
            }
        }
    }
    if jobs.is_empty() && bad_lines == 0 {
        let message = format!("{name}: no position, expected one a line");
        return Err(Failure::input(message));
    }
    Ok((jobs, bad_lines))
}

fn job(line: &[u8], number: u64, base: &Base, method: Method) -> Result<Option<Job>, Failure> {
    let text = std::str::from_utf8(line)
        .map_err(|error| Failure::input(format!("not UTF-8 text: {error}")))?;
    read_line(text, number, base, method).map_err(|LineError { message, place }| match place {
        Some((text, span)) => Failure::input_at(message, &text, &span),
        None => Failure::input(message),
    })
}
