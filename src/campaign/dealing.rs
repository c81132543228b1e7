//! Choosing the next job: the most-proving leaf, by proof numbers.
//!
//! Many jobs run at the same time, with unknown results. A leaf whose job is running counts as
//! harder than it is, both for a proof and for a disproof. So the next job goes to other positions
//! that the same proof needs, or to an alternative that has become easier. (Wu et al. assume that
//! all running jobs fail, or that all succeed; this settles positions, and everything below them,
//! by assumption.) If no leaf is free, the positions after the moves of a running job's position
//! are dealt in advance, since its job may well fail, as most early ones do.

use super::proof_tree::Tree;
use super::question::Question;
use crate::ask::Limits;
use crate::batch::Job;
use crate::board::Position;
use crate::moves::legal_moves;
use crate::text::Diagnostic;

/// The proof number of something that can't be proven.
const INFINITE: u64 = u64::MAX;

/// The number added to a leaf while its job is running. (Measured: with 1 or with 1,000, fewer
/// concurrent jobs are useful.)
const BUSY_COST: u64 = 16;

impl Tree {
    /// Returns the proof and disproof number: the minimum number of leaves to prove for A's and for
    /// B's goal. A leaf counts once for the player who can choose the move there, and once per move
    /// for the opponent.
    pub(super) fn numbers_of(&self, number: usize, [of_a, of_b]: [i32; 2]) -> [u64; 2] {
        let node = &self.nodes[number];
        if of_a >= self.target {
            return [0, INFINITE];
        }
        if -of_b < self.target {
            return [INFINITE, 0];
        }
        let (mover, other) = (node.position.mover().index(), node.position.mover().other().index());
        let mut numbers = [0; 2];
        if node.expanded {
            let below = |side: usize| {
                node.children.iter().map(move |&child| self.nodes[child].numbers[side])
            };
            numbers[mover] = below(mover).min().unwrap_or(INFINITE);
            numbers[other] = below(other).fold(0, u64::saturating_add);
        } else {
            let more = if node.busy { BUSY_COST } else { 0 };
            numbers[mover] = 1 + more;
            numbers[other] =
                legal_moves(self.question.game.rules(), &node.position).len() as u64 + more;
        }
        numbers
    }

    /// Whether a position, or one below it, is open and has no running job.
    pub(super) fn is_free(&self, number: usize) -> bool {
        let node = &self.nodes[number];
        if node.numbers.contains(&0) {
            return false;
        }
        let own = !node.expanded && !node.busy;
        own || node.children.iter().any(|&child| self.nodes[child].free)
    }

    /// Returns the next job. Its position counts as busy until [`add`](Self::add). None if the
    /// question is answered or no remaining job could matter.
    ///
    /// A failed job is repeated with twice as many nodes before its position is expanded, because
    /// the search chooses its moves better than proof numbers do.
    ///
    /// # Errors
    /// If results are contradictory.
    pub fn deal(&mut self) -> Result<Option<Job>, Diagnostic> {
        let Some(target) = self.next_target() else {
            return Ok(None);
        };
        if target != self.target {
            self.target = target;
            self.settle_all()?;
        }
        while !self.nodes[0].free {
            // The earliest jobs are the likeliest to matter.
            let Some(number) = self.in_progress.pop_front() else {
                return Ok(None);
            };
            let node = &self.nodes[number];
            if node.busy && !node.numbers.contains(&0) {
                let grown = self.look_ahead(number);
                self.settle(grown)?;
            }
        }
        let number = self.most_proving();
        self.nodes[number].busy = true;
        self.in_progress.push_back(number);
        self.settle([number])?;
        let Question { preset, game, .. } = self.question;
        let game = game.at(self.nodes[number].position);
        Ok(Some(Job {
            line: 0,
            id: None,
            preset,
            game,
            set: None,
            at_least: Some(target),
            limits: Limits::default().with_nodes(Some(self.limit(game.position()))),
            others: Vec::new(),
        }))
    }

    /// The node limit of a position's next job.
    fn limit(&self, position: &Position) -> u64 {
        let failed_nodes = self.facts.get(position).map_or(0, |fact| fact.failed_nodes);
        let twice = failed_nodes.saturating_mul(2);
        twice.clamp(self.question.job_nodes, self.question.most_nodes)
    }

    /// Returns the free leaf that contributes most to a proof or a disproof.
    fn most_proving(&self) -> usize {
        let mut number = 0;
        loop {
            let node = &self.nodes[number];
            if !node.expanded && !node.busy {
                return number;
            }
            let mover = node.position.mover().index();
            let below = node.children.iter().copied();
            let below = below.filter(|&child| self.nodes[child].free);
            let child = below.min_by_key(|&child| self.nodes[child].numbers[mover]);
            number = child.expect("a free position has a free leaf below it");
        }
    }
}
