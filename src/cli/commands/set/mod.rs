//! `set`: whole sets of rounds.

mod forced;
mod play;
pub mod record_files;

use chongkak::language::Language;
use chongkak::rules::Preset;

use crate::cli::args::{Set, SetReplay};
use crate::cli::page::{self, Title};
use crate::cli::records::SetOutput;
use crate::cli::{CliError, Session, Status};
pub use play::given;

pub fn run(command: &Set, session: &mut Session<'_>) -> Result<Status, CliError> {
    match command {
        Set::Play(args) => play::run(args, session),
        Set::Replay(args) => replay(args, session),
        Set::Solve(args) => forced::solve(args, session),
        Set::Reply(args) => forced::reply(args, session),
        Set::Table(args) => forced::table(args, session),
    }
}

/// A record put to the test.
fn replay(args: &SetReplay, session: &mut Session<'_>) -> Result<Status, CliError> {
    session.expect_no_rules("the record says by which rules it was played")?;
    let page = page::file_beside(&args.page, &[&args.file], session)?;
    let written = record_files::read(&args.file)?;
    let played = written.replay();
    let played = played.map_err(|error| record_files::wrong(&args.file, &error))?;
    let record = SetOutput::new(&played, None).in_short();
    session.out.record(&record)?;
    if let Some(page) = page {
        let preset = Preset::named(played.preset).expect("the record has been replayed");
        let title = Title {
            result: record.title(),
            rules: page::rules(preset, &played.rules),
            position: played.rounds.first().map(|round| round.opening.to_string()),
        };
        page.write(&page::html(&title, record.scenes()?, Language::english()))?;
    }
    Ok(Status::Done)
}
