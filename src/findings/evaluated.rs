//! The findings on a position: its value, and what each move is worth.

use std::fmt::Write;

use serde::Serialize;

use crate::ask::Answer;
use crate::board::{Position, Side};
use crate::control::{Failed, StopReason};
use crate::known::Knowledge;
use crate::language::Language;
use crate::moves::Game;
use crate::record::{Evaluated, replay_line};
use crate::say;
use crate::search::{Bounds, Evaluation, MoveEvaluation, Value};

use super::{Provenance, Record, Shipped, columns, written};
use crate::show::scene::{Columns, Scene};
use crate::show::{picture, words};
use crate::text::numbers_in_words::signed;
use crate::text::style::{self, MOVE};

const HEADINGS: [&str; 3] = ["move", "value", "proven"];

/// The answer of `chongkak eval`: the value of a position.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemas", schemars(transform = Provenance::limits_always))]
pub struct EvalRecord {
    #[serde(flatten)]
    pub record: Evaluated,
    #[serde(flatten)]
    shipped: Shipped,
    #[serde(flatten)]
    terms: Provenance,
    /// The principal line, as text shows it.
    #[serde(skip)]
    line: String,
    #[serde(skip)]
    found: Evaluation,
    #[serde(skip)]
    board: Position,
}

/// The principal line behind its heading, and whether the round goes on after it.
pub fn line_told(
    game: &Game,
    found: &Evaluation,
    knowledge: &Knowledge,
    language: &Language,
) -> String {
    let whole = replay_line(game, &found.line).is_ok_and(|end| end.is_over());
    let line = written(&found.line);
    let line = match found.value {
        _ if whole => line,
        _ if found.line == knowledge.first_turn => {
            say!(language, "words.value.of-the-book", line = line)
        }
        Value::Exact(_) => say!(language, "words.value.not-further", line = line),
        Value::Estimate(_) => line + " …",
    };
    picture::wrapped(&words::label("words.label.line", language), &line)
}

/// The best moves behind a value, for a title.
pub(super) fn best_moves(moves: &[String]) -> String {
    match moves {
        [] => String::new(),
        [best] => format!("; best move {best}"),
        _ => format!("; best moves {}", moves.join(" ")),
    }
}

impl Record for EvalRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        let english = Language::english();
        text.push_str(&self.terms.heading(&self.board));
        let style = style::value(matches!(self.found.value, Value::Exact(_)));
        let bounds = self.found.bounds;
        let value = words::value_told(self.found.value, bounds, english);
        writeln!(text, "value   {style}{value}{style:#}")?;
        if bounds.value().is_none() {
            writeln!(text, "proven  {}", words::bounds(bounds.lower, bounds.upper, english))?;
        }
        if self.found.best().is_some() {
            writeln!(text, "best    {}", self.best())?;
            writeln!(text, "{}", self.line)?;
        }
        text.push_str(&self.shipped.text());
        writeln!(text, "search  {}\n{}", self.effort(), self.terms.limits())?;
        if !self.found.moves.is_empty() {
            write!(text, "\n{}", columns(&HEADINGS, self.rows(), &[1]))?;
        }
        Ok(())
    }
}

impl EvalRecord {
    /// Makes the record of what was found of a position, with a line of every move if that was
    /// asked for.
    pub fn new(
        game: &Game,
        answer: Answer<Evaluation>,
        every_move: bool,
        terms: Provenance,
    ) -> EvalRecord {
        let Answer { found, knowledge } = answer;
        let position = game.position();
        let record = Evaluated::new(position, &found);
        EvalRecord {
            record: match every_move {
                true => record.with_lines(&found),
                false => record,
            },
            shipped: Shipped::new(&knowledge, game),
            terms,
            line: line_told(game, &found, &knowledge, Language::english()),
            found,
            board: *position,
        }
    }

    /// Returns the limit that ended the search.
    pub const fn stopped(&self) -> Option<StopReason> {
        self.found.stopped
    }

    /// The moves that are best, and those that may be as good.
    fn best(&self) -> String {
        let moves: Vec<_> = self.found.ties().map(|tie| tie.played.to_string()).collect();
        let best = format!("{MOVE}{}{MOVE:#}", moves.join(" "));
        if let Some(least) = self.reached_by_none() {
            return format!("{best}; no move is proven to reach {}", signed(least));
        }
        let open = self.found.open_ties().map(|tie| tie.played.to_string());
        match open.collect::<Vec<_>>().join(" ") {
            open if open.is_empty() || !self.found.value.is_exact() => best,
            open => format!("{best}; perhaps {open} too"),
        }
    }

    /// Returns what the mover is sure of, if it is not known by which move.
    fn reached_by_none(&self) -> Option<i32> {
        let sure = |bounds: Bounds| match self.board.mover() {
            Side::A => bounds.lower,
            Side::B => bounds.upper,
        };
        let least = sure(self.found.bounds);
        let reached = self.found.moves.iter().any(|m| sure(m.bounds) == least);
        (!reached && self.found.value.seeds() == least).then_some(least)
    }

    /// Says how far the search went, and what ended it.
    fn effort(&self) -> String {
        let why = match self.found.stopped {
            None => "; the value is proven".to_owned(),
            stopped => words::stopped_by(stopped),
        };
        let Evaluation { depth, nodes, .. } = self.found;
        format!("depth {depth}, {}{why}", words::counted(nodes, "node"))
    }

    /// Every move, the best for the mover first.
    fn moves(&self) -> Vec<&MoveEvaluation> {
        let mut moves: Vec<_> = self.found.moves.iter().collect();
        let sign = self.board.mover().sign();
        let best = self.found.best();
        moves.sort_by_key(|m| {
            let (exact, first) = (m.value.is_exact(), Some(m.played) == best);
            (-sign * m.value.seeds(), !exact, !first, m.played.hole)
        });
        moves
    }

    /// The same in words, with what is proven of each.
    fn rows(&self) -> Vec<Vec<String>> {
        let (moves, english) = (self.moves().into_iter(), Language::english());
        moves
            .map(|m| {
                let Bounds { lower, upper } = m.bounds;
                row![
                    m.played,
                    words::value(m.value, m.bounds, english),
                    words::bounds(lower, upper, english)
                ]
            })
            .collect()
    }

    /// Value and best moves, for the heading of the page.
    pub fn title(&self) -> String {
        let value = words::value_told(self.found.value, self.found.bounds, Language::english());
        let value = value.trim_end_matches(" (A's seeds less B's)");
        let ties = self.found.ties().map(|tie| tie.played.to_string());
        format!("Value {value}{}", best_moves(&ties.collect::<Vec<_>>()))
    }

    /// A line for every move, the best one first, with the values of all beside it.
    pub fn scenes(&self, task: &Game) -> Result<Vec<Scene>, Failed> {
        let moves = self.moves();
        let table = Columns {
            caption: "What every move is worth: A's seeds less B's".to_owned(),
            heads: HEADINGS.map(str::to_owned).to_vec(),
            rows: self.rows(),
            plays: (0..moves.len()).collect(),
        };
        let mut scenes = Vec::new();
        for of_move in moves {
            let value = words::value(of_move.value, of_move.bounds, Language::english());
            let name = format!("{}, {value}", of_move.played);
            let mut scene = Scene::of_line(&name, task, &of_move.line)?;
            if let Some((heading, known)) = self.shipped.in_words() {
                scene.fact(heading, known);
            }
            scene.fact("search", self.effort());
            scene.table = Some(table.clone());
            scenes.push(scene);
        }
        if scenes.is_empty() {
            scenes.push(Scene::of_line("", task, &[])?);
        }
        Ok(scenes)
    }
}
