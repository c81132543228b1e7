//! `eval`: the best line within the limits.

use std::fmt::Write;
use std::sync::Mutex;
use std::time::Duration;

use serde::Serialize;

use chongkak::board::Position;
use chongkak::control::{Control, MAX_DEPTH, StopReason};
use chongkak::known::Knowledge;
use chongkak::moves::Game;
use chongkak::record::{Evaluated, replay_line};
use chongkak::search::{Bounds, Evaluation, Evaluator, MoveEvaluation, Value};
use chongkak::tables::Endgame;

use super::known::Shipped;
use super::{columns, written};
use crate::cli::args::Eval;
use crate::cli::page::{self, Columns, Scene};
use crate::cli::style::{self, MOVE};
use crate::cli::{Failure, Record, Session, Status, Terms, input, picture, shelf, watched, words};

/// The time limit of a search without any limit.
pub(super) const DEFAULT_TIME: Duration = Duration::from_secs(5);

const HEADINGS: [&str; 3] = ["move", "value", "proven"];

/// What is found of a position, with what it rests on.
#[derive(Serialize)]
pub struct EvalRecord {
    #[serde(flatten)]
    pub record: Evaluated,
    #[serde(flatten)]
    shipped: Shipped,
    #[serde(flatten)]
    terms: Terms,
    /// Whether the line of a proven value does not lead to the end of the round.
    #[serde(skip)]
    cut: bool,
    #[serde(skip)]
    found: Evaluation,
    #[serde(skip)]
    board: Position,
}

pub fn run(args: &Eval, session: &mut Session<'_>) -> Result<Status, Failure> {
    let page = page::file(&args.page, &args.place)?;
    let shelf = shelf::asked(args.with.tables.as_deref());
    input::each(&args.place, session, |task, session| {
        let table = shelf::endgame(&shelf, task, session)?;
        let record = watched(session, |control| {
            let asked = Asked {
                args,
                session,
                game: task,
                table: table.as_deref(),
                keep: None,
            };
            asked.record(control, None)
        })??;
        shelf::remark(&shelf, session);
        let status = match record.found.stopped {
            Some(StopReason::Interrupted) => Status::Interrupted,
            // To reach a limit is what it is for.
            _ => Status::Done,
        };
        session.out.record(&record)?;
        page::write(page.as_ref(), session, task, || {
            Ok((record.title(), record.scenes(task)?))
        })?;
        Ok(status)
    })
}

/// A position to evaluate, and how.
pub struct Asked<'a> {
    pub args: &'a Eval,
    pub session: &'a Session<'a>,
    pub game: &'a Game,
    pub table: Option<&'a Endgame>,
    /// Where a table that is built on the way is left.
    pub keep: Option<&'a Mutex<Option<Endgame>>>,
}

/// Whom a search tells what it has found so far.
pub type Tell<'a, R> = &'a mut (dyn FnMut(R) + Send);

impl Asked<'_> {
    /// Evaluates it.
    pub fn record(
        &self,
        control: Control<'_>,
        tell: Option<Tell<'_, EvalRecord>>,
    ) -> Result<EvalRecord, Failure> {
        let Asked {
            args,
            session,
            game,
            table,
            keep,
        } = *self;
        let knowledge = match args.fresh {
            true => Knowledge::default(),
            false => Knowledge::of(game),
        };
        let evaluator = Evaluator {
            depth: args.depth.unwrap_or(MAX_DEPTH),
            threads: session.threads(),
            memory: session.memory(),
            endgame: table,
            keep,
            every_move: args.every_move,
            ..Evaluator::new()
        };
        let control = limits(args, session, control);
        let memory = Some(evaluator.memory);
        let terms = Terms::new(session, game).limited(session, &control, args.depth, memory);
        let record = |found| {
            let mut record = EvalRecord::new(game, found, &knowledge, terms.clone());
            if args.every_move {
                record.record = record.record.with_lines(&record.found);
            }
            record
        };
        let mut told;
        let tell: Option<&mut (dyn FnMut(Evaluation) + Send)> = match tell {
            None => None,
            Some(tell) => {
                told = |found| tell(record(found));
                Some(&mut told)
            }
        };
        let found = knowledge.evaluate(game, &evaluator, control, tell);
        let found = found.map_err(|error| Failure::of_evaluation(game.position(), error))?;
        Ok(record(found))
    }
}

