//! `eval`: the best line within the limits.

use std::path::PathBuf;

use clap::Args;

use chongkak::ask::{Evaluate, Ready};
use chongkak::control::StopReason;
use chongkak::language::Language;

use crate::cli::args::{PageFile, PositionAndLine, SearchLimits};
use crate::cli::page::Exercise;
use crate::cli::records::EvalRecord;
use crate::cli::{CliError, Session, Status, page, position_input, table_folder, watched};

/// Evaluates a position: finds the best line within the limits
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  chongkak eval --owned 99 --depth 8
  chongkak eval --rules kalah --line 'A3 A6' --nodes 1000
  chongkak eval '1,0,3/0 0,5,1/0 A' --time 10 --html eval.html
  chongkak eval - --nodes 100000 --format jsonl
  chongkak eval '1,0,3/0 0,5,1/0 A' --worksheet sheet.html")]
pub struct Eval {
    #[command(flatten)]
    pub from: PositionAndLine,
    #[command(flatten)]
    pub ahead: SearchLimits,
    /// Continues until the value of every move is proven; JSON has a line for each move
    #[arg(long)]
    pub every_move: bool,
    /// Searches without the built-in values and first turns
    #[arg(long)]
    pub fresh: bool,
    #[command(flatten)]
    pub page: PageFile,
    /// Writes a page to print: the positions, lines to write on, and on a sheet of their own the
    /// answers
    #[arg(long, value_name = "FILE")]
    pub worksheet: Option<PathBuf>,
}

pub fn run(args: &Eval, session: &mut Session<'_>) -> Result<Status, CliError> {
    let page = page::file(&args.page, &args.from.place, session)?;
    let sheet = page::sheet(args.worksheet.as_deref(), args.page.force, session)?;
    let (mut rules, mut exercises) = (String::new(), Vec::new());
    let table_folder = table_folder::from_option(args.ahead.with.tables.as_deref());
    let question = Evaluate::default()
        .with_every_move(args.every_move)
        .with_fresh(args.fresh)
        .with_limits(args.ahead.within(session.limits()));
    let status = position_input::each_after(&args.from, session, |task, line, session| {
        let table = table_folder::endgame(&table_folder, task, session)?;
        let ready = Ready::default().with_endgame(table.as_deref()).with_line(line);
        let provenance = session.provenance(task).limited(&question.limits.or_usual());
        let answer = watched(session, |control| question.answer(task, &ready, control, None))??;
        let stopped = answer.found.stopped;
        let record = EvalRecord::new(task, answer, args.every_move, provenance);
        table_folder::report_problem(&table_folder, session.common.quiet);
        session.out.record(&record)?;
        if sheet.is_some() && !task.position().is_over() {
            rules = page::rules(session.variant.preset(), task.rules());
            let question = Language::english().text("page.sheet.question", &[]);
            let (position, answer) = (*task.position(), record.title());
            exercises.push(Exercise { position, question, answer });
        }
        page::write(page.as_ref(), session, task, || Ok((record.title(), record.scenes(task)?)))?;
        Ok(match stopped {
            Some(StopReason::Interrupted) => Status::Interrupted,
            // Reaching a limit is normal here.
            _ => Status::Done,
        })
    })?;
    // Without any exercise there is no worksheet.
    if let Some(file) = sheet.filter(|_| !exercises.is_empty()) {
        file.write(&page::worksheet(&rules, &exercises, Language::english()))?;
    }
    Ok(status)
}
