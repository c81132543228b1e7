//! The help of each command: the options that are of use there, and an ending.

use clap::{Arg, Command, Id};

use super::help_parts::{Part, is_useless, listed};
use super::number_arguments::with_any_number;

/// The help of the whole program: commands under headings in place of one list.
const TEMPLATE: &str = "\
{about-with-newline}
{usage-heading} {usage}

{groups}
Options:
{options}{after-help}";

/// The line that a short help has in the place of the common options.
const COMMON: &str = "`--help` says more, with the options that commands have in common.";

/// Options that a short help leaves to `--help`: who needs them knows that they are there.
const RARE: [&str; 15] = [
    "improve",
    "iterations",
    "lines",
    "no_count",
    "order",
    "proof_positions",
    "retry_open",
    "shard",
    "site",
    "spill",
    "states",
    "summary",
    "trees",
    "unordered",
    "without",
];

/// A command line with its help texts.
pub fn told(root: Command) -> Command {
    let common = root.get_arguments().filter(|arg| arg.is_global_set());
    let common: Vec<Arg> = common.cloned().map(with_any_number).collect();
    let template = TEMPLATE.replace("{groups}", &listed(&root));
    let root = with_part(root, "", "", &common).help_template(template);
    root.mut_args(|arg| match arg.is_global_set() {
        true => arg.hide_short_help(true),
        false => arg,
    })
}

/// A command and those below it, each with its part: its help ends with a text, and is silent on
/// the common options without a use there, `above` where it does not say which. `-h` leaves all
/// common options to `--help`.
fn with_part(command: Command, name: &str, above: &str, common: &[Arg]) -> Command {
    let part = Part::of(name).unwrap_or_else(|| panic!("no part of {name}"));
    let (useless, ending) = (part.without.unwrap_or(above), joined(part.ending));
    // Where a command has an option of its own by the name of a common one, that one counts.
    let own: Vec<&Id> = command.get_arguments().map(Arg::get_id).collect();
    let others = common.iter().filter(|arg| !own.contains(&arg.get_id()));
    let others = others.map(|arg| {
        let hidden = arg.get_long().is_some_and(|long| is_useless(long, useless));
        arg.clone().hide(hidden).hide_short_help(true)
    });
    let others: Vec<Arg> = others.collect();
    let command = command
        .after_help(format!("{COMMON}\n\n{}", examples(name, &ending)))
        .after_long_help(ending)
        .mut_args(with_any_number)
        .mut_args(|arg| {
            let rare = RARE.contains(&arg.get_id().as_str());
            arg.hide_short_help(rare)
        });
    let command = match command.get_name() {
        "game" => command.mut_args(without_dash),
        _ => command,
    };
    command.args(others).mut_subcommands(|below| {
        let name = format!("{name} {}", below.get_name());
        with_part(below, name.trim_start(), useless, common)
    })
}

/// The examples in an ending. The list of all commands fills a screen without them.
fn examples<'a>(name: &str, ending: &'a str) -> &'a str {
    let examples = ending.split("\n\n").find(|part| part.starts_with("Examples:"));
    examples.filter(|_| !name.is_empty()).unwrap_or_default()
}

/// The position of a game, in which standard input has what is typed and no positions.
fn without_dash(arg: Arg) -> Arg {
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    match help.split_once("; - reads positions from standard input, one a line") {
        Some((before, after)) => arg.help(format!("{before}{after}")),
        None => arg,
    }
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

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::cli::commands::Arguments;

    /// The commands of a line as a shell would take them apart: what is piped, without redirections
    /// and what is said to the reader in brackets.
    fn commands(line: &str) -> Vec<Vec<String>> {
        let parts = line.split(['\'', '"']).enumerate();
        let words = parts.flat_map(|(number, part)| match number % 2 {
            0 => part.split_whitespace().collect(),
            _ => vec![part],
        });
        let words: Vec<String> = words.map(str::to_owned).collect();
        let piped = words.split(|word| word == "|");
        let ours = |word: &&String| *word != ">" && !word.starts_with('(');
        piped.map(|command| command.iter().take_while(ours).cloned().collect()).collect()
    }

    /// Every command with its whole name, those of commands too.
    fn all(command: &Command, above: &str, found: &mut Vec<(String, Command)>) {
        for below in command.get_subcommands() {
            let name = format!("{above} {}", below.get_name());
            all(below, &name, found);
            found.push((name, below.clone()));
        }
    }

    #[test]
    fn every_help_ends_with_examples_that_are_read_as_arguments() {
        let root = Arguments::told();
        let mut found = vec![("chongkak".to_owned(), root.clone())];
        all(&root, "chongkak", &mut found);
        assert!(found.len() > 35, "{}", found.len());
        for (name, command) in found {
            let help = command.get_after_long_help().map(ToString::to_string);
            let help = help.unwrap_or_default();
            let (_, examples) =
                (help.split_once("Examples:\n")).unwrap_or_else(|| panic!("{name}"));
            let examples = examples.lines().take_while(|line| line.starts_with("  "));
            let examples: Vec<_> = examples.flat_map(commands).collect();
            let own = examples.iter().any(|words| words.join(" ").starts_with(&name));
            assert!(own, "{name} has no example of itself");
            for words in examples {
                // `man` is called after `chongkak man`.
                assert!(words[0] == "chongkak" || name == "chongkak man", "{words:?}");
                if words[0] == "chongkak"
                    && let Err(error) = Arguments::try_parse_from(&words)
                {
                    panic!("{name}: {words:?}: {error}");
                }
            }
        }
    }

    /// Whatever an option takes, what is wrong is said in words of this program.
    #[test]
    fn no_option_answers_with_words_of_the_language() {
        let root = Arguments::told();
        let mut found = Vec::new();
        all(&root, "chongkak", &mut found);
        let mut tried = 0;
        for (name, command) in &found {
            let takes = |arg: &&Arg| arg.get_action().takes_values();
            let options = command.get_arguments().filter(takes);
            let options: Vec<&str> = options.filter_map(Arg::get_long).collect();
            for wrong in ["@", "-1", "99999999999999999999"] {
                for option in &options {
                    let option = format!("--{option}={wrong}");
                    let words = name.split(' ').chain([option.as_str()]);
                    let Err(error) = root.clone().try_get_matches_from(words) else {
                        continue;
                    };
                    if error.kind() == clap::error::ErrorKind::ValueValidation {
                        let text = error.to_string();
                        assert!(text.contains("expected"), "{name} {option}: {text}");
                        tried += 1;
                    }
                }
            }
        }
        assert!(tried > 100, "{tried}");
    }
}
