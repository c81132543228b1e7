//! What `start` prints.

use std::fmt::Write;

use serde::{Serialize, Serializer};

use chongkak::board::{Cell, Hole, Position, Side};
use chongkak::control::StopReason;
use chongkak::math::Certified;
use chongkak::start::{Estimated, Joint, JointLine, Lockstep, Tie};

use super::Found;
use super::args::Start;
use crate::cli::commands::columns;
use crate::cli::input::Task;
use crate::cli::output::Record;
use crate::cli::page::Columns;
use crate::cli::picture;
use crate::cli::style;

/// Probabilities by hole name, in hole order.
pub struct Strategy(Vec<(String, f64)>);

impl Serialize for Strategy {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(hole, p)| (hole, p)))
    }
}

#[derive(Serialize)]
pub struct StartRecord {
    position: String,
    tie: &'static str,
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
    stopped: Option<&'static str>,
    #[serde(skip)]
    pub board: Position,
}

#[derive(Serialize)]
pub struct LineRecord {
    pub line: String,
    pub probability: f64,
    value: f64,
    after: Option<String>,
}

/// To 1e-9: what is printed is worth no more.
fn rounded(number: f64) -> f64 {
    // Nothing is added but a sign taken away from zero.
    (number * 1e9).round() / 1e9 + 0.0
}

fn strategy(side: Side, holes: impl Iterator<Item = Hole>, probabilities: &[f64]) -> Strategy {
    let names = holes.map(|hole| Cell::Hole(side, hole).to_string());
    Strategy(
        names
            .zip(probabilities.iter().map(|p| rounded(*p)))
            .collect(),
    )
}

fn line(line: &JointLine) -> LineRecord {
    let elements: Vec<String> = line.elements.iter().map(ToString::to_string).collect();
    LineRecord {
        line: elements.join(" / "),
        probability: rounded(line.probability),
        value: rounded(line.value),
        after: line.after.as_ref().map(ToString::to_string),
    }
}

impl StartRecord {
    /// What an induction has found, perhaps ended by a limit.
    pub fn proven(
        task: &Task,
        model: &Lockstep,
        found: &Found,
        stopped: Option<StopReason>,
    ) -> StartRecord {
        let solved = &found.solved;
        let value = solved.equilibrium.value;
        let sure = |value: &Certified| value.is_exact().then(|| rounded(value.middle()));
        let [a, b] = solved
            .options
            .each_ref()
            .map(|all| all.iter().copied().flatten());
        StartRecord {
            position: task.position.to_string(),
            tie: model.tie().name(),
            value: sure(&value),
            exact: value.is_exact(),
            lower: rounded(value.lower),
            upper: rounded(value.upper),
            matrix: table(&solved.entries, sure),
            a: strategy(Side::A, a, &solved.equilibrium.rows),
            b: strategy(Side::B, b, &solved.equilibrium.columns),
            exploitability: rounded(value.width()),
            method: "induction",
            intervals: table(&solved.entries, |e| [rounded(e.lower), rounded(e.upper)]),
            lines: found.lines.iter().map(line).collect(),
            states: Some(found.states),
            nodes: Some(found.nodes),
            leaves: found.leaves,
            trees: None,
            iterations: None,
            seed: None,
            stopped: stopped.map(StopReason::name),
            board: task.position,
        }
    }

    /// What a search has found.
    pub fn estimated(
        task: &Task,
        model: &Lockstep,
        found: &Estimated,
        args: &Start,
        stopped: Option<StopReason>,
    ) -> StartRecord {
        let [a, b] = found.options.each_ref().map(|all| all.iter().copied());
        let lines = found.lines.iter().take(args.lines.into());
        StartRecord {
            value: Some(rounded(found.value.mean)),
            lower: rounded(found.value.low),
            upper: rounded(found.value.high),
            matrix: table(&found.entries, |e| Some(rounded(e.mean))),
            a: strategy(Side::A, a, &found.strategies[0]),
            b: strategy(Side::B, b, &found.strategies[1]),
            exploitability: rounded(found.value.high - found.value.low),
            intervals: table(&found.entries, |e| [rounded(e.low), rounded(e.high)]),
            lines: lines.map(line).collect(),
            leaves: found.leaves as u64,
            trees: Some(found.trees),
            iterations: Some(args.iterations),
            seed: Some(args.seed.to_string()),
            ..StartRecord::empty(task, model, stopped)
        }
    }

    /// Nothing but the bounds that hold for every play.
    pub fn nothing(
        task: &Task,
        model: &Lockstep,
        start: &Joint,
        stopped: Option<StopReason>,
    ) -> StartRecord {
        let [a, b] = Side::BOTH.map(|side| f64::from(task.position.store(side)));
        let left = f64::from(task.position.total()) - a - b;
        let (lower, upper) = (a - b - left, a - b + left);
        let [rows, columns] = model.options(start);
        let entries = vec![vec![[lower, upper]; columns.len()]; rows.len()];
        #[allow(clippy::cast_precision_loss)]
        let alike = |side, holes: &[Option<Hole>]| {
            let all = vec![1.0 / holes.len() as f64; holes.len()];
            strategy(side, holes.iter().copied().flatten(), &all)
        };
        StartRecord {
            lower,
            upper,
            matrix: table(&entries, |_| None),
            a: alike(Side::A, &rows),
            b: alike(Side::B, &columns),
            exploitability: upper - lower,
            intervals: entries,
            ..StartRecord::empty(task, model, stopped)
        }
    }

