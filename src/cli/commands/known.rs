//! What the program knows of a position without a search, as `eval` and `solve` show it.

use serde::Serialize;

use chongkak::known::{BOOK, Known};
use chongkak::moves::{Game, Move};
use chongkak::record::replay_line;

use crate::cli::words;

/// Nodes of a search where the value is known: a moment, for a line and for the other moves.
pub const FEW_NODES: u64 = 1 << 16;

/// A value, or a bound, that ships with the program.
#[derive(Serialize)]
pub struct KnownRecord {
    /// Null if only the bounds are known.
    value: Option<i32>,
    lower: i32,
    upper: i32,
    /// Where it stands.
    source: &'static str,
}

impl KnownRecord {
    /// What is known of a position: its value, or what a first turn of the book brings at least.
    pub fn of(known: Option<&Known>, turn: Option<&[Move]>, game: &Game) -> Option<KnownRecord> {
        if let Some(Known { value, source, .. }) = known {
            return Some(KnownRecord {
                value: Some(*value),
                lower: *value,
                upper: *value,
                source,
            });
        }
        let (position, after) = (game.position(), replay_line(game, turn?).ok()?);
        let total = position.total().cast_signed();
        let mover = position.mover();
        // At worst all that is not in his store goes to his opponent.
        let worst = mover.sign() * (2 * after.store(mover).cast_signed() - total);
        let rest = mover.sign() * (total - 2 * position.store(mover.other()).cast_signed());
        Some(KnownRecord {
            value: None,
            lower: worst.min(rest),
            upper: worst.max(rest),
            source: BOOK,
        })
    }
}

impl KnownRecord {
    /// What is known, and from where.
    pub fn in_words(&self) -> String {
        let bounds = words::bounds(self.lower, self.upper);
        format!("{bounds}, proven: {}", self.source)
    }
}

/// The line of text on it; nothing if there is none.
pub fn known_text(known: Option<&KnownRecord>) -> String {
    let known = known.map(KnownRecord::in_words);
    let text = known.map(|known| format!("known   {known} (--fresh searches without it)\n"));
    text.unwrap_or_default()
}
