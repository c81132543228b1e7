//! `turns`: what one turn can gain.

mod question;

use chongkak::ask::Ready;

use crate::cli::records::TurnsRecord;
use crate::cli::{CliError, Session, Status, args, page, position_input, watched};

pub fn run(args: &args::Turns, session: &mut Session<'_>) -> Result<Status, CliError> {
    position_input::expect_one(&args.from.place, "--spill", args.spill.as_deref(), "a folder")?;
    let page = page::file(&args.page, &args.from.place, session)?;
    let ready = Ready::default().with_spill(args.spill.as_deref());
    let question = question::question(args, session);
    position_input::each_after(&args.from, session, |task, _, session| {
        let mut question = question.clone();
        question.improve = question::known_line(args, task)?;
        let goal = question.goal(task)?;
        let findings = watched(session, |control| question.answer(task, &ready, control, &|_| ()))?;
        let findings = findings?;
        let status = match Status::after(findings.stopped) {
            Status::Limit if !args.proves() => Status::Done,
            status => status,
        };
        let provenance = session.provenance(task).limited(&question.kept_limits());
        let record = TurnsRecord::new(&findings, task.position(), goal, provenance);
        session.out.record(&record)?;
        page::write(page.as_ref(), session, task, || Ok((record.title(), record.scenes(task)?)))?;
        Ok(status)
    })
}
