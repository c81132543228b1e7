//! Drives the solver's search: runs null-window searches on all threads, and follows the lines that
//! show their result.

use std::cmp::Reverse;
use std::sync::Mutex;
use std::sync::atomic::Ordering;

use super::bounds::Window;
use super::expansion::Expansion;
use super::shared_state::{Interrupt, Node, Shared, Technique};
use super::stack::DeepPool;
use super::worker::{INNER_TURN_SEEDS, Worker, harvest_needed};
use crate::board::Cells;
use crate::control::{Clock, NodeBudget, StopReason, unpoisoned};
use crate::moves::{Move, Outcome, Played, State};
use crate::turns::widening;

/// Largest beam width through a turn. Of 300 positions from played rounds, none was won in its
/// first turn with a width of 4,096 but not with 64.
pub(super) const MAX_TURN_WIDTH: usize = 256;

/// Nodes between a thread's checks for the end of the search.
const POLL_INTERVAL: u64 = 1 << 10;

/// Minimum of that interval, used when the search is due to pause soon.
const MIN_POLL_INTERVAL: u64 = 1 << 4;

/// The node after a move (`None` if the round is over), and its score.
type Reached<C> = (Option<Node<C>>, i32);

/// What a null-window search needs: the state shared by the threads, and the limits.
pub(super) struct Driver<'a, C> {
    pub shared: Shared<'a, C>,
    pub clock: &'a Clock<'a>,
    pub threads: &'a DeepPool,
    /// Nodes after which to pause.
    pub pause: u64,
}

