//! `help.txt`: the commands under their headings, and the part of each.

use std::sync::LazyLock;

use clap::Command;

const FILE: &str = include_str!("help.txt");

/// The part of a command.
#[derive(Clone, Copy)]
pub struct Part {
    /// The heading above it: that of the command in the list of all.
    heading: &'static str,
    /// The words of the command behind `chongkak`.
    name: &'static str,
    /// The common options without a use there, if it says which.
    pub without: Option<&'static str>,
    /// The text that its help ends with.
    pub ending: &'static str,
}

impl Part {
    /// All of them, in the order of the list.
    fn all() -> impl Iterator<Item = Part> {
        static ALL: LazyLock<Vec<Part>> = LazyLock::new(|| {
            let sections = FILE.split("\n\n# ").flat_map(|section| {
                let mut pieces = section.split("\n\n[chongkak");
                let heading = pieces.next().unwrap_or_default();
                pieces.map(move |piece| Part::read(heading, piece))
            });
            sections.collect()
        });
        ALL.iter().copied()
    }

    fn read(heading: &'static str, piece: &'static str) -> Part {
        let (head, ending) = piece.split_once('\n').expect("a text");
        let (name, without) = match head.split_once("] without ") {
            Some((name, without)) => (name, Some(without)),
            None => (head.strip_suffix(']').expect("a name in brackets"), None),
        };
        Part { heading, name: name.trim_start(), without, ending }
    }

    /// The part of a command, by its words behind `chongkak`.
    pub fn of(name: &str) -> Option<Part> {
        Part::all().find(|part| part.name == name)
    }
}

/// Tells whether a common option has no use in a command.
pub fn is_useless(option: &str, without: &str) -> bool {
    without.split(' ').any(|useless| useless == option)
}

/// The commands under their headings, with what each does.
pub fn listed(root: &Command) -> String {
    let width = root.get_subcommands().map(|below| below.get_name().len());
    let width = width.max().unwrap_or_default();
    let (mut list, mut last) = (String::new(), "");
    for part in Part::all() {
        let Some(command) = root.find_subcommand(part.name) else {
            continue;
        };
        if part.heading != last {
            let gap = if last.is_empty() { "" } else { "\n" };
            list.push_str(&format!("{gap}{}:\n", part.heading));
            last = part.heading;
        }
        let about = command.get_about().map(ToString::to_string);
        let about = about.unwrap_or_default();
        let line = format!("  {:width$}  {}\n", part.name, in_short(&about));
        list.push_str(&line);
    }
    list
}

/// The description of a command up to the details behind a colon or a semicolon.
fn in_short(about: &str) -> &str {
    about.split([':', ';']).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::cli::commands::Arguments;

    const COMMON: [&str; 9] =
        ["rules", "set", "holes", "seeds", "threads", "memory", "time", "format", "no-board"];

    /// The whole names of a command and of those below it.
    fn names(command: &Command, name: &str) -> Vec<String> {
        let below = command.get_subcommands().flat_map(|below| {
            let name = format!("{name} {}", below.get_name());
            names(below, name.trim_start())
        });
        [name.to_owned()].into_iter().chain(below).collect()
    }

    #[test]
    fn every_command_has_one_part_under_one_heading() {
        let mut commands = names(&Arguments::told(), "");
        let mut parts: Vec<&str> = Part::all().map(|part| part.name).collect();
        commands.sort_unstable();
        parts.sort_unstable();
        assert_eq!(parts, commands);
        let headings: BTreeSet<&str> = Part::all().map(|part| part.heading).collect();
        assert_eq!(headings.len(), FILE.split("\n# ").count(), "{headings:?}");
        // What was to be a heading is no sentence.
        for text in Part::all().flat_map(|part| part.ending.trim_end().split("\n\n")) {
            assert!(text.starts_with("Examples:") || text.ends_with('.'), "{text}");
        }
    }

    #[test]
    fn options_without_a_use_are_common_ones() {
        let root = Arguments::told();
        let mut tried = 0;
        let stated = Part::all().filter_map(|part| Some((part.name, part.without?)));
        for (name, without) in stated {
            let useless: BTreeSet<&str> = without.split(' ').collect();
            let known = |option: &&str| *option == "none" || COMMON.contains(option);
            assert!(useless.iter().all(known), "{name}: {without}");
            let words = name.split(' ');
            let command = words.fold(&root, |above, word| above.find_subcommand(word).expect(name));
            for option in COMMON {
                let arg = command.get_arguments();
                let arg = arg.into_iter().find(|arg| arg.get_long() == Some(option));
                let hidden = arg.expect(option).is_hide_set();
                assert_eq!(hidden, useless.contains(option), "{name} --{option}");
            }
            tried += 1;
        }
        assert!(tried > 30, "{tried}");
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
