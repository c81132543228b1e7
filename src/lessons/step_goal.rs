//! The goal of a step of a lesson, checked by the effects of the moves.

use serde::Deserialize;

use crate::board::Hole;
use crate::language::Language;
use crate::moves::{Ending, Game, MoveTrace, Outcome, Round, WrittenMove};
use crate::say;
use crate::show::words;
use crate::text::Diagnostic;

/// The goal of a turn. Any line that reaches it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// A move of at least this many laps.
    Laps(usize),
    /// This many moves that end in the player's store.
    Again(usize),
    /// A move that captures at least this many seeds.
    Captured(u32),
    /// A gain of at least this many seeds in the whole turn.
    Gain(u32),
}

/// A turn in progress.
#[derive(Clone, Debug)]
pub struct Turn {
    first: Game,
    round: Round,
    /// The moves played.
    pub played: Vec<MoveTrace>,
}

impl Turn {
    /// Creates a turn before its first move.
    pub fn new(game: &Game) -> Turn {
        Turn { first: *game, round: Round::new(game), played: Vec::new() }
    }

    /// Returns the current game.
    pub const fn game(&self) -> &Game {
        self.round.game()
    }

    /// Returns whether the turn is over.
    pub fn is_over(&self) -> bool {
        self.played.last().is_some_and(|last| last.outcome != Outcome::Again)
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If the move is not legal.
    pub fn play(&mut self, written: &WrittenMove) -> Result<&MoveTrace, Diagnostic> {
        let trace = self.round.play_written(written)?;
        self.played.push(trace);
        Ok(self.played.last().expect("the move just played"))
    }

    /// Plays a legal move.
    pub fn play_hole(&mut self, hole: Hole) {
        let trace = self.round.play(hole).expect("a legal move");
        self.played.push(trace);
    }

    /// Returns the turn after its first `moves` moves.
    pub fn up_to(&self, moves: usize) -> Turn {
        let mut turn = Turn::new(&self.first);
        for trace in &self.played[..moves] {
            let trace = turn.round.play(trace.played).expect("a legal move");
            turn.played.push(trace);
        }
        turn
    }

    /// Counts the moves that ended in the store.
    fn again(&self) -> usize {
        let again = |one: &&MoveTrace| one.ending == Ending::Store;
        self.played.iter().filter(again).count()
    }

    fn gain(&self) -> u32 {
        self.played.iter().map(|one| one.gain).sum()
    }
}

impl Goal {
    /// Returns whether a turn has reached the goal.
    pub fn reached(self, turn: &Turn) -> bool {
        match self {
            Goal::Laps(laps) => turn.played.iter().any(|one| one.laps.len() >= laps),
            Goal::Again(moves) => turn.again() >= moves,
            Goal::Captured(seeds) => turn.played.iter().any(|one| one.captured >= seeds),
            Goal::Gain(seeds) => turn.gain() >= seeds,
        }
    }

    /// Describes the goal.
    pub fn in_words(self, language: &Language) -> String {
        match self {
            Goal::Laps(laps) => {
                let laps = say!(language, "page.count.laps"; laps);
                say!(language, "lessons.goal-laps", laps = laps)
            }
            Goal::Again(1) => say!(language, "lessons.goal-again"),
            Goal::Again(moves) => {
                let moves = say!(language, "page.count.moves"; moves);
                say!(language, "lessons.goal-again-often", moves = moves)
            }
            Goal::Captured(seeds) => {
                let seeds = say!(language, "page.count.seeds"; seeds);
                say!(language, "lessons.goal-captured", seeds = seeds)
            }
            Goal::Gain(seeds) => {
                let seeds = say!(language, "page.count.seeds"; seeds);
                say!(language, "lessons.goal-gain", seeds = seeds)
            }
        }
    }

    /// Describes what a turn has achieved without reaching the goal; `last` is its last move.
    pub fn instead(self, turn: &Turn, last: &MoveTrace, language: &Language) -> String {
        let (played, ending) = (last.played, words::ending(last, language));
        let seeds = |seeds: u32| say!(language, "page.count.seeds"; seeds);
        match self {
            Goal::Laps(_) => say!(
                language,
                "lessons.instead-laps",
                played = played,
                laps = say!(language, "page.count.laps"; last.laps.len()),
                ending = ending,
            ),
            Goal::Again(_) if last.outcome == Outcome::Again => {
                let moves = say!(language, "page.count.moves"; turn.again());
                say!(language, "lessons.instead-so-far", moves = moves)
            }
            Goal::Again(_) => {
                say!(language, "lessons.instead-again", played = played, ending = ending,)
            }
            Goal::Captured(_) if last.captured > 0 => say!(
                language,
                "lessons.instead-captured",
                played = played,
                seeds = seeds(last.captured),
                ending = ending,
            ),
            Goal::Captured(_) => {
                say!(language, "lessons.instead-nothing", played = played, ending = ending,)
            }
            Goal::Gain(_) => say!(language, "lessons.instead-gain", seeds = seeds(turn.gain())),
        }
    }
}
