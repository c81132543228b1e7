//! Lines of a joint turn as text, and playing them tick by tick.
//!
//! Elements are separated by `/`. An element is the choice in one tick, by both players (`A3 B7`)
//! or by the only one who chooses (`A1`, or a bare `1`), or `coin A` or `coin B` if it matters who
//! comes first in a tie.

use std::fmt;
use std::ops::Range;

use super::joint::{Choice, Joint};
use super::tick::{Lockstep, Next, PlayedTick};
use crate::board::{Cell, Side};
use crate::diagnostic;
use crate::language::Sentence;
use crate::moves::{Move, WrittenMove, parse_line};
use crate::sentence;
use crate::text::Diagnostic;

/// An element of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Element {
    /// The choice in a tick: one or two holes.
    Holes(Vec<WrittenMove>),
    /// The player who comes first in a tie.
    Coin(Side),
}

impl From<Choice> for Element {
    fn from(choice: Choice) -> Element {
        let hole = |side: Side| Some(Move::new(side, choice.of(side)?).into());
        Element::Holes(Side::BOTH.into_iter().filter_map(hole).collect())
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Element::Holes(holes) => {
                let holes: Vec<_> = holes.iter().map(WrittenMove::to_string).collect();
                f.write_str(&holes.join(" "))
            }
            Element::Coin(side) => write!(f, "coin {side}"),
        }
    }
}

/// Appends an element to a line.
pub(crate) fn longer(line: &str, element: &Element) -> String {
    let gap = if line.is_empty() { "" } else { " / " };
    format!("{line}{gap}{element}")
}

/// Parses the elements of a line, each with its range of bytes. An empty line has none.
///
/// # Errors
/// If an element is invalid. The message names the first such element.
pub fn parse_joint_line(line: &str) -> Result<Vec<(Element, Range<usize>)>, Diagnostic> {
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

/// Creates the error for an element that is invalid or can't be played.
fn wrong(number: usize, line: &str, span: &Range<usize>, problem: Sentence) -> Diagnostic {
    let (n, text) = (number.to_string(), Sentence::quoted(&line[span.clone()]));
    diagnostic!(BadValue, "faults.joint.element", number = n, text = text, problem = problem)
        .numbered(number)
        .within(span.clone())
}

fn parse_element(text: &str, start: usize) -> Result<Element, Sentence> {
    let holes_or_coin = || sentence!("faults.joint.holes-or-coin");
    let mut words = text.split_whitespace();
    if words.next().is_some_and(|word| word.eq_ignore_ascii_case("coin")) {
        return match (words.next(), words.next()) {
            (Some("A" | "a"), None) => Ok(Element::Coin(Side::A)),
            (Some("B" | "b"), None) => Ok(Element::Coin(Side::B)),
            _ => Err(sentence!("faults.expected", expected = sentence!("faults.joint.coin"))),
        };
    }
    let mut holes = parse_line(text).map_err(|_| holes_or_coin())?;
    for hole in &mut holes {
        hole.span = hole.span.start + start..hole.span.end + start;
    }
    match holes.as_slice() {
        [_] => Ok(Element::Holes(holes)),
        [first, second] => match (first.side, second.side) {
            (Some(a), Some(b)) if a != b => Ok(Element::Holes(holes)),
            (Some(_), Some(_)) => Err(sentence!("faults.joint.of-each")),
            _ => Err(sentence!("faults.joint.letters")),
        },
        _ => Err(holes_or_coin()),
    }
}

/// A joint turn in progress. Ticks without a choice are played automatically.
#[derive(Clone, Debug)]
pub struct JointTurn {
    /// The rules of the turn.
    pub model: Lockstep,
    /// The choices and coins so far, with the player of each hole.
    pub elements: Vec<Element>,
    /// The ticks that were played.
    pub ticks: Vec<PlayedTick>,
    /// What comes next: a tick that needs a choice or a coin, or the end.
    pub next: Next,
    /// The next tick with A first and with B first, if it needs a coin.
    pub coin: Option<[PlayedTick; 2]>,
}

impl JointTurn {
    /// Creates a joint turn in which both players are to choose.
    #[must_use]
    pub fn begun(model: Lockstep) -> JointTurn {
        let next = Next::Tick(model.start);
        JointTurn { model, elements: Vec::new(), ticks: Vec::new(), next, coin: None }
    }

    /// Parses a line and plays it.
    ///
    /// # Errors
    /// If an element is invalid or is not what must be decided next. The message says what is
    /// expected.
    pub fn read(model: &Lockstep, line: &str) -> Result<JointTurn, Diagnostic> {
        let mut turn = JointTurn::begun(model.clone());
        for (number, (element, span)) in (1..).zip(parse_joint_line(line)?) {
            turn.play(&element).map_err(|problem| wrong(number, line, &span, problem))?;
        }
        Ok(turn)
    }

    /// Returns the elements as a line.
    #[must_use]
    pub fn line(&self) -> String {
        self.elements.iter().fold(String::new(), |line, element| longer(&line, element))
    }

    /// Returns the holes that can be chosen next, of both players.
    pub fn choices(&self) -> impl Iterator<Item = Move> + use<> {
        let joint = match self.next {
            Next::Tick(joint) if self.coin.is_none() => Some(joint),
            _ => None,
        };
        let (field, sides) = (self.model.field, Side::BOTH.into_iter());
        sides.flat_map(move |side| {
            let holes = joint.into_iter().flat_map(move |joint| joint.choices(field, side));
            holes.map(move |hole| Move::new(side, hole))
        })
    }

    /// Plays the next element.
    ///
    /// # Errors
    /// If the element is not what must be decided next. The message says what is expected.
    pub fn play(&mut self, element: &Element) -> Result<(), Sentence> {
        let Next::Tick(joint) = self.next else {
            return Err(sentence!("faults.joint.stopped"));
        };
        match (self.coin, element) {
            (Some(ticks), Element::Coin(side)) => {
                self.elements.push(Element::Coin(*side));
                self.take(ticks[side.index()]);
            }
            (Some(_), Element::Holes(_)) => {
                let number = (self.ticks.len() + 1).to_string();
                return Err(sentence!("faults.joint.who-first", number = number));
            }
            (None, _) => {
                let choice = chosen(&self.model, &joint, element)?;
                self.elements.push(choice.into());
                self.tick(&joint, choice);
            }
        }
        Ok(())
    }

    fn tick(&mut self, joint: &Joint, choice: Choice) {
        match self.model.tick(joint, choice) {
            (one, None) => self.take(one),
            (one, Some(other)) => {
                (self.next, self.coin) = (Next::Tick(*joint), Some([one, other]));
            }
        }
    }

    fn take(&mut self, tick: PlayedTick) {
        self.ticks.push(tick);
        (self.next, self.coin) = (tick.next, None);
        match tick.next {
            Next::Tick(joint) if !self.model.is_choice(&joint) => {
                self.tick(&joint, Choice([None; 2]));
            }
            _ => {}
        }
    }
}

/// Converts a written element to a choice, if it can be made now.
fn chosen(model: &Lockstep, joint: &Joint, written: &Element) -> Result<Choice, Sentence> {
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
    let Element::Holes(holes) = written else {
        return wrong(sentence!("faults.joint.no-coin"));
    };
    let mut choice = Choice([None; 2]);
    for hole in holes {
        let side = match (hole.side, choosers.as_slice()) {
            (Some(side), _) => side,
            (None, &[side]) => side,
            (None, _) => return wrong(sentence!("faults.joint.two")),
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
