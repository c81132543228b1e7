//! `rules diff`: the effect of each option in which two rule sets differ.

use std::fmt::Write;

use serde::Serialize;
use serde_json::Value;

use chongkak::ask::{self, CompareRules, Comparison, NoLine, Ready};
use chongkak::board::Position;
use chongkak::language::Language;
use chongkak::moves::{Move, MoveTrace};
use chongkak::record::option_value;
use chongkak::rules::{RuleSet, RuleSets};
use chongkak::search::{Bounds, Evaluation};

use crate::cli::args::RulesCommand;
use crate::cli::records::{own_rules, written};
use crate::cli::style::{MOVE, STRONG};
use crate::cli::words::{self, counted, laps, what_follows};
use crate::cli::{
    CliError, Record, Session, Status, interrupt, picture, position_input, table_folder, watched,
};

/// The effect of each option in which two rule sets differ, as `chongkak rules diff` finds it.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct DiffRecord {
    /// The options in which they differ, each on its own.
    options: Vec<Effect>,
    /// The name of X.
    x: String,
    /// The name of Y.
    y: String,
    /// The position in which the lines begin.
    position: Position,
    /// The values of the position under X and Y; null unless requested.
    values: Option<Values>,
    #[serde(skip)]
    heading: String,
}

/// An option in which two rule sets differ, and its effect on its own.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct Effect {
    /// The option.
    option: &'static str,
    /// Its value in X.
    #[cfg_attr(feature = "schemas", schemars(extend("type" = ["string", "integer"])))]
    x: Value,
    /// Its value in Y.
    #[cfg_attr(feature = "schemas", schemars(extend("type" = ["string", "integer"])))]
    y: Value,
    /// The shortest line after which X, and X with only this option of Y, reach different
    /// positions; null if there is none.
    line: Option<Vec<Move>>,
    /// The position after the line under X.
    after_x: Option<Position>,
    /// The position after the line under X with this option.
    after_y: Option<Position>,
    /// The reason why there is no line.
    reason: Option<NoLine>,
    /// Moves played in the search for the line.
    nodes: u64,
    /// The value under X with this option, if values are requested.
    value: Option<EvalValue>,
    /// The moves of the line, played under X, and under X with this option.
    #[serde(skip)]
    traces: Vec<[MoveTrace; 2]>,
}

/// The value of a position, as from `eval`.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct EvalValue {
    /// A's seeds minus B's at the end of the round: proven, or an estimate.
    value: i32,
    /// True if it is proven.
    exact: bool,
    /// Proven lower bound.
    lower: i32,
    /// Proven upper bound.
    upper: i32,
    /// The best moves.
    best: Vec<Move>,
    /// Positions visited.
    nodes: u64,
    #[serde(skip)]
    in_words: String,
}

impl Effect {
    fn new(found: ask::Effect) -> Effect {
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
            line: (traces.as_ref()).map(|moves| moves.iter().map(move_of).collect()),
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
    fn of(found: &Evaluation) -> EvalValue {
        let best: Vec<Move> = found.ties().map(|tie| tie.played).collect();
        let (value, Bounds { lower, upper }) = (found.value, found.bounds);
        let proven = words::bounds(lower, upper, Language::english());
        let how = match value.is_exact() {
            true => ", proven".to_owned(),
            false if words::is_clamped(value, found.bounds) => format!("; proven: {proven}"),
            false => format!(", an estimate; proven: {proven}"),
        };
        let moves =
            if best.is_empty() { String::new() } else { format!("; best {}", written(&best)) };
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

/// The values under the two rule sets.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct Values {
    /// Under X.
    x: EvalValue,
    /// Under Y.
    y: EvalValue,
}

pub fn run(args: &RulesCommand, session: &mut Session<'_>) -> Result<Status, CliError> {
    let RulesCommand::Diff { x, y, place, nodes, values, with } = args;
    if let Some(name) = &session.common.rules {
        let found = format_args!("--rules {name}: X and Y name the rule sets");
        return Err(CliError::unexpected(found, "none"));
    }
    let rule_sets = RuleSets::new();
    let [x, y] = [rule_sets.named(x)?, rule_sets.named(y)?];
    session.choose(y.clone())?;
    let rules_y = *session.variant.rules();
    session.choose(x.clone())?;
    let tables = table_folder::from_option(with.tables.as_deref());
    let question = CompareRules::default()
        .with_values(*values)
        .with_limits(session.limits().with_nodes(nodes.unwrap_or(CompareRules::NODES)));
    let ready = Ready::default().with_tables(&tables);
    position_input::each_text(&place.position, session, |text, session| {
        let start = position_input::start(place, text);
        let found = watched(session, |control| {
            question.answer(&session.variant, &rules_y, &start, &ready, control)
        })?;
        table_folder::report_problem(&tables, session.common.quiet);
        let found = found?;
        let changed = found.effects.iter().filter_map(|effect| effect.game.as_ref());
        for game in found.games.iter().chain(changed).filter(|_| *values) {
            // Prints a message if a table is missing.
            table_folder::endgame(&tables, game, session)?;
        }
        let called = |set: &RuleSet| own_rules(set).unwrap_or_else(|| set.name().to_owned());
        let record = DiffRecord::new([&x, &y].map(called), found, session);
        session.out.record(&record)?;
        Ok(if interrupt::happened() { Status::Interrupted } else { record.status() })
    })
}

impl DiffRecord {
    fn new([x, y]: [String; 2], found: Comparison, session: &Session<'_>) -> DiffRecord {
        let position = *found.games[0].position();
        let board = match session.common.no_board {
            true => format!("board   {position}\n"),
            false => format!("\n{}", picture::captioned(&position, Language::english())),
        };
        let values = found.values.as_ref().map(|values| {
            let [x, y] = values.each_ref().map(EvalValue::of);
            Values { x, y }
        });
        DiffRecord {
            options: found.effects.into_iter().map(Effect::new).collect(),
            heading: format!("X       {x}\nY       {y}\n{board}"),
            x,
            y,
            position,
            values,
        }
    }

    fn status(&self) -> Status {
        let of = |effect: &Effect| match effect.reason {
            Some(NoLine::Nodes | NoLine::Time) => Status::Limit,
            Some(NoLine::Interrupted) => Status::Interrupted,
            _ => Status::Done,
        };
        self.options.iter().map(of).max().unwrap_or(Status::Done)
    }
}

impl Record for DiffRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        text.push_str(&self.heading);
        let values = self.values.iter().flat_map(|both| [("X", &both.x), ("Y", &both.y)]);
        for (name, worth) in values {
            writeln!(text, "value   under {name}: {}", worth.in_words)?;
        }
        if self.options.is_empty() {
            writeln!(text, "\nX and Y have the same options")?;
        }
        // Options that change the opening are obvious, so they come last.
        let (plain, others): (Vec<&Effect>, Vec<&Effect>) =
            self.options.iter().partition(|effect| effect.differs_at_once());
        for effect in others.into_iter().chain(plain) {
            let (option, x, y) = (effect.option, shown(&effect.x), shown(&effect.y));
            writeln!(text, "\n{STRONG}{option}: {x} in X, {y} in Y{STRONG:#}")?;
            effect.write(text, &y)?;
        }
        Ok(())
    }
}

