//! A tree over part of a joint turn, grown by playing into it again and again.
//!
//! If both choose, each learns by regret matching (S. Hart and A. Mas-Colell, A simple adaptive
//! procedure leading to correlated equilibrium, Econometrica 68, 2000; in trees: M. Lanctot, V.
//! Lisý and M. H. M. Winands, Monte Carlo tree search in simultaneous move games with applications
//! to Goofspiel, 2014); if one chooses, he takes the best that is known, or what upper confidence
//! bounds ask for (L. Kocsis and C. Szepesvári, 2006). What is not in the tree yet is played out by
//! a rule of thumb up to where an ordinary turn begins. A node whose whole tree is there is done,
//! and not played into again.

use dashmap::DashMap;

use super::chooser::{Chooser, preferred};
use super::joint::{Choice, Joint};
use super::playing::Stage;
use super::tick::{Lockstep, Next};
use crate::board::{Hole, Position, Side};
use crate::control::{Clock, Control, ResourceError, StopReason};
use crate::math::{Certified, Random};
use crate::search::{Evaluator, RoundValues};

/// The exploration of choices that seem worse, as a share of all seeds.
const EXPLORATION: f64 = 0.2;

/// Trees are grown in turn with a quarter of the nodes that were asked for, half, and all of them,
/// so that they differ in the errors of the evaluator as well.
const BUDGETS: u32 = 3;

/// The nodes of tree number `number`, of so many.
pub(super) fn nodes_of(number: u32, nodes: u64) -> u64 {
    (nodes >> (BUDGETS - 1 - number % BUDGETS)).max(1)
}

/// One in so many choices of the rule of thumb is made at random.
const RANDOM_PLAY: usize = 5;

/// The reason why a tree is not grown.
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
    /// Its value, as far as is known: at first what playing out from it has brought.
    value: f64,
    /// True if there is nothing more to be found out below it.
    done: bool,
}

/// A tree over what follows a choice.
pub(super) struct Tree<'a> {
    leaves: &'a Leaves<'a>,
    /// Nodes for the bounds of an ordinary turn.
    budget: u64,
    random: Random,
    nodes: Vec<Node>,
    explored: f64,
}

impl<'a> Tree<'a> {
    /// Tree number `number` from `stage` on, grown by so many plays.
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

    /// A new node; its number.
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

    /// Plays by the rule of thumb until an ordinary turn begins.
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

    /// A choice by the rule of thumb: mostly the hole nearest to the store that ends in it.
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

    /// Plays once into a node.
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

    /// Goes on to a child, which is made if it isn't there.
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

    /// Takes in what a fall of a coin has led to.
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

    /// Proven, however both play: what has not been tried may be worth anything.
    pub(super) fn bounds(&self) -> Certified {
        let mut below = vec![Certified::default(); self.nodes.len()];
        // Children come after their parents: from the last node to the first all are known.
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

/// Mebibytes of the tables of one evaluation: there are many short ones.
const MEMORY: usize = 2;

/// The nodes that stand for a proven value.
const PROVEN: u64 = 0;

/// The values of ordinary turns: proven by the solver within some nodes, or else estimated by the
/// evaluator within as many.
pub(super) struct Leaves<'a> {
    pub model: &'a Lockstep,
    pub rounds: &'a dyn RoundValues,
    pub nodes: u64,
    /// Counts the values.
    pub clock: &'a Clock<'a>,
    /// The known values, proven or estimated, with proven bounds: by position, and for which nodes
    /// it is an estimate; proven values are for all.
    pub known: DashMap<(Position, u64), (f64, Certified)>,
}

impl Leaves<'_> {
    /// The value of a position, estimated within some nodes if it can't be proven, and its bounds.
    fn value(&self, position: &Position, nodes: u64) -> Result<(f64, Certified), Ended> {
        // The guards are gone before anything else is done.
        let known = |nodes| self.known.get(&(*position, nodes)).map(|worth| *worth);
        if let Some(worth) = known(PROVEN).or_else(|| known(nodes)) {
            return Ok(worth);
        }
        self.clock.step().map_err(Ended::Stopped)?;
        let worth = match self.rounds.value(position) {
            Ok(value) => (value.into(), Certified::exactly(value)),
            Err(_) => self.estimate(position, nodes)?,
        };
        // A search that was stopped has not said what it would have.
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
