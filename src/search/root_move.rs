//! A legal move at the root of an evaluation: what is proven and what is estimated of it.

use super::bounds::Bounds;
use super::shared_state::{Node, Shared};
use super::value::Score;
use crate::board::{Cells, Hole};
use crate::moves::{Move, Outcome, State, holes};
use crate::turns::Turn;

/// A move at the root. Its scores are seeds still to be won by the player who makes it, less those
/// of his opponent, this move included.
#[derive(Clone)]
pub(super) struct RootMove<C> {
    pub played: Move,
    /// The seeds that it wins.
    pub gain: i32,
    /// A number that is as even as its score: the seeds in play before it, or the score itself.
    seeds: i32,
    /// The position after it; none if the round is over.
    pub after: Option<Node<C>>,
    /// True if the same player goes on.
    pub goes_on: bool,
    /// Proven bounds.
    pub bounds: Bounds,
    /// The last search's score, between the bounds.
    score: i32,
    /// The last search's line.
    line: Vec<Move>,
    /// The moves that bring the lower bound within this turn, if they do.
    turn: Option<(i32, Vec<Move>)>,
    /// True if the line leads to the end of the round.
    pub whole: bool,
}

impl<C: Cells> RootMove<C> {
    /// The legal moves; of these, those that `only` has a bit for, if it has one for any.
    pub(super) fn all(shared: &Shared<'_, C>, start: &State<C>, only: u32) -> Vec<RootMove<C>> {
        let legal = shared.kernel.legal(start);
        let chosen = if legal & only == 0 { legal } else { legal & only };
        holes(chosen).map(|hole| RootMove::new(shared, start, hole)).collect()
    }

    fn new(shared: &Shared<'_, C>, start: &State<C>, hole: Hole) -> RootMove<C> {
        let side = start.mover;
        let result = shared.kernel.play(start, hole.index());
        let gain = shared.gain(start.cells, result.state.cells, side);
        let mut root = RootMove {
            played: Move { side, hole },
            gain,
            seeds: 0,
            after: None,
            goes_on: result.state.mover == side,
            bounds: Bounds::ALL,
            score: 0,
            line: Vec::new(),
            turn: None,
            whole: false,
        };
        if result.outcome == Outcome::Over {
            root.seeds = gain + shared.kept(result.state.cells, side);
            root.prove(root.seeds);
            return root;
        }
        let node = shared.node(&result.state);
        root.after = Some(node);
        let most = node.in_play.cast_signed();
        root.seeds = gain + most;
        root.bound(gain - most, gain + most);
        if let Some(value) = shared.endgame_value(&result.state) {
            root.prove(root.seen(value));
        }
        root
    }

    /// A score of the position after the move as a score of the move, and the other way round.
    pub(super) const fn seen(&self, score: i32) -> i32 {
        self.gain + if self.goes_on { score } else { -score }
    }

    /// Returns what the position after the move is worth to its mover, if the move is worth this.
    pub(super) const fn after_score(&self, score: i32) -> i32 {
        if self.goes_on { score - self.gain } else { self.gain - score }
    }

    const fn prove(&mut self, score: i32) {
        (self.bounds.lower, self.bounds.upper) = (score, score);
    }

    pub(super) const fn is_proven(&self) -> bool {
        self.bounds.lower == self.bounds.upper
    }

    pub(super) fn score(&self) -> Score {
        Score {
            // Not `clamp`: what was known before the search and is wrong may have crossed them.
            seeds: self.score.min(self.bounds.upper).max(self.bounds.lower),
            proven: self.is_proven(),
        }
    }

    /// Takes in what a search with an open window found of the position after the move.
    pub(super) fn searched(&mut self, found: Score, line: Vec<Move>) {
        let score = self.seen(found.seeds);
        if found.proven {
            self.prove(score);
        }
        (self.score, self.line) = (score, line);
    }

    /// Keeps what is known without a search: what the move wins, as if the rest were even.
    pub(super) const fn keep_gain(&mut self) {
        self.score = self.gain;
    }

    /// Takes in proven bounds of the score.
    pub(super) fn bound(&mut self, lower: i32, upper: i32) {
        let before = self.bounds;
        let Bounds { lower, upper } = Bounds { lower, upper }.even_as(self.seeds);
        self.bounds.lower = lower.max(before.lower);
        self.bounds.upper = upper.min(before.upper);
        if self.is_proven() && before != self.bounds {
            // It went with an estimate.
            self.line.clear();
        }
    }

    /// Takes in what the player to move after the move can win in his turn.
    pub(super) fn harvested(&mut self, turn: Turn, won: i32) {
        let Some(node) = self.after else { return };
        let gained = turn.harvest.cast_signed() - won;
        let static_bounds = 2 * gained - node.in_play.cast_signed();
        let static_bounds = self.seen(static_bounds);
        if !self.goes_on {
            self.bound(i32::MIN, static_bounds);
        } else if static_bounds > self.bounds.lower {
            self.turn = Some((static_bounds, turn.line));
            self.bound(static_bounds, i32::MAX);
        }
    }

    /// Takes in a line of best play from the position after a proven move.
    pub(super) fn complete(&mut self, rest: Vec<Move>) {
        (self.score, self.line, self.whole) = (self.bounds.lower, rest, true);
    }

    /// The moves of the turn that alone bring the proven value, if there are such.
    pub(super) fn proven_turn(&self) -> &[Move] {
        let turn = self.turn.as_ref();
        turn.filter(|(static_bounds, _)| self.is_proven() && *static_bounds == self.bounds.lower)
            .map_or(&[], |(_, line)| line)
    }

    /// The line that goes with the score, this move first.
    pub(super) fn line(&self) -> Vec<Move> {
        let score = self.score();
        let turn = self.turn.as_ref();
        let turn = turn.filter(|(static_bounds, _)| {
            *static_bounds == score.seeds && self.score < *static_bounds
        });
        let rest = turn.map_or(&self.line, |(_, line)| line);
        [&[self.played], &rest[..]].concat()
    }
}
