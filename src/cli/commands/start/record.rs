//! The record of `start`.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

use chongkak::board::{Cell, Position, Side};
use chongkak::control::StopReason;
use chongkak::math::{Certified, Equilibrium};
use chongkak::start::{Bounded, JointLine, Lockstep, Proven, Solved, Tie};

use super::args::Start;
use crate::cli::page::Columns;
use crate::cli::records::columns;
use crate::cli::words::{counted, stopped_by};
use crate::cli::{Record, picture, style};

/// Probabilities by hole.
type Strategy = BTreeMap<Cell, f64>;

#[derive(Serialize)]
pub struct StartRecord {
    pub position: Position,
    tie: Tie,
    /// Null where a limit ended a proof.
    value: Option<f64>,
    exact: bool,
    lower: f64,
    upper: f64,
    /// Null where a limit ended a proof.
    matrix: Vec<Vec<Option<f64>>>,
    a: Strategy,
    b: Strategy,
    exploitability: f64,
    /// `induction` or `search`.
    method: &'static str,
    /// Bounds of the value.
    proven: [f64; 2],
    /// Bounds of each entry.
    intervals: Vec<Vec<[f64; 2]>>,
    pub lines: Vec<LineRecord>,
    #[serde(skip_serializing_if = "Option::is_none")]
    states: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    leaves: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    trees: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    iterations: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<String>,
    pub stopped: Option<StopReason>,
}

#[derive(Serialize)]
pub struct LineRecord {
    pub line: String,
    pub probability: f64,
    value: f64,
    after: Position,
}

/// To 1e-9: what is printed is worth no more.
fn rounded(number: f64) -> f64 {
    // Nothing is added but a sign taken away from zero.
    (number * 1e9).round() / 1e9 + 0.0
}

/// A value; none where it is not known.
fn exactly(value: &Certified) -> Option<f64> {
    value.is_exact().then(|| rounded(value.middle()))
}

fn bounds(value: &Certified) -> [f64; 2] {
    [value.lower, value.upper].map(rounded)
}

/// The first choices of A and of B.
fn first_cells(model: &Lockstep) -> [Vec<Cell>; 2] {
    Side::BOTH.map(|side| {
        let holes = model.start().choices(model.field(), side);
        holes.map(|hole| Cell::Hole(side, hole)).collect()
    })
}

fn line(line: &JointLine) -> LineRecord {
    let elements: Vec<String> = line.elements.iter().map(ToString::to_string).collect();
    LineRecord {
        line: elements.join(" / "),
        probability: rounded(line.probability),
        value: rounded(line.value),
        after: line.after,
    }
}

impl StartRecord {
    /// The findings of an induction, perhaps ended by a limit.
    pub fn proven(model: &Lockstep, found: &Proven) -> StartRecord {
        StartRecord {
            method: "induction",
            lines: found.lines.iter().map(line).collect(),
            states: Some(found.states),
            nodes: Some(found.nodes),
            leaves: found.leaves,
            stopped: found.stopped,
            ..StartRecord::new(model, &found.solved, &found.value)
        }
    }

    /// The findings of trees.
    pub fn bounded(model: &Lockstep, found: &Bounded, args: &Start) -> StartRecord {
        StartRecord {
            leaves: found.leaves as u64,
            trees: Some(found.trees),
            iterations: Some(args.iterations),
            seed: Some(args.seed.to_string()),
            stopped: found.stopped,
            ..StartRecord::new(model, &found.solved, &found.value)
        }
    }

    /// Nothing but the bounds that hold for every play.
    pub fn nothing(model: &Lockstep) -> StartRecord {
        let position = model.game().position();
        let all = model.unknown(Side::BOTH.map(|side| position.store(side)));
        let options = model.options(model.start());
        #[allow(clippy::cast_precision_loss)]
        let [rows, columns] =
            [&options[0], &options[1]].map(|all| vec![1.0 / all.len() as f64; all.len()]);
        let solved = Solved {
            entries: vec![vec![all; columns.len()]; rows.len()],
            options,
            equilibrium: Equilibrium {
                rows,
                columns,
                value: all,
            },
        };
        match model.is_even() {
            true => StartRecord::new(model, &solved, &Certified::exactly(0)),
            false => StartRecord::new(model, &solved, &all),
        }
    }

    fn new(model: &Lockstep, solved: &Solved, value: &Certified) -> StartRecord {
        let mixed = &solved.equilibrium;
        let [lower, upper] = bounds(&mixed.value);
        let [cells_a, cells_b] = first_cells(model);
        let mix = |cells: Vec<Cell>, chances: &[f64]| {
            let chances = chances.iter().map(|p| rounded(*p));
            cells.into_iter().zip(chances).collect()
        };
        let rows = || solved.entries.iter();
        StartRecord {
            position: *model.game().position(),
            tie: model.tie(),
            value: exactly(value),
            exact: value.is_exact(),
            lower,
            upper,
            matrix: rows()
                .map(|row| row.iter().map(exactly).collect())
                .collect(),
            a: mix(cells_a, &mixed.rows),
            b: mix(cells_b, &mixed.columns),
            exploitability: rounded(upper - lower),
            method: "search",
            proven: bounds(value),
            intervals: rows().map(|row| row.iter().map(bounds).collect()).collect(),
            lines: Vec::new(),
            states: None,
            nodes: None,
            leaves: 0,
            trees: None,
            iterations: None,
            seed: None,
            stopped: None,
        }
    }

