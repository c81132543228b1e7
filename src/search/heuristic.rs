//! The guess at the worth of a position at the search's horizon: seeds the player to move will
//! still win less those his opponent will.
//!
//! For the boards of the shipped rule sets a small network guesses, of which a file in `weights`
//! was fitted to positions of play (`scripts/make estimate`; docs/measurements/evaluation.md says
//! how well). Each open hole with its seeds adds a row of numbers to a hidden layer, and a number
//! to the sum; a hole counts by its place in the row of the mover or of his opponent. The numbers
//! of the layer, between 0 and 1, are weighted and added to the sum. Other boards have one formula.
//! A caller may bring an estimate of his own ([`Estimate`]).
//!
//! A file holds numbers of 16 bits, the lower byte first: for each hole (the mover's first) and
//! count of seeds a row, then for each its part of the sum, then the hidden layer of an empty
//! board, the weights of the layer, and the sum of an empty board. An empty hole adds nothing. The
//! last four bytes are a checksum (CRC-32) of what stands before them.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::estimate::Estimate;
use crate::board::{Cells, Field, Position, Side, Wide};
use crate::moves::{Kernel, Outcome, State};
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

/// The source of the guesses of a search.
pub(super) enum Source<'a> {
    /// The numbers that were fitted for the board.
    Network(&'static Network),
    /// The formula for all other boards.
    Formula,
    /// The caller's own estimate.
    Caller(&'a dyn Estimate),
}

impl Source<'_> {
    /// The one that is built in for a round's rules and board.
    pub(super) fn built_in(rules: &Rules, field: Field) -> Source<'static> {
        Network::of(rules, field).map_or(Source::Formula, Source::Network)
    }
}

/// Guesses what the positions of a round are worth.
pub(super) struct Estimator<'a, C> {
    source: Source<'a>,
    open: C,
    /// By mover and cell the first row of a hole.
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

    /// The guess for a position with so many seeds in play in the row of the mover and in the
    /// other one: no more than what is in play.
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
                asked(estimate, kernel, state).clamp(-most, most)
            }
            _ => self.built_in(state.cells, state.mover, own_row, other_row),
        }
    }

    /// The same by the network of the board, or else by the formula.
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

/// The caller's own estimate. It is apart from the others, whose code stays as small as it was.
#[inline(never)]
fn asked<C: Cells>(estimate: &dyn Estimate, kernel: &Kernel<C>, state: &State<C>) -> i32 {
    // A position at the horizon is not over: nobody would have to guess.
    estimate.estimate(&kernel.position(state, Outcome::Stop))
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

/// What each position is worth as a search has it at its horizon: seeds of A less seeds of B at the
/// end of the round. They must be of the rules' size. A round that is over is worth its result.
#[must_use]
pub fn estimates(rules: &Rules, positions: &[Position]) -> Vec<i32> {
    // Positions of play share a few fields.
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
        let rows = [position.mover(), position.mover().other()].map(|side| position.in_play(side));
        with_kernel!(rules, position, |kernel, start| {
            let source = Source::built_in(rules, position.field());
            let estimator = Estimator::new(position.field(), source);
            estimator.estimate(kernel, start, rows[0], rows[1])
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

    /// What is won already counts in full, whoever is to move and wherever it lies.
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
                let told =
                    won(position, Side::A) - won(position, Side::B) + sign * twin(bytes, position);
                assert!((f64::from(found) - told).abs() < 0.501, "{name} {position}: {found}");
            }
        }
        // By hand: 7 of 8 eighths of the mover's open seeds, less 4 of 8 of the other's.
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

    /// Looking one move ahead, a search has them of the positions after each move.
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
                    // What is proven holds it within bounds.
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
