//! A node of a tree at which one or both players choose: the choices tried, their values, and which
//! to try next.

use super::joint::Joint;
use super::tick::Lockstep;
use crate::board::{Hole, Side};
use crate::math::Random;
use crate::math::{Certified, solve_matrix};

/// The probability that a player's part of a joint choice is random.
const RANDOM_CHOICE: f64 = 0.1;

/// A pair of choices at a node.
#[derive(Clone, Copy, Default)]
pub(super) struct Pair {
    visits: u32,
    pub(super) child: Option<usize>,
    /// The value of the child.
    value: f64,
    /// Whether the child is done.
    pub(super) done: bool,
}

/// The statistics of a choice.
pub(super) struct Chooser {
    pub(super) joint: Joint,
    pub(super) options: [Vec<Option<Hole>>; 2],
    /// Regrets by player and choice.
    regrets: [Vec<f64>; 2],
    /// The sums of the strategies that were played.
    played: [Vec<f64>; 2],
    /// The pairs of choices, row by row.
    pub(super) pairs: Vec<Pair>,
    visits: u32,
}

impl Chooser {
    pub(super) fn new(model: &Lockstep, joint: Joint, random: &mut Random) -> Chooser {
        // In the order in which they are tried: first the holes that are certain to let the player
        // choose again, then the others. Both groups are shuffled in every tree.
        let options = Side::BOTH.map(|side| {
            let (mut all, sure) = preferred(model, &joint, side);
            shuffle(&mut all[..sure], random);
            shuffle(&mut all[sure..], random);
            match all[..] {
                [] => vec![None],
                _ => all.into_iter().map(Some).collect(),
            }
        });
        let zeros = || [0, 1].map(|player: usize| vec![0.0; options[player].len()]);
        Chooser {
            joint,
            regrets: zeros(),
            played: zeros(),
            pairs: vec![Pair::default(); options[0].len() * options[1].len()],
            visits: 0,
            options,
        }
    }

    /// Returns the player who chooses, if only one does.
    fn alone(&self) -> Option<Side> {
        match self.options.each_ref().map(|all| all[0].is_some()) {
            [true, true] => None,
            [true, false] => Some(Side::A),
            [false, _] => Some(Side::B),
        }
    }

    pub(super) fn choose(&self, random: &mut Random, explored: f64) -> (usize, usize) {
        if let Some(side) = self.alone() {
            let pair = self.most_promising(side, explored);
            let width = self.options[1].len();
            return (pair / width, pair % width);
        }
        let [row, column] = [0, 1].map(|player: usize| {
            let count = self.options[player].len();
            if uniform(random) < RANDOM_CHOICE {
                return random.below(count);
            }
            let mut left = uniform(random);
            let strategy = matched(&self.regrets[player]);
            let chosen = strategy.iter().position(|p| {
                left -= p;
                left < 0.0
            });
            chosen.unwrap_or(count - 1)
        });
        (row, column)
    }

    /// Returns the unfinished choice with the highest upper confidence bound; untried choices come
    /// first.
    fn most_promising(&self, side: Side, explored: f64) -> usize {
        let log = f64::from(self.visits.max(1)).ln();
        let promise = |pair: &Pair| {
            if pair.done {
                return f64::NEG_INFINITY;
            }
            if pair.visits == 0 {
                return f64::INFINITY;
            }
            let bonus = explored * (log / f64::from(pair.visits)).sqrt();
            f64::from(side.sign()) * pair.value + bonus
        };
        let promises: Vec<f64> = self.pairs.iter().map(promise).collect();
        let best = promises.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        promises.iter().position(|p| *p >= best).unwrap_or(0)
    }

    /// Updates the statistics with the current value of a pair of choices.
    pub(super) fn learn(
        &mut self,
        (row, column): (usize, usize),
        child: usize,
        value: f64,
        done: bool,
    ) {
        let width = self.options[1].len();
        self.visits += 1;
        let pair = &mut self.pairs[row * width + column];
        *pair = Pair { visits: pair.visits + 1, child: Some(child), value, done };
        if self.alone().is_some() {
            return;
        }
        if self.pairs.iter().all(|pair| pair.done) {
            let entry = |pair: &Pair| Certified::exactly(pair.value);
            let rows = self.pairs.chunks(width);
            let entries: Vec<Vec<Certified>> =
                rows.map(|row| row.iter().map(entry).collect()).collect();
            let solved = solve_matrix(&entries).expect("a full matrix");
            self.played = [solved.rows, solved.columns];
            return;
        }
        for (player, chosen, sign) in [(0, row, 1.0), (1, column, -1.0)] {
            let strategy = matched(&self.regrets[player]);
            for (sum, p) in self.played[player].iter_mut().zip(strategy) {
                *sum += p;
            }
            for (other, regret) in self.regrets[player].iter_mut().enumerate() {
                let number = [other * width + column, row * width + other][player];
                let pair = &self.pairs[number];
                if other != chosen && pair.visits > 0 {
                    *regret += sign * (pair.value - value);
                }
            }
        }
    }

