//! The tree of a campaign: its positions, what is known about them, and which open one to search
//! next.
//!
//! A position that is reached in several ways has one node. Positions don't recur, so bounds
//! propagate from the leaves upwards, and the outcome does not depend on the order of the results.

use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::Range;
use std::sync::Arc;

use super::claim::{Claim, leads};
use super::error::contradiction;
use super::question::Question;
use super::results::failed_nodes;
use crate::batch::Entry;
use crate::board::{Position, Side};
use crate::moves::{legal_moves, trace};
use crate::search::Bounds;
use crate::text::Diagnostic;

/// A guaranteed lead of a player, and the place of the result that proves it; none if it follows
/// from the rules alone.
#[derive(Clone, Debug)]
pub(super) struct Bound {
    pub lead: i32,
    pub by: Option<Arc<str>>,
    /// The nodes of that result.
    pub nodes: u64,
}

/// The results for a single position.
#[derive(Clone, Debug)]
pub(super) struct Fact {
    pub bounds: [Bound; 2],
    /// The largest number of nodes with which a job failed; 0 if none did.
    pub failed_nodes: u64,
}

/// A node of the tree.
pub(super) struct Node {
    pub position: Position,
    pub children: Vec<usize>,
    parents: Vec<usize>,
    /// The bounds of each player.
    pub bounds: [Bound; 2],
    /// Proof and disproof number.
    pub numbers: [u64; 2],
    /// True if the node is expanded, so that the bounds of its children count. Until then its
    /// children are at most dealt in advance.
    pub expanded: bool,
    /// True if a job is running on it.
    pub busy: bool,
    /// True if it, or a node below it, is open and not busy.
    pub free: bool,
}

/// The tree of a campaign: what is known about its positions, and which of them to search next.
///
/// The tree exists only in memory; a [`Campaign`](super::Campaign) owns one and stores the results.
pub struct Tree {
    pub(super) question: Question,
    goal: Bounds,
    pub(super) facts: HashMap<Position, Fact>,
    index: HashMap<Position, usize>,
    /// The first node is the root.
    pub(super) nodes: Vec<Node>,
    /// The value for which the proof numbers hold.
    pub(super) target: i32,
    /// Positions in the order in which they were dealt, for dealing their children in advance.
    pub(super) in_progress: VecDeque<usize>,
}

impl Tree {
    /// A tree without results.
    ///
    /// # Errors
    /// None; [`add`](Self::add) shares the type.
    pub fn new(question: &Question) -> Result<Tree, Diagnostic> {
        let mut tree = Tree {
            question: *question,
            goal: question.goal.matters(),
            facts: HashMap::new(),
            index: HashMap::new(),
            nodes: Vec::new(),
            target: question.estimate,
            in_progress: VecDeque::new(),
        };
        tree.node(*question.game.position());
        tree.settle([0])?;
        Ok(tree)
    }

    /// Returns the proven bounds of the root.
    pub(super) fn bounds(&self) -> Bounds {
        value_bounds(&self.nodes[0].bounds)
    }

    /// The value to ask for next; none if the campaign's question is answered.
    pub(super) fn next_target(&self) -> Option<i32> {
        self.bounds().open(self.goal, self.question.estimate)
    }

    /// The claims about the root that answer the question; none if it is open.
    pub(super) fn answer(&self) -> Option<Vec<Claim>> {
        if self.next_target().is_some() {
            return None;
        }
        let (known, goal) = (leads(self.bounds()), leads(self.goal));
        let claim = |side: Side| {
            let (lead, least) = (known[side.index()], goal[side.index()]);
            // A higher lead would not change the answer.
            let most = goal[side.other().index()].saturating_neg();
            (lead > least).then(|| Claim { side, lead: lead.min(most) })
        };
        Some(Side::BOTH.into_iter().filter_map(claim).collect())
    }

    /// Whether the campaign's question is answered.
    #[must_use]
    pub fn is_answered(&self) -> bool {
        self.next_target().is_none()
    }

    /// Adds a result; `by` is its place. Returns whether it added anything.
    ///
    /// # Errors
    /// If the result contradicts others.
    pub fn add(
        &mut self,
        position: &Position,
        found: &Entry,
        by: &Arc<str>,
    ) -> Result<bool, Diagnostic> {
        let fact = self.facts.entry(*position).or_insert_with(|| initial_fact(position));
        let mut new = false;
        let nodes = found.findings.nodes();
        let found_leads = found.findings.bounds().map(leads);
        for (bound, lead) in fact.bounds.iter_mut().zip(found_leads.into_iter().flatten()) {
            if lead > bound.lead {
                (*bound, new) = (Bound { lead, by: Some(Arc::clone(by)), nodes }, true);
            }
        }
        let failed_nodes = failed_nodes(found);
        if failed_nodes > fact.failed_nodes {
            (fact.failed_nodes, new) = (failed_nodes, true);
        }
        expect_order(position, &fact.bounds)?;
        if let Some(&number) = self.index.get(position) {
            self.nodes[number].busy = false;
            let grown = self.expand_failed(number);
            self.settle(grown)?;
        }
        Ok(new)
    }

    /// The bounds of a position from its own results.
    pub(super) fn fact(&self, position: &Position) -> Bounds {
        value_bounds(&self.facts[position].bounds)
    }

    /// Marks all positions as not busy.
    ///
    /// # Errors
    /// See [`add`](Self::add).
    pub(super) fn release_jobs(&mut self) -> Result<(), Diagnostic> {
        self.in_progress.clear();
        self.nodes.iter_mut().for_each(|node| node.busy = false);
        self.settle_all()
    }

