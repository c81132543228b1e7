//! What is known of a position without a search: values and first turns that scripts of this
//! project found, in the data files that are part of the program.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::board::{Position, Setup, Side};
use crate::book;
use crate::moves::{Game, Move, Round, parse_line};
use crate::record::shipped::{Files, Index, files};
use crate::rules::{Preset, ROUND_OPTIONS, Rules};
use crate::search::{Evaluation, MoveEvaluation, Value};

/// Solved openings, by `scripts/solve-openings`.
static SOLVED: &Files = files!(
    "solved":
    "overbeck",
    "conglak",
    "conglak-burnt",
    "congklak-six",
    "congklak",
    "congklak-bank",
    "dakon",
    "kalah",
    "kalah-empty-capture",
);

/// Openings that took long, by `scripts/solve-kalah`.
static LONG: &Files = files!("long": "kalah", "kalah-empty-capture");

/// The proven value of a position, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Known {
    /// Seeds of A less seeds of B at the end of the round.
    pub value: i32,
    /// Moves that reach it: all of them, unless there is a line.
    #[serde(skip)]
    pub best: Vec<Move>,
    /// A line to the end of the round, if one is known.
    #[serde(skip)]
    pub line: Vec<Move>,
    /// The folder of the data.
    pub source: &'static str,
}

/// A line of the files of solved openings.
#[derive(Deserialize)]
struct Solved {
    rules: String,
    set: BTreeMap<String, serde_json::Value>,
    value: i32,
    best: Vec<String>,
}

/// The value of a position, if it is in the data: that of the same position with the players
/// exchanged counts too.
///
/// # Examples
/// Kalah with 6 holes and 4 seeds is a win by 8.
/// ```
/// use chongkak::{Game, Preset, Side, known};
/// let kalah = &Preset::named("kalah").unwrap().rules;
/// assert_eq!(known::value(&Game::opening(kalah, Side::A)).unwrap().value, 8);
/// assert_eq!(known::value(&Game::opening(kalah, Side::B)).unwrap().value, -8);
/// ```
#[must_use]
pub fn value(game: &Game) -> Option<Known> {
    let position = game.position();
    let text = seen_by_a(position).to_string();
    static INDEX: [(&str, LazyLock<Index>); 2] = [
        ("positions/solved", LazyLock::new(|| Index::new(SOLVED))),
        ("positions/long", LazyLock::new(|| Index::new(LONG))),
    ];
    let solved = INDEX.iter().find_map(|(source, index)| {
        let mut lines = index.lines::<Solved>(&text);
        let found = lines.find(|line| line.is_of(game.rules()))?;
        let line = found.best.join(" ");
        Some((found.value, moves(&line, position.mover()), *source))
    });
    if let Some((value, best, source)) = solved {
        return Some(Known {
            value: position.mover().sign() * value,
            best,
            line: Vec::new(),
            source,
        });
    }
    // A turn that takes everything decides the round.
    let line = first_turn(game)?;
    let mut round = Round::new(game);
    for played in &line {
        round.play(played.hole).ok()?;
    }
    let (end, mover) = (round.position(), position.mover());
    (end.is_over() && end.owned(mover) == end.total()).then(|| Known {
        value: end.standing(),
        best: line.first().copied().into_iter().collect(),
        line,
        source: BOOK,
    })
}

/// The folder of the opening book.
pub const BOOK: &str = "positions/book";

/// The first turn with the largest harvest that the opening book has of a position.
#[must_use]
pub fn first_turn(game: &Game) -> Option<Vec<Move>> {
    let text = seen_by_a(game.position()).to_string();
    let found = book::of_position(&text).find(|opening| {
        Preset::named(&opening.rules).is_ok_and(|preset| plays_as(&preset.rules, game.rules()))
    })?;
    Some(moves(&found.harvest.line, game.position().mover()))
}

impl Solved {
    fn is_of(&self, rules: &Rules) -> bool {
        let Ok(preset) = Preset::named(&self.rules) else {
            return false;
        };
        let mut own = preset.rules;
        let text =
            |value: &serde_json::Value| value.as_str().map_or(value.to_string(), str::to_owned);
        self.set
            .iter()
            .all(|(option, value)| own.set(option, &text(value)).is_ok())
            && plays_as(&own, rules)
    }
}

/// Whether rounds from one position are the same under both rules.
fn plays_as(one: &Rules, other: &Rules) -> bool {
    ROUND_OPTIONS
        .iter()
        .all(|option| one.value(option) == other.value(option))
}

/// The position with the players exchanged, if B is to move.
fn seen_by_a(position: &Position) -> Setup {
    let mut setup = position.setup();
    if setup.mover == Side::B {
        setup.rows.swap(0, 1);
        setup.stores.swap(0, 1);
        setup.mover = Side::A;
    }
    setup
}

/// Moves of a text of A, as those of the mover.
fn moves(text: &str, side: Side) -> Vec<Move> {
    let written = parse_line(text).expect("the shipped data is well-formed");
    written
        .into_iter()
        .map(|m| Move { side, hole: m.hole })
        .collect()
}

impl Known {
    /// Puts what is known into what a search within limits has found; says whether both can be
    /// true. If not, one of them is wrong.
    #[must_use]
    pub fn put_into(&self, found: &mut Evaluation, mover: Side) -> bool {
        let fits = |lower, upper| (lower..=upper).contains(&self.value);
        let best = |m: &&MoveEvaluation| self.best.contains(&m.played);
        let mut of_best = found.moves.iter().filter(best);
        if !fits(found.lower, found.upper) || !of_best.all(|m| fits(m.lower, m.upper)) {
            return false;
        }
        let all = self.line.is_empty();
        for of_move in &mut found.moves {
            if self.best.contains(&of_move.played) {
                of_move.prove(self.value);
            } else {
                of_move.bound(self.value - i32::from(all) * mover.sign(), mover);
            }
        }
        let best = self
            .best
            .iter()
            .find_map(|best| found.moves.iter().find(|m| m.played == *best));
        if let Some(best) = best {
            found
                .line
                .clone_from(if all { &best.line } else { &self.line });
        }
        (found.lower, found.upper) = (self.value, self.value);
        found.value = Value::Exact(self.value);
        found.stopped = None;
        found.moves.iter().all(|m| m.lower <= m.upper)
    }
}

impl MoveEvaluation {
    fn prove(&mut self, value: i32) {
        if self.value != Value::Exact(value) {
            // It went with an estimate.
            self.line.truncate(1);
        }
        (self.lower, self.upper, self.value) = (value, value, Value::Exact(value));
    }

    /// Takes in that the mover gets no more than this by the move.
    fn bound(&mut self, value: i32, mover: Side) {
        match mover {
            Side::A => self.upper = self.upper.min(value),
            Side::B => self.lower = self.lower.max(value),
        }
        let seeds = self.value.seeds().min(self.upper).max(self.lower);
        self.value = match self.lower == self.upper {
            true => Value::Exact(seeds),
            false => Value::Estimate(seeds),
        };
    }
}
