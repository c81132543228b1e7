//! `eval`: the best line within the limits.

use std::fmt::Write;
use std::time::Duration;

use serde::Serialize;

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
            record: Evaluated::new(&position, &found),
            found,
            board: position,
        };
        session.out.record(&record)?;
        page::write(page.as_ref(), session, &position, || {
            Ok((record.title(), record.scenes(task)?))
        })?;
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
            write!(text, "\n{}", columns(&HEADINGS, self.rows(), &[1]))?;
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
    fn moves(&self) -> Vec<(Move, Value)> {
        let mut moves: Vec<_> = self.found.moves.clone();
        let sign = self.board.mover().sign();
        let best = self.found.best();
        moves.sort_unstable_by_key(|&(played, value)| {
            (-sign * value.seeds(), Some(played) != best, played.hole)
        });
        moves
    }

    /// The same in words.
    fn rows(&self) -> Vec<Vec<String>> {
        let moves = self.moves().into_iter();
        moves.map(|(played, value)| row![played, value]).collect()
    }

    /// Value and best move, for the heading of the page.
    fn title(&self) -> String {
        let best = self.found.best().map(|best| format!("; best move {best}"));
        let value = in_words(self.found.value);
        let value = value.trim_end_matches(" (A's seeds less B's)");
        format!("Value {value}{}", best.unwrap_or_default())
    }

    /// A line for every move, the best one first, with the values of all beside it.
    fn scenes(&self, task: &Game) -> Result<Vec<Scene>, Failure> {
        let moves = self.moves();
        let table = Columns {
            caption: "What every move is worth: A's seeds less B's".to_owned(),
            heads: HEADINGS.map(str::to_owned).to_vec(),
            rows: self.rows(),
            plays: (0..moves.len()).collect(),
        };
        let mut scenes = Vec::new();
        for (played, value) in moves {
            let line = match self.found.best() {
                Some(best) if best == played => self.found.line.clone(),
                _ => vec![played],
            };
            let mut scene = Scene::of_line(&format!("{played}, {value}"), task, &line)?;
            scene.fact("search", self.effort());
            scene.table = Some(table.clone());
            scenes.push(scene);
        }
        if scenes.is_empty() {
            scenes.push(Scene::of_line("", task, &[])?);
        }
        Ok(scenes)
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
