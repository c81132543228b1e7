//! Values layers in which positions depend on each other in more than pairs.
//!
//! Three options make such layers: a player may pass although a move is possible (`forced =
//! may_stop`), a pass changes what the next throw allows (`king_back = two_turns`), and soldiers
//! come back (`king_path = advance`). The positions of a layer form a graph, whose strongly
//! connected components are valued in topological order, from the sinks. A cyclic component is
//! valued by iteration.
//!
//! Endless play is worth 0. Let T be one step: v becomes the mean over the throws of the best
//! continuation. The value is a fixed point of T, but T may have others: if both players prefer to
//! pass forever, every value is one. So three sequences are iterated: from -1 and from +1
//! (alternately, since a lower bound for one player is an upper bound for the other), which enclose
//! every fixed point, and from 0, which is the value of the game cut off as a draw after that many
//! turns in the component. Where the first two meet, there is only one fixed point. If the
//! component distinguishes the players (every turn in it changes sides), and the lower bound is a
//! fixed point that is nowhere negative for one of them, then it is the value: the other player can
//! hold the first one to it, since endless play gives at least zero. Where the value is still open,
//! the third sequence is returned.
//!
//! No error bound is claimed for such a layer: an iteration ends when nothing changes in floating
//! point, and the effect of rounding on its fixed point is not bounded here.

use rayon::prelude::*;

use super::key_set::{self, Key, Table};
use super::{Unsolved, Work};
use crate::Dice;

/// The most rounds of an iteration.
const ROUNDS: usize = 200_000;

/// An iteration ends when the bounds are this close, or nothing moves by more than a hundredth of
/// it.
const NEAR: f64 = 1e-13;

/// Positions of an iteration between two checks of the limits.
const LOOK: usize = 4096;

/// The gains of a position: by throws that leave the layer or win, and by those that may stay.
#[derive(Default)]
struct Equation {
    sum: f64,
    open: Vec<Open>,
}

/// A throw after which the game may still be in the layer.
struct Open {
    weight: f64,
    /// The best way out of the layer; minus infinity if there is none.
    out: f64,
    /// The positions of the layer that it can lead to, by number.
    to: Vec<u32>,
}

/// Values a layer, and counts the positions in components of more than one.
pub(super) fn value_layer(
    work: &Work<'_>,
    table: &Table,
    (height, layer): (u32, &[Key]),
    throws: &[(u32, Dice)],
) -> Result<u64, Unsolved> {
    table.number(layer);
    let equations = work.of_layer(layer, |key| equation(work, table, (height, key), throws))?;
    let mut values = vec![Bounds::WIDE; layer.len()];
    let mut entangled = 0;
    let key = |number: u32| layer[number as usize];
    let followers = |equation: &Equation| {
        let open = equation.open.iter();
        open.flat_map(|open| open.to.clone()).collect()
    };
    let found = components(&equations.iter().map(followers).collect::<Vec<_>>());
    let mut number_of = vec![0; layer.len()];
    for (number, component) in found.iter().enumerate() {
        for one in component {
            number_of[*one as usize] = number;
        }
    }
    for (number, component) in found.iter().enumerate() {
        if component.len() > 1 {
            entangled += component.len() as u64;
        }
        let circle = Circle {
            work,
            equations: &equations,
            component,
            inside: &|one: u32| number_of[one as usize] == number,
            key: &key,
        };
        circle.value(&mut values)?;
    }
    table.set_all(layer, values.par_iter().map(|value| value.middle.to_bits()));
    Ok(entangled)
}

fn equation(
    work: &Work<'_>,
    table: &Table,
    (height, key): (u32, Key),
    throws: &[(u32, Dice)],
) -> Equation {
    let position = key_set::position(key);
    let all = 6_f64.powi(work.rules.dice.into());
    let mut equation = Equation::default();
    for (weight, throw) in throws {
        let mut out = f64::NEG_INFINITY;
        let mut to = Vec::new();
        let open = work.rules.visit_ends(&position, *throw, &mut |after| {
            let Some(after) = after else {
                return false;
            };
            let word = table.word(key_set::key(&after));
            if key_set::potential(work.rules, &after) == height {
                to.push(u32::try_from(word).expect("a number of the layer"));
            } else {
                out = out.max(-f64::from_bits(word));
            }
            true
        });
        let weight = f64::from(*weight) / all;
        if !open {
            equation.sum += weight;
        } else if to.is_empty() {
            equation.sum += weight * out;
        } else {
            to.sort_unstable();
            to.dedup();
            equation.open.push(Open { weight, out, to });
        }
    }
    equation
}

