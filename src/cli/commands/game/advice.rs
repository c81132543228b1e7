//! The advice that a player may ask for: the legal moves, a hint, the values of all moves.

use chongkak::ask::Answer;
use chongkak::board::Position;
use chongkak::moves::{Game, Round};
use chongkak::search::{Bounds, Evaluation, Loss, MoveEvaluation};

use super::repl;
use crate::cli::records::{columns, line_told};
use crate::cli::style::{self, MOVE};
use crate::cli::words;

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
    let table = columns(&headings, rows.collect(), &[1, 2]);
    // A long result goes on below itself.
    let blanks = table.find(headings[3]).unwrap_or_default();
    let lines = table.lines().map(|line| repl::hanging(line, blanks) + "\n");
    lines.collect()
}

/// A move, what it is worth, and why.
pub fn hint(
    game: &Game,
    Answer {
        found, knowledge, ..
    }: &Answer<Evaluation>,
) -> String {
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
    let line = line_told(game, found, knowledge);
    let (played, value) = (best.played, in_words(best));
    let other = match moves.get(1) {
        None => "it is the only legal move".to_owned(),
        Some(next) => compared(best, next),
    };
    format!("hint    {MOVE}{played}{MOVE:#}, {value}\n{line}\nreason  {reason}\nothers  {other}\n")
}

/// Says what the next best move would cost, as far as it is known.
fn compared(best: &MoveEvaluation, next: &MoveEvaluation) -> String {
    let (mover, played) = (best.played.side, next.played);
    let Loss { least, most } = best.bounds.loss(next.bounds, mover);
    let about = mover.sign() * (best.value.seeds() - next.value.seeds());
    // Who is behind has no lead to lose.
    let whose = match mover.sign() * best.value.seeds() {
        1.. => format!("{mover}'s lead down"),
        _ => format!("{}'s lead up", mover.other()),
    };
    let (brings, seems) = ["brings", "seems to bring"]
        .map(|verb| format!("{played}, the next best, {verb} {whose} by"))
        .into();
    match (least, most, about) {
        (0, 0, _) => format!("{played} is worth as much"),
        _ if least == most => format!("{brings} {least}"),
        (1.., ..) => format!("{brings} {least} at least"),
        (0, _, ..=0) => format!("{played} may be worth as much"),
        (0, _, about) => format!("{seems} {about}"),
    }
}

/// Every move with its value, the best first.
pub fn eval(game: &Game, Answer { found, .. }: &Answer<Evaluation>) -> String {
    let value = words::value_told(found.value, found.bounds);
    let rows = sorted(game.position(), found).into_iter();
    let rows = rows.map(|m| {
        let Bounds { lower, upper } = m.bounds;
        row![
            m.played,
            words::value(m.value, m.bounds),
            words::bounds(lower, upper)
        ]
    });
    let table = columns(&["move", "value", "proven"], rows.collect(), &[1]);
    let proven = match found.bounds.value() {
        Some(_) => String::new(),
        None => {
            let Bounds { lower, upper } = found.bounds;
            format!("proven  {}\n", words::bounds(lower, upper))
        }
    };
    format!("value   {value}\n{proven}{table}")
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

fn in_words(of_move: &MoveEvaluation) -> String {
    let style = style::value(of_move.value.is_exact());
    let told = words::value_told(of_move.value, of_move.bounds);
    format!("{style}{told}{style:#}")
}
