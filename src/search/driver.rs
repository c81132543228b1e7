//! The driver of the solver's search: it asks all threads a question, and follows the lines that
//! show the answer.

use std::cmp::Reverse;
use std::sync::Mutex;
use std::sync::atomic::Ordering;

use super::bounds::Window;
use super::expansion::Expansion;
use super::shared_state::{Interrupt, Node, Shared, Technique};
use super::stack::DeepPool;
use super::worker::{INSIDE_FROM, Worker, enough};
use crate::board::{Cells, Hole};
use crate::control::{Clock, NodeBudget, StopReason, unpoisoned};
use crate::moves::{Move, Outcome, Played, State, holes};
use crate::turns::widening;

/// Positions of a layer in the widest beam through a turn. Of 300 positions from played rounds none
/// was won in its first turn with 4,096 and not with 64.
pub(super) const WIDEST: usize = 256;

/// Nodes of a thread between looks at whether the search is to end.
const LOOK: u64 = 1 << 10;

/// The same at least, where the search is to pause soon.
const LOOK_SOON: u64 = 1 << 4;

/// The node after a move (none if the round is over), and its score.
type Reached<C> = (Option<Node<C>>, i32);

/// The means to ask questions: what the threads share, and what they may use up.
pub(super) struct Driver<'a, C> {
    pub shared: Shared<'a, C>,
    pub clock: &'a Clock<'a>,
    pub threads: &'a DeepPool,
    /// Nodes after which to pause.
    pub pause: u64,
}

