//! `analyze`: what each turn of a record or of a line cost.

mod page;
mod record;

use std::time::Duration;

use chongkak::ask::{Evaluate, Limits, Ready};
use chongkak::control::{Control, StopReason};
use chongkak::moves::{Game, parse_line};
use chongkak::rules::{Preset, RuleSet};
use chongkak::search::{Evaluation, Loss};
use chongkak::sets::{AnalysedTurn, Contradiction, SetGame, analyse, positions_to_search};
use chongkak::tables::Shelf;

use super::set;
use crate::cli::args::Analyze;
use crate::cli::page::HTML;
use crate::cli::words::counted;
use crate::cli::{Failure, NewFile, Session, Status, input, shelf, watched};
pub use record::AnalysisRecord;

/// The time for each position of a search without any limit, and for all of them together: a long
/// set takes no longer than somebody waits.
const FOR_EACH: Duration = Duration::from_secs(1);
const FOR_ALL: Duration = Duration::from_secs(240);

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
    let rounds = game.rounds().len();
    let positions: usize = (0..rounds)
        .map(|round| positions_to_search(game, round))
        .sum();
    let tables = shelf::asked(args.with.tables.as_deref());
    let first = Game::new(game.rules(), &game.rounds()[0].opening);
    let first = first.expect("a set begins with a position of its rules");
    let (turns, stopped, terms) = watched(session, |control| {
        let limits = limits(args, session, positions);
        let terms = session.terms(&first).limited(&limits);
        control.progress.begin("positions", Some(positions as u64));
        let mut searcher = Searcher {
            args,
            session,
            tables: &tables,
            limits,
            control,
            stopped: None,
        };
        let mut turns = Vec::new();
        for round in 0..rounds {
            turns.extend(analyse(game, round, |game| searcher.search(game))?);
            if searcher.stopped.is_some() {
                break;
            }
        }
        Ok::<_, Failure>((turns, searcher.stopped, terms))
    })??;
    let record = AnalysisRecord::new(args.min_loss, game, turns, stopped, terms);
    session.out.record(&record)?;
    if let Some(page) = page {
        page.write(&record.page(game, session)?)?;
    }
    Ok(Status::after(stopped))
}

/// The limits of each search: some time, if none was given.
fn limits(args: &Analyze, session: &Session<'_>, positions: usize) -> Limits {
    let given = Limits {
        nodes: args.nodes,
        depth: args.depth,
        ..session.limits()
    };
    let positions = u32::try_from(positions.max(1)).unwrap_or(u32::MAX);
    let usual = FOR_EACH.min(FOR_ALL / positions);
    match given.is_none() {
        true => Limits {
            time: Some(usual),
            ..given
        },
        false => given,
    }
}

/// Evaluates one position of a set after the other.
struct Searcher<'a> {
    args: &'a Analyze,
    session: &'a Session<'a>,
    tables: &'a Shelf,
    limits: Limits,
    control: Control<'a>,
    /// The interruption that ends the analysis; limits end one search only.
    stopped: Option<StopReason>,
}

impl Searcher<'_> {
    /// What a search within the limits, or the data of the program, says of a position; nothing
    /// after an interruption.
    fn search(&mut self, game: &Game) -> Result<Option<Evaluation>, Failure> {
        let Searcher { args, session, .. } = self;
        let field = game.position().field();
        let table = shelf::endgame_of(self.tables, game.rules(), field, session.common.quiet)?;
        let question = Evaluate {
            fresh: args.fresh,
            limits: self.limits,
            ..Evaluate::default()
        };
        let ready = Ready {
            endgame: table.as_deref(),
            ..Ready::default()
        };
        let answer = question.answer(game, &ready, self.control.quietly(), None);
        let answer = answer.map_err(|error| error.of(game))?;
        let found = answer.found;
        if found.stopped == Some(StopReason::Interrupted) {
            self.stopped = found.stopped;
            return Ok(None);
        }
        self.control.progress.add(1);
        Ok(Some(found))
    }
}

impl From<Contradiction> for Failure {
    fn from(error: Contradiction) -> Failure {
        Failure::fault(&error.0, "what was proven of it contradicts itself")
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

/// What a turn cost as far as it is known: what is sure, or more by an estimate.
fn known_loss(turn: &AnalysedTurn) -> u32 {
    turn.loss().least.max(turn.estimated_loss().unwrap_or(0))
}
