//! The tree of a campaign: positions that were taken apart, what is known of them, and which of
//! the open ones to ask next.
//!
//! Positions that are reached in several ways are there once. Positions don't recur, so what is
//! known settles from the leaves upwards, and what it settles at does not depend on the order in
//! which results came.

use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::Range;
use std::sync::Arc;

use super::claim::{Claim, leads};
use super::error::contradiction;
use super::question::Question;
use super::results::in_vain;
use crate::batch::Entry;
use crate::board::{Position, Side};
use crate::moves::trace;
use crate::search::Bounds;
use crate::text::Diagnostic;

/// The lead that a player has for certain, and where the result stands that it rests on; none if it
/// follows from the rules alone.
#[derive(Clone, Debug)]
pub(super) struct Bound {
    pub lead: i32,
    pub by: Option<Arc<str>>,
    /// The nodes of that result.
    pub nodes: u64,
}

/// The results on a position by itself.
#[derive(Clone, Debug)]
pub(super) struct Fact {
    pub bounds: [Bound; 2],
    /// The most nodes with which a job found no answer; 0 if none was tried.
    pub in_vain: u64,
}

/// A position of the tree.
pub(super) struct Node {
    pub position: Position,
    pub children: Vec<usize>,
    parents: Vec<usize>,
    /// Of each player.
    pub bounds: [Bound; 2],
    /// Proof and disproof number.
    pub numbers: [u64; 2],
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
    pub(super) asks: Question,
    goal: Bounds,
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
    pub fn new(question: &Question) -> Result<Tree, Diagnostic> {
        let mut tree = Tree {
            asks: *question,
            goal: question.goal.matters(),
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
        values(&self.nodes[0].bounds)
    }

    /// The value that is asked for next; none if the campaign's question is answered.
    pub(super) fn question(&self) -> Option<i32> {
        self.bounds().open(self.goal, self.asks.estimate)
    }

    /// The bounds of the root that answer the question; none if it is open.
    pub(super) fn answer(&self) -> Option<Vec<Claim>> {
        if self.question().is_some() {
            return None;
        }
        let (known, goal) = (leads(self.bounds()), leads(self.goal));
        let claim = |side: Side| {
            let (lead, least) = (known[side.index()], goal[side.index()]);
            // More than it would change nothing.
            let most = goal[side.other().index()].saturating_neg();
            (lead > least).then(|| Claim { side, lead: lead.min(most) })
        };
        Some(Side::BOTH.into_iter().filter_map(claim).collect())
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
    pub fn add(
        &mut self,
        position: &Position,
        found: &Entry,
        by: &Arc<str>,
    ) -> Result<bool, Diagnostic> {
        let fact = self.facts.entry(*position).or_insert_with(|| fact(position));
        let mut new = false;
        let nodes = found.findings.nodes();
        let found_leads = found.findings.bounds().map(leads);
        for (bound, lead) in fact.bounds.iter_mut().zip(found_leads.into_iter().flatten()) {
            if lead > bound.lead {
                (*bound, new) = (Bound { lead, by: Some(Arc::clone(by)), nodes }, true);
            }
        }
        let in_vain = in_vain(found);
        if in_vain > fact.in_vain {
            (fact.in_vain, new) = (in_vain, true);
        }
        expect_order(position, &fact.bounds)?;
        if let Some(&number) = self.index.get(position) {
            self.nodes[number].busy = false;
            let grown = self.grow(number);
            self.settle(grown)?;
        }
        Ok(new)
    }

    /// All that results say of a position by itself.
    pub(super) fn fact(&self, position: &Position) -> Bounds {
        values(&self.facts[position].bounds)
    }

    /// Gives up all jobs at work.
    ///
    /// # Errors
    /// As [`add`](Self::add).
    pub(super) fn rest(&mut self) -> Result<(), Diagnostic> {
        self.at_work.clear();
        self.nodes.iter_mut().for_each(|node| node.busy = false);
        self.settle_all()
    }

    /// The number of a position, which is made part of the tree if it is not.
    fn node(&mut self, position: Position) -> usize {
        if let Some(&number) = self.index.get(&position) {
            return number;
        }
        self.index.insert(position, self.nodes.len());
        self.nodes.push(Node {
            position,
            children: Vec::new(),
            parents: Vec::new(),
            bounds: fact(&position).bounds,
            numbers: [1; 2],
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
            if in_vain >= self.asks.most_nodes && !apart && !position.is_over() {
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
                let played = trace(self.asks.game.rules(), &position, hole).expect("a legal move");
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
    ) -> Result<(), Diagnostic> {
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
    fn update(&mut self, number: usize) -> Result<bool, Diagnostic> {
        let bounds = self.bounds_of(number);
        expect_order(&self.nodes[number].position, &bounds)?;
        let told = |node: &Node| (values(&node.bounds), node.numbers, node.free);
        let before = told(&self.nodes[number]);
        self.nodes[number].numbers = self.numbers_of(number, leads(values(&bounds)));
        self.nodes[number].bounds = bounds;
        self.nodes[number].free = self.is_free(number);
        Ok(before != told(&self.nodes[number]))
    }

    /// Joins what results say of a position with what follows from those after its moves.
    fn bounds_of(&self, number: usize) -> [Bound; 2] {
        let Node { position, apart, children, .. } = &self.nodes[number];
        let known = self.facts.get(position).cloned();
        let mut bounds = known.unwrap_or_else(|| fact(position)).bounds;
        for side in Side::BOTH.into_iter().filter(|_| *apart) {
            let below = children.iter().map(|&child| &self.nodes[child].bounds[side.index()]);
            let follows = match side == position.mover() {
                true => below.max_by_key(|bound| bound.lead),
                false => below.min_by_key(|bound| bound.lead),
            };
            let bound = &mut bounds[side.index()];
            if let Some(follows) = follows.filter(|follows| follows.lead > bound.lead) {
                *bound = follows.clone();
            }
        }
        bounds
    }

    pub(super) fn settle_all(&mut self) -> Result<(), Diagnostic> {
        self.settle(0..self.nodes.len())
    }

    /// Counts the positions that are settled as far as the question needs it, and those that must
    /// be asked.
    pub(super) fn counts(&self) -> (u64, u64) {
        let Bounds { lower, upper } = self.bounds();
        let (lower, upper) = (lower.max(self.goal.lower), upper.min(self.goal.upper));
        let settled = |node: &Node| {
            let found = values(&node.bounds);
            lower.max(found.lower) >= upper.min(found.upper)
        };
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
pub(super) fn static_bounds(position: &Position) -> Bounds {
    let total = position.total().cast_signed();
    let stored = |side| position.store(side).cast_signed();
    match position.is_over() {
        true => Bounds::exact(position.standing()),
        false => Bounds { lower: 2 * stored(Side::A) - total, upper: total - 2 * stored(Side::B) },
    }
}

fn fact(position: &Position) -> Fact {
    let bound = |lead| Bound { lead, by: None, nodes: 0 };
    Fact { bounds: leads(static_bounds(position)).map(bound), in_vain: 0 }
}

/// The bounds of the value that leads are.
fn values([of_a, of_b]: &[Bound; 2]) -> Bounds {
    Bounds { lower: of_a.lead, upper: -of_b.lead }
}

fn expect_order(position: &Position, bounds: &[Bound; 2]) -> Result<(), Diagnostic> {
    let Bounds { lower, upper } = values(bounds);
    if lower <= upper {
        return Ok(());
    }
    let by = bounds.each_ref().map(|bound| bound.by.as_deref().unwrap_or("the rules"));
    Err(contradiction(position, values(bounds), by))
}
