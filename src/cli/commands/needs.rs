//! The needs of commands: which rules they take, and whose words.

use chongkak::language::Language;

use super::Command;
use super::book::Book;
use crate::cli::args::{BatchCommand, Campaign, Set, SetTable, Tables};
use crate::cli::session::Needs;

impl Command {
    /// The things that a session has to know of it.
    pub fn needs(&self) -> Needs {
        Needs {
            sowing: !matches!(self, Command::Chong(_)),
            all_rules: matches!(self, Command::Verify(_)),
            default_rules: self.asks_for_rules(),
            well_known: matches!(self, Command::Game(_)),
            language: match self {
                Command::Game(game) => game.speech.language(),
                Command::Chong(chong) => chong.command.language(),
                _ => Language::english(),
            },
        }
    }

    /// Tells whether it plays by the rule set of `--rules`, or by a default where none is given.
    fn asks_for_rules(&self) -> bool {
        match self {
            Command::Rules(_)
            | Command::Verify(_)
            | Command::Infer(_)
            | Command::Bench(_)
            | Command::Chong(_)
            | Command::Completions(_)
            | Command::Man(_)
            | Command::Set(Set::Replay(_)) => false,
            Command::Book(Book { name, .. }) | Command::Set(Set::Table(SetTable { name, .. })) => {
                name.is_none()
            }
            Command::Board(args) => !args.says_rules(),
            Command::Analyze(args) => args.line.is_some(),
            Command::Game(args) => args.load.is_none() && args.lesson.is_none(),
            Command::Set(Set::Play(args)) => args.from.is_none(),
            Command::Tables(args) => matches!(args, Tables::Build(_) | Tables::Probe(_)),
            Command::Batch(args) => !matches!(args.command, Some(BatchCommand::Export(_))),
            Command::Campaign(args) => matches!(args, Campaign::New(_)),
            _ => true,
        }
    }
}
