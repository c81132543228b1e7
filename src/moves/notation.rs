//! Moves as text: `A7`, or a bare `7` for a hole of the mover; lines of moves. `A7s` is a move after
//! which the player stops, though they may move again.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use crate::board::{Hole, Side};
use crate::diagnostic;
use crate::language::Sentence;
use crate::sentence;
use crate::text::Diagnostic;

/// A move: the hole a player lifts, written as the player and its number, and whether the turn then
/// ends by choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "schemas",
    derive(schemars::JsonSchema),
    schemars(with = "String", extend("pattern" = "^[AB]([1-9]|1[0-8])s?$"))
)]
pub struct Move {
    /// The player.
    pub side: Side,
    /// The hole of his row.
    pub hole: Hole,
    /// Whether he then stops, although he may move again (only under `store_last = may`).
    pub stops: bool,
}

/// Written after a move with which the player stops.
const STOP: &str = "s";

impl Move {
    /// Marks a stop in a packed move.
    pub(crate) const STOPS: u8 = 32;

    /// Creates a move after which the player goes on if he may.
    #[must_use]
    pub const fn new(side: Side, hole: Hole) -> Move {
        Move { side, hole, stops: false }
    }

    /// Returns the move of a side that a search packed into a byte.
    pub(crate) fn unpacked(side: Side, packed: u8) -> Move {
        let hole = Hole::at(usize::from(packed & !Move::STOPS));
        Move { side, hole, stops: packed & Move::STOPS != 0 }
    }

    /// Returns the index of the hole, with [`STOPS`](Self::STOPS) if the player stops.
    pub(crate) const fn packed(self) -> u8 {
        (self.hole.number() - 1) | if self.stops { Move::STOPS } else { 0 }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stop = if self.stops { STOP } else { "" };
        write!(f, "{}{}{stop}", self.side, self.hole)
    }
}

impl FromStr for Move {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Move, Diagnostic> {
        let span = 0..text.len();
        let written = parse_move(text, span.clone());
        let played = written.and_then(|of| {
            let WrittenMove { side, hole, stops, .. } = of;
            Some(Move { side: side?, hole, stops })
        });
        played.ok_or_else(|| no_move(1, text, span))
    }
}

/// A move as written: without a letter it is the mover's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenMove {
    /// The player's letter, if there is one.
    pub side: Option<Side>,
    /// The hole.
    pub hole: Hole,
    /// Whether the player then stops, although he may move again.
    pub stops: bool,
    /// The range of bytes in the line.
    pub span: Range<usize>,
}

impl fmt::Display for WrittenMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(side) = self.side {
            side.fmt(f)?;
        }
        self.hole.fmt(f)?;
        f.write_str(if self.stops { STOP } else { "" })
    }
}

impl From<Move> for WrittenMove {
    fn from(played: Move) -> WrittenMove {
        let Move { side, hole, stops } = played;
        WrittenMove { side: Some(side), hole, stops, span: 0..0 }
    }
}

/// The mover's move, after which he goes on if he may.
impl From<Hole> for WrittenMove {
    fn from(hole: Hole) -> WrittenMove {
        WrittenMove { side: None, hole, stops: false, span: 0..0 }
    }
}

/// The characters that may separate two moves, with or without spaces, as books and programs use
/// different ones.
const SEPARATORS: [char; 8] = [',', ';', '-', '\u{2013}', '\u{2014}', '>', '\u{2192}', '\u{2026}'];

/// Parses the moves of a line, separated by spaces, commas, semicolons, dashes or arrows. The moves
/// may be numbered (`1. A1 2. A7`), the line may end with a full stop, and letters may be in either
/// case.
///
/// # Errors
/// If a word is not a move. The message gives the first such word and its number among the moves.
///
/// # Examples
/// ```
/// use chongkak::moves::parse_line;
/// let plain = parse_line("A1 A7 A5").unwrap();
/// for written in ["1. A1 2. A7 3. A5", "A1-A7-A5", "a1; 7; 5", "A 1, A 7, A 5"] {
///     let holes: Vec<_> = parse_line(written).unwrap().iter().map(|m| m.hole).collect();
///     assert_eq!(holes, plain.iter().map(|m| m.hole).collect::<Vec<_>>());
/// }
/// ```
pub fn parse_line(line: &str) -> Result<Vec<WrittenMove>, Diagnostic> {
    let parts = line.split(SEPARATORS).flat_map(words);
    parts
        .enumerate()
        .map(|(index, word)| {
            let start = word.as_ptr().addr() - line.as_ptr().addr();
            let span = start..start + word.len();
            parse_move(word, span.clone()).ok_or_else(|| no_move(index + 1, word, span))
        })
        .collect()
}

/// Creates the error for a word that is not a move.
fn no_move(number: usize, word: &str, span: Range<usize>) -> Diagnostic {
    let (found, expected) = (Sentence::quoted(word), sentence!("faults.move.expected"));
    let (again, what) = (found.clone(), number.to_string());
    let message =
        sentence!("faults.move.text", number = what, found = again, expected = expected.clone());
    diagnostic!(IllegalMove, "faults.move.problem", found = found => expected)
        .telling(message)
        .numbered(number)
        .within(span)
}

/// Splits a part of a line into words and drops move numbers. A letter and the following number are
/// one word even with a space between them, because Overbeck writes "A 1".
fn words(part: &str) -> Vec<&str> {
    let mut words: Vec<&str> = Vec::new();
    for word in part.split_whitespace() {
        let word = without_number(word).trim_end_matches('.');
        let begins = word.starts_with(|c: char| c.is_ascii_digit());
        match words.last_mut() {
            _ if word.is_empty() => {}
            Some(letter) if begins && ["A", "B", "a", "b"].contains(letter) => {
                let start = letter.as_ptr().addr() - part.as_ptr().addr();
                let end = word.as_ptr().addr() - part.as_ptr().addr() + word.len();
                *letter = &part[start..end];
            }
            _ => words.push(word),
        }
    }
    words
}

/// Strips a move number from the start of a word: `1.` or `1)`, or `1...` if the other player
/// started.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = word.len() - rest.len();
    if digits > 0 && rest.starts_with(['.', ')']) {
        rest.trim_start_matches(['.', ')'])
    } else {
        word
    }
}

fn parse_move(word: &str, span: Range<usize>) -> Option<WrittenMove> {
    let (side, digits) = match word.as_bytes().first()? {
        b'A' | b'a' => (Some(Side::A), word[1..].trim_start()),
        b'B' | b'b' => (Some(Side::B), word[1..].trim_start()),
        _ => (None, word),
    };
    let numeral = digits.trim_end_matches(['s', 'S']);
    let stops = digits.len() - numeral.len() == STOP.len();
    let digits = if stops { numeral } else { digits };
    let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    let hole = digits.parse().ok().filter(|_| plain).and_then(Hole::new)?;
    Some(WrittenMove { side, hole, stops, span })
}
