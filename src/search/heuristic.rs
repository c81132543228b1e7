//! Static evaluation at the search's horizon: an estimate of the seeds that the player to move will
//! still win minus those of the opponent.
//!
//! For the boards of the built-in rule sets the estimate comes from a small neural network. Its
//! weights, one file per board in `weights`, were fitted to positions of play (`scripts/make
//! estimate`; docs/measurements/evaluation.md has the accuracy). Each open hole adds, for its
//! number of seeds, a row of numbers to a hidden layer and a number to the sum; holes are numbered
//! from the mover's row on. The numbers of the hidden layer, clamped to 0 to 1, are weighted and
//! added to the sum. Other boards use a formula. A caller may supply an estimate of their own
//! ([`Estimate`]).
//!
//! A file contains 16-bit numbers, little-endian: for each hole (the mover's first) and count of
//! seeds a row, then for each its part of the sum, then the hidden layer of an empty board, the
//! weights of the layer, and the sum of an empty board. An empty hole adds nothing. The last four
//! bytes are the CRC-32 of the preceding bytes.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::estimate::Estimate;
use crate::board::{Cells, Field, Position, Side, Wide};
use crate::moves::{Kernel, Outcome, State};
use crate::rules::{Preset, Rules};

/// Numbers in the hidden layer.
const HIDDEN: usize = 16;

/// Larger counts of seeds are clamped to this.
const MOST: usize = 23;

/// Closed and protected holes, which count as empty, up to which a network is still better than the
/// formula.
const MISSING: usize = 2;

/// Rows per hole.
const COUNTS: usize = MOST + 1;

/// The fixed-point 1 of the hidden layer.
const ONE: i16 = 256;

/// Fractional bits of a part of the sum, and of a product with a weight.
const SUM_BITS: u32 = 7;
const PRODUCT_BITS: u32 = 15;

/// The weight files by rule set. Rule sets with the same options within a round share one.
const FILES: [(&str, &[u8]); 7] = [
    ("overbeck", include_bytes!("weights/overbeck.bin")),
    ("conglak", include_bytes!("weights/conglak.bin")),
    ("congklak-six", include_bytes!("weights/congklak-six.bin")),
    ("congklak", include_bytes!("weights/congklak.bin")),
    ("congklak-bank", include_bytes!("weights/congklak-bank.bin")),
    ("dakon", include_bytes!("weights/dakon.bin")),
    ("kalah", include_bytes!("weights/kalah.bin")),
];

static NETWORKS: [OnceLock<Network>; FILES.len()] = [const { OnceLock::new() }; FILES.len()];

/// The weights of one board.
pub(super) struct Network {
    rows: Vec<[i16; HIDDEN]>,
    parts: Vec<i16>,
    hidden: [i16; HIDDEN],
    weights: [i16; HIDDEN],
    sum: i16,
}

impl Network {
    /// The network for these rules and this field, if there is one.
    fn of(rules: &Rules, field: Field) -> Option<&'static Network> {
        let holes = field.shape().holes();
        let open = Side::BOTH.map(|side| field.open_holes(side).count_ones() as usize);
        if open[0] + open[1] + MISSING < 2 * holes {
            return None;
        }
        let fits = |name| {
            let fitted = Preset::named(name).expect("a shipped rule set").rules;
            usize::from(fitted.holes.get()) == holes && fitted.plays_as(*rules)
        };
        let number = FILES.iter().position(|(name, _)| fits(name))?;
        Some(NETWORKS[number].get_or_init(|| Network::read(FILES[number].1, holes)))
    }

    fn read(bytes: &[u8], holes: usize) -> Network {
        let counts = 2 * holes * COUNTS;
        let numbers = bytes.chunks_exact(2);
        let numbers: Vec<i16> = numbers.map(|two| i16::from_le_bytes([two[0], two[1]])).collect();
        let (rows, rest) = numbers.split_at(counts * HIDDEN);
        let (parts, rest) = rest.split_at(counts);
        let layer = |from: usize| std::array::from_fn(|number| rest[from + number]);
        Network {
            rows: rows.as_chunks().0.to_vec(),
            parts: parts.to_vec(),
            hidden: layer(0),
            weights: layer(HIDDEN),
            sum: rest[2 * HIDDEN],
        }
    }
}

/// The source of a search's estimates.
pub(super) enum Source<'a> {
    /// The network of the board.
    Network(&'static Network),
    /// The formula for boards without a network.
    Formula,
    /// The caller's own estimate.
    Caller(&'a dyn Estimate),
}

impl Source<'_> {
    /// The built-in source for these rules and this field.
    pub(super) fn built_in(rules: &Rules, field: Field) -> Source<'static> {
        Network::of(rules, field).map_or(Source::Formula, Source::Network)
    }
}

