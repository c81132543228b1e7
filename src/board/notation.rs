//! The text form of a position: `A-row/A-store B-row/B-store mover [final|over]`.
//!
//! A row lists its holes 1..n in sowing order, separated by commas: a number of seeds, `x` for a
//! closed hole, or a number followed by `p` for a protected hole. Input may also use letters in
//! either case, omit the mover (default: A), put spaces around slashes and commas, and list the
//! rows as the board is drawn ([`Setup::as_drawn`]). The parser reports the position of an error as
//! a range of bytes, so that it can be underlined.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use super::{HoleState, MAX_TOTAL, Mark, Pit, Position, Setup, Side};
use crate::diagnostic;
use crate::language::Sentence;
use crate::sentence;
use crate::text::Diagnostic;

/// Maximum number of characters of invalid text that a message quotes.
const LONGEST_SHOWN: usize = 40;

/// A word of the text with its position.
#[derive(Clone, Copy)]
struct Word<'a> {
    text: &'a str,
    start: usize,
}

impl<'a> Word<'a> {
    fn span(self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    fn error(self, place: Sentence, expected: Sentence) -> Diagnostic {
        let found = match self.text {
            "" => sentence!("faults.nothing"),
            text if text.len() <= LONGEST_SHOWN => Sentence::quoted(text),
            text => {
                let shown: String = text.chars().take(LONGEST_SHOWN).collect();
                format!("{shown:?} …").into()
            }
        };
        diagnostic!(BadPosition, "faults.position.text", place = place, found = found => expected)
            .within(self.span())
    }

    /// Splits the word at a separator.
    fn split(self, separator: char) -> impl Iterator<Item = Word<'a>> {
        let mut start = self.start;
        self.text.split(separator).map(move |text| {
            let blanks = text.len() - text.trim_start().len();
            let word = Word { text: text.trim(), start: start + blanks };
            start += text.len() + separator.len_utf8();
            word
        })
    }
}

/// Splits a text into words. Spaces around slashes and commas don't separate words.
fn words(text: &str) -> Vec<Word<'_>> {
    let mut words: Vec<Word<'_>> = Vec::new();
    for word in text.split_whitespace() {
        let start = word.as_ptr().addr() - text.as_ptr().addr();
        let separates = |c: char| c == '/' || c == ',';
        match words.last_mut() {
            Some(last) if last.text.ends_with(separates) || word.starts_with(separates) => {
                last.text = &text[last.start..start + word.len()];
            }
            _ => words.push(Word { text: word, start }),
        }
    }
    words
}

/// Parses a number of seeds: only decimal digits, and at most the maximum of a board.
fn number(word: Word<'_>, place: Sentence, expected: Sentence) -> Result<u32, Diagnostic> {
    let is_number = !word.text.is_empty() && word.text.bytes().all(|b| b.is_ascii_digit());
    if !is_number {
        return Err(word.error(place, expected));
    }
    let seeds = word.text.parse().ok().filter(|&seeds| seeds <= MAX_TOTAL);
    seeds.ok_or_else(|| {
        let most = MAX_TOTAL.to_string();
        word.error(place, sentence!("faults.position.most-seeds", most = most))
    })
}

fn pit(word: Word<'_>, side: Side, hole: usize) -> Result<Pit, Diagnostic> {
    if word.text.eq_ignore_ascii_case("x") {
        let (state, seeds) = (HoleState::Closed, 0);
        return Ok(Pit { state, seeds });
    }
    let (digits, state) = match word.text.strip_suffix(['p', 'P']) {
        Some(digits) => (digits, HoleState::Protected),
        None => (word.text, HoleState::Open),
    };
    let expected = sentence!("faults.position.a-hole");
    let hole = format!("{side}{hole}");
    let place = sentence!("faults.position.hole", hole = hole);
    if digits.is_empty() {
        return Err(word.error(place, expected));
    }
    let (text, span) = (digits, word.span());
    let seeds = number(Word { text, ..word }, place, expected);
    let seeds = seeds.map_err(|error| error.within(span))?;
    Ok(Pit { state, seeds })
}

