//! A tree over part of a joint turn, grown by playing into it again and again.
//!
//! Where both choose each learns by regret matching (S. Hart and A. Mas-Colell, A simple adaptive
//! procedure leading to correlated equilibrium, Econometrica 68, 2000; in trees: M. Lanctot, V.
//! Lisý and M. H. M. Winands, Monte Carlo tree search in simultaneous move games with applications
//! to Goofspiel, 2014); where one chooses he takes the best that is known, or what upper confidence
//! bounds ask for (L. Kocsis and C. Szepesvári, 2006). What is not in the tree yet is played out by
//! a rule of thumb up to where an ordinary turn begins. A node whose whole tree is there is done,
//! and not played into again.

use dashmap::DashMap;

use super::chooser::{Chooser, preferred};
use super::joint::{Choice, Joint};
use super::likely::{JointLine, Look, NEVER, Place, likeliest};
use super::line::Element;
use super::run::Stage;
use super::search::JointError;
use super::tick::{Lockstep, Next};
use crate::board::{Hole, Position, Side};
use crate::control::{Clock, Control};
use crate::math::Random;
use crate::search::{Evaluator, RoundValues};

/// Mebibytes of the tables of one evaluation: there are many short ones.
const MEMORY: usize = 1;

/// How far choices are explored that seem worse, as a share of all seeds.
const EXPLORATION: f64 = 0.2;

/// Trees are grown in turn with the nodes that were asked for, twice as many, and so on, so that
/// they differ in the errors of the evaluator as well.
const BUDGETS: u32 = 3;

/// One in so many choices of the rule of thumb is made at random.
const RANDOM_PLAY: usize = 5;

/// The values of ordinary turns: proven by the solver within some nodes, or else estimated by the
/// evaluator within as many.
pub(super) struct Leaves<'a> {
    pub model: &'a Lockstep,
    pub rounds: &'a dyn RoundValues,
    pub nodes: u64,
    /// Counts the values.
    pub clock: &'a Clock<'a>,
    /// Values by position, and for which nodes they are estimates; proven ones are for all.
    pub known: DashMap<(Position, u64), i32>,
}

/// The nodes that stand for a proven value.
const PROVEN: u64 = 0;

impl Leaves<'_> {
    /// The value of a position, estimated within some nodes if it can't be proven.
    fn value(&self, position: &Position, nodes: u64) -> Result<f64, JointError> {
        // The guards are gone before anything else is done.
        let known = |nodes| self.known.get(&(*position, nodes)).map(|value| *value);
        if let Some(value) = known(PROVEN).or_else(|| known(nodes)) {
            return Ok(value.into());
        }
        let proven = self.rounds.value(position).ok();
        let value = proven.map_or_else(|| self.estimate(position, nodes), Ok)?;
        // A search that was stopped has not said what it would have.
        if let Some(reason) = self.clock.limit(1) {
            return Err(JointError::Stopped(reason));
        }
        let kept_for = proven.map_or(nodes, |_| PROVEN);
        self.known.insert((*position, kept_for), value);
        Ok(value.into())
    }

    fn estimate(&self, position: &Position, nodes: u64) -> Result<i32, JointError> {
        let evaluator = Evaluator {
            memory: MEMORY,
            ..Evaluator::new()
        };
        let control = Control {
            nodes,
            ..self.clock.rest()
        };
        let game = self.model.game().at(*position);
        Ok(evaluator.evaluate(&game, control)?.value.seeds())
    }
}

enum Kind {
    End(Position),
    Coin([Next; 2], [Option<usize>; 2]),
    Choice(Box<Chooser>),
}

struct Node {
    kind: Kind,
    /// Its value, as far as is known: at first what playing out from it has brought.
    value: f64,
    /// Whether there is nothing more to be found out below it.
    done: bool,
}

/// A tree over what follows a choice.
pub(super) struct Tree<'a> {
    leaves: &'a Leaves<'a>,
    /// Nodes for an estimate of an ordinary turn.
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
            budget: leaves.nodes << (number % BUDGETS),
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
        let value = self.play_out(&stage)?;
        let done = matches!(stage, Stage::Turn(_));
        let kind = match stage {
            Stage::Turn(position) => Kind::End(position),
            Stage::Coin(both) => Kind::Coin(both, [None; 2]),
            Stage::Choice(joint) => {
                let chooser = Chooser::new(self.leaves.model, joint, &mut self.random);
                Kind::Choice(Box::new(chooser))
            }
        };
        self.nodes.push(Node { kind, value, done });
        Ok(self.nodes.len() - 1)
    }

    /// Plays by the rule of thumb until an ordinary turn begins.
    fn play_out(&mut self, stage: &Stage) -> Result<f64, JointError> {
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
            Kind::End(_) => {}
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

    /// The value of the tree when both play as they have learnt.
    pub(super) fn value(&self) -> f64 {
        self.nodes[0].value
    }

    /// The most likely lines when both play as they have learnt.
    pub(super) fn lines(&self, count: usize, looks: usize) -> Vec<JointLine> {
        likeliest(Some(0), count, looks, |place| {
            let end = |value, after| Look::End { value, after };
            let Some(id) = *place else {
                return end(0.0, None);
            };
            let node = &self.nodes[id];
            let ways = match &node.kind {
                Kind::End(position) => return end(node.value, Some(*position)),
                Kind::Coin(_, children) if children.iter().all(Option::is_some) => Side::BOTH
                    .into_iter()
                    .zip(children)
                    .map(|(side, child)| (Element::Coin(side), 0.5, *child))
                    .collect(),
                Kind::Coin(..) => Vec::new(),
                Kind::Choice(chooser) => {
                    let ways = chooser.ways().into_iter().filter(|way| way.1 > NEVER);
                    let ways =
                        ways.map(|(choice, p, child)| (Element::Choice(choice), p, Some(child)));
                    ways.collect()
                }
            };
            if ways.is_empty() {
                return end(node.value, None);
            }
            Look::Fork(ways)
        })
    }
}