/// Estimates positions of one field.
pub(super) struct Estimator<'a, C> {
    source: Source<'a>,
    open: C,
    /// The first row of each hole, by mover and cell.
    places: [Vec<u16>; 2],
}

impl<'a, C: Cells> Estimator<'a, C> {
    pub(super) fn new(field: Field, source: Source<'a>) -> Estimator<'a, C> {
        let shape = field.shape();
        let places = Side::BOTH.map(|mover| {
            let mut places = vec![0; C::CELLS];
            for (number, side) in [mover, mover.other()].into_iter().enumerate() {
                for (hole, cell) in (shape.first(side)..shape.store(side)).enumerate() {
                    places[cell] = ((number * shape.holes() + hole) * COUNTS) as u16;
                }
            }
            places
        });
        Estimator {
            source,
            open: C::mask(field.open_holes(Side::A) | field.open_holes(Side::B)),
            places,
        }
    }

    /// Estimates a position with `own_row` seeds in play in the mover's row and `other_row` in the
    /// opponent's, clamped to the seeds in play.
    #[inline]
    pub(super) fn estimate(
        &self,
        kernel: &Kernel<C>,
        state: &State<C>,
        own_row: u32,
        other_row: u32,
    ) -> i32 {
        match self.source {
            Source::Caller(estimate) => {
                let most = (own_row + other_row).cast_signed();
                caller_estimate(estimate, kernel, state).clamp(-most, most)
            }
            _ => self.built_in(state.cells, state.mover, own_row, other_row),
        }
    }

    /// Estimates with the board's network, or else with the formula.
    #[inline]
    fn built_in(&self, cells: C, mover: Side, own_row: u32, other_row: u32) -> i32 {
        let (own, other) = (own_row.cast_signed(), other_row.cast_signed());
        match self.source {
            Source::Network(network) => {
                self.fitted(network, cells, mover).clamp(-own - other, own + other)
            }
            _ => formula(own, other),
        }
    }

    fn fitted(&self, network: &Network, cells: C, mover: Side) -> i32 {
        let places = &self.places[mover.index()][..C::CELLS];
        let (mut hidden, mut sum) = (network.hidden, i32::from(network.sum));
        // Stores and cells outside the board are empty here, so they add nothing.
        cells.and(self.open).each(|cell, seeds| {
            let at = usize::from(places[cell]) + (seeds as usize).min(MOST);
            sum += i32::from(network.parts[at]);
            for (hidden, number) in hidden.iter_mut().zip(&network.rows[at]) {
                *hidden += number;
            }
        });
        let weighted = hidden.iter().zip(&network.weights);
        let products =
            weighted.map(|(&hidden, &weight)| i32::from(hidden.clamp(0, ONE)) * i32::from(weight));
        let fine = (sum << (PRODUCT_BITS - SUM_BITS)) + products.sum::<i32>();
        (fine + (1 << (PRODUCT_BITS - 1))) >> PRODUCT_BITS
    }
}

/// Calls the caller's estimate. Not inlined, to keep the code of the built-in estimates small.
#[inline(never)]
fn caller_estimate<C: Cells>(estimate: &dyn Estimate, kernel: &Kernel<C>, state: &State<C>) -> i32 {
    // A position at the horizon is never over; finished rounds have exact values.
    estimate.estimate(&kernel.position(state, Outcome::Stop))
}

/// Value of a seed in the mover's row, in eighths of a seed.
const OWN: i32 = 7;

/// Value to the opponent of a seed in the opponent's row, in eighths of a seed.
const OTHER: i32 = 4;

/// The estimate for boards without a network, from the seeds in the two rows.
///
/// The player to move keeps most of their own row and captures much of the other. The weights are a
/// compromise between the rule sets, fitted on solved random positions of 2 x 6 holes with up to 14
/// seeds (docs/measurements/evaluation.md).
const fn formula(own: i32, other: i32) -> i32 {
    (OWN * own - OTHER * other) / 8
}

/// Returns the static evaluation of each position, as at a search's horizon: A's seeds minus B's at
/// the end of the round. The positions must have the rules' size. A finished round has its result.
#[must_use]
pub fn estimates(rules: &Rules, positions: &[Position]) -> Vec<i32> {
    // Positions of play have few different fields.
    let mut estimators: HashMap<Field, Estimator<Wide>> = HashMap::new();
    let estimate = |position: &Position| {
        let (field, mover) = (position.field(), position.mover());
        let rows = [mover, mover.other()].map(|side| position.in_play(side));
        if position.is_over() {
            return position.standing();
        }
        let estimator = estimators
            .entry(field)
            .or_insert_with(|| Estimator::new(field, Source::built_in(rules, field)));
        let guess = estimator.built_in(position.cells(), mover, rows[0], rows[1]);
        let won = |side| (position.owned(side) - position.in_play(side)).cast_signed();
        won(Side::A) - won(Side::B) + mover.sign() * guess
    };
    positions.iter().map(estimate).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Cell, HoleState, Shape};
    use crate::control::Control;
    use crate::files::checksum;
    use crate::math::Random;
    use crate::moves::{Game, with_kernel};
    use crate::search::{Bounds, Evaluator};

