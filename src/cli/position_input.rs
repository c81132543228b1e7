//! Positions from arguments and from standard input.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, Read};
use std::path::Path;

use chongkak::ask::Start;
use chongkak::board::Side;
use chongkak::files::refusal_reason;
use chongkak::moves::{Game, Move, MoveTrace, Round, WrittenMove, parse_line};
use chongkak::sentence;
use chongkak::text::{Diagnostic, ErrorKind};

use super::args::{self, PositionArgs};
use super::error::{CliError, Status};
use super::input_lines::{Lines, Next};
use super::interrupt::{self, Listening};
use super::session::Session;

/// Maximum bytes of a file that is read as one text; no hand-written file comes close.
const LARGEST_TEXT: u64 = 16 << 20;

pub fn expect_under_way(game: &Game) -> Result<(), CliError> {
    if game.position().is_over() {
        let found = format_args!("{}: the round is over", game.position());
        return Err(CliError::unexpected(found, "a round in progress"));
    }
    Ok(())
}

/// Calls `work` for every position: the one in the arguments, or those of standard input.
///
/// A bad line is reported with its number; the other lines continue.
pub fn each(
    place: &PositionArgs,
    session: &mut Session<'_>,
    work: impl FnMut(&Game, &mut Session<'_>) -> Result<Status, CliError>,
) -> Result<Status, CliError> {
    each_of(place, false, session, work)
}

/// Like `each`; `lines` says whether the command also reads moves.
fn each_of(
    place: &PositionArgs,
    lines: bool,
    session: &mut Session<'_>,
    mut work: impl FnMut(&Game, &mut Session<'_>) -> Result<Status, CliError>,
) -> Result<Status, CliError> {
    let given = place.position.join(" ");
    each_text(&place.position, session, |text, session| {
        let game = session.variant.game(&start(place, text));
        let game = game.map_err(|wrong| match text == Some(&given) {
            true => misplaced(&given, lines).unwrap_or_else(|| wrong.into()),
            false => wrong.into(),
        })?;
        work(&game, session)
    })
}

/// Returns a better error if the text is not a position but a file or moves.
fn misplaced(given: &str, lines: bool) -> Option<CliError> {
    if Path::new(given).is_file() {
        let found = format_args!("position: found a file, {given}");
        let expected = "a position. `analyze` and `set replay` read the record of a set, `game \
                        --load` goes on with it, `batch` reads a list of positions";
        return Some(CliError::unexpected(found, expected));
    }
    let moves = parse_line(given).is_ok_and(|moves| !moves.is_empty());
    moves.then(|| {
        let found = format_args!("position: found moves, \"{given}\"");
        match lines {
            true => {
                let expected = format_args!("a position; moves are given by --line \"{given}\"");
                CliError::unexpected(found, expected)
            }
            false => CliError::unexpected(found, "a position, such as \"7,7,7/0 7,7,7/0 A\""),
        }
    })
}

/// Like `each`, but plays the moves of `--line` first; `work` also gets the opening and those
/// moves.
pub fn each_after(
    from: &args::PositionAndLine,
    session: &mut Session<'_>,
    mut work: impl FnMut(&Game, (&Game, &[Move]), &mut Session<'_>) -> Result<Status, CliError>,
) -> Result<Status, CliError> {
    let text = line_of_board(from.line.as_deref().unwrap_or_default(), from.ring, session)?;
    let moves = from.line.as_ref().map(|_| moves(&text)).transpose()?;
    let moves = moves.unwrap_or_default();
    each_of(&from.place, true, session, |opening, session| {
        let mut round = Round::new(opening);
        let traces = played(&mut round, &moves, &text)?;
        let line: Vec<Move> = traces.iter().map(|trace| trace.played).collect();
        work(round.game(), (opening, &line), session)
    })
}

/// Converts a line with numbers round the board (`--ring`) to hole names such as A1 and B2.
pub fn line_of_board<'a>(
    line: &'a str,
    ring: bool,
    session: &Session<'_>,
) -> Result<Cow<'a, str>, CliError> {
    if !ring {
        return Ok(line.into());
    }
    let holes = usize::from(session.variant.rules().holes.get());
    let mut named = Vec::new();
    let words = line.split(|c: char| c.is_whitespace() || c == ',');
    for word in words.filter(|word| !word.is_empty()) {
        let number = word.parse::<usize>().ok();
        let name = number.and_then(|number| match number.checked_sub(holes + 1) {
            None if number > 0 => Some(format!("A{number}")),
            Some(past @ 1..) if past <= holes => Some(format!("B{past}")),
            _ => None,
        });
        named.push(name.ok_or_else(|| {
            let start = word.as_ptr().addr() - line.as_ptr().addr();
            let expected =
                format!("1 to {holes} for A or {} to {} for B", holes + 2, 2 * holes + 1);
            let found = format!("--line: found \"{word}\", expected {expected} (--ring)");
            CliError::input_at(found, line, &(start..start + word.len()))
        })?);
    }
    Ok(named.join(" ").into())
}

/// Like `each`, but passes the position as text; `None` if none was given.
pub fn each_text(
    words: &[String],
    session: &mut Session<'_>,
    mut work: impl FnMut(Option<&str>, &mut Session<'_>) -> Result<Status, CliError>,
) -> Result<Status, CliError> {
    let text = words.join(" ");
    match text.trim() {
        "-" => each_line(session, |line, session| work(Some(line), session)),
        _ if words.is_empty() => work(None, session),
        _ => work(Some(&text), session),
    }
}

/// Returns the name of an input file in messages.
pub fn name(file: &Path) -> String {
    if file == Path::new("-") { "standard input".to_owned() } else { file.display().to_string() }
}

/// Reads a file, or standard input for `-`, up to `most` bytes.
pub fn bytes_of(file: &Path, most: u64) -> Result<Vec<u8>, CliError> {
    if file.as_os_str().is_empty() {
        return Err(CliError::unexpected("the name of a file is empty", "a file, or -"));
    }
    let mut bytes = Vec::new();
    let read = if file == Path::new("-") {
        let input = std::io::stdin().lock();
        input.take(most + 1).read_to_end(&mut bytes)
    } else {
        let opened = std::fs::File::open(file);
        opened.and_then(|file| file.take(most + 1).read_to_end(&mut bytes))
    };
    read.map_err(|error| {
        let why = refusal_reason(&error);
        let message = sentence!("faults.of", what = name(file), problem = why);
        CliError::input(&message).with_message(message)
    })?;
    if bytes.len() as u64 > most {
        let found = format_args!("{}: too large", name(file));
        let expected = format_args!("at most {} MiB", most >> 20);
        return Err(CliError::unexpected(found, expected));
    }
    Ok(bytes)
}

/// Reads a record or a TOML file as text.
pub fn text_of(file: &Path) -> Result<String, CliError> {
    Ok(text(file, &bytes_of(file, LARGEST_TEXT)?, 1)?.to_owned())
}

/// Decodes a part of a file that begins at a line.
pub fn text<'b>(file: &Path, bytes: &'b [u8], line: usize) -> Result<&'b str, CliError> {
    std::str::from_utf8(bytes).map_err(|error| {
        let before = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        let line = before.matches('\n').count() + line;
        let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
        let name = name(file);
        let message = format!("{name}, line {line}, column {column}: expected UTF-8 text");
        CliError::input(message)
    })
}

