//! What an evaluation does between two iterations without a horizon: beam searches through whole
//! turns, and null-window proofs.

use super::bounds::Bounds;
use super::findings::Known;
use super::root::Root;
use super::shared_state::{Interrupt, Node};
use crate::board::Cells;
use crate::control::{MAX_DEPTH, NodeBudget, StopReason};
use crate::moves::Move;
use crate::turns::{WIDEN, beam, turn_of};

/// Maximum beam width through a turn.
const MAX_WIDTH: usize = 256;

/// Nodes that take less time than a person notices.
const FEW_NODES: u64 = 1 << 16;

/// Minimum budget for a proof: with fewer nodes the solver rarely proves anything.
const MIN_PROOF_NODES: u64 = 1 << 7;

/// Beams through turns get at most one node in this many.
const TURNS_DIVISOR: u64 = 16;

impl<C: Cells> Root<'_, '_, C> {
    /// Runs the beams through turns, then the proofs.
    pub(super) fn between_depths(&mut self) -> Result<(), StopReason> {
        if self.driver.shared.kernel.repeats() {
            return Ok(());
        }
        self.turns()?;
        self.sort();
        self.prove()
    }

    /// Applies the facts proven before the search: no move exceeds the upper bound, and the best
    /// moves of a known value reach exactly that value.
    pub(super) fn take_known(&mut self, known: Option<&Known>) {
        let (shared, start) = (&self.driver.shared, &self.start);
        let Some(known) = known.filter(|_| !shared.kernel.repeats()) else {
            return;
        };
        let mover = start.mover;
        let won = shared.won(start.cells, mover) - shared.won(start.cells, mover.other());
        let exact = known.value().is_some();
        let in_play = shared.node(start).in_play.cast_signed();
        let score = shared.even_as(known.bounds.seen_by(mover).less(won), in_play);
        self.so_far.known = score;
        let least_loss = i32::from(known.all_best && exact);
        for root in &mut self.so_far.moves {
            if exact && known.best.contains(&root.played) {
                root.bound(score.lower, score.upper);
                if known.line.first() == Some(&root.played) {
                    root.complete(known.line[1..].to_vec());
                }
            } else {
                root.bound(i32::MIN, score.upper.saturating_sub(least_loss));
            }
        }
        self.sort();
    }

    /// Applies good moves of the first turn, such as the book's.
    pub(super) fn take_turn(&mut self, line: &[Move]) {
        let shared = &self.driver.shared;
        let Some((first, rest)) = line.split_first() else {
            return;
        };
        let first = self.so_far.moves.iter_mut().find(|root| root.played == *first);
        if let Some(root) = first.filter(|root| root.moves_again)
            && let Some(node) = root.after
            && !shared.kernel.repeats()
        {
            let won = shared.won(node.state.cells, node.state.mover);
            root.harvested(turn_of(shared.kernel, &node.state, rest), won);
        }
    }

    /// Searches the turns that start or continue after the root moves, with ever wider beams.
    fn turns(&mut self) -> Result<(), StopReason> {
        let shared = &self.driver.shared;
        let before = self.clock.nodes();
        // The cost of a beam is proportional to its width.
        let next = self.so_far.on_turns * WIDEN as u64;
        if self.so_far.width > MAX_WIDTH || TURNS_DIVISOR * next > before {
            return Ok(());
        }
        let mut budget = NodeBudget::new(self.clock);
        for root in self.so_far.moves.iter_mut().filter(|root| !root.is_proven()) {
            let state = root.after.expect("a move that ends the round is proven").state;
            let won = shared.won(state.cells, state.mover);
            let turn = beam(shared.kernel, &state, self.so_far.width, &mut || budget.spend());
            let stopped = turn.stopped;
            root.harvested(turn, won);
            stopped.map_or(Ok(()), Err)?;
        }
        drop(budget);
        self.so_far.width *= WIDEN;
        self.so_far.on_turns += self.clock.nodes() - before;
        Ok(())
    }

