//! The value of a round with a joint start.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

use super::{Provenance, Record, Scenes, columns};
use crate::ask::{SolveStart, StartFound};
use crate::board::{Cell, Position, Side};
use crate::control::StopReason;
use crate::language::Language;
use crate::math::Certified;
use crate::show::scene::{Columns, Scene};
use crate::show::words::{counted, stopped_by};
use crate::start::{JointLine, JointTurn, Lockstep, Tie};
use crate::text::{Diagnostic, style};

/// Probabilities by hole.
type Strategy = BTreeMap<Cell, f64>;

/// The answer of `chongkak start`: the value of a position.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct StartRecord {
    /// The position.
    position: Position,
    /// The player who is first in a tie.
    #[cfg_attr(feature = "schemas", schemars(with = "String", extend("enum" = ["a", "b", "coin"])))]
    tie: Tie,
    /// The value; null if only bounds are proven.
    value: Option<f64>,
    /// True if the value is proven, to a precision of 1e-9.
    exact: bool,
    /// Proven: A's strategy wins at least this much.
    lower: f64,
    /// Proven: B's strategy concedes at most this much.
    upper: f64,
    /// The value of each pair of first choices: a row for each open hole of A with seeds, a column
    /// for each of B; null if only bounds are proven.
    matrix: Vec<Vec<Option<f64>>>,
    /// The probability of each hole in A's strategy.
    a: Strategy,
    /// The probability of each hole in B's strategy.
    b: Strategy,
    /// The total gain of best responses to both strategies: `upper` minus `lower`.
    exploitability: f64,
    /// The method.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["induction", "search"])))]
    method: &'static str,
    /// Proven bounds of the value: lower and upper.
    proven: [f64; 2],
    /// Proven bounds of each entry of the matrix.
    intervals: Vec<Vec<[f64; 2]>>,
    /// The most likely lines, if the value is proven.
    lines: Vec<LineRecord>,
    #[serde(flatten)]
    effort: Effort,
    /// The limit that ended the work early, `memory` also for --states; null if none did.
    stopped: Option<StopReason>,
    #[serde(flatten)]
    provenance: Provenance,
}

/// The work done.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(untagged)]
enum Effort {
    /// The work of a proof.
    Proof {
        /// The number of joint positions solved.
        states: usize,
        /// The number of positions visited by the solver.
        nodes: u64,
        /// The number of evaluated positions in which alternate turns begin.
        leaves: u64,
    },
    /// The work of a search.
    Trees {
        /// The number of evaluated positions in which alternate turns begin.
        leaves: usize,
        /// The number of search trees for each pair of first choices.
        trees: u32,
        /// The number of iterations of each tree.
        iterations: u32,
        /// The random seed of the search.
        seed: String,
    },
    /// The search did not finish one tree for every pair.
    Nothing {
        /// The number of evaluated positions in which alternate turns begin.
        leaves: usize,
    },
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct LineRecord {
    /// The choices and coins, separated by ` / `.
    line: String,
    /// The probability of the line.
    probability: f64,
    /// The value of the position after the line.
    value: f64,
    /// The position in which alternate turns begin.
    after: Position,
}

/// Rounds to 1e-9, the precision of printed numbers.
fn rounded(number: f64) -> f64 {
    // Adding 0.0 turns -0.0 into 0.0.
    (number * 1e9).round() / 1e9 + 0.0
}

/// Returns the value if it is known exactly.
fn exactly(value: &Certified) -> Option<f64> {
    value.is_exact().then(|| rounded(value.middle()))
}

fn bounds(value: &Certified) -> [f64; 2] {
    [value.lower, value.upper].map(rounded)
}

fn line(line: &JointLine) -> LineRecord {
    LineRecord {
        line: line.line.clone(),
        probability: rounded(line.probability),
        value: rounded(line.value),
        after: line.after,
    }
}

impl StartRecord {
    /// Creates the record of a position.
    pub fn new(
        question: &SolveStart,
        model: &Lockstep,
        found: &StartFound,
        provenance: Provenance,
    ) -> StartRecord {
        let (solved, value, method, lines, effort) = match found {
            StartFound::Proven(found) => {
                let (states, nodes, leaves) = (found.states, found.nodes, found.leaves);
                let effort = Effort::Proof { states, nodes, leaves };
                let lines = found.lines.iter().map(line).collect();
                (&found.solved, &found.value, "induction", lines, effort)
            }
            StartFound::Bounded(found) => {
                let (leaves, trees) = (found.leaves, found.trees);
                let (iterations, seed) = (question.plays, question.seed.to_string());
                let effort = match trees {
                    0 => Effort::Nothing { leaves },
                    trees => Effort::Trees { leaves, trees, iterations, seed },
                };
                (&found.solved, &found.value, "search", Vec::new(), effort)
            }
        };
        let mixed = &solved.equilibrium;
        let [lower, upper] = bounds(&mixed.value);
        let mix = |side: Side, chances: &[f64]| {
            let holes = solved.options[side.index()].iter().flatten();
            let cells = holes.map(|hole| Cell::Hole(side, *hole));
            cells.zip(chances.iter().map(|p| rounded(*p))).collect()
        };
        let rows = || solved.entries.iter();
        StartRecord {
            position: *model.game.position(),
            tie: model.tie,
            value: exactly(value),
            exact: value.is_exact(),
            lower,
            upper,
            matrix: rows().map(|row| row.iter().map(exactly).collect()).collect(),
            a: mix(Side::A, &mixed.rows),
            b: mix(Side::B, &mixed.columns),
            exploitability: rounded(upper - lower),
            method,
            proven: bounds(value),
            intervals: rows().map(|row| row.iter().map(bounds).collect()).collect(),
            lines,
            effort,
            stopped: found.stopped(),
            provenance,
        }
    }

