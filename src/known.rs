//! Facts about positions that are known without a search: values and first turns found by scripts
//! of this project, in data files built into the program.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::board::{Position, Setup, Side};
use crate::book::{self, Opening};
use crate::moves::{Game, Move, Round, parse_line};
use crate::record::data_lines::{Files, Index, files, files_of_rule_sets};
use crate::record::replay_line;
use crate::rules::{Preset, Rules};
use crate::search::Bounds;

pub use crate::search::Known;

/// Solved openings, by `scripts/solve openings`.
static SOLVED: &Files = files_of_rule_sets!("solved", "kalah-empty-capture");

/// Openings that took long to solve, by `scripts/solve kalah`.
static LONG: &Files = files!("long": "kalah", "kalah-empty-capture");

/// Openings of rounds on the boards of the sources, by `scripts/solve rounds`: one of each kind.
static ROUNDS: &Files = files_of_rule_sets!(
    "rounds",
    "conglak-board-empty",
    "congklak-six-board-empty",
    "congklak-board-empty",
);

/// A line of these files.
#[derive(Deserialize)]
struct Solved {
    rules: String,
    #[serde(default)]
    set: BTreeMap<String, serde_json::Value>,
    position: Position,
    value: i32,
    best: Vec<String>,
    #[serde(default)]
    line: String,
}

/// Returns the proven facts about a position, if it is in the data. A position also matches if the
/// players are exchanged, or if it differs only in seeds that are not played: those in stores and
/// protected holes keep their owners.
///
/// # Examples
/// In Kalah with 6 holes and 4 seeds, the starter wins by 8.
/// ```
/// use chongkak::{Game, Preset, Side, known};
/// let kalah = &Preset::named("kalah").unwrap().rules;
/// let value = |side| known::of(&Game::opening(kalah, side)).unwrap().value();
/// assert_eq!([Side::A, Side::B].map(value), [Some(8), Some(-8)]);
/// ```
pub fn of(game: &Game) -> Option<Known> {
    // The data take all moves into account.
    if game.first_hole().is_some() {
        return None;
    }
    static INDEX: LazyLock<[(&str, Index); 3]> = LazyLock::new(|| {
        [("positions/solved", SOLVED), ("positions/long", LONG), ("positions/rounds", ROUNDS)]
            .map(|(source, files)| (source, Index::new(files, in_play)))
    });
    let text = in_play(&seen_by_a(game.position()).to_string());
    let found = INDEX.iter().find_map(|(source, index)| {
        let mut lines = index.lines::<Solved>(&text);
        let line = lines.find(|line| line.is_of(game.rules()))?;
        Some(line.known(game.position(), source))
    });
    found.or_else(|| won_at_once(game))
}

/// Reduces a position's text to the holes in play, without the seeds that are not played.
fn in_play(position: &str) -> String {
    let row = |row: &str| {
        let holes = row.split('/').next().unwrap_or_default().split(',');
        let holes = holes.map(|hole| if hole.ends_with('p') { "p" } else { hole });
        holes.collect::<Vec<_>>().join(",")
    };
    position.split(' ').map(row).collect::<Vec<_>>().join(" ")
}

/// Returns the value of a position whose first turn in the book wins all seeds.
fn won_at_once(game: &Game) -> Option<Known> {
    let line = first_turn(game)?;
    let mut round = Round::new(game);
    for played in &line {
        round.play(*played).ok()?;
    }
    let (end, mover) = (round.position(), game.position().mover());
    (end.is_over() && end.owned(mover) == end.total()).then(|| Known {
        bounds: Bounds::exact(end.standing()),
        best: line.first().copied().into_iter().collect(),
        all_best: false,
        line,
        source: BOOK,
    })
}

/// The source named for facts that a search has proven, which are not data of this project.
#[doc(hidden)]
pub const SEARCH: &str = "an earlier search";

/// The folder of the opening book.
pub const BOOK: &str = "positions/book";

/// Returns the opening book's entry for a position, with A to move.
pub fn opening(game: &Game) -> Option<Opening> {
    openings(game).next()
}

/// Returns the entries of all opening books for a position.
pub fn openings(game: &Game) -> impl Iterator<Item = Opening> {
    let text = seen_by_a(game.position()).to_string();
    let found: Vec<_> = book::of_position(&text).collect();
    found.into_iter().filter(|opening| {
        game.first_hole().is_none()
            && Preset::named(&opening.rules)
                .is_ok_and(|preset| preset.rules.plays_as(*game.rules()))
    })
}

