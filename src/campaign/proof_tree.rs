//! The tree of a campaign: positions that were taken apart, what is known of them, and which of
//! the open ones to ask next.
//!
//! Positions that are reached in several ways are there once. Positions don't recur, so what is
//! known settles from the leaves upwards, and what it settles at does not depend on the order in
//! which results came.

use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::Range;

use super::claim::Claim;
use super::error::{CampaignError, Origin};
use super::finding::Finding;
use super::question::Question;
use crate::board::{Position, Side};
use crate::moves::trace;
use crate::rules::Rules;
use crate::search::Bounds;

/// A bound, and the result that it rests on; none if it follows from the rules alone.
#[derive(Clone, Debug)]
pub(super) struct Bound {
    pub value: i32,
    pub by: Option<Origin>,
    /// The nodes of that result.
    pub nodes: u64,
}

/// The results on a position by itself.
#[derive(Clone, Debug)]
pub(super) struct Fact {
    pub lower: Bound,
    pub upper: Bound,
    /// The most nodes with which a job found no answer; 0 if none was tried.
    pub in_vain: u64,
}

/// A position of the tree.
pub(super) struct Node {
    pub position: Position,
    pub children: Vec<usize>,
    parents: Vec<usize>,
    pub lower: Bound,
    pub upper: Bound,
    /// The number of leaves that must at least be proven for "the value is at least v"; and for "it
    /// is not".
    pub proof: u64,
    pub disproof: u64,
    /// True if it is taken apart: what is known of those after its moves counts. Until then they
    /// are at most dealt out in advance.
    pub apart: bool,
    /// True if a job is at work on it.
    pub busy: bool,
    /// True if it or one below it is open and not at work.
    pub free: bool,
}

/// The tree of a campaign: what is known of its positions, and which of them to ask next.
///
/// It is in memory alone: a [`Campaign`](super::Campaign) has one, and keeps the results.
pub struct Tree {
    pub(super) rules: Rules,
    goal: Bounds,
    estimate: i32,
    pub(super) job_nodes: u64,
    pub(super) most_nodes: u64,
    pub(super) facts: HashMap<Position, Fact>,
    index: HashMap<Position, usize>,
    /// The first is the root.
    pub(super) nodes: Vec<Node>,
    /// The value that proof numbers are about.
    pub(super) asked: i32,
    /// Positions in the order in which they were dealt out, to be looked ahead of.
    pub(super) at_work: VecDeque<usize>,
}

impl Tree {
    /// The tree without any result.
    ///
    /// # Errors
    /// None: those of later results come from the same place.
    pub fn new(question: &Question) -> Result<Tree, CampaignError> {
        let mut tree = Tree {
            rules: *question.game.rules(),
            goal: question.goal.matters(),
            estimate: question.estimate,
            job_nodes: question.job_nodes,
            most_nodes: question.most_nodes,
            facts: HashMap::new(),
            index: HashMap::new(),
            nodes: Vec::new(),
            asked: question.estimate,
            at_work: VecDeque::new(),
        };
        tree.node(*question.game.position());
        tree.settle([0])?;
        Ok(tree)
    }

    /// Returns what is proven of the root.
    pub(super) fn bounds(&self) -> Bounds {
        let root = &self.nodes[0];
        Bounds { lower: root.lower.value, upper: root.upper.value }
    }

    /// The value that is asked for next; none if the campaign's question is answered.
    pub(super) fn question(&self) -> Option<i32> {
        self.bounds().open(self.goal, self.estimate)
    }

    /// The bounds of the root that answer the question; none if it is open.
    pub(super) fn answer(&self) -> Option<Vec<Claim>> {
        if self.question().is_some() {
            return None;
        }
        let (bounds, goal) = (self.bounds(), self.goal);
        let lower = (bounds.lower > goal.lower).then(|| bounds.lower.min(goal.upper));
        let upper = (bounds.upper < goal.upper).then(|| bounds.upper.max(goal.lower));
        let lower = lower.map(Claim::AtLeast);
        Some(lower.into_iter().chain(upper.map(Claim::AtMost)).collect())
    }

    /// Tells whether the campaign's question is answered.
    #[must_use]
    pub fn is_answered(&self) -> bool {
        self.question().is_none()
    }

