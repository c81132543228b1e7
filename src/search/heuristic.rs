//! The guess at the worth of a position at the search's horizon: seeds the player to move will
//! still win less those his opponent will.
//!
//! For the boards of the shipped rule sets a small network guesses, of which a file in `weights`
//! was fitted to positions of play (`scripts/make estimate`; docs/measurements/evaluation.md says
//! how well). Each open hole with its seeds adds a row of numbers to a hidden layer, and a number
//! to the sum; a hole counts by its place in the row of the mover or of his opponent. The numbers
//! of the layer, between 0 and 1, are weighted and added to the sum. Other boards have one formula.
//!
//! A file holds numbers of 16 bits, the lower byte first: for each hole (the mover's first) and
//! count of seeds a row, then for each its part of the sum, then the hidden layer of an empty
//! board, the weights of the layer, and the sum of an empty board. An empty hole adds nothing. The
//! last four bytes are a checksum (CRC-32) of what stands before them.

use std::sync::OnceLock;

use crate::board::{Cells, Field, Side};
use crate::rules::{Preset, Rules};

/// Numbers in the hidden layer.
const HIDDEN: usize = 16;

/// A hole with more seeds than this counts as with so many.
const MOST: usize = 23;

/// With up to so many holes closed or protected, which count as empty, a network is still better
/// than the formula.
const MISSING: usize = 2;

/// Rows of a hole.
const COUNTS: usize = MOST + 1;

/// The number that stands for 1 in the hidden layer.
const ONE: i16 = 256;

/// Bits behind the point of a part of the sum, and of one times a weight.
const SUM_BITS: u32 = 7;
const PRODUCT_BITS: u32 = 15;

/// The files, by rule set. Rule sets with the same options within a round share one.
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

/// The numbers that were fitted for a board.
pub(super) struct Network {
    rows: Vec<[i16; HIDDEN]>,
    parts: Vec<i16>,
    hidden: [i16; HIDDEN],
    weights: [i16; HIDDEN],
    sum: i16,
}

impl Network {
    /// The network of a round's rules and board, if there is one.
    pub(super) fn of(rules: &Rules, field: Field) -> Option<&'static Network> {
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

/// Guesses what the positions of a round are worth.
pub(super) struct Estimator<C> {
    network: Option<&'static Network>,
    open: C,
    /// By mover and cell the first row of a hole.
    places: [Vec<u16>; 2],
}

impl<C: Cells> Estimator<C> {
    pub(super) fn new(field: Field, network: Option<&'static Network>) -> Estimator<C> {
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
            network,
            open: C::mask(field.open_holes(Side::A) | field.open_holes(Side::B)),
            places,
        }
    }

    /// The guess for a board with so many seeds in the row of the mover and in the other one.
    #[inline]
    pub(super) fn estimate(&self, cells: C, mover: Side, own_row: u32, other_row: u32) -> i32 {
        let (own, other) = (own_row.cast_signed(), other_row.cast_signed());
        match self.network {
            Some(network) => {
                let guess = self.fitted(network, cells, mover);
                guess.clamp(-own - other, own + other)
            }
            None => formula(own, other),
        }
    }

    fn fitted(&self, network: &Network, cells: C, mover: Side) -> i32 {
        let places = &self.places[mover.index()][..C::CELLS];
        let (mut hidden, mut sum) = (network.hidden, i32::from(network.sum));
        // A store, and a cell that the board hasn't, holds none here: an empty hole adds nothing.
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

/// Eighths of a seed that each seed in the row of the player to move is worth to him.
const OWN: i32 = 7;

/// Eighths of a seed that each seed in the other row is worth to his opponent.
const OTHER: i32 = 4;

/// The guess for other boards, from the seeds in the two rows.
///
/// The player who moves next keeps most of his row and takes much of the other one. The weights
/// are a compromise between the rule sets, fitted on solved random positions of 2 x 6 holes with
/// up to 14 seeds (docs/measurements/evaluation.md).
const fn formula(own: i32, other: i32) -> i32 {
    (OWN * own - OTHER * other) / 8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Cell, HoleState, Position, Shape};
    use crate::files::checksum;
    use crate::math::Random;
    use crate::moves::with_kernel;

    /// The guess of a file by numbers with a point, hole by hole, from the written position.
    fn twin(bytes: &[u8], position: &Position) -> f64 {
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

    /// Positions of random rounds from the full opening, and from one with a hole less.
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
        let network = Network::of(rules, position.field());
        let rows = [position.mover(), position.mover().other()].map(|side| position.in_play(side));
        with_kernel!(rules, position, |_kernel, start| {
            let estimator = Estimator::new(position.field(), network);
            estimator.estimate(start.cells, start.mover, rows[0], rows[1])
        })
    }

    /// Nothing else would show a wrong number: a guess is off by as much, and all proofs hold.
    #[test]
    fn the_files_are_as_they_were_written() {
        for (name, bytes) in FILES {
            let (numbers, sum) = bytes.split_last_chunk().unwrap();
            assert_eq!(u32::from_le_bytes(*sum), checksum(numbers), "{name}");
        }
    }

    #[test]
    fn a_guess_is_that_of_the_file() {
        for (name, bytes) in FILES {
            let rules = Preset::named(name).unwrap().rules;
            assert_eq!(
                bytes.len(),
                2 * (2 * rules.holes.get() as usize * 24 * 17 + 33) + 4,
                "{name}"
            );
            for position in positions(&rules) {
                let (found, told) = (guess(&rules, &position), twin(bytes, &position));
                assert!(
                    (f64::from(found) - told).abs() < 0.501,
                    "{name} {position}: {found}, {told}"
                );
            }
        }
    }

    /// No board can make a number of the hidden layer too large.
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

    /// Other sizes, other rules and boards with many closed holes have the formula.
    #[test]
    fn the_boards_of_the_shipped_rule_sets_have_a_network() {
        for preset in Preset::all() {
            let mut field = preset.rules.opening(Side::A).field();
            for (closed, hole) in field.shape().row().take(4).enumerate() {
                let network = Network::of(&preset.rules, field);
                assert_eq!(network.is_some(), closed <= 2, "{}", preset.name);
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
