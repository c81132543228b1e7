//! Puzzles: positions with a question that has exactly one answer.
//!
//! A puzzle is a JSON object on a line of its own, and a set of puzzles is a file of such lines.
//! [`MakePuzzle`] asks a question about a position. [`FindPuzzles`] plays rounds at random, or takes
//! those of records, and asks it there. [`Puzzle::recheck`] answers it again without trusting the
//! line. [`shipped`] returns the sets that ship with the program.

mod find;
mod make;
mod words;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::ask::Variant;
use crate::board::{Position, Side};
use crate::control::{Control, StopReason};
use crate::moves::{Ending, Game, Move, MoveTrace, Outcome, Round};
use crate::record::RulesRecord;
use crate::record::data_lines::{Files, files_of_rule_sets};
use crate::rules::{Preset, RuleSets};
use crate::text::{Diagnostic, ErrorKind, Unique, option_text};

pub use find::{Candidate, FindPuzzles, FoundPuzzles};
pub use make::{Kind, MakePuzzle, NoPuzzle};
pub use words::worksheet;

/// A set for each rule set, made by `scripts/make puzzles`.
static SHIPPED: &Files = files_of_rule_sets!("puzzles");

/// Returns the shipped puzzles of a rule set, the easiest first.
#[must_use]
pub fn shipped(rules: &str) -> Option<Vec<Puzzle>> {
    let (_, text) = SHIPPED.iter().find(|(name, _)| *name == rules)?;
    Some(Puzzle::read_all(text).expect("the shipped data is sound"))
}

/// A position with a question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// A checksum of the game and the question.
    #[cfg_attr(feature = "schemas", schemars(regex(pattern = "^[0-9a-f]{8}$")))]
    pub id: String,
    /// The rule set.
    pub rules: String,
    /// Holes in a row.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1, max = 18)))]
    pub holes: u8,
    /// Seeds that fill a hole.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1, max = 18)))]
    pub seeds: u8,
    /// The other options that differ from the rule set; numbers as numbers.
    #[cfg_attr(
        feature = "schemas",
        schemars(extend("additionalProperties" = {"type": ["string", "integer"]}))
    )]
    pub set: BTreeMap<String, Value>,
    /// The position.
    pub position: Position,
    /// The question.
    pub question: Question,
    /// The moves of the turn that is the answer. With `keep`, those of all turns, also of the other
    /// player, who answers with the first best turn. With `laps`, the move that is asked about;
    /// with `store`, the move that is the answer.
    #[cfg_attr(feature = "schemas", schemars(length(min = 1)))]
    pub moves: Vec<Move>,
    /// The number of moves of the turn. With `keep`, the number of turns of the mover; with `laps`,
    /// the number of laps, which is the answer; with `store`, the number of laps of the move.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    pub length: usize,
    /// The proven value, A's seeds minus B's at the end of the round; null with `laps` and `store`.
    pub value: Option<i32>,
    /// The proven value of every legal move, before each move of the mover; empty with `laps` and
    /// `store`.
    pub values: Vec<BTreeMap<Move, i32>>,
    /// How difficult it is. For every move of the mover it counts log2 of the number of legal
    /// moves (but not with `laps`), log2 of its number of laps, and 2 if another move gains more
    /// seeds at once.
    #[cfg_attr(feature = "schemas", schemars(range(min = 0)))]
    pub difficulty: f64,
    /// Where it was played; absent if it is not from a record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
}

/// The place of a position in a file of records.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemas", schemars(rename = "PuzzlePlace"))]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The file, as it was named.
    pub file: String,
    /// The number of the record in the file.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    pub game: usize,
    /// The round of the set.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    pub round: usize,
    /// The number of the turn in the round, before which it is.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    pub turn: usize,
}

/// What a puzzle asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemas", schemars(rename = "PuzzleQuestion"))]
#[serde(rename_all = "lowercase")]
pub enum Question {
    /// The only turn that wins the round.
    Win,
    /// The only turn that doesn't lose the round, which ends in a draw.
    Draw,
    /// The only best turn, where another turn also wins, or all turns lose.
    Best,
    /// The number of laps of a move.
    Laps,
    /// The only move that ends in the mover's store.
    Store,
    /// Several turns of the mover, each the only one that keeps the win or the draw.
    Keep,
}

impl Question {
    /// The kind of question from which it is made.
    #[must_use]
    pub const fn kind(self) -> Kind {
        match self {
            Question::Win | Question::Draw | Question::Best => Kind::Turn,
            Question::Laps => Kind::Laps,
            Question::Store => Kind::Store,
            Question::Keep => Kind::Keep,
        }
    }
}

