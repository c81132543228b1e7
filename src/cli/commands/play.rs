//! `play`: a line of moves, told move by move.

use chongkak::moves::{Round, parse_line};

use crate::cli::args::Play;
use crate::cli::page::{self, Scene};
use crate::cli::records::PlayRecord;
use crate::cli::{Failure, Session, Status, input};

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
        let record = PlayRecord::new(task, traces, args.trace, session.terms(task));
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
