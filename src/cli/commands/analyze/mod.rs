//! `analyze`: what each turn of a record or of a line cost.

mod page;
mod record;

use chongkak::ask::{Analyse, Limits, NotAnalysed, Ready};
use chongkak::moves::{Game, parse_line};
use chongkak::rules::{Preset, RuleSet};
use chongkak::search::Loss;
use chongkak::sets::{AnalysedTurn, SetGame};

use super::set;
use crate::cli::args::Analyze;
use crate::cli::page::HTML;
use crate::cli::words::counted;
use crate::cli::{Failure, NewFile, Session, Status, input, shelf, watched};
pub use record::AnalysisRecord;

pub fn run(args: &Analyze, session: &mut Session<'_>) -> Result<Status, Failure> {
    let Some(line) = &args.line else {
        return of_record(args, session);
    };
    let moves = parse_line(line)
        .map_err(|error| Failure::input_at(format_args!("--line, {error}"), line, &error.span))?;
    let place = args.place();
    let page = crate::cli::page::file(&args.page, &place)?;
    input::each(&place, session, |task, session| {
        let mut game = SetGame::new(task);
        set::given(&mut game, &moves, line)?;
        show(args, &game, page.as_ref(), session)
    })
}

fn of_record(args: &Analyze, session: &mut Session<'_>) -> Result<Status, Failure> {
    let file = args.file()?;
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
) -> Result<Status, Failure> {
    let tables = shelf::asked(args.with.tables.as_deref());
    let first = Game::new(game.rules(), &game.rounds()[0].opening);
    let first = first.expect("a set begins with a position of its rules");
    let question = Analyse {
        fresh: args.fresh,
        limits: Limits {
            nodes: args.nodes,
            depth: args.depth,
            ..session.limits()
        },
    };
    let ready = Ready {
        tables: Some(&tables),
        ..Ready::default()
    };
    let terms = session.terms(&first).limited(&question.kept_limits(game));
    let found = watched(session, |control| {
        question.answer(game, &ready, control, &mut |_| ())
    })?;
    shelf::remark(&tables, session.common.quiet);
    let record = AnalysisRecord::new(args.min_loss, game, found?, terms);
    session.out.record(&record)?;
    if let Some(page) = page {
        page.write(&record.page(game, session)?)?;
    }
    Ok(Status::after(record.found.stopped))
}

impl From<NotAnalysed> for Failure {
    fn from(error: NotAnalysed) -> Failure {
        match error {
            NotAnalysed::NotEvaluated(error) => error.into(),
            NotAnalysed::Contradiction(error) => {
                Failure::fault(&error.0, "what was proven of it contradicts itself")
            }
            error => Failure::check(error),
        }
    }
}

/// The round and turn of a turn, in words.
fn place_of(turn: &AnalysedTurn) -> String {
    format!("round {}, turn {}", turn.round, turn.turn)
}

/// What a turn cost, in words, and how sure that is; nothing if nobody can say that it cost
/// anything.
fn cost(turn: &AnalysedTurn) -> Option<String> {
    let Loss { least, most } = turn.loss();
    let about = turn.estimated_loss().filter(|&about| about > least);
    let lead = format!("{}'s lead fell by", turn.player);
    let told = match (least, about) {
        (0, None) => return None,
        (0, Some(about)) => format!("{lead} about {about}, an estimate"),
        _ if least == most => format!("{lead} {least}, proven"),
        (_, None) => format!("{lead} at least {least}, proven"),
        (_, Some(about)) => format!("{lead} about {about}, at least {least} of it proven"),
    };
    let away = if turn.gave_win_away() {
        ": the win was given away"
    } else {
        ""
    };
    Some(told + away)
}
