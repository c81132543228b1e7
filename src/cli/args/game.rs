//! The arguments of `game`.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;

use chongkak::language::Language;
use chongkak::matches::Policy;
use chongkak::text::Diagnostic;

use super::number_arguments::number;
use super::shared::{PositionArgs, WithTables, language};

/// Plays whole sets in the terminal, against the program or another person
///
/// Without --rules the game is congklak. At the prompt type one move or several (A7, or 7 5 3), or
/// a command: moves, hint, eval, undo, redo, trace on, board, score, rules, save FILE, load FILE,
/// help, resign, quit. On a terminal, Tab completes what you type and Up recalls earlier lines. The
/// lines may also come from a pipe. Every turn is saved in the user's state folder, or in the
/// folder that CHONGKAK_GAMES names (none: not saved).
///
/// Strengths: beginner takes the move that gains most, but one time in four any move; player looks
/// at 100 positions before each move and takes any move that seems at most 2 seeds worse than the
/// best; strong looks at 500 positions and plays the best turn it has seen; best looks at 1,000,000
/// positions, which takes a second or two, and uses the installed endgame tables. With at most 32
/// seeds in play, best looks at all positions and makes no mistake.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  chongkak game --b beginner
  chongkak game --a human --b human --holes 5 --seeds 4
  chongkak game --together --b search:20000 --seed 7
  chongkak game --lesson sowing
  chongkak game --load
  chongkak game --load record.txt --b best")]
#[command(mut_arg("position", |it| it.help(
    "The position, such as \"7,7,7/0 7,7,7/0 A\": A's row and store, B's row and store, and the \
     player to move [default: the opening]"
)))]
pub struct Game {
    #[command(flatten)]
    pub place: PositionArgs,
    /// Player A: human; a strength (beginner, player, strong, best); or another policy of `match`:
    /// random, biggest, smallest, nearest, farthest, greedy, search:N (positions), search:0.5s
    /// (time) [default: human, or as in the loaded record]
    #[arg(long, value_name = "PLAYER")]
    pub a: Option<Player>,
    /// Player B [default: player, or as in the loaded record]
    #[arg(long, value_name = "PLAYER")]
    pub b: Option<Player>,
    /// Both players start the first round together, each choosing without seeing the other's
    /// choice; on a terminal the choices of two people are not shown
    #[arg(long, conflicts_with = "load")]
    pub together: bool,
    /// The random seed [default: 1, or as in the loaded record]
    #[arg(long, value_name = "N", value_parser = number::<u64>(..))]
    pub seed: Option<u64>,
    /// Continues the set recorded in FILE, or without FILE the last one that was played
    #[arg(long, value_name = "FILE",
          conflicts_with_all = ["position", "owned", "mover", "as_drawn"])]
    pub load: Option<Option<PathBuf>>,
    /// Gives a lesson, by name or from a file; without NAME, lists the lessons
    ///
    /// Lessons: sowing, again, capture, system, first-turn. The name of a file ends in .toml or
    /// contains a slash.
    #[arg(long, value_name = "NAME",
          conflicts_with_all = ["position", "owned", "mover", "as_drawn", "a", "b", "together",
                                "seed", "load", "tables"])]
    pub lesson: Option<Option<String>>,
    /// The language of the game: en, ms or id [default: that of LC_ALL, LC_MESSAGES or LANG]
    #[arg(long, alias = "lang", value_name = "CODE", value_parser = language)]
    pub language: Option<&'static Language>,
    #[command(flatten)]
    pub with: WithTables,
}

/// The player of a side: a person, or the program by a policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player<P = Policy> {
    /// A person who types the moves.
    Human,
    /// The program, by this policy.
    Policy(P),
}

/// The name of a person on the command line.
pub const HUMAN: &str = "human";

impl<P: Copy> Player<P> {
    /// The policy of the program, or `None` for a person.
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
        policy.map_err(|error| also_expected(text, &error, &format!("{HUMAN} or a policy: ")))
    }
}

/// Adds another expected value to the error of a policy's name.
pub(super) fn also_expected(text: &str, error: &Diagnostic, other: &str) -> Diagnostic {
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
