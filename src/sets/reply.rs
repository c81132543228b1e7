//! Sets that are lost before they have begun: whatever the player to move does in his turn, the
//! other's next turn wins the set.
//!
//! For openings in which a player is short of holes, so that his turn has few ends: each of them is
//! met, and answered by a turn that a beam has found.

use std::collections::{HashMap, VecDeque};
use std::num::NonZeroUsize;

use rayon::prelude::*;
use serde::Serialize;

use crate::board::{Position, Side};
use crate::control::{Clock, Control, StopReason};
use crate::moves::{Game, Move, Outcome, trace};
use crate::rules::NextRound;
use crate::turns::{Aim, BeamSearch, Found, Goal};

/// An end of the turn, and what wins the set after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Reply {
    /// Moves that lead to the end: a turn, or several if the other has to pass between them.
    pub turn: Vec<Move>,
    /// The position after it.
    pub end: Position,
    /// Moves of the other's turn after which the set is won; empty if it is won already.
    pub reply: Vec<Move>,
}

/// The reason why it is not shown that a set is lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotLost {
    /// No winning reply was found to this end of the turn. There may be one.
    Unanswered(Vec<Move>),
    /// The turn has more ends than were to be looked at.
    Ends(usize),
    /// A limit came first.
    Stopped(StopReason),
}

/// Widths of the beams that look for a reply, one after the other: most ends are answered by the
/// first in about a millisecond.
const WIDTHS: [usize; 4] = [10, 100, 1000, 10_000];

/// Shows that the player to move loses the set, whatever his turn, by a reply to each of at most
/// `most_ends` ends, on all threads of the pool it is called in. A node is a position of the turn
/// or of a beam.
///
/// # Errors
/// If that is not found. It is no proof of the opposite.
pub fn replies(game: &Game, most_ends: usize, control: Control<'_>) -> Result<Vec<Reply>, NotLost> {
    let (loser, progress) = (game.position().mover(), control.progress);
    // Ends are counted and not the positions of beams.
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

/// All ends of the turn, each with a way to it.
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
    let mut waiting = VecDeque::from([start]);
    let mut ends = Vec::new();
    while let Some(from) = waiting.pop_front() {
        clock.step().map_err(NotLost::Stopped)?;
        let moves = from.legal();
        for played in moves.filter_map(|hole| trace(game.rules(), &from, hole)) {
            if seen.contains_key(&played.after) {
                continue;
            }
            let mut line = seen[&from].clone();
            line.push(played.played);
            seen.insert(played.after, line.clone());
            // After a forced pass the same player moves, and may do better.
            if played.outcome != Outcome::Over && played.after.mover() == start.mover() {
                waiting.push_back(played.after);
            } else {
                ends.push((played.after, line));
                control.progress.add(1);
            }
            if ends.len() > most_ends || waiting.len() / 4 > most_ends {
                return Err(NotLost::Ends(most_ends));
            }
        }
    }
    Ok(ends)
}
/// A turn that wins the set against `loser`; empty if it is won already, none if none was found.
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

/// Looks for a line of the turn with a beam that keeps so many positions of a layer.
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
    found.expect("one thread, and no line to begin with")
}
