//! The program's knowledge of a position without a search, as `eval` and `solve` show it.

use serde::Serialize;

use crate::known::{BOOK, Knowledge, SEARCH};
use crate::language::Language;
use crate::moves::Game;
use crate::search::Bounds;

use crate::show::words;

/// The data of which results over the protocol and on the command line name one. A game that is
/// played at the prompt knows of its earlier searches too.
#[cfg(feature = "schemas")]
const SOURCES: [&str; 4] =
    ["positions/solved", "positions/long", "positions/rounds", "positions/book"];

/// The knowledge of a position that ships with the program.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Shipped {
    /// The proven value, if it ships with the program; null if not, or with --fresh.
    known: Option<Value>,
    /// Without that, proven bounds: those of a first turn of the opening book, or of an attempt to
    /// solve.
    book: Option<Range>,
}

/// A proven value, and where it is from.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct Value {
    /// A's seeds less B's at the end of the round.
    #[cfg_attr(feature = "schemas", schemars(range(min = -1023, max = 1023)))]
    value: i32,
    /// The data of this project in which it stands.
    #[cfg_attr(
        feature = "schemas",
        schemars(extend("enum" = SOURCES))
    )]
    source: &'static str,
}

/// Proven bounds, and where they are from.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct Range {
    /// The value is at least this.
    #[cfg_attr(feature = "schemas", schemars(range(min = -1023, max = 1023)))]
    lower: i32,
    /// The value is at most this.
    #[cfg_attr(feature = "schemas", schemars(range(min = -1023, max = 1023)))]
    upper: i32,
    /// The data of this project in which they stand.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = SOURCES)))]
    source: &'static str,
}

impl Shipped {
    /// The value, if it is known, or what is proven at least.
    pub fn new(knowledge: &Knowledge, game: &Game) -> Shipped {
        let known = knowledge.known.as_ref();
        let value = |value| {
            let source = known?.source;
            Some(Value { value, source })
        };
        let range = |(Bounds { lower, upper }, source)| Range { lower, upper, source };
        Shipped {
            known: known.and_then(|known| known.value()).and_then(value),
            book: knowledge.bounds(game).map(range),
        }
    }

    /// Tells whether the value is known.
    pub const fn is_known(&self) -> bool {
        self.known.is_some()
    }

    /// Returns what is known, with its source, behind a heading.
    pub fn in_words(&self) -> Option<(&'static str, String)> {
        if let Some(Value { value, source }) = &self.known {
            let value = words::signed(*value);
            return Some(("known", format!("{value}, proven: {}", named(source))));
        }
        let Range { lower, upper, source } = self.book.as_ref()?;
        let bounds = words::bounds(*lower, *upper, Language::english());
        Some(("book", format!("{bounds}, proven: {}", named(source))))
    }

    /// The line of text on it; nothing if there is none.
    pub fn text(&self) -> String {
        let text = |(heading, known)| format!("{heading:<8}{known}; --fresh searches without it\n");
        self.in_words().map(text).unwrap_or_default()
    }
}

/// The data in words; its folder is one of the project, which not everybody has.
pub fn named(source: &str) -> String {
    match source {
        BOOK => format!("shipped opening book ({source})"),
        SEARCH => SEARCH.to_owned(),
        _ => format!("shipped values ({source})"),
    }
}
