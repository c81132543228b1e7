//! The goal of a step of a lesson, checked by what the moves do.

use serde::Deserialize;

use crate::board::Hole;
use crate::moves::{Ending, Game, IllegalMove, MoveTrace, Outcome, Round, WrittenMove};

use crate::show::words;

/// The goal of a turn. Any line that reaches it is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// A move of at least so many laps.
    Laps(usize),
    /// So many moves that end in the player's store.
    Again(usize),
    /// A move that takes at least so many seeds from the opponent.
    Captured(u32),
    /// At least so many seeds for the store, by all moves of the turn.
    Gain(u32),
}

/// A turn under way.
#[derive(Clone, Debug)]
pub struct Turn {
    first: Game,
    round: Round,
    played: Vec<MoveTrace>,
}

impl Turn {
    /// A turn before its first move.
    pub fn new(game: &Game) -> Turn {
        Turn {
            first: *game,
            round: Round::new(game),
            played: Vec::new(),
        }
    }

    /// Returns the game that it has come to.
    pub const fn game(&self) -> &Game {
        self.round.game()
    }

    /// Its moves.
    pub fn played(&self) -> &[MoveTrace] {
        &self.played
    }

    /// Tells whether no move of it can follow.
    pub fn is_over(&self) -> bool {
        self.played
            .last()
            .is_some_and(|last| last.outcome != Outcome::Again)
    }

    /// Plays a move of it.
    ///
    /// # Errors
    /// If the move is not legal.
    pub fn play(&mut self, written: &WrittenMove) -> Result<&MoveTrace, IllegalMove> {
        let trace = self.round.play_written(written)?;
        self.played.push(trace);
        Ok(self.played.last().expect("the move just played"))
    }

    /// Plays a legal move of it.
    pub fn play_hole(&mut self, hole: Hole) {
        let trace = self.round.play(hole).expect("a legal move");
        self.played.push(trace);
    }

    /// The turn with so many of its moves.
    pub fn up_to(&self, moves: usize) -> Turn {
        let mut turn = Turn::new(&self.first);
        for trace in &self.played[..moves] {
            turn.play_hole(trace.played.hole);
        }
        turn
    }

    /// Counts its moves that ended in the store.
    fn again(&self) -> usize {
        let again = |one: &&MoveTrace| one.ending == Ending::Store;
        self.played.iter().filter(again).count()
    }

    fn gain(&self) -> u32 {
        self.played.iter().map(|one| one.gain).sum()
    }
}

impl Goal {
    /// Tells whether a turn has reached it.
    pub fn reached(self, turn: &Turn) -> bool {
        match self {
            Goal::Laps(laps) => turn.played.iter().any(|one| one.laps.len() >= laps),
            Goal::Again(moves) => turn.again() >= moves,
            Goal::Captured(seeds) => turn.played.iter().any(|one| one.captured >= seeds),
            Goal::Gain(seeds) => turn.gain() >= seeds,
        }
    }

    /// In words.
    pub fn in_words(self) -> String {
        match self {
            Goal::Laps(laps) => {
                let laps = words::counted(laps as u64, "lap");
                format!("a move of at least {laps}")
            }
            Goal::Again(1) => "a move that ends in your store".to_owned(),
            Goal::Again(moves) => format!("{moves} moves in one turn that end in your store"),
            Goal::Captured(seeds) => {
                let seeds = words::counted(seeds, "seed");
                format!("a move that takes at least {seeds} from the opponent")
            }
            Goal::Gain(seeds) => {
                let seeds = words::counted(seeds, "seed");
                format!("at least {seeds} for your store in one turn")
            }
        }
    }

    /// Says what a turn without the goal has instead, so far; `last` is its last move.
    pub fn instead(self, turn: &Turn, last: &MoveTrace) -> String {
        let played = last.played;
        match self {
            Goal::Laps(_) => {
                let laps = words::counted(last.laps.len() as u64, "lap");
                format!("{played} has {laps}: it ends {}", words::ending(last))
            }
            Goal::Again(_) if last.outcome == Outcome::Again => {
                let moves = words::counted(turn.again() as u64, "move");
                format!("{moves} so far")
            }
            Goal::Again(_) => format!(
                "{played} doesn't end in the store but {}",
                words::ending(last)
            ),
            Goal::Captured(_) if last.captured > 0 => {
                let seeds = words::counted(last.captured, "seed");
                format!(
                    "{played} takes {seeds} only: it ends {}",
                    words::ending(last)
                )
            }
            Goal::Captured(_) => format!("{played} takes nothing: it ends {}", words::ending(last)),
            Goal::Gain(_) => {
                let seeds = words::counted(turn.gain(), "seed");
                format!("the turn has brought {seeds}")
            }
        }
    }
}
