//! Monte Carlo tree search over part of a joint turn.
//!
//! If both players choose, each learns by regret matching (S. Hart and A. Mas-Colell, A simple
//! adaptive procedure leading to correlated equilibrium, Econometrica 68, 2000; in trees: M.
//! Lanctot, V. Lisý and M. H. M. Winands, Monte Carlo tree search in simultaneous move games with
//! applications to Goofspiel, 2014). If one player chooses, upper confidence bounds select his
//! choice (L. Kocsis and C. Szepesvári, 2006). A new node is played out by a heuristic until an
//! ordinary turn begins. A node whose subtree is complete is done and is not visited again.

use dashmap::DashMap;

use super::chooser::{Chooser, preferred};
use super::joint::{Choice, Joint};
use super::playing::Stage;
use super::tick::{Lockstep, Next};
use crate::board::{Hole, Position, Side};
use crate::control::{Clock, Control, ResourceError, StopReason};
use crate::math::{Certified, Random};
use crate::search::{Evaluator, RoundValues};

/// The exploration constant, as a fraction of all seeds.
const EXPLORATION: f64 = 0.2;

/// The number of node budgets. Successive trees use a quarter, half and all of the requested nodes,
/// so that they also differ in the evaluator's errors.
const BUDGETS: u32 = 3;

/// Returns the node budget of tree number `number`, given the maximum.
pub(super) fn nodes_of(number: u32, nodes: u64) -> u64 {
    (nodes >> (BUDGETS - 1 - number % BUDGETS)).max(1)
}

/// Of the heuristic's choices, one in this many is random.
const RANDOM_PLAY: usize = 5;

/// Why growing a tree ended early.
pub(super) enum Ended {
    Stopped(StopReason),
    Shortage(ResourceError),
}

enum Kind {
    End(Certified),
    Coin(Box<[Next; 2]>, [Option<usize>; 2]),
    Choice(Box<Chooser>),
}

struct Node {
    kind: Kind,
    /// The estimated value, initially the result of a playout.
    value: f64,
    /// Whether the subtree is complete.
    done: bool,
}

/// A tree over what follows a choice.
pub(super) struct Tree<'a> {
    leaves: &'a Leaves<'a>,
    /// The node budget for the bounds of an ordinary turn.
    budget: u64,
    random: Random,
    nodes: Vec<Node>,
    explored: f64,
}

impl<'a> Tree<'a> {
    /// Grows tree number `number` from `stage` by `plays` playouts.
    pub(super) fn grown(
        leaves: &'a Leaves<'a>,
        stage: Stage,
        total: u32,
        (plays, number): (u32, u32),
        random: Random,
    ) -> Result<Tree<'a>, Ended> {
        let mut tree = Tree {
            leaves,
            budget: nodes_of(number, leaves.nodes),
            random,
            nodes: Vec::new(),
            explored: EXPLORATION * f64::from(total),
        };
        tree.add(stage)?;
        for _ in 0..plays {
            if tree.nodes[0].done {
                break;
            }
            tree.play(0)?;
        }
        Ok(tree)
    }

    /// Adds a node and returns its number.
    fn add(&mut self, stage: Stage) -> Result<usize, Ended> {
        let (value, bounds) = self.play_out(stage)?;
        let done = matches!(stage, Stage::Turn(_));
        let kind = match stage {
            Stage::Turn(_) => Kind::End(bounds),
            Stage::Coin(both) => Kind::Coin(Box::new(both), [None; 2]),
            Stage::Choice(joint) => {
                let chooser = Chooser::new(self.leaves.model, joint, &mut self.random);
                Kind::Choice(Box::new(chooser))
            }
        };
        self.nodes.push(Node { kind, value, done });
        Ok(self.nodes.len() - 1)
    }

    /// Plays by the heuristic until an ordinary turn begins.
    fn play_out(&mut self, mut stage: Stage) -> Result<(f64, Certified), Ended> {
        let model = self.leaves.model;
        loop {
            stage = match stage {
                Stage::Turn(position) => return self.leaves.value(&position, self.budget),
                Stage::Coin(both) => model.run(both[self.random.below(2)]),
                Stage::Choice(joint) => {
                    let choice = Side::BOTH.map(|side| self.by_rule(&joint, side));
                    model.after(&joint, Choice(choice))
                }
            };
        }
    }

    /// Returns the heuristic's choice: usually the hole nearest to the store whose first lap ends
    /// in it.
    fn by_rule(&mut self, joint: &Joint, side: Side) -> Option<Hole> {
        let (all, sure) = preferred(self.leaves.model, joint, side);
        if all.is_empty() {
            return None;
        }
        let at = match sure > 0 && self.random.below(RANDOM_PLAY) > 0 {
            true => 0,
            false => self.random.below(all.len()),
        };
        Some(all[at])
    }

    /// Runs one playout through a node and updates it.
    fn play(&mut self, id: usize) -> Result<(), Ended> {
        match &self.nodes[id].kind {
            Kind::End(..) => {}
            Kind::Coin(both, children) => {
                let done = children.map(|child| child.is_some_and(|child| self.nodes[child].done));
                let side = match done {
                    [true, false] => 1,
                    [false, true] => 0,
                    _ => self.random.below(2),
                };
                let next = both[side];
                let child = self.follow(children[side], |model| model.run(next))?;
                self.fall(id, side, child);
            }
            Kind::Choice(chooser) => {
                let (row, column) = chooser.choose(&mut self.random, self.explored);
                let choice = Choice([chooser.options[0][row], chooser.options[1][column]]);
                let child = chooser.pairs[row * chooser.options[1].len() + column].child;
                let joint = chooser.joint;
                let child = self.follow(child, |model| model.after(&joint, choice))?;
                let (value, done) = (self.nodes[child].value, self.nodes[child].done);
                let node = &mut self.nodes[id];
                if let Kind::Choice(chooser) = &mut node.kind {
                    chooser.learn((row, column), child, value, done);
                    node.value = chooser.value();
                    node.done = chooser.pairs.iter().all(|pair| pair.done);
                }
            }
        }
        Ok(())
    }

    /// Continues to a child, or creates it if it doesn't exist.
    fn follow(
        &mut self,
        child: Option<usize>,
        stage: impl Fn(&Lockstep) -> Stage,
    ) -> Result<usize, Ended> {
        match child {
            None => self.add(stage(self.leaves.model)),
            Some(child) => {
                if !self.nodes[child].done {
                    self.play(child)?;
                }
                Ok(child)
            }
        }
    }

    /// Updates a coin node with the child for one side of the coin.
    fn fall(&mut self, id: usize, side: usize, child: usize) {
        let Kind::Coin(_, children) = &mut self.nodes[id].kind else {
            return;
        };
        children[side] = Some(child);
        let known: Vec<usize> = children.iter().copied().flatten().collect();
        let sum: f64 = known.iter().map(|&child| self.nodes[child].value).sum();
        let done = known.len() == 2 && known.iter().all(|&child| self.nodes[child].done);
        let node = &mut self.nodes[id];
        node.value = if known.len() == 2 { sum / 2.0 } else { sum };
        node.done = done;
    }

    /// Returns the proven bounds of the root. Untried choices have the trivial bounds.
    pub(super) fn bounds(&self) -> Certified {
        let mut below = vec![Certified::default(); self.nodes.len()];
        // Children have higher numbers than their parents, so go from the last node to the first.
        for (id, node) in self.nodes.iter().enumerate().rev() {
            let model = self.leaves.model;
            let of_child = |child: Option<usize>, next: &Next| {
                child.map_or_else(|| model.unknown_after(next), |child| below[child])
            };
            below[id] = match &node.kind {
                Kind::End(bounds) => *bounds,
                Kind::Coin(both, children) => {
                    let falls = both.iter().zip(children);
                    Certified::mean(falls.map(|(next, child)| (1, of_child(*child, next))))
                }
                Kind::Choice(chooser) => {
                    let next = Next::Tick(chooser.joint);
                    chooser.bounds(|child| of_child(child, &next))
                }
            };
        }
        below[0]
    }
}

