//! The language of what a player reads and types.

use clap::Args;

use chongkak::language::Language;

/// The variables that say which language the texts of a terminal have; the first one that says
/// something decides.
const VARIABLES: [&str; 3] = ["LC_ALL", "LC_MESSAGES", "LANG"];

#[derive(Debug, Default, Args)]
pub struct Speech {
    /// The language of the game, such as ms or id [default: that of LC_ALL, LC_MESSAGES or LANG]
    #[arg(long, alias = "lang", value_name = "CODE", value_parser = named)]
    language: Option<&'static Language>,
}

impl Speech {
    /// The language that was asked for; else that of the terminal.
    pub fn language(&self) -> &'static Language {
        self.language.unwrap_or_else(|| {
            let values = VARIABLES.map(|name| std::env::var(name).ok());
            Language::of_terminal(values.each_ref().map(Option::as_deref))
        })
    }
}

fn named(code: &str) -> Result<&'static Language, String> {
    Language::named(code).ok_or_else(|| format!("expected one of {}", Language::codes()))
}
