//! What an evaluation does between two iterations and needs no horizon: whole turns, and questions
//! to the solver.

use super::closing_in::Range;
use super::root::Root;
use super::root_move::RootMove;
use super::worker::{Ended, Worker};
use crate::board::Cells;
use crate::control::{MAX_DEPTH, Purse, StopReason};
use crate::turns::{WIDEN, beam};

/// Positions of a layer in the widest beam through a turn.
const WIDEST: usize = 256;

/// The part of the nodes that may go to turns.
const TURNS_SHARE: u64 = 16;

impl<C: Cells> Root<'_, C> {
    /// What needs no horizon: whole turns, and the solver's questions.
    pub(super) fn without_horizon(&mut self) -> Result<(), StopReason> {
        if self.driver.shared.kernel.repeats() {
            return Ok(());
        }
        self.turns()?;
        self.sort();
        self.prove()
    }

    /// Searches the turns that begin after the root moves, or go on there, in wider and wider
    /// beams.
    fn turns(&mut self) -> Result<(), StopReason> {
        let shared = &self.driver.shared;
        let before = self.clock.nodes();
        // Wider beams cost as much more as they are wider.
        let next = self.on_turns * WIDEN as u64;
        if self.width > WIDEST || TURNS_SHARE * next > before {
            return Ok(());
        }
        let mut purse = Purse::new(self.clock, true);
        for root in self.moves.iter_mut().filter(|root| !root.is_proven()) {
            let state = root.after.expect("a round that is over is proven").state;
            let won = shared.won(state.cells, state.mover);
            let turn = beam(shared.kernel, &state, self.width, &mut || purse.spend());
            let stopped = turn.stopped;
            root.harvested(turn, won);
            stopped.map_or(Ok(()), Err)?;
        }
        drop(purse);
        self.width *= WIDEN;
        self.on_turns += self.clock.nodes() - before;
        Ok(())
    }

    /// Asks the solver for the moves' values, with as many nodes in all as were spent on other
    /// things. What it finds is in the table, also when it has to pause.
    fn prove(&mut self) -> Result<(), StopReason> {
        let node = self.driver.shared.node(&self.start);
        if self.depth < MAX_DEPTH || node.key.is_none() {
            return Ok(());
        }
        let used = self.clock.nodes();
        let others = used - self.on_proofs;
        let until = self.on_proofs.max(others) - self.on_proofs + used;
        self.driver.pause = until.min(self.most());
        let ended = self.close_in_on_all();
        self.on_proofs += self.clock.nodes() - used;
        ended
    }

    /// Closes in on the values of all moves, the best first, until the solver has to pause.
    fn close_in_on_all(&mut self) -> Result<(), StopReason> {
        for number in 0..self.moves.len() {
            let mut root = self.moves[number].clone();
            let ended = self.close_in(&mut root).err();
            self.moves[number] = root;
            match ended {
                // The stack is too small for a line to its end, but not for the next iteration.
                Some(Ended::By(StopReason::Depth)) => break,
                Some(Ended::By(reason)) => return Err(reason),
                Some(_) => break,
                None => {}
            }
        }
        Ok(())
    }

    /// Nodes after which the solver must not go on: its threads look at the limit now and then
    /// only.
    pub(super) fn most(&self) -> u64 {
        let overrun = 2 * Worker::<C>::LOOK * self.driver.threads.get() as u64;
        self.nodes.saturating_sub(overrun)
    }

    /// Closes in on the value of a root move, from what it was estimated to be.
    fn close_in(&self, root: &mut RootMove<C>) -> Result<(), Ended> {
        let Some(node) = root.after else {
            return Ok(());
        };
        let mut score = root.bounds;
        let ended = score.close_in(Range::ALL, root.score().seeds, |least, _| {
            if self.clock.nodes() >= self.driver.pause {
                return Err(Ended::Paused);
            }
            let asked = root.after_score(least);
            let beta = if root.goes_on { asked } else { asked + 1 };
            Ok(root.seen(self.driver.probe(&node, beta)?))
        });
        root.bound(score.lower, score.upper);
        ended
    }
}
