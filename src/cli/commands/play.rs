//! `play`: a line of moves, told move by move.

use std::fmt::Write;

use serde::Serialize;

use chongkak::board::Position;
use chongkak::moves::{MoveTrace, Round, parse_line};

use super::played::Played;
use crate::cli::args::Play;
use crate::cli::failure::{Failure, Status};
use crate::cli::input;
use crate::cli::output::Record;
use crate::cli::page::{self, Page, Scene};
use crate::cli::picture;
use crate::cli::session::Session;
use crate::cli::style::MOVE;
use crate::cli::words;

#[derive(Serialize)]
struct PlayRecord {
    position: String,
    mover: String,
    line: Vec<Played>,
    after: String,
    #[serde(skip)]
    start: Position,
    #[serde(skip)]
    traces: Vec<MoveTrace>,
    #[serde(skip)]
    explain: bool,
}

pub fn run(args: &Play, session: &mut Session<'_>) -> Result<Status, Failure> {
    let moves = parse_line(&args.line).map_err(|error| {
        Failure::input_at(format_args!("--line, {error}"), &args.line, &error.span)
    })?;
    let page = page::file(&args.page, &args.place)?;
    input::each(&args.place, session, |task, session| {
        let (position, rules) = (task.position(), task.rules());
        let mut round = Round::new(task);
        let mut traces = Vec::new();
        for written in &moves {
            traces.push(round.play_written(written).map_err(|error| {
                Failure::input_at(format_args!("--line, {error}"), &args.line, &error.span)
            })?);
        }
        let scene = |_| Scene::new("The line", rules, position, &traces);
        let scene = page.as_ref().map(scene).transpose()?;
        let told = if args.trace {
            Played::with_laps
        } else {
            Played::new
        };
        session.out.record(&PlayRecord {
            position: position.to_string(),
            mover: position.mover().to_string(),
            line: traces.iter().map(told).collect(),
            after: round.position().to_string(),
            start: *position,
            traces,
            explain: args.trace,
        })?;
        if let (Some(file), Some(scene)) = (&page, scene) {
            let page = Page::new("A line of moves", &session.rules_in_words(), vec![scene]);
            file.write(&page.html())?;
        }
        Ok(Status::Done)
    })
}

impl Record for PlayRecord {
    fn text(&self) -> String {
        let mut text = format!("{}\n", picture::board(&self.start));
        for (number, trace) in (1..).zip(&self.traces) {
            let (played, gain) = (trace.played, trace.gain);
            let (ending, follows) = (words::ending(trace), words::what_follows(trace));
            let laps = trace.laps.len();
            let laps = if laps == 1 {
                "1 lap".to_owned()
            } else {
                format!("{laps} laps")
            };
            let line = format!("{number:>3}. {MOVE}{played}{MOVE:#}  {laps}, gains {gain}");
            if self.explain {
                let laps = words::laps(trace);
                write!(
                    text,
                    "{line}\n{laps}     {follows}\n\n{}\n",
                    picture::board(&trace.after)
                )
            } else {
                writeln!(text, "{line}; ends {ending}; {follows}")
            }
            .expect("a string takes text");
        }
        let after = self.traces.last().map_or(self.start, |trace| trace.after);
        if !self.explain && !self.traces.is_empty() {
            write!(text, "\n{}\n", picture::board(&after)).expect("a string takes text");
        }
        write!(text, "{}\n{}\n", picture::caption(&after), self.after)
            .expect("a string takes text");
        text
    }
}
