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

pub const START_PLAY: &str = "\
Examples:
  chongkak start play --holes 3 --seeds 2 --line 'A2 B2 / A1 B1 / coin A'
  chongkak start play --line 'A3 B7' --html joint.html";

pub const BATCH_OPENINGS: &str = "\
Examples:
  chongkak batch openings --rules conglak --holes 4 --seeds 3
  chongkak batch openings --rules dakon --format jsonl > openings.jsonl";

pub const BATCH_EXPORT: &str = "\
Examples:
  chongkak batch export positions.txt.sqlite --format jsonl
  chongkak batch export positions.txt.*.sqlite --csv > results.csv";

pub const SET: &str = "\
Examples:
  chongkak set play --rules congklak-six --a greedy --b random > record.txt
  chongkak set replay record.txt
  chongkak set solve --rules congklak-six --holes 3 --seeds 2
  chongkak set reply --rules congklak-six --holes 3 --seeds 2 --owned 2
  chongkak set table congklak-six";

pub const SET_PLAY: &str = "\
Examples:
  chongkak set play --rules congklak-six --holes 3 --seeds 2 --a greedy --b biggest --seed 2
  chongkak set play --line 'A1 A7 A5 A3' --a search:2000 --b biggest
  chongkak set play --from record.txt --a greedy --b random
  chongkak set play --together 'A9 B9' --a greedy --b greedy --rounds 3";

pub const SET_REPLAY: &str = "\
Examples:
  chongkak set replay record.txt
  chongkak set play --rules congklak-six --a greedy --b random | chongkak set replay -";

pub const SET_SOLVE: &str = "\
Examples:
  chongkak set solve --rules congklak-six --holes 3 --seeds 2
  chongkak set solve --holes 4 --seeds 3 --owned 12 --mover B --nodes 10000000";

pub const SET_REPLY: &str = "\
Examples:
  chongkak set reply 'x,x,2/0 2,2,2/4 A' --rules congklak-six
  chongkak set reply --rules congklak-six --holes 3 --seeds 2 --owned 2 --lines";

pub const SET_TABLE: &str = "\
Examples:
  chongkak set table
  chongkak set table congklak-six --owned 48 --lines";

pub const TABLES: &str = "\
Examples:
  chongkak tables build tables --max 12 --rules conglak --holes 4
  chongkak solve --rules conglak --holes 4 --seeds 3 --tables tables
  chongkak tables verify tables --all";

pub const TABLES_BUILD: &str = "\
Examples:
  chongkak tables build tables --max 12 --rules conglak --holes 4
  chongkak tables build tables --max 17 --rules kalah --compress";

pub const TABLES_VERIFY: &str = "\
Examples:
  chongkak tables verify tables
  chongkak tables verify tables --all --format jsonl";

pub const TABLES_INFO: &str = "\
Examples:
  chongkak tables info tables
  chongkak tables info tables --format json";

pub const TABLES_PROBE: &str = "\
Examples:
  chongkak tables probe tables '0,0,1,2/8 1,0,2,0/10 A' --rules conglak
  chongkak tables probe tables - --rules conglak --format jsonl";

#[cfg(test)]
mod tests {
    use clap::{Command, CommandFactory, Parser};

    use crate::cli::args::Arguments;

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
        let root = Arguments::command();
        let mut found = vec![("chongkak".to_owned(), root.clone())];
        all(&root, "chongkak", &mut found);
        assert!(found.len() > 35, "{}", found.len());
        for (name, command) in found {
            let help = command.get_after_help().map(ToString::to_string);
            let help = help.unwrap_or_default();
            let (_, examples) =
                (help.split_once("Examples:\n")).unwrap_or_else(|| panic!("{name}"));
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
}
