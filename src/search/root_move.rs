//! A move at the root of an evaluation: what is known about its score, and its line.

use super::bounds::{Bounds, Score};
use super::shared_state::{Node, Shared};
use crate::board::Cells;
use crate::moves::{Move, Outcome, State};
use crate::turns::Turn;

/// A move at the root. Its scores are seeds still to be won by its player minus those of the
/// opponent, including this move.
#[derive(Clone)]
pub(super) struct RootMove<C> {
    pub played: Move,
    /// The seeds it wins.
    pub gain: i32,
    /// A number with the parity of its score, if scores have one: the seeds in play before it.
    seeds: Option<i32>,
    /// The position after it; `None` if the round is over.
    pub after: Option<Node<C>>,
    /// Whether the same player moves again.
    pub moves_again: bool,
    /// Proven bounds.
    pub bounds: Bounds,
    /// The last search's score, between the bounds.
    score: i32,
    /// The last search's line.
    line: Vec<Move>,
    /// The turn that proves a lower bound by itself, if one does, with that bound.
    turn: Option<(i32, Vec<Move>)>,
    /// Whether the line leads to the end of the round.
    pub whole: bool,
}

impl<C: Cells> RootMove<C> {
    pub(super) fn new(shared: &Shared<'_, C>, start: &State<C>, made: Move) -> RootMove<C> {
        let side = start.mover;
        let result = shared.kernel.make(start, made);
        let gain = shared.gain(start.cells, result.state.cells, side);
        let mut root = RootMove {
            played: made,
            gain,
            seeds: None,
            after: None,
            moves_again: result.state.mover == side,
            bounds: Bounds::ALL,
            score: 0,
            line: Vec::new(),
            turn: None,
            whole: false,
        };
        if result.outcome == Outcome::Over {
            root.prove(gain + shared.kept(result.state.cells, side));
            return root;
        }
        let node = shared.node(&result.state);
        root.after = Some(node);
        let most = node.in_play.cast_signed();
        root.seeds = shared.kernel.all_seeds_count().then_some(gain + most);
        root.bound(gain - most, gain + most);
        if let Some(value) = shared.endgame_value(&result.state) {
            root.prove(root.move_score(value));
        }
        root
    }

    /// Converts a score of the position after the move into a score of the move.
    pub(super) const fn move_score(&self, score: i32) -> i32 {
        self.gain + if self.moves_again { score } else { -score }
    }

    /// Converts a score of the move into a score of the position after it.
    pub(super) const fn after_score(&self, score: i32) -> i32 {
        if self.moves_again { score - self.gain } else { self.gain - score }
    }

    const fn prove(&mut self, score: i32) {
        (self.bounds.lower, self.bounds.upper) = (score, score);
    }

    pub(super) const fn is_proven(&self) -> bool {
        self.bounds.lower == self.bounds.upper
    }

    pub(super) fn score(&self) -> Score {
        Score {
            // Not `clamp`: known bounds that are wrong may have made them cross.
            seeds: self.score.min(self.bounds.upper).max(self.bounds.lower),
            proven: self.is_proven(),
        }
    }

    /// Records the result of a search with an open window of the position after the move.
    pub(super) fn searched(&mut self, found: Score, line: Vec<Move>) {
        let score = self.move_score(found.seeds);
        if found.proven {
            self.prove(score);
        }
        (self.score, self.line) = (score, line);
    }

    /// Sets the score without a search: the move's gain, as if the rest were even.
    pub(super) const fn keep_gain(&mut self) {
        self.score = self.gain;
    }

    /// Tightens the bounds of the score.
    pub(super) fn bound(&mut self, lower: i32, upper: i32) {
        let before = self.bounds;
        let bounds = Bounds { lower, upper };
        let Bounds { lower, upper } = self.seeds.map_or(bounds, |seeds| bounds.even_as(seeds));
        self.bounds.lower = lower.max(before.lower);
        self.bounds.upper = upper.min(before.upper);
        if self.is_proven() && before != self.bounds {
            // The line belonged to an estimate.
            self.line.clear();
        }
    }

    /// Records what the player to move after the move can win in the turn.
    pub(super) fn harvested(&mut self, turn: Turn, won: i32) {
        let Some(node) = self.after else { return };
        let gained = turn.harvest.cast_signed() - won;
        let static_bounds = 2 * gained - node.in_play.cast_signed();
        let static_bounds = self.move_score(static_bounds);
        if !self.moves_again {
            self.bound(i32::MIN, static_bounds);
        } else if static_bounds > self.bounds.lower {
            self.turn = Some((static_bounds, turn.line));
            self.bound(static_bounds, i32::MAX);
        }
    }

    /// Records a line of best play from the position after a proven move.
    pub(super) fn complete(&mut self, rest: Vec<Move>) {
        (self.score, self.line, self.whole) = (self.bounds.lower, rest, true);
    }

    /// The moves of the turn that reach the proven value by themselves, if there are any.
    pub(super) fn proven_turn(&self) -> &[Move] {
        let turn = self.turn.as_ref();
        turn.filter(|(static_bounds, _)| self.is_proven() && *static_bounds == self.bounds.lower)
            .map_or(&[], |(_, line)| line)
    }

    /// The line that belongs to the score, starting with this move.
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