    /// Returns the likely lines, or the position, for a page.
    ///
    /// # Errors
    /// If a line contradicts the rules.
    pub fn scenes(&self, model: &Lockstep) -> Scenes {
        let english = Language::english();
        let scenes = self.lines.iter().map(|line| {
            let turn = JointTurn::read(model, &line.line);
            let turn = turn.map_err(|error| Diagnostic::fault(self.position, error))?;
            let likely = percent(line.probability);
            let name = format!("{likely}: {}", line.line);
            let mut scene = Scene::of_joint_line(&name, model, &turn.ticks, english)?;
            scene.answer = format!("This line: {likely} likely, worth {}", self.worth(line));
            Ok(scene)
        });
        let mut scenes = scenes.collect::<Scenes>()?;
        if scenes.is_empty() {
            scenes.push(Scene::of_joint_line("", model, &[], english)?);
        }
        for scene in &mut scenes {
            for (name, mix) in ["A chooses", "B chooses"].iter().zip(self.mixes()) {
                scene.fact(name, mix);
            }
            scene.fact("ties", self.tie_in_words());
            scene.table = Some(self.matrix());
        }
        Ok(scenes)
    }

    /// Returns the value, for the heading of the page.
    pub fn title(&self) -> String {
        format!("Both start together: value {}", self.value_in_words())
    }
}

/// Formats a probability.
fn percent(probability: f64) -> String {
    format!("{:.1} %", 100.0 * probability)
}

/// Formats a number of seeds, as a whole number if it is one to the last printed digit.
fn seeds(number: f64) -> String {
    match rounded(number) {
        0.0 => "0".to_owned(),
        whole if whole.fract() == 0.0 => format!("{whole:+.0}"),
        number => format!("{number:+.6}"),
    }
}

/// Formats an interval, rounded outwards to whole seeds: the bounds stay valid, and small
/// differences between threads do not show.
fn between([low, high]: [f64; 2], to: &str) -> String {
    let [low, high] = [(low + Certified::EXACT).floor(), (high - Certified::EXACT).ceil()];
    format!("{}{to}{}", seeds(low), seeds(high))
}

impl Record for StartRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        self.provenance.write_start(&self.position, text)?;
        write!(text, "both start together; {}\n\n", self.tie_in_words())?;
        let (value, style) = (self.value_in_words(), style::value(self.exact));
        writeln!(text, "value   {style}{value}{style:#} (A's seeds minus B's at the round's end)")?;
        for (name, mix) in ["A", "B"].iter().zip(self.mixes()) {
            writeln!(text, "{name}       {mix}")?;
        }
        if self.exploitability > Certified::EXACT {
            let range = between([self.lower, self.upper], " to ");
            writeln!(text, "range   {range}: what these strategies win and concede, proven")?;
        }
        let Columns { heads, rows, .. } = self.matrix();
        let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
        let numbers: Vec<usize> = (1..heads.len()).collect();
        write!(text, "{}\n\n{}", self.effort(), columns(&heads, rows, &numbers))?;
        if !self.lines.is_empty() {
            let rows = self.lines.iter().map(|line| {
                let (likely, value) = (percent(line.probability), self.worth(line));
                row![likely, value, line.line, line.after]
            });
            let headings = ["likely", "value", "line", "position after"];
            write!(text, "\n{}", columns(&headings, rows.collect(), &[0, 1]))?;
        }
        Ok(())
    }
}

