//! The choice of the next job: the leaf that does most for a proof or a disproof, by proof numbers.
//!
//! Many jobs are at work at the same time, and nobody knows yet what they find. A leaf at work
//! counts as harder than it is, for a proof and for a disproof alike: so the next job goes to the
//! other positions that are needed with it, and to another choice where that has become the easier
//! one. (Wu et al. assume that all at work fail, or all succeed; that settles positions by
//! assumption, and with them all that is below.) Where no leaf is left, those after the moves of a
//! position at work are dealt out in advance: its job may well end in vain, as most do early on.

use super::proof_tree::Tree;
use super::question::Question;
use crate::ask::Limits;
use crate::batch::Job;
use crate::board::Position;
use crate::text::Diagnostic;

/// A proof number of what can't be proven.
const NEVER: u64 = u64::MAX;

/// The number that a leaf counts besides while it is at work. (Measured; with 1 or a thousand fewer
/// jobs at the same time do what is needed.)
const AT_WORK: u64 = 16;

impl Tree {
    /// Proof and disproof number: the leaves that must at least be proven for what A wants, and for
    /// what B wants. A leaf counts once for whoever may choose his move there, and once for each
    /// move for the other.
    pub(super) fn numbers_of(&self, number: usize, [of_a, of_b]: [i32; 2]) -> [u64; 2] {
        let node = &self.nodes[number];
        if of_a >= self.asked {
            return [0, NEVER];
        }
        if -of_b < self.asked {
            return [NEVER, 0];
        }
        let (mover, other) = (node.position.mover().index(), node.position.mover().other().index());
        let mut numbers = [0; 2];
        if node.apart {
            let below = |side: usize| {
                node.children.iter().map(move |&child| self.nodes[child].numbers[side])
            };
            numbers[mover] = below(mover).min().unwrap_or(NEVER);
            numbers[other] = below(other).fold(0, u64::saturating_add);
        } else {
            let more = if node.busy { AT_WORK } else { 0 };
            numbers[mover] = 1 + more;
            numbers[other] = node.position.legal().count() as u64 + more;
        }
        numbers
    }

    /// Tells whether a position, or one below it, is open and not at work.
    pub(super) fn is_free(&self, number: usize) -> bool {
        let node = &self.nodes[number];
        if node.numbers.contains(&0) {
            return false;
        }
        let own = !node.apart && !node.busy;
        own || node.children.iter().any(|&child| self.nodes[child].free)
    }

    /// The job to be done next; its position counts as being at work until [`add`](Self::add).
    /// None if the question is answered, or nothing is left that could matter.
    ///
    /// A job that ended in vain is asked again with twice as many nodes before its position is
    /// taken apart: the search chooses its moves better than proof numbers do.
    ///
    /// # Errors
    /// If results contradict each other.
    pub fn deal(&mut self) -> Result<Option<Job>, Diagnostic> {
        let Some(asked) = self.question() else {
            return Ok(None);
        };
        if asked != self.asked {
            self.asked = asked;
            self.settle_all()?;
        }
        while !self.nodes[0].free {
            // Those that were dealt out first are the likeliest to matter.
            let Some(number) = self.at_work.pop_front() else {
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
        self.at_work.push_back(number);
        self.settle([number])?;
        let Question { preset, game, .. } = self.asks;
        let game = game.at(self.nodes[number].position);
        Ok(Some(Job {
            line: 0,
            id: None,
            preset,
            game,
            at_least: Some(asked),
            limits: Limits::default().with_nodes(Some(self.limit(game.position()))),
            others: Vec::new(),
        }))
    }

    /// The most nodes of a position's next job.
    fn limit(&self, position: &Position) -> u64 {
        let in_vain = self.facts.get(position).map_or(0, |fact| fact.in_vain);
        let twice = in_vain.saturating_mul(2);
        twice.clamp(self.asks.job_nodes, self.asks.most_nodes)
    }

    /// The leaf that does most for a proof or a disproof, of those that are free.
    fn most_proving(&self) -> usize {
        let mut number = 0;
        loop {
            let node = &self.nodes[number];
            if !node.apart && !node.busy {
                return number;
            }
            let mover = node.position.mover().index();
            let below = node.children.iter().copied();
            let below = below.filter(|&child| self.nodes[child].free);
            let child = below.min_by_key(|&child| self.nodes[child].numbers[mover]);
            number = child.expect("what is free has something free below it");
        }
    }
}