/// Returns the first turn with the largest harvest in the opening book.
pub fn first_turn(game: &Game) -> Option<Vec<Move>> {
    let found = opening(game)?;
    Some(moves(&found.harvest.line, game.position().mover()))
}

/// Returns the bounds of the value proven by moves of the mover's turn: seeds in the mover's store
/// stay there, and at worst all others go to the opponent. `None` if a move is illegal.
pub fn bounds_of_turn(game: &Game, turn: &[Move]) -> Option<Bounds> {
    let (position, after) = (game.position(), replay_line(game, turn).ok()?);
    let total = position.total().cast_signed();
    let mover = position.mover();
    let own = Bounds {
        lower: 2 * after.store(mover).cast_signed() - total,
        upper: total - 2 * position.store(mover.other()).cast_signed(),
    };
    Some(own.seen_by(mover))
}

impl Solved {
    fn is_of(&self, rules: &Rules) -> bool {
        let Ok(preset) = Preset::named(&self.rules) else {
            return false;
        };
        let mut own = preset.rules;
        let text =
            |value: &serde_json::Value| value.as_str().map_or(value.to_string(), str::to_owned);
        self.set.iter().all(|(option, value)| own.set(option, &text(value)).is_ok())
            && own.plays_as(*rules)
    }

    /// Returns the recorded facts for a position with the same holes in play.
    fn known(&self, position: &Position, source: &'static str) -> Known {
        let mover = position.mover();
        let more = mover.sign() * decided(position) - decided(&self.position);
        Known {
            bounds: Bounds::exact(self.value + more).seen_by(mover),
            best: moves(&self.best.join(" "), mover),
            all_best: true,
            line: moves(&self.line, mover),
            source,
        }
    }
}

const WELL_FORMED: &str = "the built-in data is well-formed";

/// A's seeds minus B's among those that are not played.
fn decided(position: &Position) -> i32 {
    let in_play = |side| position.in_play(side).cast_signed();
    position.standing() - in_play(Side::A) + in_play(Side::B)
}

/// Exchanges the players if B is to move.
fn seen_by_a(position: &Position) -> Setup {
    let mut setup = position.setup();
    if setup.mover == Side::B {
        setup.rows.swap(0, 1);
        setup.stores.swap(0, 1);
        setup.mover = Side::A;
    }
    setup
}

/// Parses moves of the built-in data, where A moves first, as moves of `side` and its opponent.
///
/// # Panics
/// If the text is not from the built-in data.
pub fn moves(text: &str, side: Side) -> Vec<Move> {
    let written = parse_line(text).expect(WELL_FORMED);
    written
        .into_iter()
        .map(|m| Move::new(if m.side == Some(Side::B) { side.other() } else { side }, m.hole))
        .collect()
}

/// The known facts about a position before a search.
#[derive(Clone, Debug, Default)]
pub struct Knowledge {
    /// The proven facts, if there are any.
    pub known: Option<Known>,
    /// A good first turn from the book.
    pub first_turn: Vec<Move>,
}

impl Knowledge {
    /// Returns the built-in facts.
    #[must_use]
    pub fn of(game: &Game) -> Knowledge {
        Knowledge { known: of(game), first_turn: first_turn(game).unwrap_or_default() }
    }

    /// Returns the built-in facts, or none if `fresh`.
    #[must_use]
    pub fn unless(fresh: bool, game: &Game) -> Knowledge {
        match fresh {
            true => Knowledge::default(),
            false => Knowledge::of(game),
        }
    }

    /// Joins the facts with others; the built-in ones take precedence.
    pub fn join(&mut self, other: Option<&Known>) {
        if let Some(other) = other.filter(|_| !self.has_value()) {
            self.known = Some(other.clone());
        }
    }

    /// Whether the value and a move that reaches it are known.
    #[must_use]
    pub fn has_best(&self) -> bool {
        let best = self.known.as_ref().filter(|_| self.has_value());
        best.is_some_and(|known| !known.best.is_empty())
    }

    /// Whether the value is known.
    #[must_use]
    pub fn has_value(&self) -> bool {
        self.known.as_ref().is_some_and(|known| known.value().is_some())
    }

    /// The built-in bounds and the folder of their source; `None` if the value is known.
    #[must_use]
    pub fn bounds(&self, game: &Game) -> Option<(Bounds, &'static str)> {
        match &self.known {
            Some(known) if known.value().is_some() => None,
            Some(known) => Some((known.bounds, known.source)),
            None if self.first_turn.is_empty() => None,
            None => bounds_of_turn(game, &self.first_turn).map(|bounds| (bounds, BOOK)),
        }
    }
}
