//! The commands by what people want, and the common options that each command has a use for.

use clap::{Arg, Command, CommandFactory};

use super::Arguments;
use super::number_arguments::with_any_number;

/// The commands under the headings that `chongkak --help` has.
const GROUPS: [(&str, &[&str]); 9] = [
    ("Play and learn", &["game", "board"]),
    ("Look at a position", &["show", "moves", "play"]),
    ("Analyse and prove", &["eval", "solve", "analyze"]),
    ("Openings and turns", &["book", "turns", "start", "systems"]),
    ("Whole sets", &["set", "match"]),
    ("Rules and sources", &["rules", "verify", "infer"]),
    ("Large work", &["batch", "campaign", "tables"]),
    ("The dice game of Sakhalin", &["chong"]),
    (
        "For programs and developers",
        &["serve", "perft", "bench", "completions", "man"],
    ),
];

/// The options that say how much a search may take.
const LIMITS: [&str; 3] = ["threads", "memory", "time"];

/// The common options that a command has no use for, by its words behind `chongkak`. Those of a
/// command are those of all below it, unless these have a line of their own.
const USELESS: [(&str, &[&str]); 34] = [
    ("rules", &SEARCH),
    ("rules diff", &[]),
    ("show", &LIMITS),
    ("moves", &LIMITS),
    ("play", &LIMITS),
    ("perft", &["memory", "no_board"]),
    ("book", &SEARCH),
    ("verify", &["set", "holes", "seeds", "no_board"]),
    ("infer", &["set", "holes", "seeds", "no_board"]),
    ("match", &["no_board"]),
    ("game", &["format"]),
    ("set replay", &LIMITS),
    ("set table", &SEARCH),
    ("systems", &["memory", "no_board"]),
    ("tables", &["no_board"]),
    ("tables info", &SEARCH),
    ("batch", &["no_board"]),
    ("batch openings", &SEARCH),
    ("batch export", &SEARCH),
    ("campaign", &["no_board"]),
    ("campaign status", &OF_NO_GAME),
    ("campaign tasks", &OF_NO_GAME),
    ("campaign add", &OF_NO_GAME),
    ("campaign run", &OF_A_FOLDER),
    ("campaign proof", &OF_A_FOLDER),
    (
        "bench",
        &["rules", "set", "holes", "seeds", "memory", "no_board"],
    ),
    ("chong", &["rules", "seeds"]),
    ("chong game", &["rules", "seeds", "format"]),
    (
        "chong show",
        &["rules", "seeds", "threads", "memory", "time"],
    ),
    (
        "chong rules",
        &["rules", "seeds", "threads", "memory", "time", "no_board"],
    ),
    (
        "serve",
        &["rules", "set", "holes", "seeds", "format", "no_board"],
    ),
    ("board", &["format", "no_board"]),
    ("completions", &OF_NO_GAME),
    ("man", &OF_NO_GAME),
];

/// Those that are about a search or a board.
const SEARCH: [&str; 4] = ["threads", "memory", "time", "no_board"];

/// Those of a game that a folder names, and the board.
const OF_A_FOLDER: [&str; 5] = ["rules", "set", "holes", "seeds", "no_board"];

/// Those that are about a game, a search or a board.
const OF_NO_GAME: [&str; 8] = [
    "rules", "set", "holes", "seeds", "threads", "memory", "time", "no_board",
];

/// The common options that are useless in a command, if it has a line of its own.
pub fn useless_options(name: &str) -> Option<&'static [&'static str]> {
    let line = USELESS.iter().find(|(named, _)| *named == name);
    line.map(|(_, useless)| *useless)
}

/// The commands under their headings, with what each does.
pub fn listed(root: &Command) -> String {
    let width = GROUPS.iter().flat_map(|(_, names)| names.iter());
    let width = width.map(|name| name.len()).max().unwrap_or_default();
    let about = |name: &str| {
        let command = root.find_subcommand(name).expect("a command");
        command
            .get_about()
            .map(ToString::to_string)
            .unwrap_or_default()
    };
    let groups = GROUPS.iter().map(|(heading, names)| {
        let lines = names.iter().map(|name| {
            let about = about(name);
            format!("  {name:width$}  {}\n", in_short(&about))
        });
        format!("{heading}:\n{}", lines.collect::<String>())
    });
    groups.collect::<Vec<_>>().join("\n")
}

/// The description of a command up to the details behind a colon or a semicolon.
fn in_short(about: &str) -> &str {
    about.split([':', ';']).next().unwrap_or_default()
}

/// A command and those below it, whose help is silent on the common options without a use there.
/// `-h` leaves them to `--help`.
pub fn with_useful_options(root: Command) -> Command {
    let common: Vec<Arg> = Arguments::command()
        .get_arguments()
        .filter(|arg| arg.is_global_set())
        .cloned()
        .collect();
    root.mut_subcommands(|below| {
        let name = below.get_name().to_owned();
        useful(below, &name, &common, &[])
    })
}

fn useful(command: Command, name: &str, common: &[Arg], above: &[&str]) -> Command {
    let useless = useless_options(name).unwrap_or(above);
    // Where a command has an option of its own by the name of a common one, that one counts.
    let mut args = common.to_vec();
    args.retain(|arg| {
        !command
            .get_arguments()
            .any(|own| own.get_id() == arg.get_id())
    });
    let args = args.into_iter().map(|arg| {
        let hidden = useless.contains(&arg.get_id().as_str());
        with_any_number(arg).hide(hidden).hide_short_help(true)
    });
    command.args(args).mut_subcommands(|below| {
        let name = format!("{name} {}", below.get_name());
        useful(below, &name, common, useless)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::help;

    /// The options that say which game is meant.
    const GAME: [&str; 4] = ["rules", "set", "holes", "seeds"];

    #[test]
    fn every_command_stands_under_one_heading() {
        let mut listed: Vec<&str> = GROUPS
            .iter()
            .flat_map(|(_, names)| *names)
            .copied()
            .collect();
        let root = Arguments::command();
        let mut commands: Vec<&str> = root.get_subcommands().map(Command::get_name).collect();
        listed.sort_unstable();
        commands.sort_unstable();
        assert_eq!(listed, commands);
    }

    #[test]
    fn options_without_a_use_are_common_ones_of_commands_that_there_are() {
        let root = help::command();
        for (name, useless) in USELESS {
            let mut command = &root;
            for word in name.split(' ') {
                command = command.find_subcommand(word).expect(name);
            }
            for option in GAME.iter().chain(&LIMITS).chain(&["format", "no_board"]) {
                let arg = command.get_arguments().find(|arg| arg.get_id() == option);
                let hidden = arg.expect(option).is_hide_set();
                assert_eq!(hidden, useless.contains(option), "{name} --{option}");
            }
        }
    }

    #[test]
    fn a_short_help_is_a_screen() {
        let mut root = help::command();
        let lines = root.render_help().to_string().lines().count();
        assert!(lines <= 55, "{lines} lines");
        for below in root.get_subcommands_mut() {
            let lines = below.render_help().to_string().lines().count();
            assert!(lines <= 40, "{}: {lines} lines", below.get_name());
        }
    }
}
