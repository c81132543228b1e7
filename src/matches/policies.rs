//! Policies for choosing a move: by the size of a pile, by its place, by its gain, by search, or at
//! random; and opponents of different strength.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::control::{time_span, whole_number};
use crate::text::{Diagnostic, ErrorKind};

/// A way of choosing among the legal moves. Ties are broken at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Choice {
    /// Any legal move, all equally likely.
    Random,
    /// The pile with most seeds.
    Biggest,
    /// The pile with fewest seeds.
    Smallest,
    /// The pile nearest to the own store.
    Nearest,
    /// The pile farthest from the own store.
    Farthest,
    /// The move that adds most seeds to the own store.
    Greedy,
    /// The best move by a search of this many positions, and the rest of the turn as the search
    /// found it. Deterministic for the same position and endgame table.
    Search(u64),
    /// The best move by a search for this long. Not deterministic.
    Timed(Duration),
    /// A weak opponent: greedy, but one move in [`ERRS`] is random.
    Beginner,
    /// Looks a little ahead: searches [`PLAYER`] positions before each move, without an endgame
    /// table, and then plays any move that seems at most [`NEAR`] seeds worse than the best.
    Player,
    /// The best move by a search of [`STRONG`] positions, and the rest of the turn as the search
    /// found it.
    Strong,
    /// Like [`Strong`](Self::Strong) with [`BEST`] positions; without a limit if at most
    /// [`MOST_FOR_BEST`] seeds are in play, so that it makes no mistake on small boards.
    Best,
}

/// One move of [`Choice::Beginner`] in this many is random.
pub const ERRS: usize = 4;

/// Positions that [`Choice::Player`] searches before each move.
pub const PLAYER: u64 = 100;

/// [`Choice::Player`] plays moves that seem up to this many seeds worse than the best.
pub const NEAR: i32 = 2;

/// Positions that [`Choice::Strong`] searches before each turn.
pub const STRONG: u64 = 500;

/// Positions that [`Choice::Best`] searches before each turn: a second or two.
pub const BEST: u64 = 1_000_000;

/// Seeds in play up to which [`Choice::Best`] searches to the end, however long it takes. At this
/// limit most rounds take a second; above it, few would.
pub const MOST_FOR_BEST: u32 = 32;

/// The names of the choices. A search is followed by a colon and its number of positions or its
/// time.
const NAMES: [(&str, Choice); 10] = [
    ("random", Choice::Random),
    ("biggest", Choice::Biggest),
    ("smallest", Choice::Smallest),
    ("nearest", Choice::Nearest),
    ("farthest", Choice::Farthest),
    ("greedy", Choice::Greedy),
    ("beginner", Choice::Beginner),
    ("player", Choice::Player),
    ("strong", Choice::Strong),
    ("best", Choice::Best),
];

/// A way of playing: how the first move of a turn is chosen and how those after it.
///
/// In text, one choice applies to all moves; with two, `biggest/random` starts every turn with the
/// biggest pile and continues at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Policy {
    /// The first move of a turn.
    pub begin: Choice,
    /// Every other move.
    pub go_on: Choice,
}

/// The texts that name a policy.
const EXPECTED: &str = "random, biggest, smallest, nearest, farthest, greedy, one of the strengths \
    beginner, player, strong and best, or search:LIMIT, a number of positions or a time, such as \
    search:20k or search:0.5s; or two of them, for the first move of a turn and for the others, \
    such as biggest/random";

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, NAMES.iter().find(|(_, choice)| choice == self)) {
            (_, Some((name, _))) => f.write_str(name),
            (Choice::Search(nodes), None) => write!(f, "search:{nodes}"),
            (Choice::Timed(time), None) => write!(f, "search:{}s", time.as_secs_f64()),
            (_, None) => unreachable!("all other choices have a name"),
        }
    }
}

impl FromStr for Choice {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Choice, Diagnostic> {
        let named = NAMES.iter().find(|(name, _)| *name == text);
        // A time needs a unit here.
        let searched = || {
            let limit = text.strip_prefix("search:")?;
            match whole_number(limit) {
                Some(nodes) => (nodes > 0).then_some(Choice::Search(nodes)),
                None if limit.ends_with(['s', 'm', 'h']) => time_span(limit).map(Choice::Timed),
                None => None,
            }
        };
        let choice = named.map(|(_, choice)| *choice).or_else(searched);
        choice.ok_or_else(|| {
            let found = format_args!("found {text:?}");
            Diagnostic::at(0..text.len(), found, EXPECTED).of_kind(ErrorKind::Syntax)
        })
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.begin == self.go_on {
            write!(f, "{}", self.begin)
        } else {
            write!(f, "{}/{}", self.begin, self.go_on)
        }
    }
}

impl FromStr for Policy {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Policy, Diagnostic> {
        let (begin, go_on) = text.split_once('/').unwrap_or((text, text));
        Ok(Policy {
            begin: begin.parse()?,
            go_on: go_on.parse().map_err(|error: Diagnostic| {
                let start = text.len() - go_on.len();
                error.within(start..text.len())
            })?,
        })
    }
}
