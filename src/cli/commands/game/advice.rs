//! Advice on request: the legal moves, a hint, or the values of all moves.

use chongkak::ask::Answer;
use chongkak::board::Position;
use chongkak::language::Language;
use chongkak::moves::{Game, Round};
use chongkak::say;
use chongkak::search::{Bounds, Evaluation, Loss, MoveEvaluation};

use super::repl;
use crate::cli::records::{principal_line, translated_columns};
use crate::cli::style::{self, MOVE};
use crate::cli::words::{self, label};

/// Lists the legal moves, one per line.
pub fn moves(game: &Game, language: &Language) -> String {
    let rows = game.legal_moves().map(|played| {
        let trace = Round::new(game).play(played).expect("a legal move");
        let (ending, follows) =
            (words::ending(&trace, language), words::what_follows(&trace, language));
        let ends = say!(language, "words.ends", ending = ending, follows = follows);
        row![trace.played, trace.laps.len(), trace.gain, ends]
    });
    let headings =
        ["game.advice.move", "game.advice.laps", "game.advice.gain", "game.advice.result"];
    let table = translated_columns(headings, rows.collect(), &[1, 2], language);
    // A long result goes on below itself.
    let blanks = table.find(&say!(language, headings[3])).unwrap_or_default();
    let lines = table.lines().map(|line| repl::hanging(line, blanks) + "\n");
    lines.collect()
}

/// Formats the best move, its value and the reason.
pub fn hint(
    game: &Game,
    Answer { found, knowledge, .. }: &Answer<Evaluation>,
    language: &Language,
) -> String {
    let moves = sorted(game.position(), found);
    let Some(best) = moves.first() else {
        return say!(language, "game.advice.nothing") + "\n";
    };
    let trace = Round::new(game).play(best.played).expect("a legal move");
    let line = principal_line(game, found, knowledge, language);
    let (played, value) = (best.played, in_words(best, language));
    let other = match moves.get(1) {
        None => say!(language, "game.advice.only"),
        Some(next) => compared(best, next, language),
    };
    let [hint, reason, others] = ["words.label.hint", "words.label.reason", "words.label.others"]
        .map(|key| label(key, language));
    let description = words::moved(&trace, language);
    format!(
        "{hint}{MOVE}{played}{MOVE:#}, {value}\n{line}\n{reason}{description}\n{others}{other}\n"
    )
}

/// Describes how much worse the second-best move is, as far as known.
fn compared(best: &MoveEvaluation, next: &MoveEvaluation, language: &Language) -> String {
    let (mover, played) = (best.played.side, next.played);
    let Loss { least, most } = best.bounds.loss(next.bounds, mover);
    let about = mover.sign() * (best.value.seeds() - next.value.seeds());
    let (side, [exactly, at_least, seemingly]) = match mover.sign() * best.value.seeds() {
        1.. => (mover, ["game.advice.down", "game.advice.down-at-least", "game.advice.down-about"]),
        // A player who is behind has no lead to lose.
        _ => (mover.other(), ["game.advice.up", "game.advice.up-at-least", "game.advice.up-about"]),
    };
    let (key, seeds) = match (least, most, about) {
        (0, 0, _) => ("game.advice.as-good", 0),
        _ if least == most => (exactly, least),
        (1.., ..) => (at_least, least),
        (0, _, ..=0) => ("game.advice.maybe-as-good", 0),
        (0, _, about) => (seemingly, about.unsigned_abs()),
    };
    say!(language, key, played = played, side = side, seeds = seeds)
}

/// Lists every move with its value, best first.
pub fn eval(game: &Game, Answer { found, .. }: &Answer<Evaluation>, language: &Language) -> String {
    let value = words::value_with_meaning(found.value, found.bounds, language);
    let rows = sorted(game.position(), found).into_iter();
    let rows = rows.map(|m| {
        let Bounds { lower, upper } = m.bounds;
        row![
            m.played,
            words::value(m.value, m.bounds, language),
            words::bounds(lower, upper, language)
        ]
    });
    let headings = ["game.advice.move", "game.advice.value", "game.advice.proven"];
    let table = translated_columns(headings, rows.collect(), &[1], language);
    let proven = match found.bounds.value() {
        Some(_) => String::new(),
        None => {
            let Bounds { lower, upper } = found.bounds;
            let proven = label("words.label.proven", language);
            format!("{proven}{}\n", words::bounds(lower, upper, language))
        }
    };
    let label = label("words.label.value", language);
    format!("{label}{value}\n{proven}{table}")
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

fn in_words(of_move: &MoveEvaluation, language: &Language) -> String {
    let style = style::value(of_move.value.is_exact());
    let description = words::value_with_meaning(of_move.value, of_move.bounds, language);
    format!("{style}{description}{style:#}")
}
