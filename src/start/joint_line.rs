//! Lines of a joint turn as text, and played tick by tick.
//!
//! Elements are separated by `/`: what is chosen in one tick, by both (`A3 B7`) or by the only one
//! who chooses then (`A1`, or a bare `1`), and `coin A` or `coin B` where it matters who is first
//! in a tie.

use std::fmt;
use std::ops::Range;

use thiserror::Error;

use super::joint::{Choice, Joint};
use super::tick::{Lockstep, Next, PlayedTick, Tick};
use crate::board::{Cell, Position, Side};
use crate::moves::{WrittenMove, parse_line};

/// An element of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    /// The choice of a tick.
    Choice(Choice),
    /// The first player in a tie.
    Coin(Side),
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Element::Choice(choice) => choice.fmt(f),
            Element::Coin(side) => write!(f, "coin {side}"),
        }
    }
}

/// An element as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenElement {
    /// The holes, or the coin.
    pub what: Written,
    /// Its place, in bytes of the line.
    pub span: Range<usize>,
}

/// The meaning of a written element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// One or two holes.
    Holes(Vec<WrittenMove>),
    /// A coin.
    Coin(Side),
}

/// A line that can't be read or played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("element {number}, {text:?}: {problem}")]
pub struct JointLineError {
    /// The element's number, from 1.
    pub number: usize,
    /// The element.
    pub text: String,
    /// The fault, and what was expected.
    pub problem: String,
    /// Its place, in bytes of the line.
    pub span: Range<usize>,
}

/// The elements of a line. An empty line has none.
///
/// # Errors
/// Names the first element that is none.
pub fn parse_joint_line(line: &str) -> Result<Vec<WrittenElement>, JointLineError> {
    if line.trim().is_empty() {
        return Ok(Vec::new());
    }
    let elements = line.split('/').enumerate();
    elements
        .map(|(index, part)| {
            let text = part.trim();
            let start = text.as_ptr().addr() - line.as_ptr().addr();
            let span = start..start + text.len();
            let what = parse_element(text, start).map_err(|problem| JointLineError {
                number: index + 1,
                text: text.to_owned(),
                problem,
                span: span.clone(),
            })?;
            Ok(WrittenElement { what, span })
        })
        .collect()
}

fn parse_element(text: &str, start: usize) -> Result<Written, String> {
    const EXPECTED: &str = "expected one or two holes such as A3 B7, or coin A or coin B";
    let mut words = text.split_whitespace();
    if words
        .next()
        .is_some_and(|word| word.eq_ignore_ascii_case("coin"))
    {
        return match (words.next(), words.next()) {
            (Some("A" | "a"), None) => Ok(Written::Coin(Side::A)),
            (Some("B" | "b"), None) => Ok(Written::Coin(Side::B)),
            _ => Err("expected coin A or coin B".to_owned()),
        };
    }
    let mut holes = parse_line(text).map_err(|_| EXPECTED.to_owned())?;
    for hole in &mut holes {
        hole.span = hole.span.start + start..hole.span.end + start;
    }
    match holes.as_slice() {
        [_] => Ok(Written::Holes(holes)),
        [first, second] => match (first.side, second.side) {
            (Some(a), Some(b)) if a != b => Ok(Written::Holes(holes)),
            (Some(_), Some(_)) => Err("expected a hole of each player".to_owned()),
            _ => Err("expected a letter with each of two holes, such as A3 B7".to_owned()),
        },
        _ => Err(EXPECTED.to_owned()),
    }
}

/// A tick that was played, and what was decided in it.
#[derive(Clone, Debug, PartialEq)]
pub struct TickTrace {
    /// The tick.
    pub ticked: PlayedTick,
    /// The first player, if a coin decided it.
    pub coin: Option<Side>,
}

/// The end of a line.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant)]
pub enum Reached {
    /// Somebody is to choose.
    Choice(Joint),
    /// A coin is to fall for the tick that begins so.
    Coin(Joint),
    /// Both have stopped.
    Done(Position),
}

