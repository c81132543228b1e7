//! `eval`: the best line within the limits.

use std::fmt::Write;
use std::time::Duration;

use anstyle::Style;
use serde::Serialize;

use chongkak::analysis::{Evaluated, replay};
use chongkak::board::Position;
use chongkak::search::{Evaluation, Evaluator, Limits, MAX_DEPTH, Observer, StopReason, Value};

use super::{columns, endgame};
use crate::cli::args::Eval;
use crate::cli::failure::{Failure, Status};
use crate::cli::input::{self, Task};
use crate::cli::interrupt::{self, Listening};
use crate::cli::output::Record;
use crate::cli::picture;
use crate::cli::progress::Progress;
use crate::cli::session::Session;

/// The time limit of a search without any limit.
pub(super) const DEFAULT_TIME: Duration = Duration::from_secs(5);

const BOLD: Style = Style::new().bold();

#[derive(Serialize)]
struct EvalRecord {
    #[serde(flatten)]
    record: Evaluated,
    #[serde(skip)]
    found: Evaluation,
    #[serde(skip)]
    board: Position,
}

pub fn run(args: &Eval, session: &mut Session<'_>) -> Result<Status, Failure> {
    input::each(&args.place, session, |task, session| {
        one(args, task, session)
    })
}

fn one(args: &Eval, task: &Task, session: &mut Session<'_>) -> Result<Status, Failure> {
    let Task { position, rules } = task;
    let table = endgame(args.tables.as_deref(), task, session)?;
    let unlimited = args.depth.is_none() && args.nodes.is_none();
    let time = session.common.time.or(unlimited.then_some(DEFAULT_TIME));
    let limits = Limits {
        depth: args.depth.unwrap_or(MAX_DEPTH),
        nodes: args.nodes.unwrap_or(u64::MAX),
        time: time.unwrap_or(Duration::MAX),
        memory: session.memory(),
        stop: interrupt::flag(),
    };
    let listening = Listening::begin();
    let mut reporter = Reporter {
        progress: Progress::new(session.common.quiet),
    };
    let evaluator = Evaluator {
        limits,
        threads: session.threads(),
        endgame: table.as_ref(),
    };
    let found = evaluator.evaluate(rules, position, &mut reporter);
    drop((reporter, listening));
    // Nothing is shown that the plain rules don't confirm.
    replay(rules, position, &found).map_err(|error| {
        Failure::check(format_args!(
            "{position}: {error}: please report this as a fault"
        ))
    })?;
    session.out.record(&EvalRecord {
        record: Evaluated::new(position, &found),
        found,
        board: *position,
    })?;
    Ok(if interrupt::happened() {
        Status::Interrupted
    } else {
        Status::Done
    })
}

struct Reporter {
    progress: Progress,
}

impl Observer for Reporter {
    fn iteration(&mut self, so_far: &Evaluation) {
        self.progress.say(|| {
            let best = so_far.best().map_or(String::new(), |best| best.to_string());
            format!(
                "depth {}: {} {best}, {} nodes",
                so_far.depth, so_far.value, so_far.nodes
            )
        });
    }
}

impl Record for EvalRecord {
    fn text(&self) -> String {
        let mut text = format!(
            "{}\n{}\n\n",
            picture::board(&self.board),
            picture::caption(&self.board)
        );
        self.write_findings(&mut text).expect("a string takes text");
        text
    }
}

impl EvalRecord {
    fn write_findings(&self, text: &mut String) -> std::fmt::Result {
        writeln!(text, "value   {BOLD}{}{BOLD:#}", in_words(self.found.value))?;
        if let Some(best) = &self.record.best {
            writeln!(text, "best    {BOLD}{best}{BOLD:#}")?;
            writeln!(
                text,
                "{}",
                picture::wrapped("line    ", &self.record.pv.join(" "))
            )?;
        }
        let why = match self.found.stopped {
            None => "everything is proven".to_owned(),
            Some(StopReason::Depth) => "depth limit".to_owned(),
            Some(StopReason::Nodes) => "node limit".to_owned(),
            Some(StopReason::Time) => "time limit".to_owned(),
            Some(StopReason::Memory) => "memory limit".to_owned(),
            Some(StopReason::Interrupted) => "interrupted".to_owned(),
        };
        writeln!(
            text,
            "search  depth {}, {} nodes; {why}",
            self.record.depth, self.record.nodes
        )?;
        if !self.record.moves.is_empty() {
            let mut moves: Vec<_> = self.found.moves.clone();
            let sign = self.board.mover().sign();
            moves.sort_by_key(|(_, value)| -sign * value.seeds());
            let rows = moves
                .iter()
                .map(|(m, value)| vec![m.to_string(), value.to_string()]);
            write!(
                text,
                "\n{}",
                columns(&["move", "value"], rows.collect(), &[1])
            )?;
        }
        Ok(())
    }
}

/// A value with what it means.
fn in_words(value: Value) -> String {
    let seeds = value.seeds();
    let result = picture::result_in_words(seeds);
    match value {
        Value::Exact(_) => format!("{seeds:+}, proven: {result}"),
        Value::Estimate(_) => format!("about {seeds:+}, an estimate (A's seeds less B's)"),
    }
}
