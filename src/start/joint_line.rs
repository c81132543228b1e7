//! Lines of a joint turn as text, and played tick by tick.
//!
//! Elements are separated by `/`: what is chosen in one tick, by both (`A3 B7`) or by the only one
//! who chooses then (`A1`, or a bare `1`), and `coin A` or `coin B` where it matters who is first
//! in a tie.

use std::fmt;
use std::ops::Range;

use super::joint::{Choice, Joint};
use super::tick::{Lockstep, Next, PlayedTick, Tick};
use crate::board::{Cell, Position, Side};
use crate::diagnostic;
use crate::language::Sentence;
use crate::moves::{Move, WrittenMove, parse_line};
use crate::sentence;
use crate::text::Diagnostic;

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
pub enum Written {
    /// One or two holes.
    Holes(Vec<WrittenMove>),
    /// A coin.
    Coin(Side),
}

impl From<Element> for Written {
    fn from(element: Element) -> Written {
        match element {
            Element::Coin(side) => Written::Coin(side),
            Element::Choice(choice) => {
                let hole = |side: Side| Some(Move { side, hole: choice.of(side)? }.into());
                Written::Holes(Side::BOTH.into_iter().filter_map(hole).collect())
            }
        }
    }
}

/// The elements of a line, each with its place in bytes of the line. An empty line has none.
///
/// # Errors
/// Names the first element that is none.
pub fn parse_joint_line(line: &str) -> Result<Vec<(Written, Range<usize>)>, Diagnostic> {
    if line.trim().is_empty() {
        return Ok(Vec::new());
    }
    let elements = line.split('/').enumerate();
    elements
        .map(|(index, part)| {
            let text = part.trim();
            let start = text.as_ptr().addr() - line.as_ptr().addr();
            let span = start..start + text.len();
            let what = parse_element(text, start);
            let what = what.map_err(|problem| wrong(index + 1, line, &span, problem))?;
            Ok((what, span))
        })
        .collect()
}

/// The error of an element that can't be read or played.
fn wrong(number: usize, line: &str, span: &Range<usize>, problem: Sentence) -> Diagnostic {
    let (n, text) = (number.to_string(), Sentence::quoted(&line[span.clone()]));
    diagnostic!(BadValue, "faults.joint.element", number = n, text = text, problem = problem)
        .numbered(number)
        .within(span.clone())
}

fn parse_element(text: &str, start: usize) -> Result<Written, Sentence> {
    let holes_or_coin = || sentence!("faults.joint.holes-or-coin");
    let mut words = text.split_whitespace();
    if words.next().is_some_and(|word| word.eq_ignore_ascii_case("coin")) {
        return match (words.next(), words.next()) {
            (Some("A" | "a"), None) => Ok(Written::Coin(Side::A)),
            (Some("B" | "b"), None) => Ok(Written::Coin(Side::B)),
            _ => Err(expected(sentence!("faults.joint.coin"))),
        };
    }
    let mut holes = parse_line(text).map_err(|_| holes_or_coin())?;
    for hole in &mut holes {
        hole.span = hole.span.start + start..hole.span.end + start;
    }
    match holes.as_slice() {
        [_] => Ok(Written::Holes(holes)),
        [first, second] => match (first.side, second.side) {
            (Some(a), Some(b)) if a != b => Ok(Written::Holes(holes)),
            (Some(_), Some(_)) => Err(sentence!("faults.joint.of-each")),
            _ => Err(sentence!("faults.joint.letters")),
        },
        _ => Err(holes_or_coin()),
    }
}

fn expected(what: Sentence) -> Sentence {
    sentence!("faults.expected", expected = what)
}

/// A tick that was played, and what was decided in it.
#[derive(Clone, Debug, PartialEq)]
pub struct TickTrace {
    /// The tick.
    pub played_tick: PlayedTick,
    /// The first player, if a coin decided it.
    pub coin: Option<Side>,
}

/// The end of a line.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant)]
pub enum Reached {
    /// A choice of one player or of both.
    Choice(Joint),
    /// A coin is to fall for the tick that begins so.
    Coin(Joint),
    /// Both have stopped.
    Done(Position),
}

/// A joint turn, as far as it is played. Ticks in which nobody chooses are played by themselves.
#[derive(Clone, Debug)]
pub struct JointTurn {
    model: Lockstep,
    elements: Vec<Element>,
    ticks: Vec<TickTrace>,
    reached: Reached,
    /// The choice of a tick for which a coin is to fall.
    choice: Choice,
}

impl JointTurn {
    /// A turn that begins.
    #[must_use]
    pub fn begun(model: Lockstep) -> JointTurn {
        let start = *model.start();
        let mut turn = JointTurn {
            model,
            elements: Vec::new(),
            ticks: Vec::new(),
            reached: Reached::Choice(start),
            choice: Choice([None; 2]),
        };
        turn.go_on(start);
        turn
    }

