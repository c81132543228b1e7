//! `turns`: what one turn can bring.

mod asked;
#[cfg(feature = "cluster")]
mod processes;
mod scenes;

use chongkak::ask::Ready;

use crate::cli::records::TurnsRecord;
use crate::cli::{CliError, Session, Status, args, page, position_input, watched};

pub fn run(args: &args::Turns, session: &mut Session<'_>) -> Result<Status, CliError> {
    position_input::expect_one(&args.from.place, "--spill", args.spill.as_deref(), "a folder")?;
    #[cfg(feature = "cluster")]
    let together = processes::cluster(args)?;
    #[cfg(feature = "cluster")]
    let prints = together.as_ref().is_none_or(|cluster| cluster.process == 0);
    #[cfg(not(feature = "cluster"))]
    let prints = true;
    let page = match prints {
        true => page::file(&args.page, &args.from.place, session)?,
        false => None,
    };
    let ready = Ready::default().with_spill(args.spill.as_deref());
    #[cfg(feature = "cluster")]
    let ready = ready.with_cluster(together.as_ref());
    let question = asked::question(args, session);
    position_input::each_after(&args.from, session, |reached, session| {
        let task = &reached.game;
        let mut question = question.clone();
        question.improve = asked::known_line(args, task)?;
        let goal = question.goal(task)?;
        let findings = watched(session, |control| question.answer(task, &ready, control, &|_| ()))?;
        let findings = findings.map_err(|error| match error.of(task) {
            Ok(failed) => CliError::from(failed),
            Err(wrong) => wrong.into(),
        })?;
        let status = match Status::after(findings.stopped) {
            Status::Limit if !args.proves() => Status::Done,
            status => status,
        };
        if !prints {
            return Ok(status);
        }
        let terms = session.terms(task).limited(&question.kept_limits());
        let record = TurnsRecord::new(&findings, task.position(), goal, terms);
        session.out.record(&record)?;
        page::write(page.as_ref(), session, task, || scenes::of(&findings, task, goal))?;
        Ok(status)
    })
}
