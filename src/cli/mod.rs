//! The command line: arguments, input, output, and one file a command. The only place that prints.

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
// What almost every command needs, under one roof.
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
    // No command like the others: it is there for `scripts/make schemas` alone.
    #[cfg(feature = "schemas")]
    if std::env::args().nth(1).as_deref() == Some("schemas") {
        return schemas::print(commands::schemas());
    }
    let colour = output::wanted_colour(std::env::args_os());
    let (name, arguments) = match read(colour) {
        Ok(read) => read,
        // It ends the program: with 0 after a help text, with 2 after an error.
        Err(told) => told.exit(),
    };
    one_arena::begin_again();
    interrupt::install();
    match execute(&name, &arguments) {
        Ok(status) => status.into(),
        // A player is told in the language of the game.
        Err(failure) => {
            let language = arguments.command.language();
            failure.in_language(language).report_in(language).into()
        }
    }
}

/// The name of the command and the arguments, or what clap has to say: in colour where that is
/// wanted.
fn read(colour: clap::ColorChoice) -> Result<(String, Arguments), clap::Error> {
    let mut command = Arguments::told().color(colour);
    let arguments = args::unquoted_line::joined(std::env::args_os());
    let matches = command.try_get_matches_from_mut(arguments);
    let matches = matches.map_err(|error| {
        let given = std::env::args_os().skip(1);
        let given: Vec<String> = given.map(|arg| arg.to_string_lossy().into_owned()).collect();
        args::tips::sensible(error, &mut command, &given)
    })?;
    let name = matches.subcommand_name().unwrap_or_default();
    Ok((name.to_owned(), Arguments::from_arg_matches(&matches)?))
}

fn execute(name: &str, arguments: &Arguments) -> Result<Status, CliError> {
    if arguments.common.format == Format::Csv && name != "batch" {
        let found = "--format csv: a table is what batch prints";
        return Err(CliError::unexpected(found, "text, json or jsonl"));
    }
    session::expect_no_idle(&arguments.common, name)?;
    let mut session = Session::new(&arguments.common, &arguments.command)?;
    let status = commands::run(&arguments.command, &mut session);
    // What was printed before a failure is kept.
    let closed = session.out.close();
    let status = status?;
    closed?;
    Ok(status)
}