impl<C: Cells> Driver<'_, C> {
    /// Tests on all threads whether the score of a node is at least `beta`. Returns a lower bound
    /// at or above it, or an upper bound below it. When the transposition table becomes crowded, it
    /// grows with its contents and the search starts again.
    pub(super) fn probe(&mut self, node: &Node<C>, beta: i32) -> Result<i32, Interrupt> {
        loop {
            let found = self.search(node, beta);
            if found != Err(Interrupt::Crowded) {
                return found;
            }
            self.shared.table.grow();
        }
    }

    fn search(&self, node: &Node<C>, beta: i32) -> Result<i32, Interrupt> {
        // A search that is already cancelled should not wake a thread.
        if self.clock.ended() == Some(StopReason::Interrupted) {
            return Err(Interrupt::By(StopReason::Interrupted));
        }
        let (shared, threads) = (&self.shared, self.clock.threads(self.threads.threads()));
        let alone = threads.get() == 1;
        // Poll more often before a pause: otherwise one search of a short evaluation could take all
        // its nodes.
        let left = self.pause.saturating_sub(self.clock.nodes());
        let interval = left.clamp(MIN_POLL_INTERVAL, POLL_INTERVAL);
        let ended = |used| {
            if used >= self.pause.saturating_add(interval) {
                Some(Interrupt::Paused)
            } else if used >= shared.table.room() {
                Some(Interrupt::Crowded)
            } else {
                None
            }
        };
        let answer = Mutex::new(Err(Interrupt::Halted));
        shared.halt.store(false, Ordering::Relaxed);
        self.threads.run(threads, &|| {
            // Polls at multiples of `interval` from the start.
            let budget = NodeBudget::looking_at(self.clock, interval, 1);
            let mut worker = Worker::new(shared, alone, budget, &ended);
            let found = worker.search_turn(node, Window::null(beta - 1), &mut Expansion::none());
            drop(worker);
            // A thread without nodes leaves the answer to the others.
            let is_out = found == Err(Interrupt::By(StopReason::Nodes));
            // The first thread to finish halts the others and sets the answer.
            if is_out || !shared.halt.swap(true, Ordering::Relaxed) {
                let mut answer = unpoisoned(answer.lock());
                if !is_out || *answer == Err(Interrupt::Halted) {
                    *answer = found;
                }
            }
        });
        unpoisoned(answer.into_inner())
    }

    /// Checks the limits and the pause between two searches. (A search checks the remaining nodes
    /// by itself; it may need none.)
    pub(super) fn check_limits(&self) -> Result<(), Interrupt> {
        check_limits(self.clock, self.pause)
    }

    /// Tests whether a move of a node reaches at least `score`. If so, returns the node after it,
    /// or `None` if the round is over, with the minimum score from that node's side.
    pub(super) fn reaches(
        &mut self,
        node: &Node<C>,
        made: Move,
        score: i32,
    ) -> Result<Option<Reached<C>>, Interrupt> {
        let (shared, mover) = (&self.shared, node.state.mover);
        let played = shared.kernel.make(&node.state, made);
        let wanted = score - shared.gain(node.state.cells, played.state.cells, mover);
        if played.outcome == Outcome::Over {
            let kept = shared.kept(played.state.cells, mover);
            return Ok((kept >= wanted).then_some((None, 0)));
        }
        let after = shared.node(&played.state);
        if wanted > after.in_play.cast_signed() {
            return Ok(None);
        }
        if played.state.mover == mover {
            let found = self.probe(&after, wanted)?;
            Ok((found >= wanted).then_some((Some(after), wanted)))
        } else {
            let found = self.probe(&after, 1 - wanted)?;
            Ok((found <= -wanted).then_some((Some(after), -wanted)))
        }
    }

    /// Returns all moves of a node that reach its score.
    pub(super) fn best_moves(
        &mut self,
        root: &Node<C>,
        score: i32,
    ) -> Result<Vec<Move>, Interrupt> {
        let mut best = Vec::new();
        for made in self.shared.kernel.moves(&root.state).collect::<Vec<_>>() {
            if self.reaches(root, made, score)?.is_some() {
                best.push(made);
            }
        }
        Ok(best)
    }

    /// Returns a line from a node that keeps at least its score, to the end of the round or until
    /// `enough` accepts a node and its score. `first` is a likely first move.
    pub(super) fn line(
        &mut self,
        root: &Node<C>,
        score: i32,
        mut first: Option<Move>,
        enough: &dyn Fn(&Node<C>, i32) -> bool,
    ) -> Result<Vec<Move>, Interrupt> {
        let (mut line, mut at) = (Vec::new(), (Some(*root), score));
        while let (Some(node), score) = at
            && !enough(&node, score)
        {
            let likely = match first.take() {
                Some(made) => self.reaches(&node, made, score)?.map(|reached| (made, reached)),
                None => None,
            };
            let (made, reached) = likely.map_or_else(|| self.reaching(&node, score), Ok)?;
            line.push(made);
            at = reached;
        }
        Ok(line)
    }

    /// Returns a move that reaches the node's score, and the node after it.
    pub(super) fn reaching(
        &mut self,
        node: &Node<C>,
        score: i32,
    ) -> Result<(Move, Reached<C>), Interrupt> {
        for made in self.likely_to_reach(node, score) {
            if let Some(reached) = self.reaches(node, made, score)? {
                return Ok((made, reached));
            }
        }
        Err(self.shared.contradicted())
    }

    /// Returns the legal moves: first those that the table proves to reach `score`, then the rest
    /// in the search's move order, so that a repeated search soon finds the same move even where
    /// the table has no entry.
    pub(super) fn likely_first(&self, node: &Node<C>, score: i32) -> Vec<Move> {
        let mut moves: Vec<Move> = self.shared.kernel.moves(&node.state).collect();
        moves.sort_by_cached_key(|made| {
            let (shared, before) = (&self.shared, &node.state);
            let played = shared.kernel.make(before, *made);
            let gain = shared.gain(before.cells, played.state.cells, before.mover);
            let index = made.hole.number() - 1;
            let again = played.outcome == Outcome::Again;
            let own = shared.ranking.in_play(played.state.cells).of(before.mover);
            let order = shared.order(&played.state, own, index, gain, again);
            Reverse((self.is_known_to_reach(before, &played, score), order))
        });
        moves
    }

    /// Like [`likely_first`](Self::likely_first), but if the table knows no move, tries a beam
    /// search through the turn first. (Positions with many seeds have no key in the table.)
    pub(super) fn likely_to_reach(&self, node: &Node<C>, score: i32) -> Vec<Move> {
        let mut moves = self.likely_first(node, score);
        let known = moves.first().is_some_and(|made| {
            let played = self.shared.kernel.make(&node.state, *made);
            self.is_known_to_reach(&node.state, &played, score)
        });
        let turn = (!known).then(|| self.turn_to(node, score)).flatten();
        if let Some(at) = turn.and_then(|first| moves.iter().position(|&made| made == first)) {
            moves[..=at].rotate_right(1);
        }
        moves
    }

    /// Returns the first move of a turn that reaches `score` by itself, if a beam search finds one.
    fn turn_to(&self, node: &Node<C>, score: i32) -> Option<Move> {
        let shared = &self.shared;
        let used = shared.kernel.relays() && shared.techniques.has(Technique::Turns);
        if !used || node.in_play < INNER_TURN_SEEDS {
            return None;
        }
        let enough = harvest_needed(shared, node, score)?;
        let mut budget = NodeBudget::new(self.clock);
        let spend = &mut || budget.spend();
        let turn = widening(shared.kernel, &node.state, MAX_TURN_WIDTH, enough, spend);
        turn.line.first().filter(|_| turn.harvest >= enough).copied()
    }

    /// Whether the table proves that a move reaches `score`.
    fn is_known_to_reach(&self, before: &State<C>, played: &Played<C>, score: i32) -> bool {
        let (shared, mover) = (&self.shared, before.mover);
        let wanted = score - shared.gain(before.cells, played.state.cells, mover);
        if played.outcome == Outcome::Over {
            return shared.kept(played.state.cells, mover) >= wanted;
        }
        let known = shared.known(&shared.node(&played.state));
        if played.state.mover == mover { known.lower >= wanted } else { -known.upper >= wanted }
    }
}

/// Checks the limits, and whether the search is due to pause after `pause` nodes.
pub(super) fn check_limits(clock: &Clock<'_>, pause: u64) -> Result<(), Interrupt> {
    match clock.ended() {
        Some(reason) => Err(Interrupt::By(reason)),
        None if clock.nodes() >= pause => Err(Interrupt::Paused),
        None => Ok(()),
    }
}
