//! Rules and positions without requests: playing moves and listing them.

use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyString, PyTuple};

use chongkak::ask::{Start, Variant};
use chongkak::board::{Hole, HoleState, Mark, Position, Setup, Side};
use chongkak::moves::{Game, Move, MoveTrace, Outcome, Round, parse_line, trace};
use chongkak::protocol::RpcError;
use chongkak::protocol::envelope::answer;
use chongkak::rules::{RuleSets, is_file};

use super::service::default_rules;

/// Number of holes per side for which names of moves are made.
const HOLES: usize = 18;

/// The name of a shipped rule set, and the options in which rules differ from it.
type Named = (String, Vec<(String, String)>);

/// Reads rules given as the name of a rule set or the path of a file; without either, the default
/// rules of this process. The second value is an error in the file, as an answer of the engine.
/// Does not check that a named rule set exists.
#[pyfunction]
pub fn named_rules(name: Option<&str>) -> PyResult<(Option<Named>, Option<String>)> {
    let read = match name {
        None => default_rules()?,
        Some(name) if !is_file(name) => return Ok((Some((name.to_owned(), Vec::new())), None)),
        Some(path) => match RuleSets::new().named(path) {
            Ok(read) => read,
            Err(error) => {
                let fault = RpcError::of("rules", path, error);
                return Ok((None, Some(answer(None, &Err(fault)))));
            }
        },
    };
    let variant = Variant::new(read);
    let value = |name: &str| (name.to_owned(), variant.rules().value(name).unwrap_or_default());
    let options = variant.options_changed().into_iter().map(value).collect();
    Ok((Some((variant.preset().name.to_owned(), options)), None))
}

/// The rules of positions. Rules are equal if all options are.
#[pyclass(frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub struct Rules {
    pub(super) rules: chongkak::Rules,
}

#[pymethods]
impl Rules {
    /// Creates rules from a shipped rule set and changed options; None if the name or an option is
    /// invalid.
    #[staticmethod]
    fn named(name: &str, options: Vec<(String, String)>) -> Option<Rules> {
        let mut variant = Variant::named(name, &RuleSets::shipped()).ok()?;
        for (option, value) in &options {
            variant.set(option, value).ok()?;
        }
        Some(Rules { rules: *variant.rules() })
    }

    /// Parses a position; None if it is invalid under these rules. With `sized`, it must have their
    /// number of holes; otherwise the rules are fitted to it.
    fn read(&self, text: &str, sized: bool) -> Option<Board> {
        let game = Start::at(text).game(&self.rules, sized).ok()?;
        Some(Board { game })
    }
}