impl<C: Cells> Driver<'_, C> {
    /// Asks all threads whether the score of a node is at least `beta`: a lower bound at or above
    /// it, or an upper bound below it. When the small table has had its time the question is asked
    /// again with the large one, which knows what the small one did.
    pub(super) fn probe(&mut self, node: &Node<C>, beta: i32) -> Result<i32, Interrupt> {
        loop {
            let found = self.ask(node, beta);
            if found != Err(Interrupt::Crowded) {
                return found;
            }
            self.shared.table.grow();
        }
    }

    fn ask(&self, node: &Node<C>, beta: i32) -> Result<i32, Interrupt> {
        // What was cancelled before it began needs no thread.
        if self.clock.ended() == Some(StopReason::Interrupted) {
            return Err(Interrupt::By(StopReason::Interrupted));
        }
        let (shared, threads) = (&self.shared, self.clock.threads(self.threads.threads()));
        let alone = threads.get() == 1;
        // A short evaluation asks short questions: else one would take all its nodes.
        let left = self.pause.saturating_sub(self.clock.nodes());
        let look = left.clamp(LOOK_SOON, LOOK);
        let ended = |used| {
            if used >= self.pause.saturating_add(look) {
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
            // The first look is at a node of a round number, as all are.
            let budget = NodeBudget::looking_at(self.clock, look, 1);
            let mut worker = Worker::new(shared, alone, budget, &ended);
            let found = worker.search_turn(node, Window::null(beta - 1), &mut Expansion::none());
            drop(worker);
            // Who has no nodes left leaves it to those who have.
            let is_out = found == Err(Interrupt::By(StopReason::Nodes));
            // The first to end says what the others, halted by it, don't know.
            if is_out || !shared.halt.swap(true, Ordering::Relaxed) {
                let mut answer = unpoisoned(answer.lock());
                if !is_out || *answer == Err(Interrupt::Halted) {
                    *answer = found;
                }
            }
        });
        unpoisoned(answer.into_inner())
    }

    /// Tells whether to go on between two questions, or to end or to pause. (Where no nodes are
    /// left a question finds that out by itself; an answer may need none.)
    pub(super) fn goes_on(&self) -> Result<(), Interrupt> {
        goes_on(self.clock, self.pause)
    }

    /// Finds whether a move of a node brings at least a score; if so returns the node after it with
    /// the score that it has at least, seen from there, or none if the round is over.
    pub(super) fn reaches(
        &mut self,
        node: &Node<C>,
        hole: Hole,
        score: i32,
    ) -> Result<Option<Reached<C>>, Interrupt> {
        let (shared, mover) = (&self.shared, node.state.mover);
        let played = shared.kernel.play(&node.state, hole.index());
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

    /// All moves of a node that reach its score.
    pub(super) fn best_moves(
        &mut self,
        root: &Node<C>,
        score: i32,
    ) -> Result<Vec<Move>, Interrupt> {
        let (mut best, side) = (Vec::new(), root.state.mover);
        for hole in holes(self.shared.kernel.legal(&root.state)) {
            if self.reaches(root, hole, score)?.is_some() {
                best.push(Move { side, hole });
            }
        }
        Ok(best)
    }

    /// A line from a node that keeps at least its score, to the end of the round or up to where
    /// `enough` of a node and its score says so. `first` is a first move that is likely to do so.
    pub(super) fn line(
        &mut self,
        root: &Node<C>,
        score: i32,
        mut first: Option<Hole>,
        enough: &dyn Fn(&Node<C>, i32) -> bool,
    ) -> Result<Vec<Move>, Interrupt> {
        let (mut line, mut at) = (Vec::new(), (Some(*root), score));
        while let (Some(node), score) = at
            && !enough(&node, score)
        {
            let likely = match first.take() {
                Some(hole) => self.reaches(&node, hole, score)?.map(|reached| (hole, reached)),
                None => None,
            };
            let (hole, reached) = likely.map_or_else(|| self.reaching(&node, score), Ok)?;
            line.push(Move { side: node.state.mover, hole });
            at = reached;
        }
        Ok(line)
    }

    /// A move of a node that reaches its score, and the node after it.
    pub(super) fn reaching(
        &mut self,
        node: &Node<C>,
        score: i32,
    ) -> Result<(Hole, Reached<C>), Interrupt> {
        for hole in self.likely_to_reach(node, score) {
            if let Some(reached) = self.reaches(node, hole, score)? {
                return Ok((hole, reached));
            }
        }
        Err(self.shared.contradicted())
    }

    /// The legal moves, those first that are known to reach a score, and then in the order in which
    /// the search tries them: what it has found it then finds again soon, also where the table does
    /// not reach.
    pub(super) fn likely_first(&self, node: &Node<C>, score: i32) -> Vec<Hole> {
        let mut moves: Vec<Hole> = holes(self.shared.kernel.legal(&node.state)).collect();
        moves.sort_by_cached_key(|hole| {
            let (shared, before) = (&self.shared, &node.state);
            let played = shared.kernel.play(before, hole.index());
            let gain = shared.gain(before.cells, played.state.cells, before.mover);
            let index = hole.number() - 1;
            let again = played.outcome == Outcome::Again;
            let own = shared.ranking.in_play(played.state.cells).of(before.mover);
            let order = shared.order(&played.state, own, index, gain, again);
            Reverse((self.is_known_to_reach(before, &played, score), order))
        });
        moves
    }

    /// The same for a player who wants to reach the score: the turn by itself is tried too, where
    /// the table knows no move. (Boards with many seeds have no place in the table.)
    pub(super) fn likely_to_reach(&self, node: &Node<C>, score: i32) -> Vec<Hole> {
        let mut moves = self.likely_first(node, score);
        let known = moves.first().is_some_and(|hole| {
            let played = self.shared.kernel.play(&node.state, hole.index());
            self.is_known_to_reach(&node.state, &played, score)
        });
        let turn = (!known).then(|| self.turn_to(node, score)).flatten();
        if let Some(at) = turn.and_then(|first| moves.iter().position(|&hole| hole == first)) {
            moves[..=at].rotate_right(1);
        }
        moves
    }

    /// The first move of a turn that alone brings a score, if a beam finds one.
    fn turn_to(&self, node: &Node<C>, score: i32) -> Option<Hole> {
        let shared = &self.shared;
        let used = shared.kernel.relays() && shared.techniques.has(Technique::Turns);
        if !used || node.in_play < INSIDE_FROM {
            return None;
        }
        let enough = enough(shared, node, score)?;
        let mut budget = NodeBudget::new(self.clock);
        let spend = &mut || budget.spend();
        let turn = widening(shared.kernel, &node.state, WIDEST, enough, spend);
        let first = turn.line.first().filter(|_| turn.harvest >= enough);
        first.map(|first| first.hole)
    }

    /// Tells whether a move reaches a score by what the table says.
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

/// Tells whether to go on, with so many nodes before a pause.
pub(super) fn goes_on(clock: &Clock<'_>, pause: u64) -> Result<(), Interrupt> {
    match clock.ended() {
        Some(reason) => Err(Interrupt::By(reason)),
        None if clock.nodes() >= pause => Err(Interrupt::Paused),
        None => Ok(()),
    }
}
