//! Ways of choosing a move: by the size of a pile, by its place, by what it brings, by search, at
//! random; and strengths that people can meet.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::control::{time_span, whole_number};
use crate::text::{Diagnostic, ErrorKind};

/// One way of choosing among the legal moves. What it leaves equal is chosen at random.
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
    /// The best move by a search of so many positions; the rest of the turn as it saw it. Always
    /// the same in the same position, with the same endgame table.
    Search(u64),
    /// The best move by a search of so much time. Not the same every time.
    Timed(Duration),
    /// A gentle opponent, who sees what one move brings: greedy, but one time in [`ERRS`] random.
    Beginner,
    /// One who looks a little ahead: before each move a search of [`PLAYER`] positions without an
    /// endgame table, and then any move that seems at most [`NEAR`] seeds worse than the best.
    Player,
    /// The best move by a search of [`STRONG`] positions; the rest of the turn as it saw it.
    Strong,
    /// The same with [`BEST`] positions; without a limit where at most [`MOST_FOR_BEST`] seeds are
    /// in play, so that rounds on small boards are played without a mistake.
    Best,
}

/// A beginner's moves are random one time in so many.
pub const ERRS: usize = 4;

/// Positions that [`Choice::Player`] looks at before each move.
pub const PLAYER: u64 = 100;

/// Seeds that a move may seem worse than the best and still be taken by [`Choice::Player`].
pub const NEAR: i32 = 2;

/// Positions that [`Choice::Strong`] looks at before each turn.
pub const STRONG: u64 = 500;

/// Positions that [`Choice::Best`] looks at before each turn: a second or two.
pub const BEST: u64 = 1_000_000;

/// Most seeds in play that [`Choice::Best`] searches to the end, however long it takes: with so
/// many most rounds take a second, with more hardly one.
pub const MOST_FOR_BEST: u32 = 32;

/// Their names; a search has its number of positions, or its time, behind a colon.
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
/// As text a choice alone, which is for all moves, or two: `biggest/random` begins every turn with
/// the biggest pile and goes on at random.
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
            (_, None) => unreachable!("all others have a name"),
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
