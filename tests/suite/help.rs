//! The help texts.

#[allow(dead_code, unused_imports)]
#[path = "../../src/cli/args/mod.rs"]
mod args;
#[allow(dead_code)]
#[path = "../../src/cli/style.rs"]
mod style;

use clap::{Command, Parser};

use args::Arguments;
use args::help::command;

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
    piped
        .map(|command| command.iter().take_while(ours).cloned().collect())
        .collect()
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
    let root = command();
    let mut found = vec![("chongkak".to_owned(), root.clone())];
    all(&root, "chongkak", &mut found);
    assert!(found.len() > 35, "{}", found.len());
    for (name, command) in found {
        let help = command.get_after_help().map(ToString::to_string);
        let help = help.unwrap_or_default();
        let (_, examples) = (help.split_once("Examples:\n")).unwrap_or_else(|| panic!("{name}"));
        let examples = examples.lines().take_while(|line| line.starts_with("  "));
        let examples: Vec<_> = examples.flat_map(commands).collect();
        let own = examples
            .iter()
            .any(|words| words.join(" ").starts_with(&name));
        assert!(own, "{name} has no example of itself");
        for words in examples {
            // `man` is called after `chongkak man`.
            assert!(
                words[0] == "chongkak" || name == "chongkak man",
                "{words:?}"
            );
            if words[0] == "chongkak"
                && let Err(error) = Arguments::try_parse_from(&words)
            {
                panic!("{name}: {words:?}: {error}");
            }
        }
    }
}
