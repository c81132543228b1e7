//! Positions of small boards in one word, and how far a game has come.

use super::super::army::Army;
use super::super::options::KingPath;
use super::super::position::ChongPosition;
use super::super::rules::ChongRules;

/// Most columns whose positions fit a word.
pub const MAX_SOLVED_COLUMNS: u8 = 8;

/// A position in one word: 24 bits for the soldiers of each player, 5 for his king, 3 marks.
pub(super) type Key = u64;

const NO_KING: u32 = 31;

fn packed(army: Army) -> u32 {
    let king = army.king().map_or(NO_KING, u32::from);
    let marks =
        u32::from(army.opened()) | u32::from(army.turned()) << 1 | u32::from(army.primed()) << 2;
    let soldiers = u32::try_from(army.soldiers()).expect("at most 24 cells");
    soldiers | king << 24 | marks << 29
}

fn unpacked(word: u32) -> Army {
    let king = word >> 24 & 31;
    let king = (king != NO_KING).then_some(king as u8);
    let mut army = Army::new((word & 0xFF_FFFF).into(), king);
    if word >> 29 & 1 == 1 {
        army = army.with_opened();
    }
    if word >> 30 & 1 == 1 {
        army = army.with_turned();
    }
    army.with_primed(word >> 31 == 1)
}

/// The key of two armies.
#[inline]
pub(super) fn pair(first: Army, second: Army) -> Key {
    u64::from(packed(first)) << 32 | u64::from(packed(second))
}

/// The key of a position, on a board of up to 8 columns.
#[inline]
pub(super) fn key(position: &ChongPosition) -> Key {
    pair(position.mover, position.other)
}

/// The position of a key.
#[inline]
pub(super) fn position(key: Key) -> ChongPosition {
    ChongPosition { mover: unpacked((key >> 32) as u32), other: unpacked(key as u32) }
}

/// The key of the same position with the other player to throw.
#[inline]
pub(super) const fn mirrored(key: Key) -> Key {
    key.rotate_left(32)
}

/// A number that no turn lowers, and that every sub-move of the ordinary rules raises: pieces
/// taken, then the sum of the soldiers' cells, then marks, then the cells of turned kings.
///
/// A soldier's move raises the sum, an exchange too (the soldier goes up to the king's place); a
/// king's step turns it or raises its cell, after which it can't change places any more. Under
/// `king_path = advance` soldiers come back; then only pieces taken and marks count.
#[must_use]
pub fn potential(rules: &ChongRules, position: &ChongPosition) -> u32 {
    let armies = [position.mover, position.other];
    let sum = |of: &dyn Fn(Army) -> u32| armies.into_iter().map(of).sum::<u32>();
    let all = 2 * (u32::from(rules.columns) + 1);
    let taken = all.saturating_sub(sum(&|army| army.count() + u32::from(army.king().is_some())));
    let marks = sum(&|army| u32::from(army.opened()) + u32::from(army.turned()));
    let (soldiers, kings) = match rules.king_path {
        KingPath::Advance => (0, 0),
        KingPath::Retreat => {
            let turned = |army: Army| army.king().filter(|_| army.turned()).map_or(0, u32::from);
            (sum(&Army::soldier_sum), sum(&turned))
        }
    };
    // n soldiers a player on cells below 3 n; at most four marks.
    let length = u32::from(rules.length());
    let most_soldiers = 2 * u32::from(rules.columns) * length;
    ((taken * (most_soldiers + 1) + soldiers) * 5 + marks) * (2 * length) + kings
}
