//! The record of `start`.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

use chongkak::board::{Cell, Position, Side};
use chongkak::control::StopReason;
use chongkak::math::{Certified, Interval};
use chongkak::start::{Estimated, Evidence, JointLine, Lockstep, Proven, Tie};

use super::args::Start;
use crate::cli::page::Columns;
use crate::cli::records::columns;
use crate::cli::words::{counted, stopped_by};
use crate::cli::{Record, picture, style};

/// What the intervals of an estimate are worth.
const INTERVALS: &str = "\
In brackets: from where to where the value may lie. So it does for 95 of 100 entries on boards that
are small enough to be solved; on much larger boards nobody knows. Entries without are proven.
Bounds are rounded outwards to whole seeds; on several threads others may be found.
";

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
    intervals: Vec<Vec<[f64; 2]>>,
    /// `proof`, or `calibration` of an estimate.
    intervals_by: &'static str,
    /// What the trees say of each entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    evidence: Option<Vec<Vec<EvidenceRecord>>>,
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

/// What the trees say of an entry.
#[derive(Serialize)]
struct EvidenceRecord {
    mean: f64,
    spread: f64,
    lean: f64,
    /// Proven.
    lower: f64,
    upper: f64,
}

impl EvidenceRecord {
    fn of(found: &Evidence) -> EvidenceRecord {
        EvidenceRecord {
            mean: rounded(found.mean),
            spread: rounded(found.spread),
            lean: rounded(found.lean),
            lower: rounded(found.bounds.lower),
            upper: rounded(found.bounds.upper),
        }
    }
}

#[derive(Serialize)]
pub struct LineRecord {
    pub line: String,
    pub probability: f64,
    value: f64,
    after: Option<Position>,
}

/// To 1e-9: what is printed is worth no more.
fn rounded(number: f64) -> f64 {
    // Nothing is added but a sign taken away from zero.
    (number * 1e9).round() / 1e9 + 0.0
}

/// A value with its bounds or its interval; none where it is not known.
type Entry = (Option<f64>, [f64; 2]);

fn certain(value: &Certified) -> Entry {
    let exact = value.is_exact().then(|| rounded(value.middle()));
    (exact, [value.lower, value.upper].map(rounded))
}

fn likely(value: &Interval) -> Entry {
    let bounds = [value.low, value.high].map(rounded);
    (Some(rounded(value.mean)), bounds)
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
        let mixed = &found.solved.equilibrium;
        let strategies = [&mixed.rows[..], &mixed.columns];
        let entries = (&found.solved.entries[..], &mixed.value);
        StartRecord {
            exact: mixed.value.is_exact(),
            method: "induction",
            lines: found.lines.iter().map(line).collect(),
            states: Some(found.states),
            nodes: Some(found.nodes),
            leaves: found.leaves,
            stopped: found.stopped,
            ..StartRecord::new(model, strategies, entries, certain)
        }
    }

    /// The findings of a search.
    pub fn estimated(model: &Lockstep, found: &Estimated, args: &Start) -> StartRecord {
        let strategies = found.strategies.each_ref().map(Vec::as_slice);
        let lines = found.lines.iter().take(args.lines.into());
        let entries = (&found.entries[..], &found.value);
        let records = |row: &Vec<Evidence>| row.iter().map(EvidenceRecord::of).collect();
        // What is proven is no estimate, whatever the trees say.
        let value = match found.proven.is_exact() {
            true => found.proven.middle(),
            false => found.value.mean,
        };
        StartRecord {
            lines: lines.map(line).collect(),
            value: Some(rounded(value)),
            exact: found.proven.is_exact(),
            proven: [found.proven.lower, found.proven.upper].map(rounded),
            intervals_by: "calibration",
            evidence: Some(found.evidence.iter().map(records).collect()),
            leaves: found.leaves as u64,
            trees: Some(found.trees),
            iterations: Some(args.iterations),
            seed: Some(args.seed.to_string()),
            stopped: found.stopped,
            ..StartRecord::new(model, strategies, entries, likely)
        }
    }

    /// Nothing but the bounds that hold for every play.
    pub fn nothing(model: &Lockstep) -> StartRecord {
        let position = model.game().position();
        let all = model.unknown(Side::BOTH.map(|side| position.store(side)));
        let [rows, columns] = first_cells(model).map(|cells| cells.len());
        #[allow(clippy::cast_precision_loss)]
        let [a, b] = [rows, columns].map(|count| vec![1.0 / count as f64; count]);
        let entries = vec![vec![all; columns]; rows];
        StartRecord::new(model, [&a, &b], (&entries, &all), certain)
    }

    fn new<T>(
        model: &Lockstep,
        strategies: [&[f64]; 2],
        (entries, value): (&[Vec<T>], &T),
        entry: impl Fn(&T) -> Entry,
    ) -> StartRecord {
        let table = entries.iter().map(|row| row.iter().map(&entry).unzip());
        let (matrix, intervals) = table.unzip();
        let (value, [lower, upper]) = entry(value);
        let [cells_a, cells_b] = first_cells(model);
        let mix = |cells: Vec<Cell>, chances: &[f64]| {
            let chances = chances.iter().map(|p| rounded(*p));
            cells.into_iter().zip(chances).collect()
        };
        StartRecord {
            position: *model.game().position(),
            tie: model.tie(),
            value,
            exact: false,
            lower,
            upper,
            matrix,
            a: mix(cells_a, strategies[0]),
            b: mix(cells_b, strategies[1]),
            exploitability: rounded(upper - lower),
            method: "search",
            proven: [lower, upper],
            intervals,
            intervals_by: "proof",
            evidence: None,
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

    /// Whether there is an estimate.
    pub const fn is_estimate(&self) -> bool {
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
        let range = between([self.lower, self.upper], " to ");
        if self.is_estimate() {
            let if_so = "if every entry lies in its interval";
            writeln!(
                text,
                "range   {range}: what these strategies win and concede, {if_so}"
            )?;
        } else if !self.exact {
            writeln!(
                text,
                "range   {range}: what these strategies win and concede, proven"
            )?;
        }
        if self.is_estimate() && !self.exact {
            let proven = between(self.proven, " to ");
            writeln!(text, "proven  the value is {proven}")?;
        }
        writeln!(text, "{}", self.effort())?;
        write!(text, "\n{}", self.matrix_table())?;
        if self.is_estimate() {
            text.push_str(INTERVALS);
        }
        if !self.lines.is_empty() {
            let rows = self.lines.iter().map(|line| {
                let (likely, value) = (percent(line.probability), self.worth(line));
                let after = line.after.map_or("…".to_owned(), |after| after.to_string());
                vec![likely, value, line.line.clone(), after]
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
            Some(value) if self.exact => format!("{}, proven", seeds(value)),
            Some(value) => format!("about {}, an estimate", seeds(value.round())),
            None => format!(
                "{}, proven bounds",
                between([self.lower, self.upper], " to ")
            ),
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
        if self.exact && !self.is_estimate() {
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
        let cell = |entry: &Option<f64>, [low, high]: &[f64; 2]| match entry {
            Some(value) if self.method == "induction" => seeds(*value),
            Some(value) if high - low <= Certified::EXACT => seeds(*value),
            Some(value) => {
                let from_to = between([*low, *high], "..");
                format!("{} ({from_to})", seeds(value.round()))
            }
            None => between([*low, *high], ".."),
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
