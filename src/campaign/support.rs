//! What a proven bound of the root depends on: positions of the tree whose bounds follow from their
//! children, and jobs at the leaves.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::claim::{Claim, leads};
use super::proof_tree::{Tree, static_bounds};
use crate::board::Position;
use crate::moves::{Move, legal_moves, trace};
use crate::search::Bounded;

/// A bound found by a job.
#[derive(Clone, Debug)]
pub(super) struct Support {
    pub position: Position,
    pub claim: Claim,
    pub by: Arc<str>,
}

/// The minimum number of job nodes behind a bound, by node; none if the bound does not hold.
type Costs = HashMap<usize, Option<u64>>;

impl Tree {
    /// Finds what a bound of the root depends on, chosen so that its jobs took few nodes: positions
    /// of the tree, with their stores, and jobs.
    ///
    /// # Panics
    /// If the bound is not proven.
    pub(super) fn support(&self, claim: Claim) -> (Vec<Bounded>, Vec<Support>) {
        let (mut lines, mut jobs) = (Vec::new(), Vec::new());
        let (mut costs, mut seen) = (Costs::new(), HashSet::new());
        let mut next = vec![0];
        while let Some(number) = next.pop() {
            let position = self.nodes[number].position;
            if !seen.insert(number) || self.is_sure(number, claim) {
                continue;
            }
            let (job, below) = self.costs(number, claim, &mut costs);
            match job {
                Some((nodes, by)) if below.is_none_or(|below| nodes <= below) => {
                    jobs.push(Support { position, claim, by });
                }
                _ => {
                    assert!(below.is_some(), "a bound that is proven");
                    let (children, by) = self.reasons(number, claim, &mut costs);
                    lines.push(claim.of(position, by));
                    next.extend(children);
                }
            }
        }
        (lines, jobs)
    }

    /// Whether a bound follows from the seeds in the stores or the end of the round.
    fn is_sure(&self, number: usize, claim: Claim) -> bool {
        claim.follows(leads(static_bounds(&self.nodes[number].position)))
    }

    /// The children on which a bound depends. If one is enough, only this child and the move to it.
    fn reasons(
        &self,
        number: usize,
        claim: Claim,
        costs: &mut Costs,
    ) -> (Vec<usize>, Option<Move>) {
        let node = &self.nodes[number];
        let side = node.position.mover();
        if side != claim.side {
            return (node.children.clone(), None);
        }
        let cost = |&child: &usize| Some((self.cost(child, claim, costs)?, child));
        let (_, best) = node.children.iter().filter_map(cost).min().expect("one");
        let after = self.nodes[best].position;
        let rules = self.question.game.rules();
        let leads = |&made: &Move| {
            trace(rules, &node.position, made).is_some_and(|played| played.after == after)
        };
        let made = legal_moves(rules, &node.position).into_iter().find(leads);
        (vec![best], Some(made.expect("a move leads to each child")))
    }

    fn cost(&self, number: usize, claim: Claim, costs: &mut Costs) -> Option<u64> {
        if let Some(&known) = costs.get(&number) {
            return known;
        }
        let cost = if self.is_sure(number, claim) {
            Some(0)
        } else {
            let (job, below) = self.costs(number, claim, costs);
            let job = job.map(|(nodes, _)| nodes);
            job.into_iter().chain(below).min()
        };
        costs.insert(number, cost);
        cost
    }

    /// The nodes of the job that found a bound, and those of the jobs behind it if it follows from
    /// the children.
    fn costs(
        &self,
        number: usize,
        claim: Claim,
        costs: &mut Costs,
    ) -> (Option<(u64, Arc<str>)>, Option<u64>) {
        let node = &self.nodes[number];
        let fact = self.facts.get(&node.position);
        let job = fact.and_then(|fact| {
            let bound = &fact.bounds[claim.side.index()];
            let by = bound.by.clone().filter(|_| bound.lead >= claim.lead)?;
            Some((bound.nodes, by))
        });
        if !node.expanded || node.bounds[claim.side.index()].lead < claim.lead {
            return (job, None);
        }
        let below = node.children.iter();
        let mut below = below.map(|&child| self.cost(child, claim, costs));
        let below = if node.position.mover() == claim.side {
            below.flatten().min()
        } else {
            // None if the bound of any child is unknown.
            below.try_fold(0, |all: u64, cost| Some(all.saturating_add(cost?)))
        };
        (job, below)
    }
}