    /// Reference implementation: the estimate in floating point, hole by hole, from the written
    /// position.
    fn reference(bytes: &[u8], position: &Position) -> f64 {
        let number = |at: usize| i16::from_le_bytes([bytes[2 * at], bytes[2 * at + 1]]);
        let sides = [position.mover(), position.mover().other()];
        let holes = sides.iter().flat_map(|&side| {
            let open = position.field().open_holes(side);
            let is_open = move |cell: usize| open >> cell & 1 == 1;
            let row = position.shape().row();
            row.map(move |hole| {
                let cell = Cell::Hole(side, hole);
                let counts = is_open(position.shape().index(cell).unwrap());
                position.seeds(cell) as usize * usize::from(counts)
            })
        });
        let rows: Vec<usize> =
            holes.enumerate().map(|(hole, seeds)| 24 * hole + seeds.min(23)).collect();
        let (parts, hidden) = (24 * rows.len() * 16, 24 * rows.len() * 17);
        let part = |from: usize| f64::from(number(from));
        let mut sum = part(hidden + 32) / 128.0;
        sum += rows.iter().map(|row| part(parts + row) / 128.0).sum::<f64>();
        for neuron in 0..16 {
            let inputs = rows.iter().map(|row| part(16 * row + neuron)).sum::<f64>();
            let value = (part(hidden + neuron) + inputs) / 256.0;
            sum += value.clamp(0.0, 1.0) * part(hidden + 16 + neuron) / 128.0;
        }
        let most = f64::from(position.in_play(Side::A) + position.in_play(Side::B));
        sum.clamp(-most, most)
    }

    /// Positions of random rounds from the full opening, and from one with one hole less.
    fn positions(rules: &Rules) -> Vec<Position> {
        let mut met = Vec::new();
        let fewer = rules.total() / 2 - u32::from(rules.seeds.get());
        let openings = [rules.opening(Side::A), rules.opening_owning(fewer, Side::A).unwrap()];
        for round in 0..20 {
            let (mut random, mut at) = (Random::new(5, round), openings[round as usize % 2]);
            while !at.is_over() {
                met.push(at);
                let moves: Vec<_> = at.legal().collect();
                let hole = moves[random.below(moves.len())];
                at = crate::moves::trace(rules, &at, hole).unwrap().after;
            }
        }
        met
    }

    fn guess(rules: &Rules, position: &Position) -> i32 {
        let rows = [position.mover(), position.mover().other()].map(|side| position.in_play(side));
        with_kernel!(rules, position, |kernel, start| {
            let source = Source::built_in(rules, position.field());
            let estimator = Estimator::new(position.field(), source);
            estimator.estimate(kernel, start, rows[0], rows[1])
        })
    }

    /// No other test would find a wrong weight: estimates would be slightly off, and all proofs
    /// would still hold.
    #[test]
    fn the_files_are_as_they_were_written() {
        for (name, bytes) in FILES {
            let (numbers, sum) = bytes.split_last_chunk().unwrap();
            assert_eq!(u32::from_le_bytes(*sum), checksum(numbers), "{name}");
        }
    }

    #[test]
    fn an_estimate_is_that_of_the_file() {
        for (name, bytes) in FILES {
            let rules = Preset::named(name).unwrap().rules;
            assert_eq!(
                bytes.len(),
                2 * (2 * rules.holes.get() as usize * 24 * 17 + 33) + 4,
                "{name}"
            );
            for position in positions(&rules) {
                let (found, expected) = (guess(&rules, &position), reference(bytes, &position));
                assert!(
                    (f64::from(found) - expected).abs() < 0.501,
                    "{name} {position}: {found}, {expected}"
                );
            }
        }
    }

