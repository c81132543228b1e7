//! The work of an evaluation between two iterations that needs no horizon: whole turns, and
//! questions to the solver.

use super::bounds::Bounds;
use super::findings::Known;
use super::root::Root;
use super::shared_state::{Interrupt, Node};
use crate::board::Cells;
use crate::control::{MAX_DEPTH, NodeBudget, StopReason};
use crate::moves::Move;
use crate::turns::{WIDEN, beam, turn_of};

/// Positions of a layer in the widest beam through a turn.
const WIDEST: usize = 256;

/// Nodes that are few: they take less time than a person notices.
const FEW: u64 = 1 << 16;

/// Nodes with fewer than which the solver is not asked: it hardly proves anything with them.
const LEAST_PROOF: u64 = 1 << 7;

/// The part of the nodes that may go to turns.
const TURNS_SHARE: u64 = 16;

impl<C: Cells> Root<'_, '_, C> {
    /// Does what needs no horizon: whole turns, and the solver's questions.
    pub(super) fn between_depths(&mut self) -> Result<(), StopReason> {
        if self.driver.shared.kernel.repeats() {
            return Ok(());
        }
        self.turns()?;
        self.sort();
        self.prove()
    }

    /// Takes in what is proven of the position before the search: no move brings its player more,
    /// and of a known value the best ones bring just that.
    pub(super) fn take_known(&mut self, known: Option<&Known>) {
        let (shared, start) = (&self.driver.shared, &self.start);
        let Some(known) = known.filter(|_| !shared.kernel.repeats()) else {
            return;
        };
        let mover = start.mover;
        let won = shared.won(start.cells, mover) - shared.won(start.cells, mover.other());
        let exact = known.value().is_some();
        let score =
            known.bounds.seen_by(mover).less(won).even_as(shared.node(start).in_play.cast_signed());
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

    /// Takes in moves of the first turn that are known to be good.
    pub(super) fn take_turn(&mut self, line: &[Move]) {
        let shared = &self.driver.shared;
        let Some((first, rest)) = line.split_first() else {
            return;
        };
        let first = self.so_far.moves.iter_mut().find(|root| root.played == *first);
        if let Some(root) = first.filter(|root| root.goes_on)
            && let Some(node) = root.after
            && !shared.kernel.repeats()
        {
            let won = shared.won(node.state.cells, node.state.mover);
            root.harvested(turn_of(shared.kernel, &node.state, rest), won);
        }
    }

    /// Searches the turns that begin after the root moves, or go on there, in wider and wider
    /// beams.
    fn turns(&mut self) -> Result<(), StopReason> {
        let shared = &self.driver.shared;
        let before = self.clock.nodes();
        // Wider beams cost as much more as they are wider.
        let next = self.so_far.on_turns * WIDEN as u64;
        if self.so_far.width > WIDEST || TURNS_SHARE * next > before {
            return Ok(());
        }
        let mut budget = NodeBudget::new(self.clock);
        for root in self.so_far.moves.iter_mut().filter(|root| !root.is_proven()) {
            let state = root.after.expect("a round that is over is proven").state;
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

    /// Asks the solver for the value, with as many nodes in all as were spent on other things.
    /// What it finds is in the table, also when it has to pause.
    fn prove(&mut self) -> Result<(), StopReason> {
        let node = self.driver.shared.node(&self.start);
        if !self.may_prove() || self.bounds().lower == self.bounds().upper {
            return Ok(());
        }
        let used = self.clock.nodes();
        let others = used - self.so_far.on_proofs;
        let nodes = self.so_far.on_proofs.max(others) - self.so_far.on_proofs;
        if nodes < LEAST_PROOF {
            return Ok(());
        }
        self.driver.pause = used + nodes;
        let legal = self.driver.shared.kernel.legal(&self.start).count_ones();
        let ended = match self.so_far.moves.len() == legal as usize {
            true => self.close_in_on_value(&node),
            false => self.close_in_on_moves(Bounds::ALL, None),
        };
        self.so_far.on_proofs += self.clock.nodes() - used;
        match ended {
            // Where the stack is too small for a line to its end it is not for the next iteration.
            Err(Interrupt::By(reason)) if reason != StopReason::Depth => Err(reason),
            _ => Ok(()),
        }
    }

    /// Tells whether the solver can be asked: within a horizon nothing behind it is looked at, and
    /// it needs keys.
    fn may_prove(&self) -> bool {
        let node = self.driver.shared.node(&self.start);
        self.depth == MAX_DEPTH && node.key.is_some() && !self.driver.shared.kernel.repeats()
    }

    /// Closes in on the value of the position, until the solver has to pause.
    fn close_in_on_value(&mut self, node: &Node<C>) -> Result<(), Interrupt> {
        let (mut bounds, guess) = (self.bounds(), self.so_far.moves[0].score().seeds);
        bounds.close_in(Bounds::ALL, guess, |least, _| {
            self.driver.goes_on()?;
            let found = self.driver.probe(node, least)?;
            if found >= least {
                let (hole, _) = self.driver.reaching(node, found)?;
                let root = self.so_far.moves.iter_mut().find(|root| root.played.hole == hole);
                root.expect("every legal move").bound(found, i32::MAX);
            } else {
                for root in &mut self.so_far.moves {
                    root.bound(i32::MIN, found);
                }
            }
            Ok(found)
        })
    }

    /// Closes in on the score of each move by itself, from a guess, as far as `goal` asks. What the
    /// position is worth says nothing where some of its moves are not looked at.
    fn close_in_on_moves(&mut self, goal: Bounds, guess: Option<i32>) -> Result<(), Interrupt> {
        let (so_far, driver) = (&mut *self.so_far, &mut self.driver);
        for root in &mut so_far.moves {
            let Some(node) = root.after else { continue };
            let (mut score, guess) = (root.bounds, guess.unwrap_or(root.score().seeds));
            let ended = score.close_in(goal, guess, |least, _| {
                driver.goes_on()?;
                let asked = root.after_score(least);
                let beta = if root.goes_on { asked } else { asked + 1 };
                Ok(root.seen(driver.probe(&node, beta)?))
            });
            root.bound(score.lower, score.upper);
            ended?;
        }
        Ok(())
    }

    /// Finds, when the value is proven, whether the other moves reach it too, then what they are
    /// worth, as far as that takes no more nodes than the value did, or few.
    pub(super) fn verify_other_moves(&mut self) {
        if !self.may_prove() {
            return;
        }
        self.driver.pause = Self::pause_after(self.clock.nodes());
        let value = self.bounds().lower;
        let only = Bounds { lower: value - 1, upper: value };
        // A limit ends both.
        let _ = self
            .close_in_on_moves(only, Some(value))
            .and_then(|()| self.close_in_on_moves(Bounds::ALL, None));
    }

    /// The nodes after which to stop looking at what was not asked for, when so many are spent.
    pub(super) fn pause_after(used: u64) -> u64 {
        used.saturating_add(used.max(FEW))
    }
}
