//! A tree over part of a joint turn, grown by playing into it again and again.
//!
//! If both choose, each learns by regret matching (S. Hart and A. Mas-Colell, A simple adaptive
//! procedure leading to correlated equilibrium, Econometrica 68, 2000; in trees: M. Lanctot, V.
//! Lisý and M. H. M. Winands, Monte Carlo tree search in simultaneous move games with applications
//! to Goofspiel, 2014); if one chooses, he takes the best that is known, or what upper confidence
//! bounds ask for (L. Kocsis and C. Szepesvári, 2006). What is not in the tree yet is played out by
//! a rule of thumb up to where an ordinary turn begins. A node whose whole tree is there is done,
//! and not played into again.

use super::chooser::{Chooser, preferred};
use super::error::JointError;
use super::forced::Stage;
use super::joint::{Choice, Joint};
use super::leaves::{Leaves, TurnValue};
use super::likely::Place;
use super::tick::Next;
use crate::board::{Hole, Side};
use crate::math::{Certified, Random};

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
    /// Tree number `number` over what follows `place`, grown by so many plays.
    pub(super) fn grown(
        leaves: &'a Leaves<'a>,
        place: &Place,
        total: u32,
        (plays, number): (u32, u32),
        random: Random,
    ) -> Result<Tree<'a>, JointError> {
        let mut tree = Tree {
            leaves,
            budget: nodes_of(number, leaves.nodes),
            random,
            nodes: Vec::new(),
            explored: EXPLORATION * f64::from(total),
        };
        tree.add(place)?;
        for _ in 0..plays {
            if tree.nodes[0].done {
                break;
            }
            tree.play(0)?;
        }
        Ok(tree)
    }

    /// A new node; its number.
    fn add(&mut self, place: &Place) -> Result<usize, JointError> {
        let stage = match place {
            Place::Coin(both) => Stage::Coin(*both),
            Place::Next(next) => self.leaves.model.run(*next),
        };
        let TurnValue { value, bounds } = self.play_out(&stage)?;
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
    fn play_out(&mut self, stage: &Stage) -> Result<TurnValue, JointError> {
        let model = self.leaves.model;
        let mut stage = *stage;
        loop {
            let place = match stage {
                Stage::Turn(position) => return self.leaves.value(&position, self.budget),
                Stage::Coin(both) => Place::Coin(both),
                Stage::Choice(joint) => {
                    let choice = Side::BOTH.map(|side| self.by_rule(&joint, side));
                    Place::after(model.tick_of(&joint, Choice(choice)))
                }
            };
            let next = match place {
                Place::Next(next) => next,
                Place::Coin(both) => both[self.random.below(2)],
            };
            stage = model.run(next);
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
    fn play(&mut self, id: usize) -> Result<(), JointError> {
        match &self.nodes[id].kind {
            Kind::End(..) => {}
            Kind::Coin(both, children) => {
                let done = children.map(|child| child.is_some_and(|child| self.nodes[child].done));
                let side = match done {
                    [true, false] => 1,
                    [false, true] => 0,
                    _ => self.random.below(2),
                };
                let (place, child) = (Place::Next(both[side]), children[side]);
                let child = self.follow(child, &place)?;
                self.fall(id, side, child);
            }
            Kind::Choice(chooser) => {
                let (row, column) = chooser.choose(&mut self.random, self.explored);
                let choice = Choice([chooser.options[0][row], chooser.options[1][column]]);
                let child = chooser.pairs[row * chooser.options[1].len() + column].child;
                let place = Place::after(self.leaves.model.tick_of(&chooser.joint, choice));
                let child = self.follow(child, &place)?;
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
    fn follow(&mut self, child: Option<usize>, place: &Place) -> Result<usize, JointError> {
        match child {
            None => self.add(place),
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