    fn empty(task: &Task, model: &Lockstep, stopped: Option<StopReason>) -> StartRecord {
        StartRecord {
            position: task.position.to_string(),
            tie: model.tie().name(),
            value: None,
            exact: false,
            lower: 0.0,
            upper: 0.0,
            matrix: Vec::new(),
            a: Strategy(Vec::new()),
            b: Strategy(Vec::new()),
            exploitability: 0.0,
            method: "search",
            intervals: Vec::new(),
            lines: Vec::new(),
            states: None,
            nodes: None,
            leaves: 0,
            trees: None,
            iterations: None,
            seed: None,
            stopped: stopped.map(StopReason::name),
            board: task.position,
        }
    }
}

/// All entries of a table made into something else.
fn table<T, U>(entries: &[Vec<T>], make: impl Fn(&T) -> U) -> Vec<Vec<U>> {
    let rows = entries.iter();
    rows.map(|row| row.iter().map(&make).collect()).collect()
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

impl Record for StartRecord {
    fn text(&self) -> String {
        let (board, tie) = (picture::board(&self.board), self.tie_in_words());
        let mut text = format!("{board}\nboth start together; {tie}\n\n");
        self.write(&mut text).expect("a string takes text");
        text
    }
}

impl StartRecord {
    /// What the start is worth, and how that is known.
    pub fn value_in_words(&self) -> String {
        match self.value {
            Some(value) if self.exact => format!("{}, proven", seeds(value)),
            Some(value) => format!("about {value:+.2}, an estimate"),
            None => format!(
                "from {:+.2} to {:+.2}, proven bounds",
                self.lower, self.upper
            ),
        }
    }

    /// How often each player is to choose which hole.
    pub fn mixes(&self) -> [String; 2] {
        [&self.a, &self.b].map(|strategy| {
            let used = strategy.0.iter().filter(|(_, p)| *p > 5e-4);
            let used: Vec<String> = used
                .map(|(hole, p)| format!("{hole} {}", percent(*p)))
                .collect();
            used.join("  ")
        })
    }

    /// Who is first in a tie.
    pub fn tie_in_words(&self) -> &'static str {
        match self.tie {
            name if name == Tie::A.name() => "A is first in a tie",
            name if name == Tie::B.name() => "B is first in a tie",
            _ => "a coin decides ties",
        }
    }

    /// What a line is worth.
    pub fn worth(&self, line: &LineRecord) -> String {
        if self.exact {
            seeds(line.value)
        } else {
            format!("about {:+.0}", line.value)
        }
    }

    fn write(&self, text: &mut String) -> std::fmt::Result {
        let (value, style) = (self.value_in_words(), style::value(self.exact));
        writeln!(
            text,
            "value   {style}{value}{style:#} (A's seeds less B's at the round's end)"
        )?;
        for (name, mix) in ["A", "B"].iter().zip(self.mixes()) {
            writeln!(text, "{name}       {mix}")?;
        }
        if !self.exact {
            let kind = if self.method == "search" {
                "if every entry lies in its interval"
            } else {
                "proven"
            };
            writeln!(
                text,
                "range   {:+.2} to {:+.2}: what these strategies win and concede, {kind}",
                self.lower, self.upper
            )?;
        }
        writeln!(text, "{}", self.effort())?;
        write!(text, "\n{}", self.matrix_table())?;
        if !self.lines.is_empty() {
            let rows = self.lines.iter().map(|line| {
                let (likely, value) = (percent(line.probability), self.worth(line));
                let after = line.after.clone().unwrap_or_else(|| "…".to_owned());
                vec![likely, value, line.line.clone(), after]
            });
            let headings = ["likely", "value", "line", "goes on by turns from"];
            write!(text, "\n{}", columns(&headings, rows.collect(), &[0, 1]))?;
        }
        Ok(())
    }

    /// What it took.
    fn effort(&self) -> String {
        let mut text = match (self.states, self.trees) {
            (Some(states), _) => {
                let (leaves, nodes) = (self.leaves, self.nodes.unwrap_or(0));
                format!("search  {states} joint positions, {leaves} rounds, {nodes} nodes")
            }
            (None, Some(trees)) => {
                let (plays, leaves) = (self.iterations.unwrap_or(0), self.leaves);
                format!("search  {trees} trees a pair, {plays} plays each, {leaves} rounds")
            }
            (None, None) => "search  no tree for every pair".to_owned(),
        };
        if let Some(limit) = self.stopped {
            write!(text, "; stopped: {limit}").expect("a string takes text");
        }
        text
    }

    fn matrix_table(&self) -> String {
        let Columns { heads, rows, .. } = self.matrix_columns();
        let headings: Vec<&str> = heads.iter().map(String::as_str).collect();
        let numbers: Vec<usize> = (1..headings.len()).collect();
        columns(&headings, rows, &numbers)
    }

    /// What every pair of first choices is worth.
    pub fn matrix_columns(&self) -> Columns {
        let cell = |entry: &Option<f64>, [low, high]: &[f64; 2]| match entry {
            Some(value) if self.method == "induction" => seeds(*value),
            Some(value) => format!("{value:+.1} ±{:.1}", (high - low) / 2.0),
            None => format!("{low:+.1}..{high:+.1}"),
        };
        let rows = self.a.0.iter().zip(self.matrix.iter().zip(&self.intervals));
        let rows = rows.map(|((hole, _), (entries, intervals))| {
            let cells = entries.iter().zip(intervals);
            let cells = cells.map(|(entry, interval)| cell(entry, interval));
            std::iter::once(hole.clone()).chain(cells).collect()
        });
        let holes = self.b.0.iter().map(|(hole, _)| hole.clone());
        Columns {
            caption: "What every pair of first holes is worth: A's seeds less B's".to_owned(),
            heads: std::iter::once("A/B".to_owned()).chain(holes).collect(),
            rows: rows.collect(),
        }
    }
}