    /// Returns the number of a position's node, which is created if necessary.
    fn node(&mut self, position: Position) -> usize {
        if let Some(&number) = self.index.get(&position) {
            return number;
        }
        self.index.insert(position, self.nodes.len());
        self.nodes.push(Node {
            position,
            children: Vec::new(),
            parents: Vec::new(),
            bounds: initial_fact(&position).bounds,
            numbers: [1; 2],
            expanded: false,
            busy: false,
            free: true,
        });
        self.nodes.len() - 1
    }

    /// Expands a position if its job has failed, and then its children in the same way. Returns the
    /// affected nodes.
    fn expand_failed(&mut self, number: usize) -> Vec<usize> {
        let (mut grown, mut next) = (Vec::new(), vec![number]);
        while let Some(number) = next.pop() {
            grown.push(number);
            let Node { position, expanded, .. } = self.nodes[number];
            let failed_nodes = self.facts.get(&position).map_or(0, |fact| fact.failed_nodes);
            if failed_nodes >= self.question.most_nodes && !expanded && !position.is_over() {
                next.extend(self.create_children(number));
                self.nodes[number].expanded = true;
            }
        }
        grown
    }

    /// Creates the children of a node. Returns those that are new.
    fn create_children(&mut self, number: usize) -> Range<usize> {
        let (before, position) = (self.nodes.len(), self.nodes[number].position);
        if self.nodes[number].children.is_empty() {
            let rules = *self.question.game.rules();
            for made in legal_moves(&rules, &position) {
                let played = trace(&rules, &position, made).expect("a legal move");
                let child = self.node(played.after);
                if !self.nodes[number].children.contains(&child) {
                    self.nodes[number].children.push(child);
                    self.nodes[child].parents.push(number);
                }
            }
        }
        before..self.nodes.len()
    }

    /// Creates the children of a node before it is known whether they are needed. Returns the
    /// affected nodes.
    pub(super) fn look_ahead(&mut self, number: usize) -> Vec<usize> {
        let mut grown = vec![number];
        for child in self.create_children(number) {
            grown.extend(self.expand_failed(child));
        }
        grown
    }

    /// Updates nodes, and the nodes above them as far as something changes.
    pub(super) fn settle(
        &mut self,
        from: impl IntoIterator<Item = usize>,
    ) -> Result<(), Diagnostic> {
        let mut next: VecDeque<usize> = from.into_iter().collect();
        let mut waits: HashSet<usize> = next.iter().copied().collect();
        // The newest nodes are the lowest.
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

    /// Updates a node. Returns whether it changed.
    fn update(&mut self, number: usize) -> Result<bool, Diagnostic> {
        let bounds = self.bounds_of(number);
        expect_order(&self.nodes[number].position, &bounds)?;
        let state = |node: &Node| (value_bounds(&node.bounds), node.numbers, node.free);
        let before = state(&self.nodes[number]);
        self.nodes[number].numbers = self.numbers_of(number, leads(value_bounds(&bounds)));
        self.nodes[number].bounds = bounds;
        self.nodes[number].free = self.is_free(number);
        Ok(before != state(&self.nodes[number]))
    }

    /// Combines a position's own results with what follows from its children.
    fn bounds_of(&self, number: usize) -> [Bound; 2] {
        let Node { position, expanded, children, .. } = &self.nodes[number];
        let known = self.facts.get(position).cloned();
        let mut bounds = known.unwrap_or_else(|| initial_fact(position)).bounds;
        for side in Side::BOTH.into_iter().filter(|_| *expanded) {
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

    /// Counts the positions proven as far as the question needs, and those still to be searched.
    pub(super) fn counts(&self) -> (u64, u64) {
        let Bounds { lower, upper } = self.bounds();
        let (lower, upper) = (lower.max(self.goal.lower), upper.min(self.goal.upper));
        let settled = |node: &Node| {
            let found = value_bounds(&node.bounds);
            lower.max(found.lower) >= upper.min(found.upper)
        };
        let (mut proven, mut open) = (0, 0);
        // Pairs of a node and whether the question needs it.
        let (mut seen, mut next) = (vec![None; self.nodes.len()], vec![(0, true)]);
        while let Some((number, needed)) = next.pop() {
            let node = &self.nodes[number];
            let needed = needed && !settled(node);
            if seen[number].is_some_and(|known| known || !needed) {
                continue;
            }
            proven += u64::from(seen[number].is_none() && settled(node));
            open += u64::from(needed && !node.expanded);
            seen[number] = Some(needed);
            if node.expanded {
                next.extend(node.children.iter().map(|&child| (child, needed)));
            }
        }
        (proven, open)
    }
}

/// Returns the bounds that hold without search, because seeds in a store stay there.
pub(super) fn static_bounds(position: &Position) -> Bounds {
    let total = position.total().cast_signed();
    let stored = |side| position.store(side).cast_signed();
    match position.is_over() {
        true => Bounds::exact(position.standing()),
        false => Bounds { lower: 2 * stored(Side::A) - total, upper: total - 2 * stored(Side::B) },
    }
}

fn initial_fact(position: &Position) -> Fact {
    let bound = |lead| Bound { lead, by: None, nodes: 0 };
    Fact { bounds: leads(static_bounds(position)).map(bound), failed_nodes: 0 }
}

/// Converts leads into bounds of the value.
fn value_bounds([of_a, of_b]: &[Bound; 2]) -> Bounds {
    Bounds { lower: of_a.lead, upper: -of_b.lead }
}

fn expect_order(position: &Position, bounds: &[Bound; 2]) -> Result<(), Diagnostic> {
    let Bounds { lower, upper } = value_bounds(bounds);
    if lower <= upper {
        return Ok(());
    }
    let by = bounds.each_ref().map(|bound| bound.by.as_deref().unwrap_or("the rules"));
    Err(contradiction(position, value_bounds(bounds), by))
}
