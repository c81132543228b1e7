//! The questions to `turns`, checked against the position.

use std::fmt::Display;
use std::ops::{Range, RangeInclusive};

use chongkak::board::Position;
use chongkak::moves::{Game, Move, Outcome, Round, parse_line};
use chongkak::turns::Goal;

use crate::cli::{Failure, args};

/// What a line is to reach.
pub fn goal(args: &args::Turns, task: &Game) -> Result<Goal, Failure> {
    let (position, rules) = (task.position(), task.rules());
    if args.win_set {
        let fill = rules.seeds.into();
        return Ok(Goal::Set { fill });
    }
    let total = position.total();
    let Some(seeds) = args.target else {
        return Ok(Goal::most_of(total));
    };
    if !targets(position).contains(&seeds) {
        let mover = position.mover();
        let store = position.store(mover);
        let message = format!(
            "--target {seeds}: R{mover} holds {store} of the {total} seeds: expected more than \
             that, and no more than there are"
        );
        return Err(Failure::input(message));
    }
    Ok(Goal::Store(seeds))
}

/// The seeds that a turn may be asked to bring into the mover's store, those in it included.
pub fn targets(position: &Position) -> RangeInclusive<u32> {
    position.store(position.mover()) + 1..=position.total()
}

/// The line to improve: moves of one turn.
pub fn known_line(args: &args::Turns, task: &Game) -> Result<Vec<Move>, Failure> {
    let Some(text) = &args.improve else {
        return Ok(Vec::new());
    };
    let wrong = |error: &dyn Display, span: &Range<usize>| {
        Failure::input_at(format_args!("--improve: {error}"), text, span)
    };
    let written = parse_line(text).map_err(|error| wrong(&error, &error.span))?;
    let mut round = Round::new(task);
    let mut moves = Vec::new();
    for played in &written {
        let side = round.position().mover();
        let trace = round.play_written(played);
        let trace = trace.map_err(|error| wrong(&error, &error.span))?;
        moves.push(Move {
            side,
            hole: played.hole,
        });
        if trace.outcome != Outcome::Again && moves.len() < written.len() {
            let (number, last) = (moves.len(), moves[moves.len() - 1]);
            let message =
                format!("the turn ends with move {number}, {last}: expected a line of one turn");
            return Err(wrong(&message, &played.span));
        }
    }
    Ok(moves)
}
