//! `completions` and `man`: shell completions and manual pages.

use std::fmt::Write;
use std::path::Path;

use clap::Command;
use clap_complete::Shell;
use serde::Serialize;

use super::Arguments;
use crate::cli::{CliError, NewFile, Record, Session, Status};

const NAME: &str = "chongkak";

/// The pages that were written.
#[derive(Serialize)]
struct ManRecord {
    folder: String,
    pages: Vec<String>,
}

pub fn completions(shell: Shell, session: &mut Session<'_>) -> Result<Status, CliError> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::with_help(), NAME, &mut script);
    let script = String::from_utf8(script).expect("names and help texts are UTF-8");
    session.out.line(script.trim_end())?;
    Ok(Status::Done)
}

/// Writes a manual page for every command.
pub fn man(folder: &Path, force: bool, session: &mut Session<'_>) -> Result<Status, CliError> {
    let made = chongkak::files::make_folder(folder);
    made.map_err(|error| CliError::refused(folder, &error))?;
    let mut command = Arguments::with_help().disable_help_subcommand(true);
    command.build();
    let mut pages = Vec::new();
    make_pages(command, &mut pages);
    let file =
        |(name, _): &(String, String)| NewFile::new("man", &folder.join(name), &[], force, &[]);
    // Either all pages can be written or none is.
    let files: Vec<NewFile> = pages.iter().map(file).collect::<Result<_, _>>()?;
    for (file, (_, text)) in files.iter().zip(&pages) {
        file.write(text)?;
    }
    session.out.record(&ManRecord {
        folder: folder.display().to_string(),
        pages: pages.into_iter().map(|(name, _)| name).collect(),
    })?;
    Ok(Status::Done)
}

/// Adds the page of a command with its name, and those of its subcommands.
fn make_pages(command: Command, pages: &mut Vec<(String, String)>) {
    let below: Vec<Command> =
        command.get_subcommands().filter(|command| !command.is_hide_set()).cloned().collect();
    let page = clap_mangen::Man::new(command);
    let mut text = Vec::new();
    page.render(&mut text).expect("a vector takes what is written");
    let text = String::from_utf8(text).expect("names and help texts are UTF-8");
    pages.push((page.get_filename(), text));
    below.into_iter().for_each(|command| make_pages(command, pages));
}

impl Record for ManRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        let folder = Path::new(&self.folder);
        let mut pages = self.pages.iter();
        pages.try_for_each(|page| writeln!(text, "{}", folder.join(page).display()))
    }
}
