//! What the help of each command ends with: examples, notations.

use clap::{Command, CommandFactory};

use super::Arguments;

/// All of them, each below its command in brackets.
const ENDINGS: &str = include_str!("help.txt");

/// The command line with its help texts.
pub fn command() -> Command {
    with_ending(Arguments::command(), "chongkak", "")
}

/// A command and those below it with their endings; `above` is that of the command above.
fn with_ending(command: Command, name: &str, above: &str) -> Command {
    let mut parts = ENDINGS.split("\n\n[");
    let own = parts.find_map(|part| part.strip_prefix(name)?.strip_prefix("]\n"));
    let ending = own.map_or_else(|| above.to_owned(), joined);
    let command = command.after_help(ending.clone());
    command.mut_subcommands(|below| {
        let name = format!("{name} {}", below.get_name());
        with_ending(below, &name, &ending)
    })
}

/// A text with each paragraph on one line: clap breaks it for the terminal.
fn joined(text: &str) -> String {
    let paragraphs = text.trim_end().split("\n\n");
    let joined = paragraphs.map(|paragraph| match paragraph.starts_with("Examples:") {
        true => paragraph.to_owned(),
        false => paragraph.replace('\n', " "),
    });
    joined.collect::<Vec<_>>().join("\n\n")
}
