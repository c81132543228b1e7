//! The reasons why a table can't be built.

use thiserror::Error;

use super::value_places::MAX_SEEDS;
use crate::control::{Clock, ResourceError, StopReason};
use crate::text::plural;

/// A reason why there is no table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BuildError {
    /// Positions can recur, and then a value depends on the way to the position.
    #[error(
        "store = far: positions can recur, and a table has one value a position; expected store = near"
    )]
    Recurring,
    /// More seeds than a table can have.
    #[error("{0} seeds in play: expected at most {MAX_SEEDS}")]
    Seeds(u32),
    /// More entries than this computer has memory for, or than can be counted.
    #[error("a table of at most {seeds} seed{} in play does not fit the memory ({bytes} bytes)",
        plural(.seeds))]
    Memory {
        /// The seeds asked for.
        seeds: u32,
        /// Its size; `u64::MAX` if it is larger than that.
        bytes: u64,
    },
    /// More memory than was allowed.
    #[error(
        "a table of at most {seeds} seed{} in play takes {bytes} bytes of memory, a byte a position; \
         allowed are {allowed}{}", plural(.seeds), enough(.most)
    )]
    Allowed {
        /// The seeds asked for, or those that are there already.
        seeds: u32,
        /// Its size.
        bytes: u64,
        /// The limit.
        allowed: u64,
        /// The most seeds in play for which the limit is enough.
        most: Option<u32>,
    },
    /// A limit was reached, or it was cancelled.
    #[error("stopped: {0}")]
    Stopped(StopReason),
    /// The machine does not give the threads or the memory.
    #[error(transparent)]
    ResourceError(#[from] ResourceError),
}

/// Checks that work may go on: the time is not up, and it was not cancelled.
pub(super) fn go_on(clock: &Clock<'_>) -> Result<(), BuildError> {
    match clock.ended() {
        None => Ok(()),
        Some(reason) => Err(BuildError::Stopped(reason)),
    }
}

fn enough(most: &Option<u32>) -> String {
    most.map_or(String::new(), |most| format!(", enough for at most {most} seed{}", plural(&most)))
}
