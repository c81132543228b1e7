//! Examples for the help texts. A test reads every one of them as arguments.

pub const RULES: &str = "\
Examples:
  chongkak rules
  chongkak rules overbeck
  chongkak rules congklak --set lap=circuit";

pub const SHOW: &str = "\
Examples:
  chongkak show
  chongkak show --owned 99
  chongkak show '1,0,3/0 0,5,1/0 A' --svg board.svg";

pub const MOVES: &str = "\
Examples:
  chongkak moves '1,0,3/0 0,5,1/0 A'
  chongkak moves --rules kalah --mover B
  chongkak moves - --format jsonl";

pub const PLAY: &str = "\
Examples:
  chongkak play --line 'A1 A7 A5 A3' --owned 99
  chongkak play --line 1,7 --trace
  chongkak play '1,0,3/0 0,5,1/0 A' --line A1 --html line.html";

pub const PERFT: &str = "\
Examples:
  chongkak perft 6
  chongkak perft 4 --rules kalah --divide";

pub const EVAL: &str = "\
Examples:
  chongkak eval --owned 99 --depth 8
  chongkak eval '1,0,3/0 0,5,1/0 A' --time 10 --html eval.html
  chongkak eval - --nodes 100000 --format jsonl";

pub const SOLVE: &str = "\
Examples:
  chongkak solve --rules conglak --holes 4 --seeds 3
  chongkak solve --winner
  chongkak solve --rules kalah --holes 3 --seeds 2 --proof kalah.proof";

pub const TURNS: &str = "\
Examples:
  chongkak turns --rules dakon --holes 4 --seeds 4 --target 28 --shortest
  chongkak turns --holes 6 --seeds 6 --exhaustive
  chongkak turns --beam 1000 --time 60 --html turns.html";

pub const BOOK: &str = "\
Examples:
  chongkak book
  chongkak book congklak-six --owned 48 --lines";

pub const VERIFY: &str = "\
Examples:
  chongkak verify positions/claims
  chongkak verify positions/claims/overbeck.toml --html claims.html";

pub const MATCH: &str = "\
Examples:
  chongkak match --first biggest --second random
  chongkak match --first search:2000 --second greedy --rounds 100 --rules congklak";

pub const SYSTEMS: &str = "\
Examples:
  chongkak systems
  chongkak systems --rules congklak --least 2";

pub const BENCH: &str = "\
Examples:
  chongkak bench
  chongkak bench perft";

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    use crate::cli::args::Arguments;

    /// The words of a command as a shell would split it.
    fn words(line: &str) -> Vec<&str> {
        let parts = line.split(['\'', '"']).enumerate();
        parts
            .flat_map(|(number, part)| match number % 2 {
                0 => part.split_whitespace().collect(),
                _ => vec![part],
            })
            .collect()
    }

    /// Examples of all commands, with the command.
    fn examples() -> Vec<(String, String)> {
        let mut command = Arguments::command();
        command.build();
        let mut all = Vec::new();
        for command in command.get_subcommands() {
            let help = command.get_after_help().map(ToString::to_string);
            let help = help.unwrap_or_default();
            let lines = help.lines().filter_map(|line| line.strip_prefix("  "));
            let lines = lines.filter(|line| line.starts_with("chongkak "));
            all.extend(lines.map(|line| (command.get_name().to_owned(), line.to_owned())));
        }
        all
    }

    #[test]
    fn examples_are_read_as_arguments() {
        for (_, line) in examples() {
            // What follows is the shell's, or said to the reader.
            let line = line.split([';', '|', '>', '(']).next().unwrap();
            if let Err(error) = Arguments::try_parse_from(words(line)) {
                panic!("{line}: {error}");
            }
        }
    }

    #[test]
    fn every_command_that_does_something_itself_has_examples() {
        let examples = examples();
        for command in Arguments::command().get_subcommands() {
            let name = command.get_name();
            // Commands of commands have their help below.
            if command.has_subcommands() && name != "batch" {
                continue;
            }
            assert!(examples.iter().any(|(other, _)| other == name), "{name}");
        }
    }
}
