//! A tree over part of a joint turn, grown by playing into it again and again.
//!
//! Where both choose each learns by regret matching (S. Hart and A. Mas-Colell, A simple adaptive
//! procedure leading to correlated equilibrium, Econometrica 68, 2000; in trees: M. Lanctot, V.
//! Lisý and M. H. M. Winands, Monte Carlo tree search in simultaneous move games with applications
//! to Goofspiel, 2014); where one chooses he takes the best that is known, or what upper confidence
//! bounds ask for (L. Kocsis and C. Szepesvári, 2006). What is not in the tree yet is played out by
//! a rule of thumb up to where an ordinary turn begins. A node whose whole tree is there is done,
//! and not played into again.

use super::chooser::{Chooser, preferred};
use super::joint::{Choice, Joint};
use super::leaves::{Leaves, Worth, lean};
use super::likely::{JointLine, Look, NEVER, Place, likeliest};
use super::line::Element;
use super::run::Stage;
use super::search::JointError;
use super::tick::Next;
use crate::board::{Hole, Position, Side};
use crate::math::{Certified, Random};

/// How far choices are explored that seem worse, as a share of all seeds.
const EXPLORATION: f64 = 0.2;

/// Trees are grown in turn with the nodes that were asked for, twice as many, and so on, so that
/// they differ in the errors of the evaluator as well.
const BUDGETS: u32 = 3;

/// One in so many choices of the rule of thumb is made at random.
const RANDOM_PLAY: usize = 5;

enum Kind {
    End(Position, Certified),
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

/// What a tree, or a part of it, has found.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Findings {
    /// The value when both play as they have learnt.
    pub value: f64,
    /// Proven, whatever the value is: what has not been tried may be worth anything.
    pub bounds: Certified,
    /// How far the bounds leave the value room in favour of the players who move at the ends, on
    /// average when both play as they have learnt: above 0 in favour of A.
    pub lean: f64,
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
        let Worth { value, bounds } = self.play_out(&stage)?;
        let done = matches!(stage, Stage::Turn(_));
        let kind = match stage {
            Stage::Turn(position) => Kind::End(position, bounds),
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
    fn play_out(&mut self, stage: &Stage) -> Result<Worth, JointError> {
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

    /// What the tree has found when both play as they have learnt.
    pub(super) fn findings(&self) -> Findings {
        let mut below = vec![Findings::default(); self.nodes.len()];
        // Children come after their parents: from the last node to the first all are known.
        for (id, node) in self.nodes.iter().enumerate().rev() {
            let (bounds, lean) = match &node.kind {
                Kind::End(position, bounds) => (*bounds, lean(position, *bounds, node.value)),
                Kind::Coin(both, children) => self.of_coin(both, *children, &below),
                Kind::Choice(chooser) => self.of_choice(chooser, &below),
            };
            below[id] = Findings {
                value: node.value,
                bounds,
                lean,
            };
        }
        below[0]
    }

    /// The bounds of a coin and its lean.
    fn of_coin(
        &self,
        both: &[Next; 2],
        children: [Option<usize>; 2],
        below: &[Findings],
    ) -> (Certified, f64) {
        let unknown = |next| self.leaves.model.unknown_after(next);
        let bounds = both.iter().zip(children).map(|(next, child)| {
            let bounds = child.map_or_else(|| unknown(next), |child| below[child].bounds);
            (1, bounds)
        });
        let known = children.iter().flatten();
        let leans: Vec<f64> = known.map(|&child| below[child].lean).collect();
        let sum: f64 = leans.iter().sum();
        let lean = if leans.len() == 2 { sum / 2.0 } else { sum };
        (Certified::mean(bounds), lean)
    }

    /// The bounds of a choice and its lean.
    fn of_choice(&self, chooser: &Chooser, below: &[Findings]) -> (Certified, f64) {
        let unknown = self.leaves.model.unknown_after(&Next::Tick(chooser.joint));
        let of_child = |child: Option<usize>| child.map_or(unknown, |child| below[child].bounds);
        let ways = chooser.ways();
        let leans = ways.iter().map(|(_, p, child)| p * below[*child].lean);
        (chooser.bounds(of_child), leans.sum())
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
                Kind::End(position, _) => return end(node.value, Some(*position)),
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
