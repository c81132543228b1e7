//! `rules diff`: what the options change in which two rule sets differ.

use std::fmt::Write;

use serde::Serialize;
use serde_json::Value;

use chongkak::ask::{CompareRules, Comparison, NoLine, NotCompared, Ready};
use chongkak::board::Position;
use chongkak::language::Language;
use chongkak::moves::MoveTrace;
use chongkak::rules::{RuleSet, RuleSets};

use super::effect::{Effect, EvalValue, Values};
use crate::cli::args::RulesDiff;
use crate::cli::records::own_rules;
use crate::cli::style::{MOVE, STRONG};
use crate::cli::words::{counted, laps, what_follows};
use crate::cli::{
    CliError, Record, Session, Status, interrupt, picture, position_input, table_folder, watched,
};

/// The effects of the options in which two rule sets differ, as `chongkak rules diff` finds them.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct DiffRecord {
    /// The options in which they differ, each alone.
    options: Vec<Effect>,
    /// The name of X.
    x: String,
    /// The name of Y.
    y: String,
    /// The position where the lines begin.
    position: Position,
    /// Values of the position under X and Y as a whole; null where they are not asked for.
    values: Option<Values>,
    #[serde(skip)]
    heading: String,
}

pub fn run(args: &RulesDiff, session: &mut Session<'_>) -> Result<Status, CliError> {
    if let Some(name) = &session.common.rules {
        let found = format_args!("--rules {name}: the rule sets are X and Y");
        return Err(CliError::unexpected(found, "none"));
    }
    let rule_sets = RuleSets::new();
    let [x, y] = [rule_sets.named(&args.x)?, rule_sets.named(&args.y)?];
    session.choose(y.clone())?;
    let rules_y = *session.variant.rules();
    session.choose(x.clone())?;
    let tables = table_folder::asked(args.with.tables.as_deref());
    let question = CompareRules::default()
        .with_values(args.values)
        .with_limits(args.counts.within(session.limits().with_nodes(CompareRules::NODES)));
    let ready = Ready::default().with_tables(&tables);
    position_input::each_text(&args.place.position, session, |text, session| {
        let start = position_input::start(&args.place, text);
        let found = watched(session, |control| {
            question.answer(&session.variant, &rules_y, &start, &ready, control)
        })?;
        table_folder::remark(&tables, session.common.quiet);
        let found = found?;
        let changed = found.effects.iter().filter_map(|effect| effect.game.as_ref());
        for game in found.games.iter().chain(changed).filter(|_| args.values) {
            // A person is told where a table is lacking.
            table_folder::endgame(&tables, game, session)?;
        }
        let called = |set: &RuleSet| own_rules(set).unwrap_or_else(|| set.name().to_owned());
        let record = DiffRecord::new([&x, &y].map(called), found, session);
        session.out.record(&record)?;
        Ok(match interrupt::happened() {
            true => Status::Interrupted,
            false => record.status(),
        })
    })
}

impl From<NotCompared> for CliError {
    fn from(error: NotCompared) -> CliError {
        match error {
            NotCompared::Wrong(wrong) => wrong.into(),
            NotCompared::Position { position, error } => {
                CliError::whole(&error, position).expecting(error.expected())
            }
            NotCompared::NotEvaluated(error) => error.into(),
            NotCompared::NotReplayed { position, problem } => CliError::fault(&position, problem),
            error => CliError::input(error),
        }
    }
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
        // What another board changes is plain at once: what the rules change stands before it.
        let (plain, others): (Vec<&Effect>, Vec<&Effect>) =
            self.options.iter().partition(|effect| effect.parts_at_once());
        for effect in others.into_iter().chain(plain) {
            let (option, x, y) = (effect.option, shown(&effect.x), shown(&effect.y));
            writeln!(text, "\n{STRONG}{option}: {x} in X, {y} in Y{STRONG:#}")?;
            effect.write(text, &y)?;
        }
        Ok(())
    }
}

/// The value of an option as it is written.
fn shown(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

impl Effect {
    /// Tells whether the openings differ already.
    const fn parts_at_once(&self) -> bool {
        self.after_x.is_some() && self.traces.is_empty()
    }

    fn write(&self, text: &mut String, y: &str) -> std::fmt::Result {
        let nodes = counted(self.nodes, "node");
        match self.reason {
            None => {}
            Some(NoLine::Outside) => {
                writeln!(text, "line    none: it changes what comes before or after a round")?;
            }
            Some(NoLine::Board) => writeln!(text, "line    none: the position has its own board")?,
            Some(NoLine::Opening) => writeln!(text, "line    none: there is no such opening")?,
            Some(NoLine::Never) => {
                writeln!(text, "line    none: no line from here parts the rules ({nodes})")?;
            }
            Some(NoLine::Nodes) => writeln!(text, "line    none within {nodes}")?,
            Some(NoLine::Time) => writeln!(text, "line    none within the time ({nodes})")?,
            Some(NoLine::Interrupted) => writeln!(text, "line    none so far ({nodes})")?,
        }
        if let (Some(x), Some(after_y)) = (self.after_x, self.after_y) {
            if self.parts_at_once() {
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

/// A move lap by lap: once as far as it goes alike under both rules.
fn write_move(
    text: &mut String,
    number: usize,
    traces: &[MoveTrace; 2],
    changed: &str,
) -> std::fmt::Result {
    let played = traces[0].played;
    let told = traces.each_ref().map(|trace| {
        let end =
            format!("     gains {}; {}", trace.gain, what_follows(trace, Language::english()));
        laps(trace, Language::english()) + &end
    });
    let lines = told.each_ref().map(|told| told.lines().collect::<Vec<_>>());
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

/// Lines, of many only the first and the last ones.
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
