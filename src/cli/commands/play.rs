//! `play`: plays a line of moves.

use clap::Args;

use crate::cli::args::{PageFile, PositionArgs};
use crate::cli::page::{self, Scene};
use crate::cli::records::PlayRecord;
use crate::cli::{CliError, Session, Status, position_input};
use chongkak::language::Language;
use chongkak::moves::Round;

/// Plays a line of moves
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  chongkak play --line 'A1 A7 A5 A3' --owned 99
  chongkak play --line 1,7 --trace
  chongkak play '1,0,3/0 0,5,1/0 A' --line A1 --html line.html")]
pub struct Play {
    #[command(flatten)]
    pub place: PositionArgs,
    /// The moves: "A1 A7", "1. A1 A7", A1-A7, or 1,7 (the mover's holes)
    #[arg(long, value_name = "MOVES")]
    pub line: String,
    /// Numbers the holes in --line round the board: with rows of 6, A's are 1 to 6, B's 8 to 13
    #[arg(long, requires = "line")]
    pub ring: bool,
    /// Explains every lap
    #[arg(long)]
    pub trace: bool,
    #[command(flatten)]
    pub page: PageFile,
}

pub fn run(args: &Play, session: &mut Session<'_>) -> Result<Status, CliError> {
    let line = position_input::line_of_board(&args.line, args.ring, session)?;
    let moves = position_input::moves(&line)?;
    let page = page::file(&args.page, &args.place, session)?;
    position_input::each(&args.place, session, |task, session| {
        let traces = position_input::played(&mut Round::new(task), &moves, &line)?;
        let record = PlayRecord::new(task, traces, args.trace, false, session.provenance(task));
        session.out.record(&record)?;
        page::write(page.as_ref(), session, task, || {
            let (position, rules) = (task.position(), task.rules());
            let scene = Scene::new("", rules, position, &record.traces, Language::english())?;
            let title = page::played(&line, moves.len(), position, Language::english());
            Ok((title, vec![scene]))
        })?;
        Ok(Status::Done)
    })
}
