//! The most likely lines of a joint turn, when both play the strategies that were found.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::induction::Induction;
use super::joint::Choice;
use super::line::Element;
use super::run::Stage;
use super::tick::{Next, Tick};
use crate::board::{Position, Side};

/// A line of a joint turn, up to where only one player is left to choose, or both have stopped.
#[derive(Clone, Debug, PartialEq)]
pub struct JointLine {
    /// Choices and coins, in order.
    pub elements: Vec<Element>,
    /// How likely it is.
    pub probability: f64,
    /// What follows it is worth: seeds of A less seeds of B at the round's end.
    pub value: f64,
    /// The position with which the round goes on by turns; none if the line is cut off before.
    pub after: Option<Position>,
}

/// What may come after a choice or a coin.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant)]
pub(super) enum Place {
    Next(Next),
    /// A coin is to fall.
    Coin([Next; 2]),
}

impl Place {
    /// What follows a tick.
    pub(super) const fn after(tick: Tick) -> Place {
        match tick {
            Tick::Sure(ticked) => Place::Next(ticked.next),
            Tick::Coin([a, b]) => Place::Coin([a.next, b.next]),
        }
    }

    /// Where a coin leads.
    pub(super) fn of_coin(both: [Next; 2]) -> Vec<(Element, f64, Place)> {
        let sides = Side::BOTH.into_iter().zip(both);
        sides
            .map(|(side, next)| (Element::Coin(side), 0.5, Place::Next(next)))
            .collect()
    }
}

/// What a place of a line looks like.
pub(super) enum Look<P> {
    /// What may be next, with its probability.
    Fork(Vec<(Element, f64, P)>),
    /// The end of the line.
    End { value: f64, after: Option<Position> },
}

/// A line that is being followed.
struct Begun<P> {
    elements: Vec<Element>,
    probability: f64,
    number: usize,
    place: P,
}

impl<P> Ord for Begun<P> {
    fn cmp(&self, other: &Self) -> Ordering {
        let likelier = self.probability.total_cmp(&other.probability);
        likelier.then(other.number.cmp(&self.number))
    }
}

impl<P> PartialOrd for Begun<P> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<P> PartialEq for Begun<P> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<P> Eq for Begun<P> {}

/// The most likely lines, the likeliest first: always the likeliest beginning is followed. After
/// `looks` places it ends with those it has.
pub(super) fn likeliest<P>(
    start: P,
    count: usize,
    looks: usize,
    mut look: impl FnMut(&P) -> Look<P>,
) -> Vec<JointLine> {
    let mut number = 0;
    let mut open = BinaryHeap::from([Begun {
        elements: Vec::new(),
        probability: 1.0,
        number,
        place: start,
    }]);
    let mut found = Vec::new();
    for _ in 0..looks {
        let Some(begun) = open.pop().filter(|_| found.len() < count) else {
            break;
        };
        match look(&begun.place) {
            Look::End { value, after } => found.push(JointLine {
                elements: begun.elements,
                probability: begun.probability,
                value,
                after,
            }),
            Look::Fork(ways) => {
                for (element, probability, place) in ways {
                    number += 1;
                    open.push(Begun {
                        elements: [&begun.elements[..], &[element]].concat(),
                        probability: begun.probability * probability,
                        number,
                        place,
                    });
                }
            }
        }
    }
    found
}

/// Places that an induction looks at for its lines.
const LOOKS: usize = 2000;

/// Choices less likely than this are not followed: they may be what rounding has left.
pub(super) const NEVER: f64 = 1e-9;

impl Induction<'_> {
    /// The most likely lines, if both play the strategies of the induction. Where several are best
    /// it is those that it happens to find.
    pub(super) fn likely_lines(&self, count: usize) -> Vec<JointLine> {
        let start = Place::Next(Next::Tick(*self.model.start()));
        likeliest(start, count, LOOKS, |place| self.look(place))
    }

    fn look(&self, place: &Place) -> Look<Place> {
        let next = match place {
            Place::Coin(both) => return Look::Fork(Place::of_coin(*both)),
            Place::Next(next) => *next,
        };
        match self.model.run(next) {
            Stage::Coin(both) => Look::Fork(Place::of_coin(both)),
            Stage::Turn(position) => Look::End {
                value: self.round(&position).middle(),
                after: Some(position),
            },
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