    /// Runs the solver with a budget equal to all nodes spent on other things so far. Its results
    /// stay in the transposition table, even if it has to pause.
    fn prove(&mut self) -> Result<(), StopReason> {
        let node = self.driver.shared.node(&self.start);
        if !self.may_prove() || self.bounds().lower == self.bounds().upper {
            return Ok(());
        }
        let used = self.clock.nodes();
        let others = used - self.so_far.on_proofs;
        let nodes = self.so_far.on_proofs.max(others) - self.so_far.on_proofs;
        if nodes < MIN_PROOF_NODES {
            return Ok(());
        }
        self.driver.pause = used + nodes;
        let all = self.driver.shared.kernel.moves(&self.start).count();
        let ended = match self.so_far.moves.len() == all {
            true => self.close_in_on_value(&node),
            false => self.close_in_on_moves(Bounds::ALL, None),
        };
        self.so_far.on_proofs += self.clock.nodes() - used;
        match ended {
            // A line too deep for the stack may still be no problem for the next iteration.
            Err(Interrupt::By(reason)) if reason != StopReason::Depth => Err(reason),
            _ => Ok(()),
        }
    }

    /// Whether proofs are allowed: not with a depth limit, which forbids looking beyond the
    /// horizon, and only for positions with a key.
    fn may_prove(&self) -> bool {
        let node = self.driver.shared.node(&self.start);
        self.depth == MAX_DEPTH && node.key.is_some() && !self.driver.shared.kernel.repeats()
    }

    /// Closes in on the value of the position until the solver has to pause.
    fn close_in_on_value(&mut self, node: &Node<C>) -> Result<(), Interrupt> {
        let (mut bounds, guess) = (self.bounds(), self.so_far.moves[0].score().seeds);
        bounds.close_in(Bounds::ALL, guess, |least, _| {
            self.driver.check_limits()?;
            let found = self.driver.probe(node, least)?;
            if found >= least {
                let (made, _) = self.driver.reaching(node, found)?;
                let root = self.so_far.moves.iter_mut().find(|root| root.played == made);
                root.expect("every legal move").bound(found, i32::MAX);
            } else {
                for root in &mut self.so_far.moves {
                    root.bound(i32::MIN, found);
                }
            }
            Ok(found)
        })
    }

    /// Closes in on the score of each move separately, starting from a guess, as far as `goal`
    /// requires. With only some moves selected, the position's value says nothing about theirs.
    fn close_in_on_moves(&mut self, goal: Bounds, guess: Option<i32>) -> Result<(), Interrupt> {
        let (so_far, driver) = (&mut *self.so_far, &mut self.driver);
        for root in &mut so_far.moves {
            let Some(node) = root.after else { continue };
            let (mut score, guess) = (root.bounds, guess.unwrap_or(root.score().seeds));
            let ended = score.close_in(goal, guess, |least, _| {
                driver.check_limits()?;
                let score = root.after_score(least);
                let beta = if root.moves_again { score } else { score + 1 };
                Ok(root.move_score(driver.probe(&node, beta)?))
            });
            root.bound(score.lower, score.upper);
            ended?;
        }
        Ok(())
    }

    /// After the value is proven, tests whether the other moves reach it too, and then finds their
    /// values, with at most as many nodes as the value took, or [`FEW_NODES`].
    pub(super) fn verify_other_moves(&mut self) {
        if !self.may_prove() {
            return;
        }
        self.driver.pause = Self::pause_after(self.clock.nodes());
        let value = self.bounds().lower;
        let only = Bounds { lower: value - 1, upper: value };
        // A limit ends both searches; the bounds so far are kept.
        let _ = self
            .close_in_on_moves(only, Some(value))
            .and_then(|()| self.close_in_on_moves(Bounds::ALL, None));
    }

    /// The node count at which optional work stops, after `used` nodes.
    pub(super) fn pause_after(used: u64) -> u64 {
        used.saturating_add(used.max(FEW_NODES))
    }
}