/// Plays a line from the start on. Ticks in which nobody chooses are played by themselves, also
/// those after the last element.
///
/// # Errors
/// If an element isn't what is to be decided next; the message says what is.
pub fn play_joint_line(
    model: &Lockstep,
    line: &str,
) -> Result<(Vec<TickTrace>, Reached), JointLineError> {
    let elements = parse_joint_line(line)?;
    let mut left = elements.iter().enumerate();
    let mut next_of = || {
        left.next().map(|(index, element)| {
            let fail = move |problem: String| JointLineError {
                number: index + 1,
                text: line[element.span.clone()].to_owned(),
                problem,
                span: element.span.clone(),
            };
            (&element.what, fail)
        })
    };
    let (mut traces, mut joint) = (Vec::new(), *model.start());
    loop {
        let mut choice = Choice([None; 2]);
        if model.options(&joint).iter().any(|holes| holes[0].is_some()) {
            let Some((written, fail)) = next_of() else {
                return Ok((traces, Reached::Choice(joint)));
            };
            choice = chosen(model, &joint, written).map_err(fail)?;
        }
        let (ticked, coin) = match model.tick_of(&joint, choice) {
            Tick::Sure(ticked) => (ticked, None),
            Tick::Coin([a, b]) => {
                let Some((written, fail)) = next_of() else {
                    return Ok((traces, Reached::Coin(joint)));
                };
                match written {
                    Written::Coin(Side::A) => (a, Some(Side::A)),
                    Written::Coin(Side::B) => (b, Some(Side::B)),
                    Written::Holes(_) => {
                        let number = traces.len() + 1;
                        let problem = format!(
                            "in tick {number} it matters who is first: expected coin A or coin B"
                        );
                        return Err(fail(problem));
                    }
                }
            }
        };
        traces.push(TickTrace { ticked, coin });
        match ticked.next {
            Next::Tick(after) => joint = after,
            Next::Done(position) => {
                return match next_of() {
                    None => Ok((traces, Reached::Done(position))),
                    Some((_, fail)) => Err(fail(
                        "both players have stopped: expected the end of the line".to_owned(),
                    )),
                };
            }
        }
    }
}

/// The choice that was written, if it is one that can be made now.
fn chosen(model: &Lockstep, joint: &Joint, written: &Written) -> Result<Choice, String> {
    let options = model.options(joint);
    let choosers: Vec<Side> = Side::BOTH
        .into_iter()
        .filter(|side| options[side.index()][0].is_some())
        .collect();
    let wrong = |problem: String| {
        let holes = choosers.iter().flat_map(|&side| {
            let holes = options[side.index()].iter().flatten();
            holes.map(move |&hole| Cell::Hole(side, hole).to_string())
        });
        let legal = holes.collect::<Vec<_>>().join(" ");
        Err(format!("{problem}; legal: {legal}"))
    };
    let Written::Holes(holes) = written else {
        return wrong("a choice is due and no coin".to_owned());
    };
    let mut choice = Choice([None; 2]);
    for hole in holes {
        let side = match (hole.side, choosers.as_slice()) {
            (Some(side), _) => side,
            (None, &[side]) => side,
            (None, _) => {
                return wrong("both choose: expected two holes with their letters".to_owned());
            }
        };
        if !choosers.contains(&side) {
            return wrong(format!("{side} does not choose now"));
        }
        if !options[side.index()].contains(&Some(hole.hole)) {
            let cell = Cell::Hole(side, hole.hole);
            return wrong(format!("{cell} can't be chosen"));
        }
        choice.0[side.index()] = Some(hole.hole);
    }
    match choosers.iter().find(|side| choice.of(**side).is_none()) {
        Some(side) => wrong(format!("both choose: expected a hole of {side} too")),
        None => Ok(choice),
    }
}