/// Rejects an option that writes a file or folder for one position if `-` reads any number.
pub fn expect_one(
    place: &PositionArgs,
    option: &str,
    path: Option<&Path>,
    what: &str,
) -> Result<(), CliError> {
    match path {
        Some(path) if place.position.join(" ").trim() == "-" => Err(CliError::input(format!(
            "{option} {}: {what} covers one position, but - reads any number: expected the \
             position as an argument",
            path.display()
        ))),
        _ => Ok(()),
    }
}

/// Calls `work` for every line of standard input that has a position.
///
/// A bad line is reported with its number; the other lines continue. In JSON lines it gets a record
/// too, so that records and lines correspond. An interruption ends the work between two records.
fn each_line(
    session: &mut Session<'_>,
    mut work: impl FnMut(&str, &mut Session<'_>) -> Result<Status, CliError>,
) -> Result<Status, CliError> {
    let _listening = Listening::begin();
    session.out.expect_many();
    let mut status = Status::Done;
    let mut positions = 0_u64;
    let mut input = Lines::new();
    let mut bytes = Vec::new();
    for number in 1_u64.. {
        let next = input.next(&mut bytes);
        match next.map_err(|error| unread(&error))? {
            Next::Line => {}
            Next::End => break,
            Next::Interrupted => return Ok(Status::Interrupted),
        }
        let records = session.out.records();
        let result = line_of(&bytes).and_then(|line| {
            if line.trim().is_empty() || line.trim_start().starts_with('#') {
                return Ok(Status::Done);
            }
            positions += 1;
            work(&unquoted(line), session)
        });
        match result {
            Ok(one) => status = status.max(one),
            Err(failure) if failure.passing => {
                if session.out.records() == records {
                    session.out.failure(&failure.record(number))?;
                }
                let about = format_args!("standard input, line {number}");
                status = status.max(failure.report_about(about));
            }
            Err(failure) => return Err(failure),
        }
        if interrupt::happened() {
            return Ok(Status::Interrupted);
        }
    }
    if positions == 0 && status == Status::Done {
        return Err(CliError::input("standard input: no position, expected one per line"));
    }
    Ok(status)
}

/// Returns the error that standard input cannot be read.
pub fn unread(error: &io::Error) -> CliError {
    CliError::input(format_args!("standard input: {}", refusal_reason(error)))
}

/// Removes the quotes that a spreadsheet puts around a text with commas. Blanks replace them, so
/// that columns stay the same.
fn unquoted(line: &str) -> Cow<'_, str> {
    let inner = line.trim().strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    match inner {
        Some(inner) if !inner.contains('"') => line.replace('"', " ").into(),
        _ => line.into(),
    }
}

