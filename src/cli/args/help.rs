//! The parts of the help that span commands: the groups of commands, and which common options each
//! command shows. The help and the examples of a command are in its clap definition.

use clap::{Arg, Command, Id};

use super::number_arguments::with_any_number;

/// The help of the program, with the commands in groups instead of one list.
const TEMPLATE: &str = "\
{about-with-newline}
{usage-heading} {usage}

{groups}
Options:
{options}{after-help}";

/// The headings of the groups, each with its commands.
const GROUPS: [(&str, &str); 9] = [
    ("Play and learn", "game board puzzles"),
    ("Look at a position", "show moves play"),
    ("Analyse and prove", "eval solve analyze"),
    ("Openings and turns", "book turns start systems"),
    ("Whole sets", "set match"),
    ("Rules and sources", "rules verify infer"),
    ("Large work", "batch campaign tables"),
    ("The dice game of Sakhalin", "chong"),
    ("For programs and developers", "serve perft bench completions man"),
];

/// The common options without an effect, and the commands in which they have none. A command that
/// is not named here inherits from its parent.
const UNUSED: [(&str, &[&str]); 23] = [
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
    ("memory no-board", &["puzzles find", "puzzles make"]),
    ("rules set holes seeds memory no-board", &["puzzles check"]),
    ("rules set holes seeds threads memory time format", &["puzzles play"]),
    ("rules set holes seeds threads memory time format no-board", &["puzzles page"]),
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

/// The line that replaces the common options in a short help.
const COMMON: &str = "`--help` shows more, including the options common to all commands.";

/// Completes the help that clap derives.
pub fn complete(root: Command) -> Command {
    let common = root.get_arguments().filter(|arg| arg.is_global_set());
    let common: Vec<Arg> = common.cloned().map(with_any_number).collect();
    let template = TEMPLATE.replace("{groups}", &grouped_commands(&root));
    let root = with_common(root, "", "", &common).help_template(template);
    root.mut_args(|arg| if arg.is_global_set() { arg.hide_short_help(true) } else { arg })
}

/// The common options without an effect in a command, such as `tables info`, if the table lists it.
pub fn unused_options(name: &str) -> Option<&'static str> {
    let row = UNUSED.iter().find(|(_, commands)| commands.contains(&name));
    row.map(|(options, _)| *options)
}

/// Adds the common options to a command and its subcommands. Options without an effect there are
/// hidden; `inherited` are those of the parent. `-h` hides all common options.
fn with_common(command: Command, name: &str, inherited: &str, common: &[Arg]) -> Command {
    let unused = unused_options(name).unwrap_or(inherited);
    // A command's own option takes precedence over a common option of the same name.
    let own: Vec<&Id> = command.get_arguments().map(Arg::get_id).collect();
    let others = common.iter().filter(|arg| !own.contains(&arg.get_id()));
    let others: Vec<Arg> = others
        .map(|arg| {
            let hidden = unused.split(' ').any(|option| arg.get_long() == Some(option));
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
        with_common(below, name.trim_start(), unused, common)
    })
}

/// The commands in groups, each with its summary up to the first colon or semicolon.
fn grouped_commands(root: &Command) -> String {
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

    /// Splits a line into the commands of its pipe, as a shell would. Redirections and remarks in
    /// parentheses are dropped.
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

    /// Collects every command and subcommand with its full name.
    fn all(command: &Command, above: &str, found: &mut Vec<(String, Command)>) {
        for below in command.get_subcommands() {
            let name = format!("{above} {}", below.get_name());
            all(below, &name, found);
            found.push((name, below.clone()));
        }
    }

    #[test]
    fn every_help_ends_with_examples_that_are_read_as_arguments() {
        let root = Arguments::with_help();
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

    /// An invalid value is refused by a message of this program, never by one of a Rust parser.
    #[test]
    fn invalid_values_are_refused_with_what_was_expected() {
        let root = Arguments::with_help();
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
        let root = Arguments::with_help();
        let mut commands: Vec<&str> = root.get_subcommands().map(Command::get_name).collect();
        let mut listed: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| names.split(' ')).collect();
        commands.sort_unstable();
        listed.sort_unstable();
        assert_eq!(listed, commands);
    }

    #[test]
    fn unused_common_options_are_hidden() {
        let root = Arguments::with_help();
        let hidden: Vec<&str> =
            "rules set holes seeds threads memory time format no-board".split(' ').collect();
        for (options, commands) in UNUSED {
            let unused: Vec<&str> = options.split(' ').collect();
            assert!(options == "none" || unused.iter().all(|option| hidden.contains(option)));
            for name in commands {
                let words = name.split(' ');
                let command =
                    words.fold(&root, |above, word| above.find_subcommand(word).expect(name));
                for option in &hidden {
                    let mut args = command.get_arguments();
                    let arg = args.find(|arg| arg.get_long() == Some(option)).expect(option);
                    assert_eq!(arg.is_hide_set(), unused.contains(option), "{name} --{option}");
                }
            }
        }
    }

    #[test]
    fn a_short_help_fits_on_a_screen() {
        let mut root = Arguments::with_help();
        let lines = root.render_help().to_string().lines().count();
        assert!(lines <= 55, "{lines} lines");
        for below in root.get_subcommands_mut() {
            let lines = below.render_help().to_string().lines().count();
            assert!(lines <= 40, "{}: {lines} lines", below.get_name());
        }
    }
}
