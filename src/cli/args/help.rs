//! The help of all commands: which options are of use in which, and the commands under headings.
//! What a command does and its examples stand with its arguments.

use clap::{Arg, Command, Id};

use super::number_arguments::with_any_number;

/// The help of the whole program: commands under headings in place of one list.
const TEMPLATE: &str = "\
{about-with-newline}
{usage-heading} {usage}

{groups}
Options:
{options}{after-help}";

/// The headings in the list of commands, each with its commands.
const GROUPS: [(&str, &str); 9] = [
    ("Play and learn", "game board"),
    ("Look at a position", "show moves play"),
    ("Analyse and prove", "eval solve analyze"),
    ("Openings and turns", "book turns start systems"),
    ("Whole sets", "set match"),
    ("Rules and sources", "rules verify infer"),
    ("Large work", "batch campaign tables"),
    ("The dice game of Sakhalin", "chong"),
    ("For programs and developers", "serve perft bench completions man"),
];

/// Common options without a use, and the commands in which they have none. A command that is not
/// named here is like the one that it belongs to.
const USELESS: [(&str, &[&str]); 19] = [
    ("memory format", &["game"]),
    ("format no-board", &["board"]),
    ("threads memory time", &["show", "moves", "play", "set replay"]),
    (
        "threads memory time no-board",
        &["book", "set table", "rules", "batch openings", "tables info"],
    ),
    ("threads memory no-board", &["batch export"]),
    ("memory no-board", &["systems", "match", "perft"]),
    ("memory", &["set play", "set reply"]),
    ("none", &["rules diff"]),
    ("set holes seeds threads no-board", &["verify"]),
    ("set holes seeds memory no-board", &["infer"]),
    ("no-board", &["batch", "campaign", "tables"]),
    (
        "rules set holes seeds threads memory time no-board",
        &["campaign tasks", "campaign add", "campaign status", "completions", "man"],
    ),
    ("rules set holes seeds no-board", &["campaign run", "campaign proof"]),
    ("rules seeds", &["chong"]),
    ("rules seeds threads memory time", &["chong show"]),
    ("rules seeds format", &["chong game"]),
    ("rules seeds threads memory time no-board", &["chong rules"]),
    ("rules set holes seeds format no-board", &["serve"]),
    ("rules set holes seeds memory no-board", &["bench"]),
];

/// The line that a short help has in the place of the common options.
const COMMON: &str = "`--help` says more, with the options that commands have in common.";

/// A command line with its help texts.
pub fn told(root: Command) -> Command {
    let common = root.get_arguments().filter(|arg| arg.is_global_set());
    let common: Vec<Arg> = common.cloned().map(with_any_number).collect();
    let template = TEMPLATE.replace("{groups}", &listed(&root));
    let root = with_common(root, "", "", &common).help_template(template);
    root.mut_args(|arg| if arg.is_global_set() { arg.hide_short_help(true) } else { arg })
}

/// The common options without a use in a command, by its words behind `chongkak`, if it says which.
pub fn useless(name: &str) -> Option<&'static str> {
    let row = USELESS.iter().find(|(_, commands)| commands.contains(&name));
    row.map(|(options, _)| *options)
}

/// A command and those below it: its help is silent on the common options without a use there,
/// `above` where it does not say which. `-h` leaves all common options to `--help`.
fn with_common(command: Command, name: &str, above: &str, common: &[Arg]) -> Command {
    let useless = useless(name).unwrap_or(above);
    // Where a command has an option of its own by the name of a common one, that one counts.
    let own: Vec<&Id> = command.get_arguments().map(Arg::get_id).collect();
    let others = common.iter().filter(|arg| !own.contains(&arg.get_id()));
    let others: Vec<Arg> = others
        .map(|arg| {
            let hidden = useless.split(' ').any(|option| arg.get_long() == Some(option));
            arg.clone().hide(hidden).hide_short_help(true)
        })
        .collect();
    let command = match command.get_after_help().cloned() {
        Some(examples) => {
            command.after_help(format!("{COMMON}\n\n{examples}")).after_long_help(examples)
        }
        None => command.after_help(COMMON),
    };
    command.mut_args(with_any_number).args(others).mut_subcommands(|below| {
        let name = format!("{name} {}", below.get_name());
        with_common(below, name.trim_start(), useless, common)
    })
}

/// The commands under their headings, with what each does up to the details behind a colon or a
/// semicolon.
fn listed(root: &Command) -> String {
    let width = root.get_subcommands().map(|below| below.get_name().len());
    let width = width.max().unwrap_or_default();
    let groups = GROUPS.map(|(heading, names)| {
        let lines = names.split(' ').map(|name| {
            let about = root.find_subcommand(name).and_then(Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            format!("  {name:width$}  {}\n", about.split([':', ';']).next().unwrap_or_default())
        });
        format!("{heading}:\n{}", lines.collect::<String>())
    });
    groups.join("\n")
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

    #[test]
    fn every_command_stands_under_one_heading() {
        let root = Arguments::told();
        let mut commands: Vec<&str> = root.get_subcommands().map(Command::get_name).collect();
        let mut listed: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| names.split(' ')).collect();
        commands.sort_unstable();
        listed.sort_unstable();
        assert_eq!(listed, commands);
    }

    #[test]
    fn options_without_a_use_are_hidden_common_ones() {
        let root = Arguments::told();
        let hidden: Vec<&str> =
            "rules set holes seeds threads memory time format no-board".split(' ').collect();
        for (options, commands) in USELESS {
            let useless: Vec<&str> = options.split(' ').collect();
            assert!(options == "none" || useless.iter().all(|option| hidden.contains(option)));
            for name in commands {
                let words = name.split(' ');
                let command =
                    words.fold(&root, |above, word| above.find_subcommand(word).expect(name));
                for option in &hidden {
                    let mut args = command.get_arguments();
                    let arg = args.find(|arg| arg.get_long() == Some(option)).expect(option);
                    assert_eq!(arg.is_hide_set(), useless.contains(option), "{name} --{option}");
                }
            }
        }
    }

    #[test]
    fn a_short_help_is_a_screen() {
        let mut root = Arguments::told();
        let lines = root.render_help().to_string().lines().count();
        assert!(lines <= 55, "{lines} lines");
        for below in root.get_subcommands_mut() {
            let lines = below.render_help().to_string().lines().count();
            assert!(lines <= 40, "{}: {lines} lines", below.get_name());
        }
    }
}
