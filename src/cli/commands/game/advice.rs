//! What a player may ask: the legal moves, a hint, the values of all moves.

use chongkak::board::Position;
use chongkak::control::Control;
use chongkak::known;
use chongkak::moves::{Game, Round};
use chongkak::record::replay;
use chongkak::search::{Evaluation, Evaluator, MoveEvaluation, Value};
use chongkak::tables::Endgame;

use crate::cli::commands::{columns, written};
use crate::cli::style::{self, MOVE};
use crate::cli::{Failure, picture, words};

/// Positions that a hint looks at, on one thread: so it is the same every time.
pub const NODES: u64 = 100_000;

/// Mebibytes of the search's tables.
const MEMORY: usize = 64;

/// The legal moves, a line each.
pub fn moves(game: &Game) -> String {
    let rows = game.position().legal().map(|hole| {
        let trace = Round::new(game).play(hole).expect("a legal move");
        let (laps, ending) = (trace.laps.len(), words::ending(&trace));
        let follows = words::what_follows(&trace);
        row![
            trace.played,
            laps,
            trace.gain,
            format!("ends {ending}; {follows}")
        ]
    });
    let headings = ["move", "laps", "gain", "result"];
    columns(&headings, rows.collect(), &[1, 2])
}

/// What a search finds; nothing is shown that the plain rules don't confirm.
pub fn search(
    game: &Game,
    endgame: Option<&Endgame>,
    control: Control<'_>,
) -> Result<Evaluation, Failure> {
    let first_turn = known::first_turn(game);
    let evaluator = Evaluator {
        memory: MEMORY,
        endgame,
        first_turn: first_turn.as_deref().unwrap_or(&[]),
        ..Evaluator::new()
    };
    let found = evaluator.evaluate(game, control)?;
    replay(game, &found).map_err(|error| Failure::fault(game.position(), error))?;
    Ok(found)
}

/// A move, what it is worth, and why.
pub fn hint(game: &Game, found: &Evaluation) -> String {
    let moves = sorted(game.position(), found);
    let Some(best) = moves.first() else {
        return "there is no move\n".to_owned();
    };
    let trace = Round::new(game)
        .play(best.played.hole)
        .expect("a legal move");
    let laps = words::counted(trace.laps.len() as u64, "lap");
    let (ending, follows) = (words::ending(&trace), words::what_follows(&trace));
    let reason = format!("{laps}, gains {}; ends {ending}; {follows}", trace.gain);
    let line = picture::wrapped("line    ", &written(&best.line));
    let (played, value) = (best.played, in_words(best.value));
    let other = match moves.get(1) {
        None => "it is the only legal move".to_owned(),
        Some(next) => {
            let sign = game.position().mover().sign();
            let gap = sign * (best.value.seeds() - next.value.seeds());
            match (gap, best.value, next.value) {
                (..=0, ..) => format!("{} is worth as much", next.played),
                (_, Value::Exact(_), Value::Exact(_)) => {
                    let seeds = words::counted(gap.unsigned_abs(), "seed");
                    format!("{}, the next best, gives {seeds} away", next.played)
                }
                _ => {
                    let seeds = words::counted(gap.unsigned_abs(), "seed");
                    format!("{}, the next best, seems to give {seeds} away", next.played)
                }
            }
        }
    };
    format!("hint    {MOVE}{played}{MOVE:#}, {value}\n{line}\nreason  {reason}\nothers  {other}\n")
}

/// Every move with its value, the best first.
pub fn eval(game: &Game, found: &Evaluation) -> String {
    let value = in_words(found.value);
    let rows = sorted(game.position(), found).into_iter();
    let rows = rows.map(|m| row![m.played, m.value, words::bounds(m.lower, m.upper)]);
    let table = columns(&["move", "value", "proven"], rows.collect(), &[1]);
    format!("value   {value}\n{table}")
}

fn sorted<'a>(position: &Position, found: &'a Evaluation) -> Vec<&'a MoveEvaluation> {
    let mut moves: Vec<_> = found.moves.iter().collect();
    let (sign, best) = (position.mover().sign(), found.best());
    moves.sort_by_key(|m| {
        let (exact, first) = (m.value.is_exact(), Some(m.played) == best);
        (!first, -sign * m.value.seeds(), !exact, m.played.hole)
    });
    moves
}

fn in_words(value: Value) -> String {
    let style = style::value(value.is_exact());
    match value {
        Value::Exact(seeds) => {
            let result = picture::result_in_words(seeds);
            format!("{style}{value}{style:#}, proven: {result}")
        }
        Value::Estimate(_) => {
            format!("{style}{value}{style:#}, an estimate (A's seeds less B's)")
        }
    }
}
