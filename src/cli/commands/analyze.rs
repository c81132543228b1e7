//! `analyze`: what each turn of a record or of a line cost.

use chongkak::ask::{Analyse, NotAnalysed, Ready};
use chongkak::moves::Game;
use chongkak::rules::{Preset, RuleSet};
use chongkak::search::Value;
use chongkak::sets::{AnalysedTurn, SetGame};

use super::set;
use crate::cli::args::Analyze;
use crate::cli::page::{self, HTML, Title};
use crate::cli::plot::{self, Curve, Mark, Series};
use crate::cli::records::AnalysisRecord;
use crate::cli::words::counted;
use crate::cli::{CliError, NewFile, Session, Status, input, table_folder, watched};

pub fn run(args: &Analyze, session: &mut Session<'_>) -> Result<Status, CliError> {
    let Some(line) = &args.line else {
        return of_record(args, session);
    };
    let moves = input::moves(line)?;
    let page = page::file(&args.page, &args.place)?;
    input::each(&args.place, session, |task, session| {
        let mut game = SetGame::new(task);
        set::given(&mut game, &moves, line)?;
        show(args, &game, page.as_ref(), session)
    })
}

fn of_record(args: &Analyze, session: &mut Session<'_>) -> Result<Status, CliError> {
    let file = input::record_file(&args.place.position, "--line MOVES")?;
    session.expect_no_rules("the record says by which rules it was played")?;
    let page = NewFile::asked(HTML, args.page.html.as_deref())?;
    let written = set::record::read(file)?;
    let (game, fault) = written.game_up_to_fault();
    let fault = fault.map(|error| set::record::wrong(file, &error));
    let turns = game
        .rounds()
        .iter()
        .map(|round| round.turns.len())
        .sum::<usize>();
    let mut status = Status::Done;
    if let Some(fault) = fault {
        if turns == 0 {
            return Err(fault);
        }
        status = fault.report();
        let turns = counted(turns as u64, "turn");
        session.message(format_args!("the record is analysed up to there: {turns}"));
    }
    let preset = Preset::named(written.preset()).expect("the record has been read");
    session.choose(RuleSet::Shipped(preset))?;
    Ok(status.max(show(args, &game, page.as_ref(), session)?))
}

/// Analyses a set and shows what was found.
fn show(
    args: &Analyze,
    game: &SetGame,
    page: Option<&NewFile>,
    session: &mut Session<'_>,
) -> Result<Status, CliError> {
    let tables = table_folder::asked(args.ahead.with.tables.as_deref());
    let first = Game::new(game.rules(), &game.rounds()[0].opening);
    let first = first.expect("a set begins with a position of its rules");
    let question = Analyse::default()
        .with_fresh(args.fresh.fresh)
        .with_limits(args.ahead.within(session.limits()));
    let ready = Ready::default().with_tables(&tables);
    let terms = session.terms(&first).limited(&question.kept_limits(game));
    let found = watched(session, |control| {
        question.answer(game, &ready, control, &mut |_| ())
    })?;
    table_folder::remark(&tables, session.common.quiet);
    let record = AnalysisRecord::new(args.min_loss, game, found?, terms);
    session.out.record(&record)?;
    if let Some(page) = page {
        let title = Title {
            result: record.title(),
            rules: page::rules(session.variant.preset(), game.rules()),
            position: Some(first.position().to_string()),
        };
        let curve = (!record.turns().is_empty()).then(|| curve(record.turns()).html());
        let (scenes, below) = (record.scenes(game)?, curve.unwrap_or_default());
        page.write(&page::html_with(&title, scenes, plot::STYLE, &below))?;
    }
    Ok(Status::after(record.stopped()))
}

impl From<NotAnalysed> for CliError {
    fn from(error: NotAnalysed) -> CliError {
        match error {
            NotAnalysed::NotEvaluated(error) => error.into(),
            NotAnalysed::Contradiction(error) => {
                CliError::fault(&error.0, "what was proven of it contradicts itself")
            }
            error => CliError::check(error),
        }
    }
}

/// The values over the turns.
fn curve(turns: &[AnalysedTurn]) -> Curve {
    let mut points: [Vec<[i32; 2]>; 3] = Default::default();
    let mut rounds = Vec::new();
    let mut x = 0;
    for (index, turn) in turns.iter().enumerate() {
        x += 1;
        points[kind(turn.before.value)].push([x, turn.before.value.seeds()]);
        if turn.turn == 1 || index == 0 {
            rounds.push(format!("round {} from {x}", turn.round));
        }
        let next = turns.get(index + 1);
        if next.is_none_or(|next| next.round != turn.round) {
            x += 1;
            let kind = if turn.end.is_over() {
                2
            } else {
                kind(turn.after.value)
            };
            points[kind].push([x, turn.after.value.seeds()]);
        }
    }
    let [proven, estimated, results] = points;
    let series = |name, mark, points| Series { name, mark, points };
    Curve {
        title: "What the position was worth, turn by turn",
        caption: format!(
            "A's seeds less B's at the end of the round, with best play from there{}.",
            match rounds.len() {
                1 => String::new(),
                _ => format!(": {}", rounds.join(", ")),
            }
        ),
        x: "position, from turn to turn",
        y: "A's seeds less B's",
        series: vec![
            series("result of a round", Mark::Bar, results),
            series("proven", Mark::Disc, proven),
            series("estimated", Mark::Hollow, estimated),
        ],
    }
}

/// The series of a value.
const fn kind(value: Value) -> usize {
    match value {
        Value::Exact(_) => 0,
        Value::Estimate(_) => 1,
    }
}