/// Computes one step for one position.
fn step(equation: &Equation, values: &[Bounds]) -> Bounds {
    let mut next = Bounds::exactly(equation.sum);
    for open in &equation.open {
        let mut best = Bounds::exactly(open.out);
        for &to in &open.to {
            let after = values[to as usize];
            best.low = best.low.max(-after.high);
            best.middle = best.middle.max(-after.middle);
            best.high = best.high.max(-after.low);
        }
        next.low += open.weight * best.low;
        next.middle += open.weight * best.middle;
        next.high += open.weight * best.high;
    }
    next
}

/// A component to be valued.
struct Circle<'a> {
    work: &'a Work<'a>,
    equations: &'a [Equation],
    component: &'a [u32],
    /// Whether a position of the layer is in the component.
    inside: &'a dyn Fn(u32) -> bool,
    key: &'a dyn Fn(u32) -> Key,
}

impl Circle<'_> {
    /// Computes its values.
    fn value(&self, values: &mut [Bounds]) -> Result<(), Unsolved> {
        let (component, equations) = (self.component, self.equations);
        let first = component[0] as usize;
        let to_itself = |open: &Open| open.to.iter().any(|to| (self.inside)(*to));
        if component.len() == 1 && !equations[first].open.iter().any(to_itself) {
            values[first] = step(&equations[first], values);
            return Ok(());
        }
        if let Some(dead) = self.dead() {
            for (number, value) in component.iter().zip(dead) {
                values[*number as usize] = Bounds::exactly(value);
            }
            return Ok(());
        }
        self.iterate(values)?;
        self.decide(values);
        for number in component {
            let value = &mut values[*number as usize];
            *value = Bounds::exactly(value.middle);
        }
        Ok(())
    }

    /// Returns the values of a component in which neither player can ever move: its positions
    /// differ in who is to throw, and in what was thrown before.
    fn dead(&self) -> Option<Vec<f64>> {
        let rules = self.work.rules;
        let position = |number: &u32| key_set::position((self.key)(*number));
        position(&self.component[0]).is_dead(rules).then(|| {
            let component = self.component.iter();
            component.map(|number| position(number).dead_value(rules)).collect()
        })
    }

    fn iterate(&self, values: &mut [Bounds]) -> Result<(), Unsolved> {
        let component = self.component;
        for &number in component {
            values[number as usize] = Bounds::WIDE;
        }
        let mut next = vec![Bounds::WIDE; component.len()];
        for _ in 0..ROUNDS {
            let (mut wide, mut moved) = (0.0_f64, 0.0_f64);
            for (index, (place, &number)) in next.iter_mut().zip(component).enumerate() {
                if index % LOOK == 0 {
                    self.work.check()?;
                }
                let old = values[number as usize];
                let new = step(&self.equations[number as usize], values);
                *place = Bounds {
                    low: new.low.max(old.low),
                    middle: new.middle,
                    high: new.high.min(old.high),
                };
                wide = wide.max(place.high - place.low);
                moved = moved.max(place.moved(old));
            }
            for (place, &number) in next.iter().zip(component) {
                values[number as usize] = *place;
            }
            if wide < NEAR || moved < NEAR / 100.0 {
                break;
            }
        }
        for &number in component {
            let value = &mut values[number as usize];
            if value.high - value.low < NEAR {
                value.middle = f64::midpoint(value.low, value.high);
            }
        }
        Ok(())
    }

    /// Settles the value where the bounds remain apart but one of them is the value (see above).
    fn decide(&self, values: &mut [Bounds]) {
        let component = self.component;
        let Some(first) = self.sides() else {
            return;
        };
        let own = |number: u32| {
            let Bounds { low, high, .. } = values[number as usize];
            if first(number) { (low, high) } else { (-high, -low) }
        };
        // For the first player: nowhere negative, nowhere positive, or undecided.
        let slack = NEAR;
        let never_less = component.iter().all(|n| own(*n).0 >= -slack);
        let never_more = component.iter().all(|n| own(*n).1 <= slack);
        let either = component.iter().all(|n| own(*n).0 <= slack && own(*n).1 >= -slack);
        let settled = component.iter().map(|&number| {
            let (low, high) = own(number);
            let value = match (never_less, never_more, either) {
                (true, _, _) => low.max(0.0),
                (_, true, _) => high.min(0.0),
                (_, _, true) => 0.0,
                _ => return None,
            };
            Some(Bounds::exactly(if first(number) { value } else { -value }))
        });
        let Some(trial) = settled.collect::<Option<Vec<Bounds>>>() else {
            return;
        };
        // It must be a fixed point.
        let before: Vec<Bounds> = component.iter().map(|n| values[*n as usize]).collect();
        for (number, value) in component.iter().zip(&trial) {
            values[*number as usize] = *value;
        }
        let stays = component.iter().zip(&trial).all(|(number, value)| {
            step(&self.equations[*number as usize], values).moved(*value) < 4.0 * NEAR
        });
        if !stays {
            for (number, value) in component.iter().zip(before) {
                values[*number as usize] = value;
            }
        }
    }

    /// Distinguishes the positions of a component by the player to throw; `None` if the component
    /// does not.
    fn sides(&self) -> Option<impl Fn(u32) -> bool + use<>> {
        let first = self.component[0];
        let mut side = std::collections::HashMap::from([(first, true)]);
        let mut todo = vec![first];
        while let Some(number) = todo.pop() {
            let next = !side[&number];
            let open = &self.equations[number as usize].open;
            let to = open.iter().flat_map(|open| &open.to);
            for to in to.filter(|to| (self.inside)(**to)) {
                match side.get(to) {
                    Some(known) if *known != next => return None,
                    Some(_) => {}
                    None => {
                        side.insert(*to, next);
                        todo.push(*to);
                    }
                }
            }
        }
        Some(move |number| side[&number])
    }
}