/// The limits of the search: some time, if none was given.
fn limits<'c>(args: &Eval, session: &Session<'_>, control: Control<'c>) -> Control<'c> {
    let unlimited = args.depth.is_none() && args.nodes.is_none() && session.common.time.is_none();
    Control {
        nodes: args.nodes.unwrap_or(u64::MAX),
        time: if unlimited {
            DEFAULT_TIME
        } else {
            control.time
        },
        ..control
    }
}

impl Record for EvalRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        text.push_str(&self.terms.heading(&self.board));
        let style = style::value(matches!(self.found.value, Value::Exact(_)));
        let bounds = self.found.bounds;
        let value = words::value_told(self.found.value, bounds);
        writeln!(text, "value   {style}{value}{style:#}")?;
        if bounds.value().is_none() {
            writeln!(
                text,
                "proven  {}",
                words::bounds(bounds.lower, bounds.upper)
            )?;
        }
        if self.found.best().is_some() {
            writeln!(text, "best    {}", self.best())?;
            let more = match (self.cut, self.found.value) {
                (true, Value::Exact(_)) => " … (not searched further)",
                (true, Value::Estimate(_)) => " …",
                (false, _) => "",
            };
            let line = written(&self.found.line) + more;
            let line = picture::wrapped("line    ", &line);
            writeln!(text, "{line}")?;
        }
        text.push_str(&self.shipped.text());
        writeln!(text, "search  {}\n{}", self.effort(), self.terms.limits())?;
        if !self.found.moves.is_empty() {
            write!(text, "\n{}", columns(&HEADINGS, self.rows(), &[1]))?;
        }
        Ok(())
    }
}

impl EvalRecord {
    /// What was found of a position, with what is known of it.
    fn new(game: &Game, found: Evaluation, knowledge: &Knowledge, terms: Terms) -> EvalRecord {
        let position = game.position();
        let whole = || replay_line(game, &found.line).is_ok_and(|end| end.is_over());
        EvalRecord {
            record: Evaluated::new(position, &found),
            shipped: Shipped::new(knowledge, game),
            terms,
            cut: !whole(),
            found,
            board: *position,
        }
    }

    /// The moves that are best, and those that may be as good.
    fn best(&self) -> String {
        let moves: Vec<_> = self
            .found
            .ties()
            .map(|tie| tie.played.to_string())
            .collect();
        let best = format!("{MOVE}{}{MOVE:#}", moves.join(" "));
        let open = self.found.open_ties().map(|tie| tie.played.to_string());
        match open.collect::<Vec<_>>().join(" ") {
            open if open.is_empty() || !self.found.value.is_exact() => best,
            open => format!("{best}; perhaps {open} too"),
        }
    }

    /// How far the search went, and what ended it.
    fn effort(&self) -> String {
        let why = match self.found.stopped {
            None => "; the value is proven".to_owned(),
            stopped => words::stopped_by(stopped),
        };
        let Evaluation { depth, nodes, .. } = self.found;
        format!("depth {depth}, {}{why}", words::counted(nodes, "node"))
    }

    /// Every move, the best for the mover first.
    fn moves(&self) -> Vec<&MoveEvaluation> {
        let mut moves: Vec<_> = self.found.moves.iter().collect();
        let sign = self.board.mover().sign();
        let best = self.found.best();
        moves.sort_by_key(|m| {
            let (exact, first) = (m.value.is_exact(), Some(m.played) == best);
            (-sign * m.value.seeds(), !exact, !first, m.played.hole)
        });
        moves
    }

    /// The same in words, with what is proven of each.
    fn rows(&self) -> Vec<Vec<String>> {
        let moves = self.moves().into_iter();
        moves
            .map(|m| {
                let Bounds { lower, upper } = m.bounds;
                row![
                    m.played,
                    words::value(m.value, m.bounds),
                    words::bounds(lower, upper)
                ]
            })
            .collect()
    }

    /// Value and best moves, for the heading of the page.
    fn title(&self) -> String {
        let value = words::value_told(self.found.value, self.found.bounds);
        let value = value.trim_end_matches(" (A's seeds less B's)");
        let ties = self.found.ties().map(|tie| tie.played.to_string());
        format!(
            "Value {value}{}",
            page::best_moves(&ties.collect::<Vec<_>>())
        )
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
        for of_move in moves {
            let value = words::value(of_move.value, of_move.bounds);
            let name = format!("{}, {value}", of_move.played);
            let mut scene = Scene::of_line(&name, task, &of_move.line)?;
            if let Some((heading, known)) = self.shipped.in_words() {
                scene.fact(heading, known);
            }
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