/// Mebibytes for the tables of one evaluation, small because there are many short evaluations.
const MEMORY: usize = 2;

/// The node budget under which proven values are cached.
const PROVEN: u64 = 0;

/// The values of ordinary turns: proven by the solver within its node budget, or estimated by the
/// evaluator.
pub(super) struct Leaves<'a> {
    pub model: &'a Lockstep,
    pub rounds: &'a dyn RoundValues,
    pub nodes: u64,
    /// Counts the values.
    pub clock: &'a Clock<'a>,
    /// The known values, proven or estimated, with proven bounds. The key is the position and the
    /// node budget of the estimate, or [`PROVEN`].
    pub known: DashMap<(Position, u64), (f64, Certified)>,
}

impl Leaves<'_> {
    /// Returns the value of a position and its bounds. If the value can't be proven, estimates it
    /// within `nodes`.
    fn value(&self, position: &Position, nodes: u64) -> Result<(f64, Certified), Ended> {
        // Copy the value to release the locks on the map before going on.
        let known = |nodes| self.known.get(&(*position, nodes)).map(|worth| *worth);
        if let Some(worth) = known(PROVEN).or_else(|| known(nodes)) {
            return Ok(worth);
        }
        self.clock.step().map_err(Ended::Stopped)?;
        let worth = match self.rounds.value(position) {
            Ok(value) => (value.into(), Certified::exactly(value)),
            Err(_) => self.estimate(position, nodes)?,
        };
        // Discard the result of a search that was stopped.
        if let Some(reason) = self.clock.ended() {
            return Err(Ended::Stopped(reason));
        }
        let kept_for = if worth.1.is_exact() { PROVEN } else { nodes };
        self.known.insert((*position, kept_for), worth);
        Ok(worth)
    }

    fn estimate(&self, position: &Position, nodes: u64) -> Result<(f64, Certified), Ended> {
        let evaluator = Evaluator { memory: MEMORY, ..Evaluator::new() };
        let control = Control { nodes, ..self.clock.rest() };
        let game = self.model.game.at(*position);
        let found = evaluator.evaluate(&game, control).map_err(Ended::Shortage)?;
        let bounds = Certified::new(found.bounds.lower.into(), found.bounds.upper.into());
        Ok((found.value.seeds().into(), bounds))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_tree_has_more_nodes_than_the_limit() {
        for nodes in 1..40 {
            let all: Vec<u64> = (0..6).map(|number| nodes_of(number, nodes)).collect();
            assert_eq!(all.iter().max(), Some(&nodes));
            assert!(all.iter().all(|&own| own >= 1));
        }
        assert_eq!([0, 1, 2, 3].map(|number| nodes_of(number, 4000)), [1000, 2000, 4000, 1000]);
    }
}