/// Finds the strongly connected components, sinks first.
///
/// Source: R. Tarjan, Depth-first search and linear graph algorithms, SIAM Journal on Computing 1
/// (1972); with an explicit stack instead of recursion.
fn components(followers: &[Vec<u32>]) -> Vec<Vec<u32>> {
    const NEW: u32 = u32::MAX;
    let count = followers.len();
    let (mut order, mut lowest) = (vec![NEW; count], vec![0; count]);
    let mut waiting = vec![false; count];
    let (mut stack, mut found, mut next) = (Vec::new(), Vec::new(), 0);
    for root in 0..u32::try_from(count).expect("fewer than 2^32 positions") {
        if order[root as usize] != NEW {
            continue;
        }
        let mut path = vec![(root, 0_usize)];
        while let Some((node, edge)) = path.last_mut() {
            let at = *node as usize;
            if *edge == 0 {
                (order[at], lowest[at]) = (next, next);
                next += 1;
                stack.push(*node);
                waiting[at] = true;
            }
            if let Some(&follower) = followers[at].get(*edge) {
                *edge += 1;
                let to = follower as usize;
                if order[to] == NEW {
                    path.push((follower, 0));
                } else if waiting[to] {
                    lowest[at] = lowest[at].min(order[to]);
                }
                continue;
            }
            let low = lowest[at];
            if low == order[at] {
                let first = stack.iter().rposition(|n| *n as usize == at).expect("on the stack");
                let component = stack.split_off(first);
                for node in &component {
                    waiting[*node as usize] = false;
                }
                found.push(component);
            }
            path.pop();
            if let Some((before, _)) = path.last() {
                let before = *before as usize;
                lowest[before] = lowest[before].min(low);
            }
        }
    }
    found
}

/// Values iterated from below, from 0 and from above.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    low: f64,
    middle: f64,
    high: f64,
}

impl Bounds {
    /// The bounds of an unknown value.
    const WIDE: Bounds = Bounds { low: -1.0, middle: 0.0, high: 1.0 };

    /// Creates the bounds of a known value.
    const fn exactly(value: f64) -> Bounds {
        Bounds { low: value, middle: value, high: value }
    }

    /// Returns how far the three have moved at most.
    fn moved(self, other: Bounds) -> f64 {
        let differences =
            [self.low - other.low, self.middle - other.middle, self.high - other.high];
        differences.into_iter().map(f64::abs).fold(0.0, f64::max)
    }
}