    /// Whether there is a tree for every pair.
    pub const fn has_trees(&self) -> bool {
        self.trees.is_some()
    }
}

/// A probability.
pub fn percent(probability: f64) -> String {
    format!("{:.1} %", 100.0 * probability)
}

/// A number of seeds, whole if it is to the last printed digit.
fn seeds(number: f64) -> String {
    let number = rounded(number);
    if number == 0.0 {
        "0".to_owned()
    } else if number.fract() == 0.0 {
        format!("{number:+.0}")
    } else {
        format!("{number:+.6}")
    }
}

/// From where to where, rounded outwards to whole seeds: what is sure stays so, and threads that
/// find a little more or less say the same.
fn between([low, high]: [f64; 2], to: &str) -> String {
    let [low, high] = [
        (low + Certified::EXACT).floor(),
        (high - Certified::EXACT).ceil(),
    ];
    format!("{}{to}{}", seeds(low), seeds(high))
}

impl Record for StartRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        let (board, tie) = (picture::board(&self.position), self.tie_in_words());
        write!(text, "{board}\nboth start together; {tie}\n\n")?;
        let (value, style) = (self.value_in_words(), style::value(self.exact));
        writeln!(
            text,
            "value   {style}{value}{style:#} (A's seeds less B's at the round's end)"
        )?;
        for (name, mix) in ["A", "B"].iter().zip(self.mixes()) {
            writeln!(text, "{name}       {mix}")?;
        }
        if self.exploitability > Certified::EXACT {
            let range = between([self.lower, self.upper], " to ");
            writeln!(
                text,
                "range   {range}: what these strategies win and concede, proven"
            )?;
        }
        writeln!(text, "{}", self.effort())?;
        write!(text, "\n{}", self.matrix_table())?;
        if !self.lines.is_empty() {
            let rows = self.lines.iter().map(|line| {
                let (likely, value) = (percent(line.probability), self.worth(line));
                vec![likely, value, line.line.clone(), line.after.to_string()]
            });
            let headings = ["likely", "value", "line", "goes on by turns from"];
            write!(text, "\n{}", columns(&headings, rows.collect(), &[0, 1]))?;
        }
        Ok(())
    }
}

impl StartRecord {
    /// The value of the start, and how it is known.
    pub fn value_in_words(&self) -> String {
        match self.value {
            Some(value) => format!("{}, proven", seeds(value)),
            None => format!("{}, proven bounds", between(self.proven, " to ")),
        }
    }

    /// How often each player is to choose which hole.
    pub fn mixes(&self) -> [String; 2] {
        [&self.a, &self.b].map(|strategy| {
            let used = strategy.iter().filter(|(_, p)| **p > 5e-4);
            let used: Vec<String> = used
                .map(|(hole, p)| format!("{hole} {}", percent(*p)))
                .collect();
            used.join("  ")
        })
    }

    /// The first player in a tie, in words.
    pub fn tie_in_words(&self) -> &'static str {
        match self.tie {
            Tie::A => "A is first in a tie",
            Tie::B => "B is first in a tie",
            Tie::Coin => "a coin decides ties",
        }
    }

    /// The value of a line in words.
    pub fn worth(&self, line: &LineRecord) -> String {
        if self.exact {
            seeds(line.value)
        } else {
            format!("about {:+.0}", line.value)
        }
    }

    /// The effort in words.
    fn effort(&self) -> String {
        let leaves = counted(self.leaves, "round");
        let text = match (self.states, self.trees) {
            (Some(states), _) => {
                let states = counted(states as u64, "joint position");
                let nodes = counted(self.nodes.unwrap_or(0), "node");
                format!("{states}, {leaves}, {nodes}")
            }
            (None, Some(trees)) => {
                let trees = counted(trees, "tree");
                let plays = counted(self.iterations.unwrap_or(0), "play");
                format!("{trees} for each pair, {plays} each, {leaves}")
            }
            (None, None) => "no tree for every pair".to_owned(),
        };
        format!("search  {text}{}", stopped_by(self.stopped))
    }

    fn matrix_table(&self) -> String {
        let Columns { heads, rows, .. } = self.matrix_columns();
        let headings: Vec<&str> = heads.iter().map(String::as_str).collect();
        let numbers: Vec<usize> = (1..headings.len()).collect();
        columns(&headings, rows, &numbers)
    }

    /// The values of all pairs of first choices.
    pub fn matrix_columns(&self) -> Columns {
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
            caption: "What every pair of first holes is worth: A's seeds less B's".to_owned(),
            heads: std::iter::once("A/B".to_owned()).chain(holes).collect(),
            rows: rows.collect(),
            plays: Vec::new(),
        }
    }
}