    /// Takes a result in, which stands in this place; whether it says anything new.
    ///
    /// # Errors
    /// If it contradicts others.
    pub fn add(&mut self, finding: &Finding, by: &Origin) -> Result<bool, CampaignError> {
        let position = finding.position;
        let fact = self.facts.entry(position).or_insert_with(|| fact(&position));
        let mut new = false;
        let bound = |value| Bound { value, by: Some(by.clone()), nodes: finding.nodes };
        if finding.lower > fact.lower.value {
            (fact.lower, new) = (bound(finding.lower), true);
        }
        if finding.upper < fact.upper.value {
            (fact.upper, new) = (bound(finding.upper), true);
        }
        let in_vain = finding.in_vain().unwrap_or(0);
        if in_vain > fact.in_vain {
            (fact.in_vain, new) = (in_vain, true);
        }
        expect_order(&position, &fact.lower, &fact.upper)?;
        if let Some(&number) = self.index.get(&position) {
            self.nodes[number].busy = false;
            let grown = self.grow(number);
            self.settle(grown)?;
        }
        Ok(new)
    }

    /// Gives up a job without a result.
    ///
    /// # Errors
    /// As [`add`](Self::add).
    pub fn give_up(&mut self, position: &Position) -> Result<(), CampaignError> {
        match self.index.get(position) {
            Some(&number) => {
                self.nodes[number].busy = false;
                self.settle([number])
            }
            None => Ok(()),
        }
    }

    /// The number of a position, which is made part of the tree if it is not.
    fn node(&mut self, position: Position) -> usize {
        if let Some(&number) = self.index.get(&position) {
            return number;
        }
        let Fact { lower, upper, .. } = fact(&position);
        self.index.insert(position, self.nodes.len());
        self.nodes.push(Node {
            position,
            children: Vec::new(),
            parents: Vec::new(),
            lower,
            upper,
            proof: 1,
            disproof: 1,
            apart: false,
            busy: false,
            free: true,
        });
        self.nodes.len() - 1
    }

    /// Takes a position apart if a job was tried in vain, and those below it; all that changed.
    fn grow(&mut self, number: usize) -> Vec<usize> {
        let (mut grown, mut next) = (Vec::new(), vec![number]);
        while let Some(number) = next.pop() {
            grown.push(number);
            let Node { position, apart, .. } = self.nodes[number];
            let in_vain = self.facts.get(&position).map_or(0, |fact| fact.in_vain);
            if in_vain >= self.most_nodes && !apart && !position.is_over() {
                next.extend(self.open(number));
                self.nodes[number].apart = true;
            }
        }
        grown
    }

    /// Makes the positions after a position's moves part of the tree; those that were not.
    fn open(&mut self, number: usize) -> Range<usize> {
        let (before, position) = (self.nodes.len(), self.nodes[number].position);
        if self.nodes[number].children.is_empty() {
            for hole in position.legal() {
                let played = trace(&self.rules, &position, hole).expect("a legal move");
                let child = self.node(played.after);
                if !self.nodes[number].children.contains(&child) {
                    self.nodes[number].children.push(child);
                    self.nodes[child].parents.push(number);
                }
            }
        }
        before..self.nodes.len()
    }

    /// Makes them part of the tree before it is known whether they are needed; all that changed.
    pub(super) fn look_ahead(&mut self, number: usize) -> Vec<usize> {
        let mut grown = vec![number];
        for child in self.open(number) {
            grown.extend(self.grow(child));
        }
        grown
    }

    /// Works out what is known of positions, and of those above them as far as it changes.
    pub(super) fn settle(
        &mut self,
        from: impl IntoIterator<Item = usize>,
    ) -> Result<(), CampaignError> {
        let mut next: VecDeque<usize> = from.into_iter().collect();
        let mut waits: HashSet<usize> = next.iter().copied().collect();
        // The last to be added lie lowest.
        next.make_contiguous().reverse();
        while let Some(number) = next.pop_front() {
            waits.remove(&number);
            if self.update(number)? {
                for &parent in &self.nodes[number].parents {
                    if waits.insert(parent) {
                        next.push_back(parent);
                    }
                }
            }
        }
        Ok(())
    }