    /// Returns the value of the node. If one player chooses, it is that of his best choice. If both
    /// choose, it is the mean under the strategies they have played, or the plain mean if these
    /// give no weight to any pair tried.
    pub(super) fn value(&self) -> f64 {
        let width = self.options[1].len();
        let numbered = self.pairs.iter().enumerate();
        let tried = || numbered.clone().filter(|(_, pair)| pair.visits > 0);
        if let Some(side) = self.alone() {
            let sign = f64::from(side.sign());
            let worth = tried().map(|(_, pair)| sign * pair.value);
            return sign * worth.fold(f64::NEG_INFINITY, f64::max);
        }
        let mean = |weight: &dyn Fn(usize) -> f64| {
            let all: f64 = tried().map(|(number, _)| weight(number)).sum();
            let weighed = tried().map(|(number, pair)| weight(number) * pair.value);
            (all > 0.0).then(|| weighed.sum::<f64>() / all)
        };
        let played =
            |number: usize| self.played[0][number / width] * self.played[1][number % width];
        let found = mean(&played).or_else(|| mean(&|_| 1.0));
        found.expect("a pair has been tried")
    }

    /// Returns the proven bounds of the choice. `of` returns those of a pair's child, or of a
    /// missing child.
    pub(super) fn bounds(&self, of: impl Fn(Option<usize>) -> Certified) -> Certified {
        let all: Vec<Certified> = self.pairs.iter().map(|pair| of(pair.child)).collect();
        let rows = all.chunks(self.options[1].len());
        proven(&rows.map(<[_]>::to_vec).collect::<Vec<_>>())
    }
}

fn shuffle(holes: &mut [Hole], random: &mut Random) {
    for last in (1..holes.len()).rev() {
        holes.swap(last, random.below(last + 1));
    }
}

/// Returns a uniform random number in [0, 1).
fn uniform(random: &mut Random) -> f64 {
    #[allow(clippy::cast_precision_loss)]
    let number = (random.next() >> 11) as f64;
    number / 2.0_f64.powi(53)
}

/// Returns the strategy of regret matching: proportional to the positive regrets, or uniform if
/// there are none.
fn matched(regrets: &[f64]) -> Vec<f64> {
    let sum: f64 = regrets.iter().map(|regret| regret.max(0.0)).sum();
    #[allow(clippy::cast_precision_loss)]
    let alike = 1.0 / regrets.len() as f64;
    let share = |regret: &f64| regret.max(0.0) / sum;
    if sum > 0.0 { regrets.iter().map(share).collect() } else { vec![alike; regrets.len()] }
}

/// Returns the holes that a player may choose, in the order in which they are tried. First come
/// those whose first lap ends in the store whatever the other player does; the second value is
/// their number.
pub(super) fn preferred(model: &Lockstep, joint: &Joint, side: Side) -> (Vec<Hole>, usize) {
    let holes: Vec<Hole> = joint.choices(model.field, side).collect();
    // Holes nearest to the store first.
    let nearest = holes.into_iter().rev();
    let (sure, others): (Vec<Hole>, Vec<Hole>) =
        nearest.partition(|&hole| model.ends_in_store(joint, side, hole));
    ([&sure[..], &others].concat(), sure.len())
}

/// Returns the bounds of a matrix game's value that follow from the bounds of its entries.
pub(super) fn proven(entries: &[Vec<Certified>]) -> Certified {
    let solved = |bound: fn(&Certified) -> f64| {
        let of_row = |row: &Vec<Certified>| -> Vec<Certified> {
            let numbers = row.iter().map(bound);
            numbers.map(Certified::exactly).collect()
        };
        let matrix: Vec<Vec<Certified>> = entries.iter().map(of_row).collect();
        solve_matrix(&matrix).expect("a full matrix").value
    };
    Certified::new(solved(|entry| entry.lower).lower, solved(|entry| entry.upper).upper)
}
