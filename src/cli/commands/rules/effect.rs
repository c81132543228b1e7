//! The effect of one option of another rule set: the line at whose end the rules part, and values.

use serde::Serialize;
use serde_json::Value;

use chongkak::ask::{self, NoLine};
use chongkak::board::Position;
use chongkak::language::Language;
use chongkak::moves::{Move, MoveTrace};
use chongkak::record::option_value;
use chongkak::search::{Bounds, Evaluation};

use crate::cli::records::written;
use crate::cli::words;

/// An option in which two rule sets differ, and what comes of it alone.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Effect {
    /// The option.
    pub option: &'static str,
    /// Its value in X.
    #[cfg_attr(feature = "schemas", schemars(extend("type" = ["string", "integer"])))]
    pub x: Value,
    /// Its value in Y.
    #[cfg_attr(feature = "schemas", schemars(extend("type" = ["string", "integer"])))]
    pub y: Value,
    /// The shortest line at whose end X, and X with this option of Y alone, have left different
    /// positions; null if there is none.
    pub line: Option<Vec<Move>>,
    /// The position after it under X.
    pub after_x: Option<Position>,
    /// The position after it under X with this option.
    pub after_y: Option<Position>,
    /// The reason why there is no line.
    pub reason: Option<NoLine>,
    /// Moves played in the search of the line.
    pub nodes: u64,
    /// The value under X with this option alone, where values are asked for.
    pub value: Option<EvalValue>,
    /// The moves of the line, played under X, and under X with this option.
    #[serde(skip)]
    pub traces: Vec<[MoveTrace; 2]>,
}

/// The value of a position as `eval` tells it.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct EvalValue {
    /// A's seeds less B's at the end of the round: proven, or an estimate.
    pub value: i32,
    /// True if it is proven.
    pub exact: bool,
    /// Proven: it is at least this.
    pub lower: i32,
    /// Proven: it is at most this.
    pub upper: i32,
    /// The best moves.
    pub best: Vec<Move>,
    /// Positions visited.
    pub nodes: u64,
    #[serde(skip)]
    pub in_words: String,
}

impl Effect {
    pub fn new(found: ask::Effect) -> Effect {
        let [x, y] = found.settings.each_ref().map(|text| option_value(text));
        let (parted, reason) = match found.parted {
            Ok(parted) => (Some(parted), None),
            Err(reason) => (None, Some(reason)),
        };
        let [after_x, after_y] = [0, 1].map(|rules| Some(parted.as_ref()?.after[rules]));
        let traces = parted.map(|parted| parted.moves);
        Effect {
            option: found.option,
            x,
            y,
            line: (traces.as_ref()).map(|moves| moves.iter().map(|[x, _]| x.played).collect()),
            after_x,
            after_y,
            reason,
            nodes: found.nodes,
            value: found.value.as_ref().map(EvalValue::of),
            traces: traces.unwrap_or_default(),
        }
    }
}

impl EvalValue {
    pub fn of(found: &Evaluation) -> EvalValue {
        let best: Vec<Move> = found.ties().map(|tie| tie.played).collect();
        let (value, Bounds { lower, upper }) = (found.value, found.bounds);
        let proven = words::bounds(lower, upper, Language::english());
        let how = match value.is_exact() {
            true => ", proven".to_owned(),
            false if words::is_cut(value, found.bounds) => format!("; proven: {proven}"),
            false => format!(", an estimate; proven: {proven}"),
        };
        let moves = match best.is_empty() {
            true => String::new(),
            false => format!("; best {}", written(&best)),
        };
        EvalValue {
            value: value.seeds(),
            exact: value.is_exact(),
            lower,
            upper,
            best,
            nodes: found.nodes,
            in_words: format!(
                "{}{how}{moves}",
                words::value(value, found.bounds, Language::english())
            ),
        }
    }
}

/// Values under the two rule sets.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Values {
    /// Under X.
    pub x: EvalValue,
    /// Under Y.
    pub y: EvalValue,
}
