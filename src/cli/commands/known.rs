//! What the program knows of a position without a search, as `eval` and `solve` show it.

use serde::Serialize;

use chongkak::known::{BOOK, Known};
use chongkak::moves::{Game, Move};
use chongkak::record::replay_line;

use crate::cli::words;

/// Nodes of a search where the value is known: a moment, for a line and for the other moves.
pub const FEW_NODES: u64 = 1 << 16;

/// What ships with the program of a position.
#[derive(Serialize)]
pub struct Shipped {
    /// Its value.
    known: Option<Known>,
    /// Without that, what a first turn of the book proves.
    book: Option<Bounds>,
}

/// Proven bounds, and where they are from.
#[derive(Serialize)]
struct Bounds {
    lower: i32,
    upper: i32,
    source: &'static str,
}

impl Shipped {
    /// The value, if it is known, or what the turn brings at least.
    pub fn new(known: Option<Known>, turn: Option<&[Move]>, game: &Game) -> Shipped {
        let book = match known {
            None => turn.and_then(|turn| bounds(turn, game)),
            Some(_) => None,
        };
        Shipped { known, book }
    }

    /// Whether the value is known.
    pub const fn is_known(&self) -> bool {
        self.known.is_some()
    }

    /// What is known, with its source, behind a heading.
    pub fn in_words(&self) -> Option<(&'static str, String)> {
        if let Some(Known { value, source, .. }) = &self.known {
            return Some((
                "known",
                format!("{}, proven: {}", words::signed(*value), named(source)),
            ));
        }
        let Bounds {
            lower,
            upper,
            source,
        } = self.book.as_ref()?;
        let bounds = words::bounds(*lower, *upper);
        Some(("book", format!("{bounds}, proven: {}", named(source))))
    }

    /// The line of text on it; nothing if there is none.
    pub fn text(&self) -> String {
        let text = |(heading, known)| format!("{heading:<8}{known}; --fresh searches without it\n");
        self.in_words().map(text).unwrap_or_default()
    }
}

/// The data in words; its folder is one of the project, which not everybody has.
fn named(source: &str) -> String {
    match source {
        BOOK => format!("shipped opening book ({source})"),
        _ => format!("shipped values ({source})"),
    }
}

/// What a turn proves of the value; nothing if it can't be played.
fn bounds(turn: &[Move], game: &Game) -> Option<Bounds> {
    let (position, after) = (game.position(), replay_line(game, turn).ok()?);
    let total = position.total().cast_signed();
    let mover = position.mover();
    // At worst all that is not in his store goes to his opponent.
    let worst = mover.sign() * (2 * after.store(mover).cast_signed() - total);
    let rest = mover.sign() * (total - 2 * position.store(mover.other()).cast_signed());
    Some(Bounds {
        lower: worst.min(rest),
        upper: worst.max(rest),
        source: BOOK,
    })
}
