//! The record of `chong solve`: the exact probability of winning on a small board.

use std::fmt::Write;

use serde::Serialize;

use super::picture;
use crate::{BoardValues, ChongTask, PlacedPosition, Unsolved, probability};
use chongkak_base::control::StopReason;
use chongkak_base::text::Record;
use chongkak_base::text::style::{PROVEN, STRONG};

/// The answer of `chongkak chong solve`.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct SolveRecord {
    /// The position.
    position: PlacedPosition,
    /// Holes in a row.
    #[cfg_attr(feature = "schemas", schemars(range(min = 2, max = 28)))]
    holes: u8,
    /// Dice of a throw.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1, max = 4)))]
    dice: u8,
    /// The probability that the player to throw wins minus that of losing; null if a limit ended
    /// the work.
    #[cfg_attr(feature = "schemas", schemars(range(min = -1, max = 1)))]
    value: Option<f64>,
    /// The probability of winning, a draw counting half.
    #[cfg_attr(feature = "schemas", schemars(range(min = 0, max = 1)))]
    probability: Option<f64>,
    /// The maximum error of the probability; null where no bound is proven.
    #[cfg_attr(feature = "schemas", schemars(range(min = 0)))]
    error: Option<f64>,
    /// Number of positions found; all of them if the work is complete.
    states: u64,
    /// Number of positions valued.
    valued: u64,
    /// The limit that ended the work; null if nothing was left to do.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["memory", "time", "interrupted", null])))]
    pub stopped: Option<StopReason>,
    #[serde(skip)]
    winner: Option<String>,
}

impl SolveRecord {
    /// Creates the record of a solved board, or of one whose solution was ended.
    pub fn new(
        task: &ChongTask,
        outcome: Result<BoardValues, Unsolved>,
    ) -> Result<SolveRecord, Unsolved> {
        let (solved, states, valued, stopped) = match outcome {
            Ok(solved) => {
                let states = solved.states() as u64;
                (Some(solved), states, states, None)
            }
            Err(Unsolved::Stopped { reason, found, valued }) => (None, found, valued, Some(reason)),
            Err(unsolved) => return Err(unsolved),
        };
        let value = solved.as_ref().and_then(|solved| solved.value(&task.placed.position));
        let error = solved.as_ref().and_then(BoardValues::error);
        Ok(SolveRecord {
            position: task.placed,
            holes: task.rules.columns.get(),
            dice: task.rules.dice.get(),
            value,
            probability: value.map(probability),
            error: error.map(|error| error / 2.0),
            states,
            valued,
            stopped,
            winner: task.head().winner,
        })
    }
}

impl Record for SolveRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        text.push_str(&picture::captioned(&self.position, self.winner.as_deref()));
        let player = self.position.player;
        let Some(probability) = self.probability else {
            let stopped = self.stopped.map_or("nothing", StopReason::name);
            return writeln!(
                text,
                "\nprobability  open\npositions    {} found, {} valued; stopped by: {stopped}",
                self.states, self.valued
            );
        };
        let style = if self.error.is_some() { PROVEN } else { STRONG };
        let off = match self.error {
            Some(0.0) => String::new(),
            Some(error) => format!(", off by less than {error:.0e}"),
            None => ", iterated to convergence; no proven error bound".to_owned(),
        };
        writeln!(
            text,
            "\nprobability  {style}{probability:.12}{style:#} that {player} wins \
             (a draw counts half){off}\npositions    {}",
            self.states
        )
    }
}
