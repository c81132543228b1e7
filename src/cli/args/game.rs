//! The arguments of `game`.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;

use chongkak::matches::policies::Policy;
use chongkak::text::PolicyError;

use super::Speech;
use super::number_arguments::number;
use super::shared::{Place, WithTables};

#[derive(Debug, Args)]
pub struct Game {
    #[command(flatten)]
    pub place: Place,
    /// Player A: human; a strength, from gentle to best: beginner, player, strong, best (see
    /// below); or another policy of `match`: random, biggest, smallest, nearest, farthest, greedy,
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
    #[command(flatten)]
    pub speech: Speech,
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

impl<P: FromStr<Err = PolicyError>> FromStr for Player<P> {
    type Err = PolicyError;

    fn from_str(text: &str) -> Result<Player<P>, PolicyError> {
        if text == HUMAN {
            return Ok(Player::Human);
        }
        let policy = text.parse().map(Player::Policy);
        policy.map_err(|error: PolicyError| error.or(&format!("{HUMAN} or a policy: ")))
    }
}

impl<P: fmt::Display> fmt::Display for Player<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Human => f.write_str(HUMAN),
            Player::Policy(policy) => policy.fmt(f),
        }
    }
}
