//! Positions from arguments and from standard input.

use std::io::{BufRead, Read};
use std::path::Path;

use chongkak::board::{Position, Setup, Side};
use chongkak::moves::Game;

use super::args::Place;
use super::failure::{Failure, Status};
use super::interrupt;
use super::session::Session;

/// Refuses a finished round.
pub fn expect_under_way(game: &Game) -> Result<(), Failure> {
    if game.position().is_over() {
        let message = format!("{}: expected a round that is not over", game.position());
        return Err(Failure::input(message));
    }
    Ok(())
}

/// Does something for every position that was asked for: one, or those of standard input.
///
/// A bad line is reported with its number and does not stop the others.
pub fn each(
    place: &Place,
    session: &mut Session<'_>,
    mut work: impl FnMut(&Game, &mut Session<'_>) -> Result<Status, Failure>,
) -> Result<Status, Failure> {
    each_text(&place.position, session, |text, session| {
        let game = match text {
            Some(text) => task(text, place, session)?,
            None => opening(place, session)?,
        };
        work(&game, session)
    })
}

/// The same with the position as text; none if nothing was given.
pub fn each_text(
    words: &[String],
    session: &mut Session<'_>,
    mut work: impl FnMut(Option<&str>, &mut Session<'_>) -> Result<Status, Failure>,
) -> Result<Status, Failure> {
    let text = words.join(" ");
    match text.trim() {
        "-" => each_line(session, |line, session| work(Some(line), session)),
        _ if words.is_empty() => work(None, session),
        _ => work(Some(&text), session),
    }
}

/// What messages call an input file.
pub fn name(file: &Path) -> String {
    if file == Path::new("-") {
        "standard input".to_owned()
    } else {
        file.display().to_string()
    }
}

/// All that is in a file, or comes from standard input for `-`.
pub fn bytes_of(file: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = if file == Path::new("-") {
        std::io::stdin().lock().read_to_end(&mut bytes).map(|_| ())
    } else {
        std::fs::read(file).map(|all| bytes = all)
    };
    read.map_err(|error| Failure::input(format!("{}: {error}", name(file))))?;
    Ok(bytes)
}

/// The same as text.
pub fn text_of(file: &Path) -> Result<String, Failure> {
    String::from_utf8(bytes_of(file)?).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let before = String::from_utf8_lossy(&error.as_bytes()[..good]);
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
        let name = name(file);
        let message = format!("{name}, line {line}, column {column}: expected UTF-8 text");
        Failure::input(message)
    })
}

/// Refuses an option with a file or folder for one position where any number may come.
pub fn expect_one(
    place: &Place,
    option: &str,
    path: Option<&Path>,
    what: &str,
) -> Result<(), Failure> {
    match path {
        Some(path) if place.position.join(" ").trim() == "-" => Err(Failure::input(format!(
            "{option} {}: {what} is of one position, and - reads any number of them: expected the \
             position as an argument",
            path.display()
        ))),
        _ => Ok(()),
    }
}

/// Does something for every line of standard input with a position on it.
///
/// A bad line is reported with its number and does not stop the others.
fn each_line(
    session: &mut Session<'_>,
    mut work: impl FnMut(&str, &mut Session<'_>) -> Result<Status, Failure>,
) -> Result<Status, Failure> {
    session.out.expect_many();
    let mut status = Status::Done;
    let mut positions = 0_u64;
    let mut input = std::io::stdin().lock();
    let mut bytes = Vec::new();
    for number in 1_u64.. {
        bytes.clear();
        let read = input.read_until(b'\n', &mut bytes);
        if read.map_err(|error| Failure::input(format!("standard input: {error}")))? == 0 {
            break;
        }
        let line = std::str::from_utf8(&bytes)
            .map_err(|error| Failure::input(format!("not UTF-8 text: {error}")));
        let result = line.and_then(|line| {
            let line = line
                .trim_start_matches('\u{feff}')
                .trim_end_matches(['\n', '\r']);
            if line.trim().is_empty() || line.trim_start().starts_with('#') {
                return Ok(Status::Done);
            }
            positions += 1;
            work(line, session)
        });
        match result {
            Ok(one) => status = status.max(one),
            Err(failure) if failure.status == Status::Input => {
                let about = format_args!("standard input, line {number}");
                status = status.max(failure.about(about).report());
            }
            Err(failure) => return Err(failure),
        }
        if interrupt::happened() {
            return Ok(Status::Interrupted);
        }
    }
    if positions == 0 && status == Status::Done {
        return Err(Failure::input(
            "standard input: no position, expected one a line",
        ));
    }
    Ok(status)
}

fn task(text: &str, place: &Place, session: &Session<'_>) -> Result<Game, Failure> {
    let setup = match place.as_drawn {
        true => Setup::as_drawn(text),
        false => text.parse(),
    };
    let setup = setup
        .map_err(|error| Failure::input_at(format_args!("position, {error}"), text, &error.span))?;
    // What is wrong with the whole has no place to underline.
    let wrong = |problem: String| Failure::input(format!("position: {problem}\n  {setup}"));
    let position = Position::new(&setup).map_err(|error| wrong(error.to_string()))?;
    let rules = session
        .rules_for(&position)
        .map_err(|failure| wrong(failure.message))?;
    Game::new(&rules, &position).map_err(Failure::input)
}

fn opening(place: &Place, session: &Session<'_>) -> Result<Game, Failure> {
    let rules = session.rules;
    let mover = place.mover.unwrap_or(Side::A);
    let position = match place.owned {
        None => rules.opening(mover),
        Some(owned) => rules
            .opening_owning(owned, mover)
            .map_err(|error| Failure::input(error).about(format_args!("--owned {owned}")))?,
    };
    Game::new(&rules, &position).map_err(Failure::input)
}