/// Returns the text of a line without its byte order mark and line break.
pub fn line_of(bytes: &[u8]) -> Result<&str, CliError> {
    let line = std::str::from_utf8(bytes).map_err(|error| {
        let before = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        let column = before.chars().count() + 1;
        CliError::input(format_args!("not UTF-8 text: {error}"))
            .of_kind(ErrorKind::Syntax)
            .in_column(column)
            .expecting("UTF-8 text")
    })?;
    let line = line.trim_start_matches('\u{feff}');
    Ok(line.trim_end_matches(['\n', '\r']))
}

/// Returns the file of a record if it is the only argument. Otherwise `option` must name the moves.
pub fn record_file<'a>(words: &'a [String], option: &str) -> Result<&'a Path, CliError> {
    match words {
        [file] => Ok(Path::new(file)),
        [] => Err(no_record(option)),
        words => Err(CliError::unexpected(
            words.join(" "),
            format_args!("one record, or a position with {option}"),
        )),
    }
}

/// Returns the error that the arguments name neither a record nor moves.
pub fn no_record(option: &str) -> CliError {
    CliError::input(format_args!(
        "expected the file of a record, or {option}, with or without a position"
    ))
}

/// Parses a single position, defaulting to the opening. Does not accept `-`.
pub fn one(place: &PositionArgs, session: &Session<'_>) -> Result<Game, CliError> {
    let text = place.position.join(" ");
    let given = (!place.position.is_empty()).then_some(&text[..]);
    let game = session.variant.game(&start(place, given));
    game.map_err(|wrong| misplaced(&text, false).unwrap_or_else(|| wrong.into()))
}

/// Parses the moves of `--line`.
pub fn moves(line: &str) -> Result<Vec<WrittenMove>, CliError> {
    parse_line(line).map_err(|error| illegal(format_args!("--line, {error}"), line, &error))
}

/// Plays the moves of `--line` in a round.
pub fn played(
    round: &mut Round,
    moves: &[WrittenMove],
    line: &str,
) -> Result<Vec<MoveTrace>, CliError> {
    let play = |written| round.play_written(written);
    let played: Result<_, Diagnostic> = moves.iter().map(play).collect();
    played.map_err(|error| illegal(format_args!("--line, {error}"), line, &error))
}

/// Returns the error for a part of a line that is not a move, or an illegal one.
pub fn illegal(message: impl Display, line: &str, error: &Diagnostic) -> CliError {
    let span = error.span.clone().unwrap_or(0..0);
    let failure = CliError::input_at(message, line, &span).of_kind(ErrorKind::IllegalMove);
    failure.expecting(error.expected())
}

/// Returns where a game begins: at the position, or at the opening that the arguments name.
pub fn start<'a>(place: &PositionArgs, text: Option<&'a str>) -> Start<'a> {
    match text {
        Some(text) => Start::Position { text, as_drawn: place.as_drawn },
        None => Start::Opening { owned: place.owned, mover: place.mover.unwrap_or(Side::A) },
    }
}
