//! What one option of another rule set changes: the line at whose end the rules part, and values.

use serde::Serialize;
use serde_json::Value;

use chongkak::ask::{Evaluate, Ready};
use chongkak::board::Position;
use chongkak::control::{Control, StopReason};
use chongkak::moves::{Game, MoveTrace, Parting, Round, parting};
use chongkak::rules::ROUND_OPTIONS;
use chongkak::search::Value as Found;

use crate::cli::{Failure, words};

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
    #[cfg_attr(
        feature = "schemas",
        schemars(with = "Option<Vec<chongkak::moves::Move>>")
    )]
    pub line: Option<Vec<String>>,
    /// The position after it under X.
    pub after_x: Option<Position>,
    /// The position after it under X with this option.
    pub after_y: Option<Position>,
    /// Why there is no line.
    pub reason: Option<Reason>,
    /// Moves played in the search of the line.
    pub nodes: u64,
    /// The value under X with this option alone, where values are asked for.
    pub value: Option<Worth>,
    /// What the moves of the line do under X, and under X with this option.
    #[serde(skip)]
    pub traces: Vec<[MoveTrace; 2]>,
}

/// Why there is no line.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// The option is about what lies between rounds.
    Outside,
    /// The position says how many holes there are.
    Board,
    /// The board of the option does not have the opening that is asked for.
    Opening,
    /// No line from the position parts the rules.
    Never,
    /// The node limit was reached first.
    Nodes,
    /// The time limit was reached first.
    Time,
    /// The search was interrupted.
    Interrupted,
}

impl Reason {
    pub const fn of(stopped: StopReason) -> Reason {
        match stopped {
            StopReason::Interrupted | StopReason::Cancelled => Reason::Interrupted,
            StopReason::Time => Reason::Time,
            StopReason::Nodes | StopReason::Depth | StopReason::Memory => Reason::Nodes,
        }
    }
}

/// The value of a position as `eval` tells it.
#[derive(Clone, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Worth {
    /// A's seeds less B's at the end of the round: proven, or an estimate.
    pub value: i32,
    /// Whether it is proven.
    pub exact: bool,
    /// Proven: it is at least this.
    pub lower: i32,
    /// Proven: it is at most this.
    pub upper: i32,
    /// The best moves.
    #[cfg_attr(feature = "schemas", schemars(with = "Vec<chongkak::moves::Move>"))]
    pub best: Vec<String>,
    /// Positions visited.
    pub nodes: u64,
    #[serde(skip)]
    pub in_words: String,
}

impl Effect {
    pub fn new(option: &'static str, x: &str, y: &str) -> Effect {
        // Numbers are numbers, as in the rules of other results.
        let value = |text: &str| text.parse::<u8>().map_or(text.into(), Value::from);
        Effect {
            option,
            x: value(x),
            y: value(y),
            line: None,
            after_x: None,
            after_y: None,
            reason: None,
            nodes: 0,
            value: None,
            traces: Vec::new(),
        }
    }

    /// Looks for the line from two positions, which may differ.
    pub fn search(&mut self, games: [&Game; 2], control: Control<'_>) -> Result<(), Failure> {
        let [one, other] = games;
        let same = one.position() == other.position();
        if same && !ROUND_OPTIONS.contains(&self.option) {
            self.reason = Some(Reason::Outside);
            return Ok(());
        }
        let (found, nodes) = parting(one, other, control);
        self.nodes = nodes;
        match found {
            Parting::Line(line) => {
                let mut rounds = games.map(Round::new);
                for played in &line {
                    // Nothing is shown that the plain rules don't confirm.
                    let [one, other] = &mut rounds;
                    let traces = [one.play(played.hole), other.play(played.hole)];
                    let wrong = |error| Failure::fault(games[0].position(), error);
                    let [one, other] = traces.map(|trace| trace.map_err(wrong));
                    self.traces.push([one?, other?]);
                }
                let [after_x, after_y] = rounds.map(|round| *round.position());
                if after_x == after_y || self.parted_before_the_end() {
                    let problem = "the rules do not part at the end of the line";
                    return Err(Failure::fault(games[0].position(), problem));
                }
                self.line = Some(line.iter().map(ToString::to_string).collect());
                (self.after_x, self.after_y) = (Some(after_x), Some(after_y));
            }
            Parting::Never => self.reason = Some(Reason::Never),
            Parting::Open(stopped) => self.reason = Some(Reason::of(stopped)),
        }
        Ok(())
    }

    fn parted_before_the_end(&self) -> bool {
        let before = self
            .traces
            .split_last()
            .map_or(&[][..], |(_, before)| before);
        before.iter().any(|[one, other]| one.after != other.after)
    }
}

/// The value of a position within limits, from what is known and by a search.
pub fn worth(
    game: &Game,
    question: &Evaluate,
    ready: &Ready<'_>,
    control: Control<'_>,
) -> Result<Worth, Failure> {
    let answer = question.answer(game, ready, control, None);
    let answer = answer.map_err(|error| error.of(game))?;
    let found = answer.found;
    let best: Vec<String> = found.ties().map(|tie| tie.played.to_string()).collect();
    let value = found.value;
    let bounds = match value {
        Found::Exact(_) => ", proven".to_owned(),
        Found::Estimate(_) => {
            let bounds = words::bounds(found.bounds.lower, found.bounds.upper);
            let kind = if words::is_cut(value, found.bounds) {
                ""
            } else {
                ", an estimate"
            };
            format!("{kind}; proven: {bounds}")
        }
    };
    let moves = if best.is_empty() {
        String::new()
    } else {
        format!("; best {}", best.join(" "))
    };
    Ok(Worth {
        value: value.seeds(),
        exact: value.is_exact(),
        lower: found.bounds.lower,
        upper: found.bounds.upper,
        best,
        nodes: found.nodes,
        in_words: format!("{}{bounds}{moves}", words::value(value, found.bounds)),
    })
}

/// Values under the two rule sets.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Values {
    /// Under X.
    pub x: Worth,
    /// Under Y.
    pub y: Worth,
}
