//! The most likely lines of a joint turn, when both play the strategies that were found.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::forced::Stage;
use super::induction::Induction;
use super::joint::Choice;
use super::joint_line::Element;
use super::tick::{Next, Tick};
use crate::board::{Position, Side};

/// A line of a joint turn, up to where only one player is left to choose, or both have stopped.
#[derive(Clone, Debug, PartialEq)]
pub struct JointLine {
    /// Choices and coins, in order.
    pub elements: Vec<Element>,
    /// The probability of the line.
    pub probability: f64,
    /// The value of its end: seeds of A less seeds of B at the round's end.
    pub value: f64,
    /// The position with which the round goes on by turns.
    pub after: Position,
}

/// A place after a choice or a coin.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant)]
pub(super) enum Place {
    Next(Next),
    /// A coin is to fall.
    Coin([Next; 2]),
}

impl Place {
    /// The place after a tick.
    pub(super) const fn after(tick: Tick) -> Place {
        match tick {
            Tick::Sure(played_tick) => Place::Next(played_tick.next),
            Tick::Coin([a, b]) => Place::Coin([a.next, b.next]),
        }
    }

    /// Returns the places to which a coin leads.
    pub(super) fn of_coin(both: [Next; 2]) -> Vec<(Element, f64, Place)> {
        let sides = Side::BOTH.into_iter().zip(both);
        sides.map(|(side, next)| (Element::Coin(side), 0.5, Place::Next(next))).collect()
    }
}

/// The kinds of places of a line.
enum Look {
    /// All that may be next, each with its probability.
    Fork(Vec<(Element, f64, Place)>),
    /// The end of the line.
    End { value: f64, after: Position },
}

/// A line that is being followed.
struct Begun {
    elements: Vec<Element>,
    probability: f64,
    place: Place,
}

/// Places that an induction looks at for its lines.
const LOOKS: usize = 2000;

/// Choices less likely than this are not followed: they may be what rounding has left.
const NEVER: f64 = 1e-9;

impl Induction<'_> {
    /// The most likely lines, the likeliest first, if both play the strategies of the induction.
    /// Where several are best it is those that it happens to find. Always the likeliest beginning
    /// is followed; after some places it ends with the lines that it has.
    pub(super) fn likely_lines(&self, count: usize) -> Vec<JointLine> {
        let mut all = vec![Begun {
            elements: Vec::new(),
            probability: 1.0,
            place: Place::Next(Next::Tick(*self.model.start())),
        }];
        // The likeliest comes first, of several the one that was met first. Probabilities have the
        // order of their bits.
        let mut open = BinaryHeap::from([(1.0_f64.to_bits(), Reverse(0))]);
        let mut found = Vec::new();
        for _ in 0..LOOKS {
            let Some((_, Reverse(number))) = open.pop().filter(|_| found.len() < count) else {
                break;
            };
            let begun = &all[number];
            match self.look(&begun.place) {
                Look::End { value, after } => found.push(JointLine {
                    elements: begun.elements.clone(),
                    probability: begun.probability,
                    value,
                    after,
                }),
                Look::Fork(ways) => {
                    let (elements, probability) = (begun.elements.clone(), begun.probability);
                    for (element, share, place) in ways {
                        let probability = probability * share;
                        open.push((probability.to_bits(), Reverse(all.len())));
                        all.push(Begun {
                            elements: [&elements[..], &[element]].concat(),
                            probability,
                            place,
                        });
                    }
                }
            }
        }
        found
    }

    fn look(&self, place: &Place) -> Look {
        let next = match place {
            Place::Coin(both) => return Look::Fork(Place::of_coin(*both)),
            Place::Next(next) => *next,
        };
        match self.model.run(next) {
            Stage::Coin(both) => Look::Fork(Place::of_coin(both)),
            Stage::Turn(position) => {
                Look::End { value: self.round(&position).middle(), after: position }
            }
            Stage::Choice(joint) => {
                let solved = self.solve(&joint);
                let [rows, columns] = &solved.options;
                let mixed = &solved.equilibrium;
                let mut ways = Vec::new();
                for (&a, p) in rows.iter().zip(&mixed.rows) {
                    for (&b, q) in columns.iter().zip(&mixed.columns) {
                        if p * q > NEVER {
                            let choice = Choice([a, b]);
                            let after = Place::after(self.model.tick_of(&joint, choice));
                            ways.push((Element::Choice(choice), p * q, after));
                        }
                    }
                }
                Look::Fork(ways)
            }
        }
    }
}