/// Whether the answer of a puzzle was confirmed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rechecked {
    /// The answer is right, and the only one.
    Confirmed,
    /// Why it is wrong.
    Wrong(String),
    /// The limit that was reached first.
    Stopped(StopReason),
}

impl Puzzle {
    /// Reads a set of puzzles: one JSON object a line. Empty lines are skipped.
    ///
    /// # Errors
    /// If a line is no puzzle, or its answer contradicts the rules. Values are not proven again.
    pub fn read_all(text: &str) -> Result<Vec<Puzzle>, Diagnostic> {
        let text = text.trim_start_matches('\u{feff}');
        let mut all = Vec::new();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let span = start..start + line.trim_end().len();
            start += line.len();
            if span.is_empty() {
                continue;
            }
            let puzzle = Puzzle::read(&text[span.clone()]).map_err(|error| {
                let at = error
                    .span
                    .clone()
                    .map_or(span.clone(), |part| span.start + part.start..span.start + part.end);
                error.within(at).in_line_of(text)
            });
            all.push(puzzle?);
        }
        if all.is_empty() {
            return Err(Diagnostic::unexpected("no puzzle", "one JSON object a line"));
        }
        Ok(all)
    }

    /// Reads the line of a puzzle.
    fn read(line: &str) -> Result<Puzzle, Diagnostic> {
        let parsed = serde_json::from_str::<Unique>(line);
        let puzzle = parsed.and_then(|Unique(value)| serde_json::from_value::<Puzzle>(value));
        let puzzle = puzzle.map_err(|error| {
            let wrong = Diagnostic::unexpected(format!("no puzzle: {error}"), "a puzzle");
            let wrong = wrong.of_kind(ErrorKind::Syntax);
            match error.column().checked_sub(1) {
                Some(at) if at < line.len() && line.is_char_boundary(at) => {
                    wrong.within(at..line.len())
                }
                _ => wrong,
            }
        })?;
        // Other places are those of a move or a value, not of the line.
        puzzle.expect_sound().map_err(|error| error.within(0..line.len()))?;
        Ok(puzzle)
    }

    /// Returns the rules.
    ///
    /// # Errors
    /// If there is no such rule set, or an option has no such value.
    pub fn variant(&self) -> Result<Variant, Diagnostic> {
        let mut variant = Variant::named(&self.rules, &RuleSets::shipped())?;
        for (option, value) in [("holes", self.holes), ("seeds", self.seeds)] {
            variant.set(option, &value.to_string())?;
        }
        for (option, value) in &self.set {
            let text = option_text(value).ok_or_else(|| {
                Diagnostic::unexpected(format!("{option} = {value}"), "a text or a number")
            })?;
            variant.set(option, &text)?;
        }
        Ok(variant)
    }

    /// Returns the position with its rules.
    ///
    /// # Errors
    /// See [`variant`](Self::variant); and if the position doesn't fit the rules.
    pub fn game(&self) -> Result<Game, Diagnostic> {
        Game::new(self.variant()?.rules(), &self.position)
    }

    /// Returns the moves of the answer as played.
    ///
    /// # Errors
    /// If one is illegal, or the turn is over before the last, except with `keep`.
    pub fn played(&self) -> Result<Vec<MoveTrace>, Diagnostic> {
        let mut round = Round::new(&self.game()?);
        let mut traces = Vec::<MoveTrace>::new();
        for played in &self.moves {
            let is_over = traces.last().is_some_and(|last| last.outcome != Outcome::Again);
            if is_over && self.question != Question::Keep {
                let found = format!("moves: the turn is over before {played}");
                return Err(Diagnostic::unexpected(found, "the moves of one turn"));
            }
            traces.push(round.play_written(&(*played).into())?);
        }
        Ok(traces)
    }

    /// Checks all that follows from the rules without a search.
    fn expect_sound(&self) -> Result<(), Diagnostic> {
        let traces = self.played()?;
        let wrong = |found: &str, expected: &str| Err(Diagnostic::unexpected(found, expected));
        let Some(last) = traces.last() else {
            return wrong("moves: none", "at least one move");
        };
        let is_proven = matches!(self.question.kind(), Kind::Turn | Kind::Keep);
        if !is_proven && (traces.len() > 1 || self.value.is_some() || !self.values.is_empty()) {
            return wrong("a value or a second move", "one move without values");
        }
        if self.question == Question::Store && last.ending != Ending::Store {
            return wrong(&format!("{} doesn't end in the store", last.played), "one that does");
        }
        if self.question == Question::Store
            && self.game()?.legal_moves().all(|made| made.hole == last.played.hole)
        {
            return wrong(&format!("{} is the only move", last.played), "a choice of moves");
        }
        let most = i32::try_from(self.position.total()).unwrap_or(i32::MAX);
        let values = self.values.iter().flat_map(|values| values.values()).chain(&self.value);
        if let Some(value) = values.into_iter().find(|value| !(-most..=most).contains(value)) {
            return wrong(&format!("the value {value}"), &format!("-{most} to {most}"));
        }
        let mover = self.position.mover();
        let length = match self.question.kind() {
            Kind::Turn => traces.len(),
            Kind::Keep => turns(mover, &traces).count(),
            Kind::Laps | Kind::Store => last.laps.len(),
        };
        if self.length != length {
            return wrong(&format!("length: {}", self.length), &length.to_string());
        }
        if !is_proven {
            return Ok(());
        }
        if self.question == Question::Keep {
            if last.played.side != mover {
                return wrong("moves: the last is a reply", "a turn of the mover");
            }
            if !MakePuzzle::TURNS.contains(&length) {
                return wrong(&format!("length: {length}"), "2 to 4 turns of the mover");
            }
            if self.value.is_none_or(|value| mover.sign() * value < 0) {
                return wrong("the value of a loss", "a win or a draw of the mover");
            }
        }
        if last.outcome == Outcome::Again {
            return wrong("moves: the turn isn't over", "all its moves");
        }
        let (mut game, mut values) = (self.game()?, self.values.iter());
        let known = self.moves.iter().all(|played| {
            let before = game;
            game = game.play(*played).expect("the line was played");
            played.side != mover
                || values.next().is_some_and(|values| {
                    before.legal_moves().eq(values.keys().copied())
                        && values.get(played) == self.value.as_ref()
                })
        });
        if !known || values.next().is_some() {
            return wrong("values", "those of all legal moves, before each move of the mover");
        }
        Ok(())
    }

    /// Answers the question anew, within some positions for each move of the turn, and compares
    /// all that the puzzle says.
    ///
    /// # Errors
    /// If the game is none, or its search fails.
    pub fn recheck(&self, nodes: u64, control: Control<'_>) -> Result<Rechecked, Diagnostic> {
        let (variant, game) = (self.variant()?, self.game()?);
        let kind = self.question.kind();
        let hole = (kind == Kind::Laps).then(|| self.moves.first().copied()).flatten();
        let question =
            MakePuzzle::new(kind).with_asked(hole).with_turns(self.length).with_nodes(nodes);
        let made = match question.answer(variant.preset(), &game, control)? {
            Ok(made) => Puzzle { place: self.place.clone(), ..made },
            Err(NoPuzzle::Unproven { stopped, .. }) => return Ok(Rechecked::Stopped(stopped)),
            Err(why) => return Ok(Rechecked::Wrong(why.to_string())),
        };
        let [found, expected] = [self, &made].map(|puzzle| {
            let fields = serde_json::to_value(puzzle).expect("plain data has a JSON form");
            fields.as_object().cloned().expect("an object")
        });
        let differing = found.iter().find(|(name, value)| expected[*name] != **value);
        Ok(differing.map_or(Rechecked::Confirmed, |(name, value)| {
            Rechecked::Wrong(format!("{name}: found {value}, expected {}", expected[name]))
        }))
    }
}

/// The turns of the mover among the moves of a line.
fn turns(mover: Side, line: &[MoveTrace]) -> impl Iterator<Item = &[MoveTrace]> {
    let turns = line.chunk_by(|one, _| one.outcome == Outcome::Again);
    turns.filter(move |turn| turn[0].played.side == mover)
}

/// The fields of a puzzle that its game and its question determine.
fn blank(
    preset: &Preset,
    game: &Game,
    question: Question,
    moves: Vec<Move>,
    length: usize,
) -> Puzzle {
    let RulesRecord { name, holes, seeds, set } = RulesRecord::new(preset, game.rules());
    let asked = match question {
        Question::Laps => format!("{game} laps {}", moves[0]),
        Question::Store => format!("{game} store"),
        Question::Keep => format!("{game} keep {length}"),
        _ => format!("{game} turn"),
    };
    Puzzle {
        id: format!("{:08x}", crate::files::checksum(asked.as_bytes())),
        rules: name.to_owned(),
        holes,
        seeds,
        set,
        position: *game.position(),
        question,
        moves,
        length,
        value: None,
        values: Vec::new(),
        difficulty: 0.0,
        place: None,
    }
}
