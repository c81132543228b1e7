//! Sets that are lost before they have begun: whatever the player to move does in his turn, the
//! other's next turn wins the set.
//!
//! For openings in which a player is short of holes, so that his turn has few ends: each of them is
//! met, and answered by a turn that a beam has found.

use std::collections::{HashMap, VecDeque};
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::Ordering;

use rayon::prelude::*;

use crate::board::{Position, Side};
use crate::control::Limits;
use crate::moves::{Move, Outcome, trace};
use crate::rules::{NextRound, Rules};
use crate::turns::{Aim, BeamOrder, BeamSearch, Goal};

/// An end of the turn, and what wins the set after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// Moves that lead to the end: a turn, or several if the other has to pass between them.
    pub turn: Vec<Move>,
    /// The position after it.
    pub end: Position,
    /// Moves of the other's turn after which the set is won; empty if it is won already.
    pub reply: Vec<Move>,
}

/// Why it is not shown that a set is lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotLost {
    /// No winning reply was found to this end of the turn. There may be one.
    Unanswered(Vec<Move>),
    /// The turn has more ends than were to be looked at.
    Ends(usize),
    /// A limit came first.
    Stopped,
}

/// How to look for replies.
#[derive(Clone, Copy, Debug)]
pub struct ReplySearch<'a> {
    /// Limits: the time of each reply, and the flag that stops everything. The rest is not used.
    pub limits: Limits<'a>,
    /// The most ends of the turn.
    pub most_ends: usize,
}

/// Widths of the beams that look for a reply, one after the other: most ends are answered by the
/// first in about a millisecond.
const WIDTHS: [usize; 4] = [10, 100, 1000, 10_000];

impl ReplySearch<'_> {
    /// Shows that the player to move loses the set, whatever his turn, on all threads of the pool
    /// it is called in.
    ///
    /// # Errors
    /// If that is not found. It is no proof of the opposite.
    ///
    /// # Panics
    /// If the rules don't allow the position, or it is over.
    pub fn prove(&self, rules: &Rules, position: &Position) -> Result<Vec<Reply>, NotLost> {
        let loser = position.mover();
        let ends = self.ends(rules, position)?;
        let unanswered = Mutex::new(None);
        let answered: Option<Vec<Reply>> = ends
            .into_par_iter()
            .map(|(end, turn)| {
                let reply = self.reply(rules, &end, loser);
                if reply.is_none() {
                    let mut unanswered = unanswered.lock().expect("no panic while it is held");
                    unanswered.get_or_insert(turn.clone());
                }
                reply.map(|reply| Reply { turn, end, reply })
            })
            .collect();
        answered.ok_or_else(|| {
            let turn = unanswered.into_inner().expect("no panic while it is held");
            if self.limits.stop.load(Ordering::Relaxed) {
                NotLost::Stopped
            } else {
                NotLost::Unanswered(turn.expect("an end without a reply"))
            }
        })
    }

    /// All ends of the turn, each with a way to it.
    fn ends(
        &self,
        rules: &Rules,
        position: &Position,
    ) -> Result<Vec<(Position, Vec<Move>)>, NotLost> {
        let mover = position.mover();
        let mut seen: HashMap<Position, Vec<Move>> = HashMap::from([(*position, Vec::new())]);
        let mut waiting = VecDeque::from([*position]);
        let mut ends = Vec::new();
        while let Some(from) = waiting.pop_front() {
            if self.limits.stop.load(Ordering::Relaxed) {
                return Err(NotLost::Stopped);
            }
            for hole in from.legal() {
                let played = trace(rules, &from, hole);
                if seen.contains_key(&played.after) {
                    continue;
                }
                let mut way = seen[&from].clone();
                way.push(played.played);
                seen.insert(played.after, way.clone());
                // After a forced pass the same player moves, and may do better.
                if played.outcome != Outcome::Over && played.after.mover() == mover {
                    waiting.push_back(played.after);
                } else {
                    ends.push((played.after, way));
                }
                if ends.len() > self.most_ends || waiting.len() > 4 * self.most_ends {
                    return Err(NotLost::Ends(self.most_ends));
                }
            }
        }
        Ok(ends)
    }

    /// A turn that wins the set against `loser`; empty if it is won already.
    fn reply(&self, rules: &Rules, end: &Position, loser: Side) -> Option<Vec<Move>> {
        let fill = u32::from(rules.seeds);
        if end.is_over() {
            let next = rules.next_round(end).ok()?;
            return (next == NextRound::SetOver { loser }).then(Vec::new);
        }
        if end.total() - end.store(loser.other()) < fill {
            return Some(Vec::new());
        }
        for width in WIDTHS {
            let beam = BeamSearch {
                limits: self.limits,
                threads: NonZeroUsize::MIN,
                width: NonZeroUsize::new(width).expect("a width"),
                order: BeamOrder::named("greedy").expect("a known order"),
                aim: Aim::Moves(Goal::Set { fill }),
                seed: 1,
                restarts: false,
                line: &[],
            };
            let found = beam.search(rules, end, &mut |_| {});
            if found.reached {
                return Some(found.line);
            }
            if found.complete {
                break;
            }
        }
        None
    }
}
