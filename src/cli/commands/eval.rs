//! `eval`: the best line within the limits.

use std::fmt::Write;
use std::time::Duration;

use serde::{Serialize, Serializer};

use chongkak::board::Position;
use chongkak::control::{Control, MAX_DEPTH, StopReason};
use chongkak::moves::{Game, Move};
use chongkak::record::{Evaluated, replay};
use chongkak::search::{Evaluation, Evaluator, Value};

use super::{columns, endgame, written};
use crate::cli::args::Eval;
use crate::cli::page::{self, Columns, Scene};
use crate::cli::style::{self, MOVE};
use crate::cli::{Failure, Record, Session, Status, input, picture, watched};

/// The time limit of a search without any limit.
pub(super) const DEFAULT_TIME: Duration = Duration::from_secs(5);

const HEADINGS: [&str; 2] = ["move", "value"];

struct EvalRecord {
    found: Evaluation,
    board: Position,
}

impl Serialize for EvalRecord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Evaluated::new(&self.board, &self.found).serialize(serializer)
    }
}

pub fn run(args: &Eval, session: &mut Session<'_>) -> Result<Status, Failure> {
    let page = page::file(&args.page, &args.place)?;
    input::each(&args.place, session, |task, session| {
        let (game, position) = (*task, *task.position());
        let table = endgame(args.tables.as_deref(), task, session)?;
        let unlimited =
            args.depth.is_none() && args.nodes.is_none() && session.common.time.is_none();
        let usual = unlimited.then_some(DEFAULT_TIME);
        let evaluator = Evaluator {
            depth: args.depth.unwrap_or(MAX_DEPTH),
            threads: session.threads(),
            memory: session.memory(),
            endgame: table.as_ref(),
        };
        let found = watched(session, |control| {
            let nodes = args.nodes.unwrap_or(u64::MAX);
            let time = usual.unwrap_or(control.time);
            let control = Control {
                nodes,
                time,
                ..control
            };
            evaluator.evaluate(&game, control)
        })??;
        // Nothing is shown that the plain rules don't confirm.
        replay(&game, &found).map_err(|error| Failure::fault(&position, error))?;
        let status = match found.stopped {
            Some(StopReason::Interrupted) => Status::Interrupted,
            // To reach a limit is what it is for.
            _ => Status::Done,
        };
        let record = EvalRecord {
            found,
            board: position,
        };
        session.out.record(&record)?;
        let scenes = || Ok(vec![record.scene(task)?]);
        page::write(page.as_ref(), "A position evaluated", session, scenes)?;
        Ok(status)
    })
}

impl Record for EvalRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        writeln!(text, "{}", picture::captioned(&self.board))?;
        let style = style::value(matches!(self.found.value, Value::Exact(_)));
        let value = in_words(self.found.value);
        writeln!(text, "value   {style}{value}{style:#}")?;
        if let Some(best) = self.found.best() {
            writeln!(text, "best    {MOVE}{best}{MOVE:#}")?;
            let line = picture::wrapped("line    ", &written(&self.found.line));
            writeln!(text, "{line}")?;
        }
        writeln!(text, "search  {}", self.effort())?;
        if !self.found.moves.is_empty() {
            write!(text, "\n{}", columns(&HEADINGS, self.moves(), &[1]))?;
        }
        Ok(())
    }
}

impl EvalRecord {
    /// How far the search went, and what ended it.
    fn effort(&self) -> String {
        let why = match self.found.stopped {
            None => "everything is proven".to_owned(),
            Some(StopReason::Interrupted) => "interrupted".to_owned(),
            Some(StopReason::Nodes) => "node limit".to_owned(),
            Some(limit) => format!("{limit} limit"),
        };
        let Evaluation { depth, nodes, .. } = self.found;
        format!("depth {depth}, {nodes} nodes; {why}")
    }

    /// Every move with its value, the best for the mover first.
    fn moves(&self) -> Vec<Vec<String>> {
        let mut moves: Vec<_> = self.found.moves.clone();
        let sign = self.board.mover().sign();
        moves.sort_unstable_by_key(|(played, value)| (-sign * value.seeds(), played.hole));
        let row = |(played, value): &(Move, Value)| vec![played.to_string(), value.to_string()];
        moves.iter().map(row).collect()
    }

    /// The line with the values beside it.
    fn scene(&self, task: &Game) -> Result<Scene, Failure> {
        let mut scene = Scene::of_line("The best line", task, &self.found.line)?;
        scene.fact("value", in_words(self.found.value));
        if let Some(best) = self.found.best() {
            scene.fact("best", best);
        }
        scene.fact("search", self.effort());
        scene.table = (!self.found.moves.is_empty()).then(|| Columns {
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
