//! `play`: a line of moves, told move by move.

use crate::cli::args::Play;
use crate::cli::page::{self, Scene};
use crate::cli::records::PlayRecord;
use crate::cli::{CliError, Session, Status, position_input};
use chongkak::language::Language;

pub fn run(args: &Play, session: &mut Session<'_>) -> Result<Status, CliError> {
    let moves = position_input::moves(&args.line)?;
    let page = page::file(&args.page, &args.place)?;
    position_input::each(&args.place, session, |task, session| {
        let traces = position_input::played(task, &moves, &args.line)?;
        let record = PlayRecord::new(task, traces, args.trace, session.terms(task));
        session.out.record(&record)?;
        page::write(page.as_ref(), session, task, || {
            let (position, rules) = (task.position(), task.rules());
            let scene = Scene::new("", rules, position, &record.traces, Language::english())?;
            let title = page::played(&args.line, moves.len(), position, Language::english());
            Ok((title, vec![scene]))
        })?;
        Ok(Status::Done)
    })
}