    /// The turn of a line.
    ///
    /// # Errors
    /// If an element isn't what is to be decided next; the message says what is.
    pub fn read(model: &Lockstep, line: &str) -> Result<JointTurn, Diagnostic> {
        let mut turn = JointTurn::begun(model.clone());
        for (number, (what, span)) in (1..).zip(parse_joint_line(line)?) {
            turn.play(&what).map_err(|problem| wrong(number, line, &span, problem))?;
        }
        Ok(turn)
    }

    /// Its rules.
    #[must_use]
    pub const fn model(&self) -> &Lockstep {
        &self.model
    }

    /// The decision.
    #[must_use]
    pub fn elements(&self) -> &[Element] {
        &self.elements
    }

    /// The same as a line.
    #[must_use]
    pub fn line(&self) -> String {
        let elements: Vec<_> = self.elements.iter().map(Element::to_string).collect();
        elements.join(" / ")
    }

    /// The ticks that were played.
    #[must_use]
    pub fn ticks(&self) -> &[TickTrace] {
        &self.ticks
    }

    /// The state of the turn.
    #[must_use]
    pub const fn reached(&self) -> &Reached {
        &self.reached
    }

    /// Plays the next element.
    ///
    /// # Errors
    /// If it isn't what is to be decided next: says what is.
    pub fn play(&mut self, written: &Written) -> Result<(), Sentence> {
        match (&self.reached, written) {
            (Reached::Choice(joint), _) => {
                let joint = *joint;
                let choice = chosen(&self.model, &joint, written)?;
                self.elements.push(Element::Choice(choice));
                self.tick(&joint, choice);
                Ok(())
            }
            (Reached::Coin(joint), Written::Coin(side)) => {
                self.elements.push(Element::Coin(*side));
                if let Tick::Coin(ticks) = self.model.tick_of(joint, self.choice) {
                    self.take(ticks[side.index()], Some(*side));
                }
                Ok(())
            }
            (Reached::Coin(_), Written::Holes(_)) => {
                let number = (self.ticks.len() + 1).to_string();
                Err(sentence!("faults.joint.who-first", number = number))
            }
            (Reached::Done(_), _) => Err(sentence!("faults.joint.stopped")),
        }
    }

    /// Goes on until something is to be decided.
    fn go_on(&mut self, joint: Joint) {
        let options = self.model.options(&joint);
        match options.iter().any(|holes| holes[0].is_some()) {
            true => self.reached = Reached::Choice(joint),
            false => self.tick(&joint, Choice([None; 2])),
        }
    }

    fn tick(&mut self, joint: &Joint, choice: Choice) {
        match self.model.tick_of(joint, choice) {
            Tick::Sure(played_tick) => self.take(played_tick, None),
            Tick::Coin(_) => {
                self.choice = choice;
                self.reached = Reached::Coin(*joint);
            }
        }
    }

    fn take(&mut self, played_tick: PlayedTick, coin: Option<Side>) {
        self.ticks.push(TickTrace { played_tick, coin });
        match played_tick.next {
            Next::Tick(after) => self.go_on(after),
            Next::Done(position) => self.reached = Reached::Done(position),
        }
    }
}

/// Plays a line from the start on. Ticks in which nobody chooses are played by themselves, also
/// those after the last element.
///
/// # Errors
/// If an element isn't what is to be decided next; the message says what is.
pub fn play_joint_line(
    model: &Lockstep,
    line: &str,
) -> Result<(Vec<TickTrace>, Reached), Diagnostic> {
    let JointTurn { ticks, reached, .. } = JointTurn::read(model, line)?;
    Ok((ticks, reached))
}

/// The choice that was written, if it is one that can be made now.
fn chosen(model: &Lockstep, joint: &Joint, written: &Written) -> Result<Choice, Sentence> {
    let options = model.options(joint);
    let choosers: Vec<Side> =
        Side::BOTH.into_iter().filter(|side| options[side.index()][0].is_some()).collect();
    let wrong = |problem: Sentence| {
        let holes = choosers.iter().flat_map(|&side| {
            let holes = options[side.index()].iter().flatten();
            holes.map(move |&hole| Cell::Hole(side, hole).to_string())
        });
        let legal = holes.collect::<Vec<_>>().join(" ");
        Err(sentence!("faults.joint.legal", problem = problem, legal = legal))
    };
    let Written::Holes(holes) = written else {
        return wrong(sentence!("faults.joint.no-coin"));
    };
    let mut choice = Choice([None; 2]);
    for hole in holes {
        let side = match (hole.side, choosers.as_slice()) {
            (Some(side), _) => side,
            (None, &[side]) => side,
            (None, _) => {
                return wrong(sentence!("faults.joint.two"));
            }
        };
        if !choosers.contains(&side) {
            return wrong(sentence!("faults.joint.not-now", side = side.to_string()));
        }
        if !options[side.index()].contains(&Some(hole.hole)) {
            let cell = Cell::Hole(side, hole.hole).to_string();
            return wrong(sentence!("faults.joint.not", cell = cell));
        }
        choice.0[side.index()] = Some(hole.hole);
    }
    match choosers.iter().find(|side| choice.of(**side).is_none()) {
        Some(side) => wrong(sentence!("faults.joint.too", side = side.to_string())),
        None => Ok(choice),
    }
}