/// Formats the value of an option.
fn shown(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

impl Effect {
    /// Returns whether the openings already differ.
    const fn differs_at_once(&self) -> bool {
        self.after_x.is_some() && self.traces.is_empty()
    }

    fn write(&self, text: &mut String, y: &str) -> std::fmt::Result {
        let nodes = counted(self.nodes, "node");
        match self.reason {
            None => {}
            Some(NoLine::Outside) => {
                writeln!(text, "line    none: it changes what comes before or after a round")?;
            }
            Some(NoLine::First) => {
                writeln!(text, "line    none: a round begins with a different hole")?
            }
            Some(NoLine::Board) => writeln!(text, "line    none: the position has its own board")?,
            Some(NoLine::Opening) => writeln!(text, "line    none: there is no such opening")?,
            Some(NoLine::Never) => {
                writeln!(
                    text,
                    "line    none: no line from here distinguishes the rules ({nodes})"
                )?;
            }
            Some(NoLine::Nodes) => writeln!(text, "line    none within {nodes}")?,
            Some(NoLine::Time) => writeln!(text, "line    none within the time limit ({nodes})")?,
            Some(NoLine::Interrupted) => writeln!(text, "line    none so far ({nodes})")?,
        }
        if let (Some(x), Some(after_y)) = (self.after_x, self.after_y) {
            if self.differs_at_once() {
                writeln!(text, "parted  at once: the openings differ")?;
            }
            for (number, traces) in (1..).zip(&self.traces) {
                write_move(text, number, traces, &format!("{} = {y}", self.option))?;
            }
            writeln!(text, "X       {x}\n{:<8}{after_y}", "changed")?;
        }
        if let Some(worth) = &self.value {
            writeln!(text, "value   X with {} = {y}: {}", self.option, worth.in_words)?;
        }
        Ok(())
    }
}

/// The move of both rules, with the stop that one of them may allow.
fn move_of([x, y]: &[MoveTrace; 2]) -> Move {
    x.played.max(y.played)
}

/// Writes a move lap by lap, the common laps of both rules only once.
fn write_move(
    text: &mut String,
    number: usize,
    traces: &[MoveTrace; 2],
    changed: &str,
) -> std::fmt::Result {
    let played = move_of(traces);
    let texts = traces.each_ref().map(|trace| {
        let end =
            format!("     gains {}; {}", trace.gain, what_follows(trace, Language::english()));
        laps(trace, Language::english()) + &end
    });
    let lines = texts.each_ref().map(|text| text.lines().collect::<Vec<_>>());
    let [one, other] = &lines;
    let pairs = one.iter().zip(other);
    let alike = pairs.take_while(|(one, other)| one == other).count();
    writeln!(text, "{number:>3}. {MOVE}{played}{MOVE:#}")?;
    in_short(text, &one[..alike])?;
    if one == other {
        return Ok(());
    }
    let then = if alike > 0 { "then " } else { "" };
    for (under, lines) in [("in X", one), (&format!("with {changed}"), other)] {
        writeln!(text, "     {then}{MOVE}{under}{MOVE:#}")?;
        in_short(text, &lines[alike..])?;
    }
    Ok(())
}

/// Writes lines; of many, only the first and last ones.
fn in_short(text: &mut String, lines: &[&str]) -> std::fmt::Result {
    const SHOWN: usize = 3;
    let left_out = lines.len().saturating_sub(2 * SHOWN);
    for (number, line) in lines.iter().enumerate() {
        if left_out < 2 || !(SHOWN..SHOWN + left_out).contains(&number) {
            writeln!(text, "{line}")?;
        } else if number == SHOWN {
            writeln!(text, "     … {left_out} more laps")?;
        }
    }
    Ok(())
}
