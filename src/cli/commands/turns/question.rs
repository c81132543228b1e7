//! The question of `turns`.

use std::num::NonZeroUsize;

use chongkak::ask::{By, FindTurns, Target};
use chongkak::moves::{Game, Move, Outcome, Round, parse_line};
use chongkak::text::{Diagnostic, ErrorKind};

use crate::cli::{CliError, Session, args, position_input};

/// Builds the question from the arguments, for any position.
pub fn question(args: &args::Turns, session: &Session<'_>) -> FindTurns {
    let by = match args {
        args::Turns { exhaustive: true, .. } => By::Exhaustive,
        args::Turns { shortest: true, .. } => By::Shortest,
        args::Turns { prove_harvest: true, .. } => By::Harvest,
        args::Turns { beam: Some(_), .. } => By::Beams,
        _ => By::Everything,
    };
    let target = match args.target {
        _ if args.win_set => Target::Set,
        Some(seeds) => Target::Store(seeds),
        None => Target::Most,
    };
    let memory = session.memory_or(FindTurns::MEMORY);
    FindTurns::default()
        .with_target(target)
        .with_by(by)
        .with_width(args.beam.and_then(NonZeroUsize::new))
        .with_seed(args.seed)
        .with_fresh(args.fresh)
        .with_limits(session.limits().with_memory(memory).with_nodes(args.nodes))
}

/// Parses the line to improve: moves of one turn.
pub fn known_line(args: &args::Turns, task: &Game) -> Result<Vec<Move>, CliError> {
    let Some(text) = &args.improve else {
        return Ok(Vec::new());
    };
    let wrong = |error: Diagnostic| {
        position_input::illegal(format_args!("--improve: {error}"), text, &error)
    };
    let written = parse_line(text).map_err(wrong)?;
    let mut round = Round::new(task);
    let mut moves = Vec::new();
    for played in &written {
        let trace = round.play_written(played).map_err(wrong)?;
        moves.push(trace.played);
        if trace.outcome != Outcome::Again && moves.len() < written.len() {
            let (number, last) = (moves.len(), moves[moves.len() - 1]);
            let message = format_args!(
                "--improve: the turn ends with move {number}, {last}: expected a line of one turn"
            );
            let failure = CliError::input_at(message, text, &played.span);
            return Err(failure.of_kind(ErrorKind::IllegalMove));
        }
    }
    Ok(moves)
}
