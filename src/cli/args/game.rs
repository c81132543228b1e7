//! The arguments of `game`.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;

use chongkak::language::Language;
use chongkak::matches::Policy;
use chongkak::text::Diagnostic;

use super::number_arguments::number;
use super::shared::{Place, WithTables, language};

/// Plays whole sets in the terminal: against the program, or another person
///
/// At the prompt: one move or several (A7, or 7 5 3), moves, hint, eval, undo, redo, trace on,
/// board, score, rules, save FILE, load FILE, help, resign, quit. Without --rules it is congklak.
/// On a terminal Tab completes them, and Up brings earlier lines back. From a pipe, lines are read
/// one by one. Every turn is kept in the user's state folder, or in the folder that CHONGKAK_GAMES
/// names (none: nowhere).
///
/// Strengths: beginner takes the move that gains most, and one time in four any move; player looks
/// at 100 positions before each move and takes any move that seems at most 2 seeds worse than the
/// best; strong looks at 500 positions and plays the best turn that it has seen; best looks at
/// 1,000,000, a second or two, with installed endgame tables, and with at most 32 seeds in play at
/// all: then it makes no mistake.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  chongkak game --b beginner
  chongkak game --a human --b human --holes 5 --seeds 4
  chongkak game --together --b search:20000 --seed 7
  chongkak game --lesson sowing
  chongkak game --load
  chongkak game --load record.txt --b best")]
#[command(mut_arg("position", |it| it.help(
    "The position, such as \"7,7,7/0 7,7,7/0 A\": A's row from hole 1 on and his store, B's, the \
     player to move [default: the opening]"
)))]
pub struct Game {
    #[command(flatten)]
    pub place: Place,
    /// Player A: human; a strength, from gentle to best: beginner, player, strong, best (see
    /// above); or another policy of `match`: random, biggest, smallest, nearest, farthest, greedy,
    /// search:N (positions), search:0.5s (time) [default: human, or whom the loaded record names]
    #[arg(long, value_name = "PLAYER")]
    pub a: Option<Player>,
    /// Player B [default: player, or whom the loaded record names]
    #[arg(long, value_name = "PLAYER")]
    pub b: Option<Player>,
    /// Both begin the first round together: each chooses without seeing the other's choice; on a
    /// terminal two people don't see what is typed
    #[arg(long, conflicts_with = "load")]
    pub together: bool,
    /// The random seed [default: 1, or that of the loaded record]
    #[arg(long, value_name = "N", value_parser = number::<u64>(..))]
    pub seed: Option<u64>,
    /// Takes up the set recorded in a file; without FILE the one that was played last
    #[arg(long, value_name = "FILE",
          conflicts_with_all = ["position", "owned", "mover", "as_drawn"])]
    pub load: Option<Option<PathBuf>>,
    /// Gives a lesson: sowing, again, capture, system, first-turn; without NAME lists them
    #[arg(long, value_name = "NAME",
          conflicts_with_all = ["position", "owned", "mover", "as_drawn", "a", "b", "together",
                                "seed", "load", "tables"])]
    pub lesson: Option<Option<String>>,
    /// The language of the game, such as ms or id [default: that of LC_ALL, LC_MESSAGES or LANG]
    #[arg(long, alias = "lang", value_name = "CODE", value_parser = language)]
    pub language: Option<&'static Language>,
    #[command(flatten)]
    pub with: WithTables,
}

/// The player of a side: a person, or a policy of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player<P = Policy> {
    /// A person, by what is typed.
    Human,
    /// The program.
    Policy(P),
}

/// The word for a person.
pub const HUMAN: &str = "human";

impl<P: Copy> Player<P> {
    /// The policy; none of a person.
    pub const fn policy(self) -> Option<P> {
        match self {
            Player::Human => None,
            Player::Policy(policy) => Some(policy),
        }
    }
}

impl<P: FromStr<Err = Diagnostic>> FromStr for Player<P> {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Player<P>, Diagnostic> {
        if text == HUMAN {
            return Ok(Player::Human);
        }
        let policy = text.parse().map(Player::Policy);
        policy.map_err(|error| expected_too(text, &error, &format!("{HUMAN} or a policy: ")))
    }
}

/// The error of a text where something else may be named too.
pub(super) fn expected_too(text: &str, error: &Diagnostic, other: &str) -> Diagnostic {
    let span = error.span.clone().unwrap_or(0..text.len());
    let found = format!("found {:?}", &text[span.clone()]);
    Diagnostic::at(span, found, format_args!("{other}{}", error.expected())).of_kind(error.kind)
}

impl<P: fmt::Display> fmt::Display for Player<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Human => f.write_str(HUMAN),
            Player::Policy(policy) => policy.fmt(f),
        }
    }
}
