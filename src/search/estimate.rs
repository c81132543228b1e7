//! What a position at the search's horizon is guessed to be worth.

/// Seeds the player to move will still win less those his opponent will, from the seeds in the
/// two rows. A seed in either row is more likely to be won by the player who moves next.
pub(super) fn estimate(own_row: u32, other_row: u32) -> i32 {
    let (own, other) = (own_row.cast_signed(), other_row.cast_signed());
    (own - other) / 2
}