    /// No board overflows a number of the hidden layer.
    #[test]
    fn the_hidden_layer_has_room() {
        for (name, bytes) in FILES {
            let network =
                Network::read(bytes, Preset::named(name).unwrap().rules.holes.get().into());
            for neuron in 0..HIDDEN {
                let holes = network.rows.chunks(COUNTS);
                let largest =
                    holes.map(|hole| hole.iter().map(|row| i32::from(row[neuron]).abs()).max());
                let most: i32 = largest.map(Option::unwrap).sum();
                assert!(
                    most + i32::from(network.hidden[neuron]).abs() <= i16::MAX.into(),
                    "{name}"
                );
            }
            let holes = network.rows.chunks(COUNTS).zip(network.parts.chunks(COUNTS));
            holes.for_each(|(rows, parts)| {
                assert_eq!((rows[0], parts[0]), ([0; HIDDEN], 0), "{name}")
            });
        }
    }

    /// Seeds already won count in full, whoever is to move and wherever they lie.
    #[test]
    fn estimates_are_guesses_with_what_is_won() {
        let won = |position: &Position, side| {
            let cells = position.shape().holes_of(side);
            let own = cells.filter(|&cell| position.field().state(cell) == HoleState::Protected);
            let own: u32 = own.map(|cell| position.cells().get(cell)).sum();
            f64::from(own + position.store(side))
        };
        for (name, bytes) in FILES {
            let rules = Preset::named(name).unwrap().rules;
            let positions = positions(&rules);
            for (position, found) in positions.iter().zip(estimates(&rules, &positions)) {
                let sign = f64::from(position.mover().sign());
                let expected = won(position, Side::A) - won(position, Side::B)
                    + sign * reference(bytes, position);
                assert!((f64::from(found) - expected).abs() < 0.501, "{name} {position}: {found}");
            }
        }
        // Computed by hand: 7/8 of the mover's open seeds minus 4/8 of the opponent's.
        let kalah = Preset::named("kalah").unwrap().rules.sized(3, 1).unwrap();
        for (text, expected) in [
            ("4,4,0/1 8,0,0/2 A", 7 - 4 + 1 - 2),
            ("4,4,0/1 8,0,0/2 B", 4 - 7 + 1 - 2),
            ("4,4,9p/1 8,0,x/2 A", 7 - 4 + 10 - 2),
            ("4,0,0/1 0,0,0/2 B over", 4 + 1 - 2),
        ] {
            let position: Position = text.parse().unwrap();
            assert_eq!(estimates(&kalah, &[position]), [expected], "{text}");
        }
    }

    /// A search of depth 1 returns the estimates of the positions after each move.
    #[test]
    fn estimates_are_those_of_a_search() {
        let mut compared = 0;
        for preset in Preset::all() {
            for position in positions(&preset.rules).iter().step_by(7) {
                let game = Game::new(&preset.rules, position).unwrap();
                let found = Evaluator::new().with_depth(1).with_memory(1);
                let found = found.evaluate(&game, Control::none()).unwrap();
                for played in found.moves {
                    let after = *game.play(played.played).unwrap().position();
                    let seeds = played.value.seeds();
                    // Proven bounds clamp an estimate.
                    let Bounds { lower, upper } = played.bounds;
                    if !played.value.is_exact() && lower < seeds && seeds < upper {
                        assert_eq!(estimates(&preset.rules, &[after]), [seeds], "{game}");
                        compared += 1;
                    }
                }
            }
        }
        assert!(compared > 100, "{compared}");
    }

    /// Other sizes, other rules and boards with many closed holes use the formula.
    #[test]
    fn the_boards_of_the_built_in_rule_sets_have_a_network() {
        for preset in Preset::all() {
            let mut field = preset.rules.opening(Side::A).field();
            for (closed, hole) in field.shape().row().take(4).enumerate() {
                let network = Network::of(&preset.rules, field);
                let is_there = closed <= 2
                    && FILES
                        .iter()
                        .any(|(name, _)| Preset::named(name).unwrap().rules.plays_as(preset.rules));
                assert_eq!(network.is_some(), is_there, "{}", preset.name);
                field = field.with(Side::B, hole, HoleState::Closed).unwrap();
            }
            let smaller = Field::open(Shape::new(5).unwrap());
            assert!(Network::of(&preset.rules, smaller).is_none(), "{}", preset.name);
        }
        let kalah = Preset::named("kalah").unwrap().rules;
        let empty_capture = kalah.with("lone", "bank").unwrap();
        assert!(Network::of(&empty_capture, kalah.opening(Side::A).field()).is_none());
        assert_eq!(formula(8, 4), 5);
        assert_eq!(formula(0, 0), 0);
    }
}
