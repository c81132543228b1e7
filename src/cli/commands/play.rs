//! `play`: a line of moves, told move by move.

use std::fmt::Write;

use serde::Serialize;

use chongkak::board::{Position, Side};
use chongkak::moves::{Game, MoveTrace, Round, parse_line};

use super::played::{Played, laps_told};
use crate::cli::args::Play;
use crate::cli::page::{self, Scene};
use crate::cli::style::MOVE;
use crate::cli::{Failure, Record, Session, Status, Terms, input, picture, words};

/// A line that was played.
#[derive(Serialize)]
pub struct PlayRecord {
    position: Position,
    mover: Side,
    line: Vec<Played>,
    after: Position,
    #[serde(flatten)]
    terms: Terms,
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
        let mut round = Round::new(task);
        let mut traces = Vec::new();
        for written in &moves {
            traces.push(round.play_written(written).map_err(|error| {
                Failure::input_at(format_args!("--line, {error}"), &args.line, &error.span)
            })?);
        }
        let record = PlayRecord::new(session, task, traces, args.trace);
        session.out.record(&record)?;
        page::write(page.as_ref(), session, task, || {
            let (position, rules) = (task.position(), task.rules());
            let scene = Scene::new("", rules, position, &record.traces)?;
            let title = page::played(&args.line, moves.len(), position);
            Ok((title, vec![scene]))
        })?;
        Ok(Status::Done)
    })
}

impl PlayRecord {
    /// The record of a line from a position, with every lap if it is to be explained.
    pub fn new(
        session: &Session<'_>,
        game: &Game,
        traces: Vec<MoveTrace>,
        explain: bool,
    ) -> PlayRecord {
        let position = *game.position();
        PlayRecord {
            position,
            mover: position.mover(),
            line: (traces.iter())
                .map(|trace| Played::new(trace, explain))
                .collect(),
            after: traces.last().map_or(position, |last| last.after),
            terms: Terms::new(session, game),
            traces,
            explain,
        }
    }

    /// The same with the laps of each move, and what ended them.
    pub fn told_by_laps(mut self) -> PlayRecord {
        for (played, trace) in self.line.iter_mut().zip(&self.traces) {
            played.laps_told = Some(laps_told(trace));
        }
        self
    }
}

impl Record for PlayRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        text.push_str(&self.terms.heading(&self.position));
        for (number, trace) in (1..).zip(&self.traces) {
            let (played, gain) = (trace.played, trace.gain);
            let (ending, follows) = (words::ending(trace), words::what_follows(trace));
            let laps = words::counted(trace.laps.len() as u64, "lap");
            let line = format!("{number:>3}. {MOVE}{played}{MOVE:#}  {laps}, gains {gain}");
            if self.explain {
                let (laps, board) = (words::laps(trace), self.terms.drawing(&trace.after));
                writeln!(text, "{line}\n{laps}     {follows}\n")?;
                text.push_str(&board);
            } else {
                writeln!(text, "{line}; ends {ending}; {follows}")?;
            }
        }
        let after = self.after;
        if !self.explain && !self.traces.is_empty() {
            write!(text, "\n{}", self.terms.drawing(&after))?;
        }
        writeln!(text, "{}\n{after}", picture::caption(&after))
    }
}