impl StartRecord {
    /// Describes the value and how it is known.
    fn value_in_words(&self) -> String {
        match self.value {
            Some(value) => format!("{}, proven", seeds(value)),
            None => format!("{}, proven bounds", between(self.proven, " to ")),
        }
    }

    /// Formats the strategies of both players.
    fn mixes(&self) -> [String; 2] {
        [&self.a, &self.b].map(|strategy| {
            let used = strategy.iter().filter(|(_, p)| **p > 5e-4);
            let used = used.map(|(hole, p)| format!("{hole} {}", percent(*p)));
            used.collect::<Vec<_>>().join("  ")
        })
    }

    /// Describes who is first in a tie.
    fn tie_in_words(&self) -> &'static str {
        match self.tie {
            Tie::A => "A is first in a tie",
            Tie::B => "B is first in a tie",
            Tie::Coin => "a coin decides ties",
        }
    }

    /// Formats the value of a line.
    fn worth(&self, line: &LineRecord) -> String {
        if self.exact { seeds(line.value) } else { format!("about {:+.0}", line.value) }
    }

    /// Describes the effort.
    fn effort(&self) -> String {
        let rounds = |leaves| counted(leaves, "round");
        let text = match self.effort {
            Effort::Proof { states, nodes, leaves } => {
                let states = counted(states as u64, "joint position");
                format!("{states}, {}, {}", rounds(leaves), counted(nodes, "node"))
            }
            Effort::Trees { leaves, trees, iterations, .. } => {
                let (trees, plays) = (counted(trees, "tree"), counted(iterations, "play"));
                format!("{trees} for each pair, {plays} each, {}", rounds(leaves as u64))
            }
            Effort::Nothing { .. } => "no tree for every pair".to_owned(),
        };
        format!("search  {text}{}", stopped_by(self.stopped))
    }

    /// Returns the values of all pairs of first choices.
    fn matrix(&self) -> Columns {
        let cell = |entry: &Option<f64>, bounds: &[f64; 2]| match entry {
            Some(value) => seeds(*value),
            None => between(*bounds, ".."),
        };
        let rows = self.a.keys().zip(self.matrix.iter().zip(&self.intervals));
        let rows = rows.map(|(hole, (entries, intervals))| {
            let cells = entries.iter().zip(intervals);
            let cells = cells.map(|(entry, interval)| cell(entry, interval));
            std::iter::once(hole.to_string()).chain(cells).collect()
        });
        let holes = self.b.keys().map(Cell::to_string);
        Columns {
            caption: "What every pair of first holes is worth: A's seeds minus B's".to_owned(),
            heads: std::iter::once("A/B".to_owned()).chain(holes).collect(),
            rows: rows.collect(),
            plays: Vec::new(),
        }
    }
}
