//! What a position at the search's horizon is guessed to be worth.

/// Eighths of a seed that each seed in the row of the player to move is worth to him.
const OWN: i32 = 7;

/// Eighths of a seed that each seed in the other row is worth to his opponent.
const OTHER: i32 = 4;

/// Seeds the player to move will still win less those his opponent will, from the seeds in the
/// two rows.
///
/// The player who moves next keeps most of his row and takes much of the other one. The weights
/// are a compromise between the rule sets, fitted on solved random positions of 2 x 6 holes with
/// up to 14 seeds (`scripts/fit-estimate`; docs/MEASUREMENTS.md has its output).
pub(super) fn estimate(own_row: u32, other_row: u32) -> i32 {
    let (own, other) = (own_row.cast_signed(), other_row.cast_signed());
    (OWN * own - OTHER * other) / 8
}
