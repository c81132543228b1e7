//! The record of what is proven of a position.

use std::fmt::Write;

use serde::Serialize;

use crate::ask::Answer;
use crate::board::Position;
use crate::control::{Failed, StopReason};
use crate::language::Language;
use crate::moves::{Game, Move};
use crate::record::{Solved, replay_line};
use crate::say;
use crate::search::{Goal, Solution};

use super::evaluated::best_moves;
use super::{Provenance, Record, Shipped, written};
use crate::show::scene::Scene;
use crate::show::{picture, words};
use crate::text::style::{BOUNDS, MOVE, PROVEN};

/// The answer of `chongkak solve`: what is proven of a position.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemas", schemars(transform = Provenance::limits_always))]
pub struct SolveRecord {
    #[serde(flatten)]
    pub found: Solved,
    #[serde(flatten)]
    shipped: Shipped,
    #[serde(flatten)]
    terms: Provenance,
    /// The proof, if one was asked for and is written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<ProofRecord>,
    /// The goal of the proof.
    #[serde(skip)]
    goal: Goal,
    #[serde(skip)]
    line: Vec<Move>,
    #[serde(skip)]
    board: Position,
    /// True if the line leads to the end of the round.
    #[serde(skip)]
    whole: bool,
    /// The first turn of the book, where no line proves anything.
    #[serde(skip)]
    first_turn: Vec<Move>,
}

impl SolveRecord {
    /// Makes the record of what was proven of a position.
    pub fn new(
        game: &Game,
        goal: Goal,
        answer: Answer<Solution>,
        terms: Provenance,
    ) -> SolveRecord {
        let Answer { found, knowledge } = answer;
        SolveRecord {
            found: Solved::new(game.position(), &found),
            shipped: Shipped::new(&knowledge, game),
            terms,
            proof: None,
            goal,
            whole: replay_line(game, &found.line).is_ok_and(|end| end.is_over()),
            line: found.line,
            board: *game.position(),
            first_turn: knowledge.first_turn,
        }
    }

    /// Tells whether the value ships with the program.
    pub const fn is_known(&self) -> bool {
        self.shipped.is_known()
    }

    /// Returns the limit that ended the search.
    pub const fn stopped(&self) -> Option<StopReason> {
        self.found.stopped
    }

    /// The line, for a page.
    pub fn scene(&self, task: &Game) -> Result<Scene, Failed> {
        let mut scene = Scene::of_line("", task, &self.line)?;
        if let Some((heading, known)) = self.shipped.in_words() {
            scene.fact(heading, known);
        }
        scene.fact("search", self.effort());
        Ok(scene)
    }

    /// Says what is proven, and the best moves, for the heading of the page.
    pub fn title(&self) -> String {
        let found = &self.found;
        let known = match (found.value, found.winner.as_deref()) {
            (Some(value), _) => {
                format!(
                    "Value {}, proven: {}",
                    words::signed(value),
                    picture::result_in_words(value, Language::english())
                )
            }
            (None, Some("draw")) => "A draw, proven".to_owned(),
            (None, Some(winner)) => format!("{winner} wins, proven"),
            (None, None) => format!(
                "Value from {} to {}, proven bounds",
                words::signed(found.lower),
                words::signed(found.upper)
            ),
        };
        known + &best_moves(&found.best)
    }

    /// Says how much was searched, and what ended it.
    fn effort(&self) -> String {
        let why = words::stopped_by(self.found.stopped);
        format!("{}{why}", words::counted(self.found.nodes, "node"))
    }
}

impl Record for SolveRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        text.push_str(&self.terms.heading(&self.board));
        let found = &self.found;
        match found.value {
            Some(value) => {
                let result = picture::result_in_words(value, Language::english());
                writeln!(
                    text,
                    "value   {PROVEN}{}{PROVEN:#}, proven: {result}",
                    words::signed(value)
                )?;
            }
            None => {
                let (lower, upper) = (found.lower, found.upper);
                writeln!(
                    text,
                    "value   from {BOUNDS}{}{BOUNDS:#} to {BOUNDS}{}{BOUNDS:#}, proven bounds",
                    words::signed(lower),
                    words::signed(upper)
                )?;
            }
        }
        if let Goal::AtLeast(least) = self.goal {
            let answer = match (found.lower >= least, found.upper < least) {
                (true, _) => "yes, proven",
                (_, true) => "no, proven",
                _ => "open",
            };
            writeln!(text, "asked   at least {}: {answer}", words::signed(least))?;
        }
        match found.winner.as_deref() {
            Some("draw") => writeln!(text, "winner  nobody")?,
            Some(winner) => writeln!(text, "winner  {winner}")?,
            None => writeln!(text, "winner  open")?,
        }
        let unfound = format!(
            "not found in {} (--time 10m searches longer)",
            words::counted(found.nodes, "node")
        );
        if !found.best.is_empty() {
            writeln!(text, "best    {MOVE}{}{MOVE:#}", found.best.join(" "))?;
        } else if found.line_stopped.is_some() {
            writeln!(text, "best    {unfound}")?;
        }
        if !found.pv.is_empty() {
            let more = if self.whole { "" } else { " …" };
            let line = picture::wrapped("line    ", &(found.pv.join(" ") + more));
            writeln!(text, "{line}")?;
        } else if found.line_stopped.is_some() {
            writeln!(text, "line    {unfound}")?;
        } else if !self.first_turn.is_empty() {
            let turn = written(&self.first_turn);
            let turn = say!(Language::english(), "words.value.of-the-book", line = turn);
            writeln!(text, "{}", picture::wrapped("line    ", &turn))?;
        }
        text.push_str(&self.shipped.text());
        writeln!(text, "search  {}\n{}", self.effort(), self.terms.limits())?;
        if let Some(proof) = &self.proof {
            writeln!(text, "{proof}")?;
        }
        Ok(())
    }
}

/// A proof that was written.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ProofRecord {
    /// Its file.
    pub file: String,
    /// The positions in it.
    pub positions: usize,
}

impl std::fmt::Display for ProofRecord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let positions = words::counted(self.positions as u64, "position");
        write!(f, "proof   {positions} in {}", self.file)
    }
}
