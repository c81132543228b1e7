//! The command line: arguments, input, output, and one file per command. Only this module prints.

mod args;
mod commands;
mod error;
mod input_lines;
mod interrupt;
mod new_file;
mod one_arena;
mod output;
mod page;
mod position_input;
mod progress_line;
mod prompt;
mod proof_file;
#[cfg(feature = "schemas")]
mod schemas;
mod serve;
mod session;
mod state_folder;
mod table_folder;
mod watch;
mod web;

use std::process::ExitCode;

use clap::FromArgMatches;

use commands::Arguments;
// Names that almost every command uses.
use chongkak::findings::{self as records, Provenance, Record, of_version};
use chongkak::show::{drawing, picture, words};
use chongkak::text::{harmless, style};
use error::{CliError, Status};
use new_file::NewFile;
use output::Format;
use session::Session;
use watch::watched;

/// Runs the program.
pub fn run() -> ExitCode {
    // A hidden command for `scripts/make schemas`.
    #[cfg(feature = "schemas")]
    if std::env::args().nth(1).as_deref() == Some("schemas") {
        return schemas::print(commands::schemas());
    }
    let colour = output::wanted_colour(std::env::args_os());
    let (name, arguments) = match read(colour) {
        Ok(read) => read,
        // Exits with 0 after a help text, with 2 after an error.
        Err(message) => message.exit(),
    };
    one_arena::restart();
    interrupt::install();
    match execute(&name, &arguments) {
        Ok(status) => status.into(),
        // Players get errors in the language of the game.
        Err(failure) => {
            let language = arguments.command.language();
            failure.in_language(language).report_in(language).into()
        }
    }
}

/// Parses the name of the command and the arguments; the error is a message of clap or a help text.
fn read(colour: clap::ColorChoice) -> Result<(String, Arguments), clap::Error> {
    let mut command = Arguments::with_help().color(colour);
    let arguments = args::unquoted_line::joined(std::env::args_os());
    let matches = command.try_get_matches_from_mut(arguments);
    let matches = matches.map_err(|error| {
        let given = std::env::args_os().skip(1);
        let given: Vec<String> = given.map(|arg| arg.to_string_lossy().into_owned()).collect();
        args::tips::with_tips(error, &mut command, &given)
    })?;
    let name = matches.subcommand_name().unwrap_or_default();
    Ok((name.to_owned(), Arguments::from_arg_matches(&matches)?))
}

fn execute(name: &str, arguments: &Arguments) -> Result<Status, CliError> {
    if arguments.common.format == Format::Csv && !["batch", "analyze"].contains(&name) {
        let found = "--format csv: only batch and analyze print tables";
        return Err(CliError::unexpected(found, "text, json or jsonl"));
    }
    session::expect_no_idle(&arguments.common, name)?;
    let mut session = Session::new(&arguments.common, &arguments.command)?;
    let status = commands::run(&arguments.command, &mut session);
    // Output printed before a failure is kept.
    let closed = session.out.close();
    let status = status?;
    closed?;
    Ok(status)
}
