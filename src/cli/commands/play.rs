//! `play`: a line of moves, told move by move.

use std::fmt::Write;

use serde::Serialize;

use chongkak::board::{Position, Side};
use chongkak::moves::{MoveTrace, Round, parse_line};

use super::played::Played;
use crate::cli::args::Play;
use crate::cli::page::{self, Page, Scene};
use crate::cli::style::MOVE;
use crate::cli::{Failure, Record, Session, Status, input, picture, words};

#[derive(Serialize)]
struct PlayRecord {
    position: Position,
    mover: Side,
    line: Vec<Played>,
    after: Position,
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
        let told = |trace| Played::new(trace, args.trace);
        session.out.record(&PlayRecord {
            position: *position,
            mover: position.mover(),
            line: traces.iter().map(told).collect(),
            after: *round.position(),
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
    fn write(&self, text: &mut String) -> std::fmt::Result {
        writeln!(text, "{}", picture::board(&self.position))?;
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
                )?;
            } else {
                writeln!(text, "{line}; ends {ending}; {follows}")?;
            }
        }
        let after = self.after;
        if !self.explain && !self.traces.is_empty() {
            writeln!(text, "\n{}", picture::board(&after))?;
        }
        writeln!(text, "{}\n{after}", picture::caption(&after))
    }
}