/// A row with its store: the seeds and the state of each hole.
type Row = (Vec<(u32, &'static str)>, u32);

/// Both rows, the player to move, the mark.
type Written = (Row, Row, &'static str, &'static str);

/// An error in a text: the message, the byte offset, and what was expected.
type Wrong = (String, Option<usize>, String);

/// Parses a position without rules; the second value is the first error, if any. Does not check
/// that the mover can move.
#[pyfunction]
pub fn position(text: &str) -> (Option<Written>, Option<Wrong>) {
    let setup: Setup = match text.parse::<Setup>() {
        Ok(setup) => setup,
        Err(error) => {
            let at = error.span.as_ref().map(|span| span.start);
            return (None, Some((error.to_string(), at, error.expected())));
        }
    };
    match Position::new(&setup) {
        Err(error) if error.subject.as_deref() == Some("rows") => {
            (None, Some((error.to_string(), None, error.expected())))
        }
        _ => {
            let of = |side| row(&setup, side);
            let (mover, mark) = (letter(setup.mover), mark_name(setup.mark));
            (Some((of(Side::A), of(Side::B), mover, mark)), None)
        }
    }
}

fn row(setup: &Setup, side: Side) -> Row {
    let holes = setup.rows[side.index()].iter().map(|pit| {
        let state = match pit.state {
            HoleState::Open => "open",
            HoleState::Closed => "closed",
            HoleState::Protected => "protected",
        };
        (pit.seeds, state)
    });
    (holes.collect(), setup.stores[side.index()])
}

const fn mark_name(mark: Mark) -> &'static str {
    match mark {
        Mark::Final => "final",
        Mark::Over => "over",
        _ => "",
    }
}

/// A position with its rules.
#[pyclass(frozen)]
pub struct Board {
    pub(super) game: Game,
}

/// A move that was played: its name, number of laps, last cells, gain, captured seeds, outcome, and
/// the position after it.
type Played<'py> = (Bound<'py, PyString>, usize, Vec<String>, u32, u32, &'static str, Board);

/// A line as given in Python.
#[derive(FromPyObject)]
pub enum Line {
    Hole(u8),
    Text(PyBackedStr),
}

#[pymethods]
impl Board {
    /// The text of the position.
    fn __str__(&self) -> String {
        self.game.position().to_string()
    }

    /// Whether the round is over.
    #[getter]
    fn over(&self) -> bool {
        self.game.position().is_over()
    }

    /// The player to move.
    #[getter]
    fn mover(&self) -> &'static str {
        letter(self.game.position().mover())
    }

    /// The mark in the text.
    #[getter]
    fn mark(&self) -> &'static str {
        mark_name(self.game.position().mark())
    }

    /// Holes in a row.
    #[getter]
    fn holes(&self) -> usize {
        self.game.position().shape().holes()
    }

    /// A player's holes with their seeds and states, and the store.
    fn row(&self, b: bool) -> Row {
        let side = if b { Side::B } else { Side::A };
        row(&self.game.position().setup(), side)
    }

    /// The names of the legal moves, in the order of the holes.
    fn legal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let names = names(py, self.game.position().mover());
        let legal = self.game.legal_moves().map(|made| &names[place(made)]);
        PyTuple::new(py, legal.collect::<Vec<_>>())
    }

    /// Plays a line; None if it is illegal.
    fn play(&self, line: Line) -> Option<Board> {
        let mover = self.game.position().mover();
        let played = match line {
            Line::Hole(number) => Move::new(mover, Hole::new(number)?),
            Line::Text(text) => match name(text.as_bytes()) {
                Some((side, hole)) => Move::new(side.unwrap_or(mover), hole),
                None => {
                    let mut round = Round::new(&self.game);
                    for written in &parse_line(&text).ok()? {
                        round.play_written(written).ok()?;
                    }
                    return Some(Board { game: *round.game() });
                }
            },
        };
        Some(Board { game: self.game.play(played).ok()? })
    }

    /// Lists the legal moves with their effects, in the order of the holes.
    fn moves<'py>(&self, py: Python<'py>) -> Vec<Played<'py>> {
        let names = names(py, self.game.position().mover());
        let played = self.game.legal_moves().filter_map(|made| {
            let MoveTrace { laps, gain, captured, outcome, after, .. } =
                trace(self.game.rules(), self.game.position(), made)?;
            let outcome = match outcome {
                Outcome::Again => "again",
                Outcome::Stop => "stop",
                Outcome::Over => "over",
            };
            let lands: Vec<String> = laps.iter().map(|lap| lap.last.to_string()).collect();
            let game = Game::new(self.game.rules(), &after).ok()?;
            let name = names[place(made)].bind(py).clone();
            Some((name, laps.len(), lands, gain, captured, outcome, Board { game }))
        });
        played.collect()
    }
}

/// Parses the name of a single hole, as in most lines: `A7`, `7`.
fn name(text: &[u8]) -> Option<(Option<Side>, Hole)> {
    let (side, digits) = match text {
        [b'A', digits @ ..] => (Some(Side::A), digits),
        [b'B', digits @ ..] => (Some(Side::B), digits),
        digits => (None, digits),
    };
    let number = match *digits {
        [one @ b'1'..=b'9'] => one - b'0',
        [b'1', one @ b'0'..=b'8'] => one - b'0' + 10,
        _ => return None,
    };
    Some((side, Hole::new(number)?))
}

const fn letter(side: Side) -> &'static str {
    match side {
        Side::A => "A",
        Side::B => "B",
    }
}

/// The place of a move among the names of a side's moves.
fn place(made: Move) -> usize {
    made.hole.index() + if made.stops { HOLES } else { 0 }
}

/// The names of a side's moves, created once: those with a stop come last.
fn names(py: Python<'_>, side: Side) -> &'static [Py<PyString>] {
    static NAMES: PyOnceLock<[Vec<Py<PyString>>; 2]> = PyOnceLock::new();
    let all = NAMES.get_or_init(py, || {
        Side::BOTH.map(|side| {
            let holes = || (1..=HOLES).filter_map(|hole| Hole::new(hole.try_into().ok()?));
            let plain = holes().map(|hole| Move::new(side, hole));
            let stops = holes().map(|hole| Move { stops: true, ..Move::new(side, hole) });
            let name = |made: Move| PyString::intern(py, &made.to_string()).unbind();
            plain.chain(stops).map(name).collect()
        })
    });
    &all[side.index()]
}
