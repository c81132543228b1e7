//! `game`: a set, move by move, in the terminal.

mod advice;
mod desk;
mod kept;
mod lesson;
mod players;
mod prompt;
mod request;
mod told;

use chongkak::moves::Game;

use crate::cli::args::{Format, Game as Arguments};
use crate::cli::{Failure, Session, Status, input};
use desk::Desk;
use prompt::{Prompt, Typed};
use request::Request;

/// What follows an answer.
enum Then {
    /// The game goes on.
    GoOn,
    /// It was asked for the end.
    Quit,
}

pub fn run(args: &Arguments, session: &mut Session<'_>) -> Result<Status, Failure> {
    if session.common.format != Format::Text {
        let found = "--format: a game is played in text";
        return Err(Failure::unexpected(found, "text"));
    }
    if let Some(name) = &args.lesson {
        return lesson::run(name.as_deref(), session);
    }
    session.start_threads()?;
    let mut desk = match &args.load {
        Some(file) => {
            session.expect_no_rules("the record says by which rules it is played")?;
            Desk::load(args, file.as_deref(), session)?
        }
        None => Desk::new(args, &first(args, session)?, session)?,
    };
    let mut prompt = Prompt::new();
    session.out.text(&desk.opening())?;
    loop {
        if desk.think(&prompt, session)? && quits(&mut desk, &mut prompt, session)? {
            return end(&desk, session, Status::Done);
        }
        match prompt.read(&desk.prompt(), session)? {
            Typed::End => return end(&desk, session, Status::Done),
            Typed::Ended => return Ok(Status::Interrupted),
            Typed::Interrupted => {
                if quits(&mut desk, &mut prompt, session)? {
                    return end(&desk, session, Status::Done);
                }
            }
            Typed::Line(line) => {
                let answer = request::read(&line);
                if let Then::Quit = answered(answer, &mut desk, &prompt, session)? {
                    return end(&desk, session, Status::Done);
                }
            }
        }
    }
}

/// The position to begin with. Standard input has the moves.
fn first(args: &Arguments, session: &Session<'_>) -> Result<Game, Failure> {
    let text = args.place.position.join(" ");
    if text.trim() == "-" {
        let found = "-: standard input has what is typed in the game";
        return Err(Failure::unexpected(found, "the position as an argument"));
    }
    input::one(&args.place, session)
}

/// Does what was asked for and answers; what was wrong is an answer too.
fn answered(
    request: Result<Request, String>,
    desk: &mut Desk,
    prompt: &Prompt,
    session: &mut Session<'_>,
) -> Result<Then, Failure> {
    let answer = match request {
        Ok(Request::Quit) => return Ok(Then::Quit),
        Ok(request) => desk.answer(request, prompt, session),
        Err(problem) => Err(problem),
    };
    match answer {
        Ok(text) => session.out.text(&text)?,
        Err(problem) => session.out.text(&format!("{}\n", desk::wrong(&problem)))?,
    }
    desk.keep(session);
    Ok(Then::GoOn)
}

/// Asks whether to end the game, and whether to write its record first.
fn quits(desk: &mut Desk, prompt: &mut Prompt, session: &mut Session<'_>) -> Result<bool, Failure> {
    loop {
        match prompt.read("Quit? yes, no, or save FILE: ", session)? {
            Typed::End | Typed::Ended | Typed::Interrupted => return Ok(true),
            Typed::Line(line) => {
                match (line.trim().to_lowercase().as_str(), request::read(&line)) {
                    ("y" | "yes" | "quit", _) => return Ok(true),
                    ("n" | "no", _) => return Ok(false),
                    (_, Ok(request @ Request::Save(_))) => {
                        match desk.answer(request, prompt, session) {
                            Ok(text) => {
                                session.out.text(&text)?;
                                return Ok(true);
                            }
                            Err(problem) => {
                                session.out.text(&format!("{}\n", desk::wrong(&problem)))?
                            }
                        }
                    }
                    _ => session.out.text("expected yes, no, or save FILE\n")?,
                }
            }
        }
    }
}

/// Says how the game stands.
fn end(desk: &Desk, session: &mut Session<'_>, status: Status) -> Result<Status, Failure> {
    session.out.text(&format!("\n{}", desk.standing()))?;
    Ok(status)
}
