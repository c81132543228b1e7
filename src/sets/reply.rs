//! Sets that are lost from the start: whatever the player to move does, the opponent's next turn
//! wins the set.
//!
//! For openings in which a player has few filled holes, so that the turn has few ends: each end is
//! enumerated and answered by a turn that a beam search finds.

use std::collections::{HashMap, VecDeque};
use std::num::NonZeroUsize;

use rayon::prelude::*;
use serde::Serialize;

use crate::board::{Position, Side};
use crate::control::{Clock, Control, StopReason};
use crate::moves::{Game, Move, Outcome, legal_moves, trace};
use crate::rules::NextRound;
use crate::turns::{Aim, BeamSearch, Found, Goal};

/// An end of the turn, and a reply that wins the set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Reply {
    /// Moves that lead to the end: a turn, or several turns if the opponent has to pass between
    /// them.
    pub turn: Vec<Move>,
    /// The position after these moves.
    pub end: Position,
    /// Moves of the opponent's turn that win the set; empty if it is won already.
    pub reply: Vec<Move>,
}

/// Why the loss of a set was not proven.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotLost {
    /// No winning reply was found to this end of the turn. One may exist.
    Unanswered(Vec<Move>),
    /// The turn has more ends than the given maximum.
    Ends(usize),
    /// A limit came first.
    Stopped(StopReason),
}

/// Widths of the beams that search for a reply, tried in order: the first answers most ends in
/// about a millisecond.
const WIDTHS: [usize; 4] = [10, 100, 1000, 10_000];

/// Proves that the player to move loses the set, by a winning reply to each end of the turn, of
/// which there may be at most `most_ends`. Uses all threads of the pool it is called in. A node is
/// a position of the turn or of a beam.
///
/// # Errors
/// If no proof is found. This does not prove the opposite.
pub fn replies(game: &Game, most_ends: usize, control: Control<'_>) -> Result<Vec<Reply>, NotLost> {
    let (loser, progress) = (game.position().mover(), control.progress);
    // Progress counts ends, not positions of beams.
    let clock = Clock::new(control.quietly());
    progress.start_phase("ends of the turn", None);
    let ends = ends(game, most_ends, &clock, control)?;
    progress.start_phase("replies", Some(ends.len() as u64));
    let answered = ends.into_par_iter().map(|(end, turn)| {
        let found = reply(&game.at(end), loser, &clock).map_err(NotLost::Stopped)?;
        progress.add(1);
        match found {
            Some(reply) => Ok(Reply { turn, end, reply }),
            None => Err(NotLost::Unanswered(turn)),
        }
    });
    answered.collect()
}

/// Returns all ends of the turn, each with a line to it.
fn ends(
    game: &Game,
    most_ends: usize,
    clock: &Clock<'_>,
    control: Control<'_>,
) -> Result<Vec<(Position, Vec<Move>)>, NotLost> {
    let start = *game.position();
    if start.is_over() {
        return Ok(vec![(start, Vec::new())]);
    }
    let mut seen: HashMap<Position, Vec<Move>> = HashMap::from([(start, Vec::new())]);
    let mut queue = VecDeque::from([start]);
    let mut ends = Vec::new();
    while let Some(from) = queue.pop_front() {
        clock.step().map_err(NotLost::Stopped)?;
        let moves = legal_moves(game.rules(), &from).into_iter();
        for played in moves.filter_map(|made| trace(game.rules(), &from, made)) {
            if seen.contains_key(&played.after) {
                continue;
            }
            let mut line = seen[&from].clone();
            line.push(played.played);
            seen.insert(played.after, line.clone());
            // After a forced pass the same player moves again, and may do better.
            if played.outcome != Outcome::Over && played.after.mover() == start.mover() {
                queue.push_back(played.after);
            } else {
                ends.push((played.after, line));
                control.progress.add(1);
            }
            if ends.len() > most_ends || queue.len() / 4 > most_ends {
                return Err(NotLost::Ends(most_ends));
            }
        }
    }
    Ok(ends)
}
/// Returns a turn that wins the set against `loser`; empty if it is won already, `None` if none was
/// found.
fn reply(end: &Game, loser: Side, clock: &Clock<'_>) -> Result<Option<Vec<Move>>, StopReason> {
    let (rules, position) = (end.rules(), end.position());
    let fill = u32::from(rules.seeds);
    if position.is_over() {
        let lost = rules.next_round(position) == Ok(NextRound::SetOver { loser });
        return Ok(lost.then(Vec::new));
    }
    if position.total() - position.store(loser.other()) < fill {
        return Ok(Some(Vec::new()));
    }
    for width in WIDTHS {
        let found = greedy_beam(end, width, Aim::Moves(Goal::Set { fill }), clock.part());
        match found.stopped {
            _ if !found.line.moves.is_empty() => return Ok(Some(found.line.moves)),
            Some(reason) => return Err(reason),
            None if found.complete => break,
            None => {}
        }
    }
    Ok(None)
}

/// Searches for a line of the turn with a beam of the given width.
pub(super) fn greedy_beam(game: &Game, width: usize, aim: Aim, control: Control<'_>) -> Found {
    let beam = BeamSearch {
        memory: 1,
        threads: NonZeroUsize::MIN,
        width: NonZeroUsize::new(width).expect("a width"),
        aim,
        seed: 1,
        restarts: false,
        line: &[],
    };
    let found = beam.search(game, control, &mut |_| {});
    found.expect("one thread and no initial line")
}
