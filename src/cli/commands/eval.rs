//! `eval`: the best line within the limits.

use std::fmt::Write;
use std::time::Duration;

use serde::Serialize;

use chongkak::board::Position;
use chongkak::control::{Limits, MAX_DEPTH, StopReason};
use chongkak::moves::Move;
use chongkak::record::{Evaluated, replay};
use chongkak::search::{Evaluation, Evaluator, Observer, Value};

use super::{columns, endgame};
use crate::cli::args::Eval;
use crate::cli::failure::{Failure, Status};
use crate::cli::input::{self, Task};
use crate::cli::interrupt::{self, Listening};
use crate::cli::new_file::NewFile;
use crate::cli::output::Record;
use crate::cli::page::{self, Columns, Page, Scene};
use crate::cli::picture;
use crate::cli::progress::Progress;
use crate::cli::session::Session;
use crate::cli::style::{self, MOVE};

/// The time limit of a search without any limit.
pub(super) const DEFAULT_TIME: Duration = Duration::from_secs(5);

const HEADINGS: [&str; 2] = ["move", "value"];

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
    let page = page::file(&args.page, &args.place)?;
    input::each(&args.place, session, |task, session| {
        one(args, task, page.as_ref(), session)
    })
}

fn one(
    args: &Eval,
    task: &Task,
    page: Option<&NewFile>,
    session: &mut Session<'_>,
) -> Result<Status, Failure> {
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
    let record = EvalRecord {
        record: Evaluated::new(position, &found),
        found,
        board: *position,
    };
    session.out.record(&record)?;
    if let Some(file) = page {
        let scene = record.scene(task)?;
        let page = Page::new(
            "A position evaluated",
            &session.rules_in_words(),
            vec![scene],
        );
        file.write(&page.html())?;
    }
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
        let style = style::value(matches!(self.found.value, Value::Exact(_)));
        writeln!(
            text,
            "value   {style}{}{style:#}",
            in_words(self.found.value)
        )?;
        if let Some(best) = &self.record.best {
            writeln!(text, "best    {MOVE}{best}{MOVE:#}")?;
            writeln!(
                text,
                "{}",
                picture::wrapped("line    ", &self.record.pv.join(" "))
            )?;
        }
        writeln!(text, "search  {}", self.effort())?;
        if !self.record.moves.is_empty() {
            write!(text, "\n{}", columns(&HEADINGS, self.moves(), &[1]))?;
        }
        Ok(())
    }

    /// How far the search went, and what ended it.
    fn effort(&self) -> String {
        let why = match self.found.stopped {
            None => "everything is proven",
            Some(StopReason::Depth) => "depth limit",
            Some(StopReason::Nodes) => "node limit",
            Some(StopReason::Time) => "time limit",
            Some(StopReason::Memory) => "memory limit",
            Some(StopReason::Interrupted) => "interrupted",
        };
        let Evaluated { depth, nodes, .. } = self.record;
        format!("depth {depth}, {nodes} nodes; {why}")
    }

    /// Every move with its value, the best for the mover first.
    fn moves(&self) -> Vec<Vec<String>> {
        let mut moves: Vec<_> = self.found.moves.clone();
        let sign = self.board.mover().sign();
        moves.sort_by_key(|(_, value)| -sign * value.seeds());
        let row = |(played, value): &(Move, Value)| vec![played.to_string(), value.to_string()];
        moves.iter().map(row).collect()
    }

    /// The line with the values beside it.
    fn scene(&self, Task { position, rules }: &Task) -> Result<Scene, Failure> {
        let mut scene = Scene::of_line("The best line", rules, position, &self.found.line)?;
        scene.fact("value", in_words(self.found.value));
        if let Some(best) = &self.record.best {
            scene.fact("best", best);
        }
        scene.fact("search", self.effort());
        scene.table = (!self.record.moves.is_empty()).then(|| Columns {
            caption: "What every move is worth: A's seeds less B's".to_owned(),
            heads: HEADINGS.map(str::to_owned).to_vec(),
            rows: self.moves(),
        });
        Ok(scene)
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
