//! Which job to deal out next: the leaf that does most for a proof or a disproof, by proof numbers.

use super::error::CampaignError;
use super::tree::{Node, Tree};
use crate::board::{Position, Side};

/// A proof number of what can't be proven.
const NEVER: u64 = u64::MAX;

/// What is assumed of positions at work, so that the next one is chosen elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Assume {
    /// That they disprove (the paper's virtual loss).
    Loss,
    /// That they prove.
    Win,
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
        if node.children.is_empty() {
            let moves = node.position.legal().count() as u64;
            return match (node.busy, self.assume, node.position.mover()) {
                (true, Assume::Loss, _) => (NEVER, 0),
                (true, Assume::Win, _) => (0, NEVER),
                (false, _, Side::A) => (1, moves),
                (false, _, Side::B) => (moves, 1),
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

    /// The position to be asked next, with the value that it is to be asked for; it counts as being
    /// at work from now on. None if the question is answered, or all that could matter is at work.
    pub(super) fn next(&mut self) -> Result<Option<(Position, i32)>, CampaignError> {
        let Some(asked) = self.question() else {
            return Ok(None);
        };
        if asked != self.asked {
            self.asked = asked;
            self.settle_all()?;
        }
        for _ in 0..2 {
            if let Some(number) = self.most_proving() {
                self.nodes[number].busy = true;
                self.settle([number])?;
                return Ok(Some((self.nodes[number].position, asked)));
            }
            self.assume = match self.assume {
                Assume::Loss => Assume::Win,
                Assume::Win => Assume::Loss,
            };
            self.settle_all()?;
        }
        Ok(None)
    }

    /// The leaf that does most for a proof or a disproof; none if the root is decided, or would be
    /// with what is assumed of positions at work.
    fn most_proving(&self) -> Option<usize> {
        let root = &self.nodes[0];
        if root.proof == 0 || root.disproof == 0 {
            return None;
        }
        let mut number = 0;
        loop {
            let node = &self.nodes[number];
            let below = node.children.iter().copied();
            let child = match node.position.mover() {
                Side::A => below.min_by_key(|&child| self.nodes[child].proof),
                Side::B => below.min_by_key(|&child| self.nodes[child].disproof),
            };
            match child {
                Some(child) => number = child,
                None => return Some(number),
            }
        }
    }
}