/// Parses one half of the board, `row/store`. If `reversed`, the last hole comes first.
fn half(word: Word<'_>, side: Side, reversed: bool) -> Result<(Vec<Pit>, u32), Diagnostic> {
    let parts: Vec<Word<'_>> = word.split('/').collect();
    let &[row, store] = parts.as_slice() else {
        let place = sentence!("faults.position.half", side = side.to_string());
        let expected = match word.text {
            "A" | "B" => sentence!("faults.position.a-half-first"),
            _ => sentence!("faults.position.a-half"),
        };
        return Err(word.error(place, expected));
    };
    let mut cells: Vec<Word<'_>> = row.split(',').collect();
    if reversed {
        cells.reverse();
    }
    let pits = (1..).zip(cells).map(|(hole, word)| pit(word, side, hole));
    let pits = pits.collect::<Result<_, _>>()?;
    let place = sentence!("faults.position.store", side = side.to_string());
    let seeds = number(store, place, sentence!("faults.position.seeds"))?;
    Ok((pits, seeds))
}

fn mover(word: Word<'_>) -> Result<Side, Diagnostic> {
    let side = word.text.parse();
    side.map_err(|_| {
        let place = sentence!("faults.position.mover");
        word.error(place, sentence!("faults.a-side"))
    })
}

fn mark(word: Word<'_>) -> Result<Mark, Diagnostic> {
    match word.text.to_ascii_lowercase().as_str() {
        "final" => Ok(Mark::Final),
        "over" => Ok(Mark::Over),
        _ => {
            let place = sentence!("faults.position.mark");
            Err(word.error(place, sentence!("faults.position.a-mark")))
        }
    }
}

impl FromStr for Setup {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Setup, Diagnostic> {
        Setup::read(text, Side::BOTH)
    }
}

/// Parses `A-row/A-store B-row/B-store mover [final|over]`, the text form of a position.
impl FromStr for Position {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Position, Diagnostic> {
        Position::new(&text.parse()?)
    }
}

impl Setup {
    /// Parses a position with its rows as the board is drawn: `B-row/B-store A-row/A-store mover`,
    /// each row from left to right. B sows from left to right, so B's row is as usual; A's row
    /// starts with the last hole.
    ///
    /// # Errors
    /// As for the usual form.
    ///
    /// # Examples
    /// ```
    /// use chongkak::Setup;
    /// let drawn = Setup::as_drawn("1,2,3/4 5,6,7/8 B").unwrap();
    /// assert_eq!(drawn.to_string(), "7,6,5/8 1,2,3/4 B");
    /// ```
    pub fn as_drawn(text: &str) -> Result<Setup, Diagnostic> {
        Setup::read(text, [Side::B, Side::A])
    }

    /// Formats the position as [`as_drawn`](Self::as_drawn) parses it.
    #[must_use]
    pub fn to_drawn(&self) -> String {
        let mut turned = self.clone();
        turned.rows.swap(0, 1);
        turned.rows[1].reverse();
        turned.stores.swap(0, 1);
        turned.to_string()
    }

    /// Parses a position with its rows in this order. If B comes first, rows are as drawn.
    fn read(text: &str, order: [Side; 2]) -> Result<Setup, Diagnostic> {
        let words = words(text);
        let end = Word { text: "", start: text.trim_end().len() };
        let word = |index: usize| words.get(index).copied().unwrap_or(end);
        let drawn = order[0] == Side::B;
        let mut rows = [Vec::new(), Vec::new()];
        let mut stores = [0, 0];
        for (index, side) in order.into_iter().enumerate() {
            let reversed = drawn && side == Side::A;
            (rows[side.index()], stores[side.index()]) = half(word(index), side, reversed)?;
        }
        let is_mark = |word: &Word<'_>| mark(*word).is_ok();
        let mut rest = words.iter().skip(2).peekable();
        // The default mover is A.
        let mover = rest.next_if(|word| !is_mark(word));
        let mover = mover.map_or(Ok(Side::A), |&word| self::mover(word))?;
        let mark = rest.next().map_or(Ok(Mark::None), |&word| mark(word))?;
        if let Some(extra) = rest.next() {
            let place = sentence!("faults.position.end");
            return Err(extra.error(place, sentence!("faults.position.no-more")));
        }
        Ok(Setup { rows, stores, mover, mark })
    }
}

impl fmt::Display for Pit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.state {
            HoleState::Open => write!(f, "{}", self.seeds),
            HoleState::Closed => f.write_str("x"),
            HoleState::Protected => write!(f, "{}p", self.seeds),
        }
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let half = |side: Side| {
            let row: Vec<String> = self.rows[side.index()].iter().map(Pit::to_string).collect();
            format!("{}/{}", row.join(","), self.stores[side.index()])
        };
        write!(f, "{} {} {}", half(Side::A), half(Side::B), self.mover)?;
        f.write_str(match self.mark {
            Mark::None => "",
            Mark::Final => " final",
            Mark::Over => " over",
        })
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.setup().fmt(f)
    }
}