    /// Works out what is known of a position; whether it changed.
    fn update(&mut self, number: usize) -> Result<bool, CampaignError> {
        let (lower, upper) = self.bounds_of(number);
        expect_order(&self.nodes[number].position, &lower, &upper)?;
        let (proof, disproof) = self.numbers_of(number, lower.value, upper.value);
        let node = &mut self.nodes[number];
        let before = (node.lower.value, node.upper.value, node.proof, node.disproof, node.free);
        let now = (lower.value, upper.value, proof, disproof);
        (node.lower, node.upper) = (lower, upper);
        (node.proof, node.disproof) = (proof, disproof);
        let free = self.is_free(number);
        self.nodes[number].free = free;
        Ok(before != (now.0, now.1, now.2, now.3, free))
    }

    /// Joins what results say of a position with what follows from those after its moves.
    fn bounds_of(&self, number: usize) -> (Bound, Bound) {
        let Node { position, apart, .. } = &self.nodes[number];
        let known = self.facts.get(position).cloned();
        let Fact { mut lower, mut upper, .. } = known.unwrap_or_else(|| fact(position));
        if !apart {
            return (lower, upper);
        }
        let below = || self.nodes[number].children.iter().map(|&child| &self.nodes[child]);
        let (least, most) = match position.mover() {
            Side::A => (
                below().map(|child| &child.lower).max_by_key(|b| b.value),
                below().map(|child| &child.upper).max_by_key(|b| b.value),
            ),
            Side::B => (
                below().map(|child| &child.lower).min_by_key(|b| b.value),
                below().map(|child| &child.upper).min_by_key(|b| b.value),
            ),
        };
        if let Some(least) = least.filter(|least| least.value > lower.value) {
            lower = least.clone();
        }
        if let Some(most) = most.filter(|most| most.value < upper.value) {
            upper = most.clone();
        }
        (lower, upper)
    }

    pub(super) fn settle_all(&mut self) -> Result<(), CampaignError> {
        self.settle(0..self.nodes.len())
    }

    /// Counts the positions that are settled as far as the question needs it, and those that must
    /// be asked.
    pub(super) fn counts(&self) -> (u64, u64) {
        let Bounds { lower, upper } = self.bounds();
        let (lower, upper) = (lower.max(self.goal.lower), upper.min(self.goal.upper));
        let settled = |node: &Node| lower.max(node.lower.value) >= upper.min(node.upper.value);
        let (mut proven, mut open) = (0, 0);
        // Whether the question needs it, beside its number.
        let (mut seen, mut next) = (vec![None; self.nodes.len()], vec![(0, true)]);
        while let Some((number, needed)) = next.pop() {
            let node = &self.nodes[number];
            let needed = needed && !settled(node);
            if seen[number].is_some_and(|known| known || !needed) {
                continue;
            }
            proven += u64::from(seen[number].is_none() && settled(node));
            open += u64::from(needed && !node.apart);
            seen[number] = Some(needed);
            if node.apart {
                next.extend(node.children.iter().map(|&child| (child, needed)));
            }
        }
        (proven, open)
    }
}

/// Returns what is known of every position: what is in a store stays there.
pub(super) fn static_bounds(position: &Position) -> (i32, i32) {
    let total = position.total().cast_signed();
    let stored = |side| position.store(side).cast_signed();
    match position.is_over() {
        true => (position.standing(), position.standing()),
        false => (2 * stored(Side::A) - total, total - 2 * stored(Side::B)),
    }
}

fn fact(position: &Position) -> Fact {
    let (lower, upper) = static_bounds(position);
    let bound = |value| Bound { value, by: None, nodes: 0 };
    Fact { lower: bound(lower), upper: bound(upper), in_vain: 0 }
}

fn expect_order(position: &Position, lower: &Bound, upper: &Bound) -> Result<(), CampaignError> {
    if lower.value <= upper.value {
        return Ok(());
    }
    let told = |bound: &Bound| match &bound.by {
        Some(origin) => origin.to_string(),
        None => "the rules".to_owned(),
    };
    Err(CampaignError::Contradiction {
        position: position.to_string(),
        lower: lower.value,
        upper: upper.value,
        by_lower: told(lower),
        by_upper: told(upper),
    })
}
