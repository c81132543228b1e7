//! The choice of the next job: the leaf that does most for a proof or a disproof, by proof numbers.
//!
//! Many jobs are at work at the same time, and nobody knows yet what they find. A leaf at work
//! counts as harder than it is, for a proof and for a disproof alike: so the next job goes to the
//! other positions that are needed with it, and to another choice where that has become the easier
//! one. (Wu et al. assume that all at work fail, or all succeed; that settles positions by
//! assumption, and with them all that is below.) Where no leaf is left, those after the moves of a
//! position at work are dealt out in advance: its job may well end in vain, as most do early on.

use super::error::CampaignError;
use super::proof_tree::{Node, Tree};
use crate::board::{Position, Side};

/// A proof number of what can't be proven.
const NEVER: u64 = u64::MAX;

/// The number that a leaf counts besides while it is at work. (Measured; with 1 or a thousand fewer
/// jobs at the same time do what is needed.)
const AT_WORK: u64 = 16;

/// A job to be done: a position, and what is to be asked of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Job {
    /// The position.
    pub position: Position,
    /// It is asked whether the value is at least this.
    pub at_least: i32,
    /// The most nodes of the search.
    pub max_nodes: u64,
}

impl Tree {
    /// Proof and disproof number. A leaf counts once for whoever may choose his move there, and
    /// once for each move for the other.
    pub(super) fn numbers_of(&self, number: usize, lower: i32, upper: i32) -> (u64, u64) {
        let node = &self.nodes[number];
        if lower >= self.asked {
            return (0, NEVER);
        }
        if upper < self.asked {
            return (NEVER, 0);
        }
        if !node.apart {
            let moves = node.position.legal().count() as u64;
            let more = if node.busy { AT_WORK } else { 0 };
            return match node.position.mover() {
                Side::A => (1 + more, moves + more),
                Side::B => (moves + more, 1 + more),
            };
        }
        let below = || node.children.iter().map(|&child| &self.nodes[child]);
        let least = |number: fn(&Node) -> u64| below().map(number).min().unwrap_or(NEVER);
        let sum = |number: fn(&Node) -> u64| below().map(number).fold(0, u64::saturating_add);
        match node.position.mover() {
            Side::A => (least(|child| child.proof), sum(|child| child.disproof)),
            Side::B => (sum(|child| child.proof), least(|child| child.disproof)),
        }
    }

    /// Tells whether a position, or one below it, is open and not at work.
    pub(super) fn is_free(&self, number: usize) -> bool {
        let node = &self.nodes[number];
        if node.proof == 0 || node.disproof == 0 {
            return false;
        }
        let own = !node.apart && !node.busy;
        own || node.children.iter().any(|&child| self.nodes[child].free)
    }

    /// The job to be done next; its position counts as being at work until [`add`](Self::add)
    /// or [`give_up`](Self::give_up). None if the question is answered, or nothing is left that
    /// could matter.
    ///
    /// A job that ended in vain is asked again with twice as many nodes before its position is
    /// taken apart: what it has proven is handed on, so that little is searched twice, and the
    /// search chooses its moves better than proof numbers do.
    ///
    /// # Errors
    /// If results contradict each other.
    pub fn deal(&mut self) -> Result<Option<Job>, CampaignError> {
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
            if node.busy && node.proof != 0 && node.disproof != 0 {
                let grown = self.look_ahead(number);
                self.settle(grown)?;
            }
        }
        let number = self.most_proving();
        self.nodes[number].busy = true;
        self.at_work.push_back(number);
        self.settle([number])?;
        let position = self.nodes[number].position;
        Ok(Some(Job { position, at_least: asked, max_nodes: self.limit(&position) }))
    }

    /// The most nodes of a position's next job.
    fn limit(&self, position: &Position) -> u64 {
        let in_vain = self.facts.get(position).map_or(0, |fact| fact.in_vain);
        let twice = in_vain.saturating_mul(2);
        twice.clamp(self.job_nodes, self.most_nodes)
    }

    /// The leaf that does most for a proof or a disproof, of those that are free.
    fn most_proving(&self) -> usize {
        let mut number = 0;
        loop {
            let node = &self.nodes[number];
            if !node.apart && !node.busy {
                return number;
            }
            let below = node.children.iter().copied();
            let below = below.filter(|&child| self.nodes[child].free);
            let child = match node.position.mover() {
                Side::A => below.min_by_key(|&child| self.nodes[child].proof),
                Side::B => below.min_by_key(|&child| self.nodes[child].disproof),
            };
            number = child.expect("what is free has something free below it");
        }
    }
}
