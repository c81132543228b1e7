//! `completions` and `man`: what a shell and `man` want to know of the arguments.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_complete::Shell;
use serde::Serialize;

use super::Arguments;
use crate::cli::{CliError, NewFile, Record, Session, Status};

#[derive(Debug, Args)]
pub struct Completions {
    /// The shell
    #[arg(value_name = "SHELL", value_enum)]
    pub shell: Shell,
}

#[derive(Debug, Args)]
pub struct Man {
    /// The folder; it is created if it does not exist
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

const NAME: &str = "chongkak";

/// The pages that were written.
#[derive(Serialize)]
struct ManRecord {
    folder: String,
    pages: Vec<String>,
}

/// Prints a completion script.
pub fn completions(args: &Completions, session: &mut Session<'_>) -> Result<Status, CliError> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Arguments::told(), NAME, &mut script);
    let script = String::from_utf8(script).expect("names and help texts are UTF-8");
    session.out.line(script.trim_end())?;
    Ok(Status::Done)
}

/// Writes a manual page for every command.
pub fn man(args: &Man, session: &mut Session<'_>) -> Result<Status, CliError> {
    let folder = &args.folder;
    let made = std::fs::create_dir_all(folder);
    made.map_err(|error| CliError::refused(folder, &error))?;
    let mut command = Arguments::told().disable_help_subcommand(true);
    command.build();
    let mut pages = Vec::new();
    write_pages(command, folder, &mut pages)?;
    session.out.record(&ManRecord {
        folder: folder.display().to_string(),
        pages,
    })?;
    Ok(Status::Done)
}

/// The page of a command and of all below it.
fn write_pages(command: Command, folder: &Path, pages: &mut Vec<String>) -> Result<(), CliError> {
    let below: Vec<Command> = command
        .get_subcommands()
        .filter(|command| !command.is_hide_set())
        .cloned()
        .collect();
    let page = clap_mangen::Man::new(command);
    let mut text = Vec::new();
    page.render(&mut text)
        .expect("a vector takes what is written");
    let text = String::from_utf8(text).expect("names and help texts are UTF-8");
    let name = page.get_filename();
    NewFile::new("man", &folder.join(&name))?.write(&text)?;
    pages.push(name);
    for command in below {
        write_pages(command, folder, pages)?;
    }
    Ok(())
}

impl Record for ManRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        let folder = Path::new(&self.folder);
        let mut pages = self.pages.iter();
        pages.try_for_each(|page| writeln!(text, "{}", folder.join(page).display()))
    }
}
