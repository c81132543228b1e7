//! Fits the networks of `src/search/heuristic.rs` to positions of play.
//!
//! `exact` and `deep` draw positions and print a line for each: the mover's row from hole 1 on, the
//! other row, and the seeds that the mover will still win minus those of the opponent. Rounds are
//! played from the full opening; every move is random or, half of the time, one that gains most.
//! `exact` takes every position with 12 to 38 seeds in play that is proven within 300,000 nodes.
//! `deep` takes one in eight positions with more seeds, and gives the evaluation by 5,000 nodes
//! with the current networks.
//!
//! `fit` minimises the squared errors divided by the seeds in play, by Adam (D. Kingma, J. Ba,
//! "Adam: a method for stochastic optimization", 2015), and writes `src/search/weights/RULES.bin`.
//! The last tenth of each file is held out; the root mean square errors on it are printed.
//!
//! usage: scripts/make estimate, which does all steps for every rule set; or one step, fit-estimate
//! exact|deep RULES ROUNDS SEED, fit-estimate fit RULES FILE ...

use std::error::Error;
use std::fs;
use std::io::{BufWriter, Write, stdout};
use std::num::NonZeroUsize;

use chongkak::board::{Cell, Position, Setup, Shape, Side};
use chongkak::control::Control;
use chongkak::math::Random;
use chongkak::moves::{Game, trace};
use chongkak::rules::{Preset, Rules};
use chongkak::search::{Evaluator, Solver};
use chongkak::tables::{Endgame, most_seeds};

/// Seeds in play of the proven positions, and the node limit for each.
const PROVEN: std::ops::RangeInclusive<u32> = 12..=38;
const PROOF: u64 = 300_000;

/// One in this many positions with more seeds is evaluated, with this node limit.
const ONE_IN: usize = 8;
const DEEP: u64 = 5_000;

/// As in `src/search/heuristic.rs`.
const HIDDEN: usize = 16;
const COUNTS: usize = 24;

const EPOCHS: usize = 20;
const BATCH: usize = 256;
const RATE: f32 = 0.01;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["exact", rules, rounds, seed] => {
            exact(&Preset::named(rules)?.rules, rounds.parse()?, seed.parse()?)
        }
        ["deep", rules, rounds, seed] => {
            deep(&Preset::named(rules)?.rules, rounds.parse()?, seed.parse()?)
        }
        ["fit", rules, ref files @ ..] if !files.is_empty() => {
            fit(rules, usize::from(Preset::named(rules)?.rules.holes.get()), files)
        }
        _ => Err("usage: fit-estimate exact|deep RULES ROUNDS SEED | fit RULES FILE ...".into()),
    }
}

/// Returns the positions of a played round.
fn played(rules: &Rules, random: &mut Random) -> Vec<Position> {
    let (mut at, mut met) = (rules.opening(Side::A), Vec::new());
    while !at.is_over() {
        met.push(at);
        let greedy = random.below(2) == 0;
        let moves = at.legal().map(|hole| trace(rules, &at, hole).expect("a legal move"));
        let moves: Vec<_> = moves.collect();
        let most = moves.iter().map(|played| played.gain).max();
        let wanted = |gain| !greedy || Some(gain) == most;
        let moves: Vec<_> = moves.iter().filter(|played| wanted(played.gain)).collect();
        at = moves[random.below(moves.len())].after;
    }
    met
}

fn in_play(position: &Position) -> u32 {
    Side::BOTH.iter().map(|&side| position.in_play(side)).sum()
}

/// Formats the seeds of a side's holes.
fn row(position: &Position, side: Side) -> String {
    let holes = position.shape().row();
    let seeds = holes.map(|hole| position.seeds(Cell::Hole(side, hole)).to_string());
    seeds.collect::<Vec<_>>().join(",")
}

/// Formats a line: the rows as the mover sees them, and the mover's future gains minus the
/// opponent's.
fn line(position: &Position, value: i32) -> String {
    let (own, other) = (position.mover(), position.mover().other());
    let won = position.store(own).cast_signed() - position.store(other).cast_signed();
    let left = own.sign() * value - won;
    format!("{} {} {left}\n", row(position, own), row(position, other))
}

fn exact(rules: &Rules, rounds: u64, seed: u64) -> Result<(), Box<dyn Error>> {
    let field = rules.opening(Side::A).field();
    let seeds = most_seeds(rules, field, 40_000_000).ok_or("no table")?;
    let table = Endgame::build(rules, field, seeds, NonZeroUsize::MIN, Control::none())?;
    // All positions are of one round, so results proven for one serve the others.
    let (all, shape) = (*PROVEN.end(), Shape::new(rules.holes.get()).ok_or("no board")?);
    let mut holes = vec!["0".to_owned(); shape.holes()];
    holes[0] = all.to_string();
    let setup: Setup =
        format!("{0}/0 {1}/0 A", holes.join(","), ["0"].repeat(shape.holes()).join(",")).parse()?;
    let start = Game::new(rules, &Position::new(&setup)?)?;
    let solver = Solver::new().with_endgame(&table);
    solver.with_round_values(&start, Control::none(), PROOF, |values| {
        let mut out = BufWriter::new(stdout());
        for number in 0..rounds {
            let met = played(rules, &mut Random::new(seed, number));
            // Backwards, because what was proven last is part of earlier positions.
            for position in met.iter().rev().filter(|met| PROVEN.contains(&in_play(met))) {
                let setup = Setup { stores: [0, 0], ..position.setup() };
                let bare = Position::new(&setup).expect("a position without stores is one");
                if let Ok(value) = values.value(&bare) {
                    write!(out, "{}", line(&bare, value))?;
                }
            }
        }
        out.flush()
    })??;
    Ok(())
}

fn deep(rules: &Rules, rounds: u64, seed: u64) -> Result<(), Box<dyn Error>> {
    let mut out = BufWriter::new(stdout());
    for number in 0..rounds {
        let mut random = Random::new(seed, number);
        for position in played(rules, &mut random) {
            if in_play(&position) <= *PROVEN.end() || random.below(ONE_IN) > 0 {
                continue;
            }
            let evaluator = Evaluator::new().with_memory(4);
            let control = Control::none().with_nodes(DEEP);
            let found = evaluator.evaluate(&Game::new(rules, &position)?, control)?;
            write!(out, "{}", line(&position, found.value.seeds()))?;
        }
    }
    Ok(out.flush()?)
}

/// A training case.
struct Case {
    /// The row index of each hole.
    rows: Vec<usize>,
    /// The seeds of the mover's row and of the other.
    seeds: [f32; 2],
    value: f32,
}

impl Case {
    /// Returns the weight of the error: squared errors grow with the seeds in play.
    fn weight(&self) -> f32 {
        *PROVEN.end() as f32 / self.seeds.iter().sum::<f32>()
    }

    fn read(line: &str) -> Result<Case, Box<dyn Error>> {
        let words: Vec<&str> = line.split(' ').collect();
        let [own, other, value, ..] = words[..] else {
            return Err(format!("{line}: expected two rows and a value").into());
        };
        let read = |row: &str| row.split(',').map(str::parse).collect::<Result<Vec<usize>, _>>();
        let (own, other) = (read(own)?, read(other)?);
        let row = |(hole, &seeds): (usize, &usize)| hole * COUNTS + seeds.min(COUNTS - 1);
        Ok(Case {
            seeds: [&own, &other].map(|row| row.iter().sum::<usize>() as f32),
            rows: own.iter().chain(&other).enumerate().map(row).collect(),
            value: value.parse()?,
        })
    }
}

/// The numbers of a network: rows, parts of the sum, hidden layer, its weights, sum; see
/// `src/search/heuristic.rs`.
struct Network {
    numbers: Vec<f32>,
    rows: usize,
}

impl Network {
    fn new(rows: usize, random: &mut Random) -> Network {
        // The sum of three uniform numbers is close enough to a normal one.
        let mut normal = || (0..3).map(|_| random.below(2001) as f32 / 1000.0 - 1.0).sum::<f32>();
        let mut numbers: Vec<f32> = (0..rows * HIDDEN).map(|_| 0.1 * normal()).collect();
        // Starts near the result: the mover wins somewhat more than the opponent, whoever has the
        // seeds.
        numbers.extend((0..rows).map(|row| 0.25 * (row % COUNTS) as f32));
        numbers.extend([0.3; HIDDEN]);
        numbers.extend((0..HIDDEN).map(|_| 0.5 * normal()));
        numbers.push(0.0);
        Network { numbers, rows }
    }

    const fn parts(&self) -> usize {
        self.rows * HIDDEN
    }

    const fn hidden(&self) -> usize {
        self.parts() + self.rows
    }

    const fn sum(&self) -> usize {
        self.hidden() + 2 * HIDDEN
    }

    /// Evaluates a case, and also returns its hidden layer.
    fn says(&self, case: &Case) -> (f32, [f32; HIDDEN]) {
        let (mut hidden, mut said) = ([0.0; HIDDEN], self.numbers[self.sum()]);
        hidden.copy_from_slice(&self.numbers[self.hidden()..][..HIDDEN]);
        for &row in &case.rows {
            said += self.numbers[self.parts() + row];
            for (hidden, number) in hidden.iter_mut().zip(&self.numbers[row * HIDDEN..]) {
                *hidden += number;
            }
        }
        let weights = &self.numbers[self.hidden() + HIDDEN..];
        let weighted = hidden.iter().zip(weights);
        said += weighted.map(|(hidden, weight)| hidden.clamp(0.0, 1.0) * weight).sum::<f32>();
        (said, hidden)
    }

    /// Adds the gradient of a case to that of half the mean square: `show` gets each number
    /// involved, and its derivative.
    fn slope(&self, case: &Case, mut show: impl FnMut(usize, f32)) {
        let (said, hidden) = self.says(case);
        let error = case.weight() * (said - case.value) / BATCH as f32;
        show(self.sum(), error);
        for (number, value) in hidden.iter().enumerate() {
            let (layer, weight) = (self.hidden() + number, self.hidden() + HIDDEN + number);
            show(weight, error * value.clamp(0.0, 1.0));
            if (0.0..1.0).contains(value) {
                let below = error * self.numbers[weight];
                show(layer, below);
                case.rows.iter().for_each(|row| show(row * HIDDEN + number, below));
            }
        }
        case.rows.iter().for_each(|row| show(self.parts() + row, error));
    }

    /// Returns the root mean square error.
    fn error(&self, cases: &[Case]) -> f32 {
        root_mean_square(cases, |case| self.says(case).0)
    }

    /// Encodes the network for its file, without the checksum: an empty hole adds nothing.
    fn bytes(mut self) -> Vec<u8> {
        for hole in 0..self.rows / COUNTS {
            let first = hole * COUNTS;
            let (parts, hidden, sum) = (self.parts(), self.hidden(), self.sum());
            for number in 0..=HIDDEN {
                let at = |row: usize| {
                    if number < HIDDEN { row * HIDDEN + number } else { parts + row }
                };
                let empty = self.numbers[at(first)];
                (first..first + COUNTS).for_each(|row| self.numbers[at(row)] -= empty);
                self.numbers[if number < HIDDEN { hidden + number } else { sum }] += empty;
            }
        }
        let (parts, hidden) = (self.parts(), self.hidden());
        let scale = |at: usize| match at {
            _ if at < parts || (hidden..hidden + HIDDEN).contains(&at) => 256.0,
            _ => 128.0,
        };
        let numbers = self.numbers.iter().enumerate();
        numbers
            .flat_map(|(at, number)| ((number * scale(at)).round() as i16).to_le_bytes())
            .collect()
    }
}

fn root_mean_square(cases: &[Case], says: impl Fn(&Case) -> f32) -> f32 {
    let squares = cases.iter().map(|case| (says(case) - case.value).powi(2));
    (squares.sum::<f32>() / cases.len() as f32).sqrt()
}

fn fit(rules: &str, holes: usize, files: &[&str]) -> Result<(), Box<dyn Error>> {
    let (mut cases, mut left_out) = (Vec::new(), Vec::new());
    for file in files {
        let mut read = Vec::new();
        for line in fs::read_to_string(file)?.lines() {
            read.push(Case::read(line)?);
        }
        left_out.push(read.split_off(read.len() * 9 / 10));
        cases.append(&mut read);
    }
    let mut random = Random::new(1, 0);
    let mut network = Network::new(2 * holes * COUNTS, &mut random);
    adam(&mut network, &cases, &mut random);
    for (file, cases) in files.iter().zip(&left_out) {
        let formula = |case: &Case| (7.0 * case.seeds[0] - 4.0 * case.seeds[1]) / 8.0;
        writeln!(
            stdout(),
            "{rules} {file}: of {} left out off by {:.2}; formula {:.2}, nothing {:.2}",
            cases.len(),
            network.error(cases),
            root_mean_square(cases, formula),
            root_mean_square(cases, |_| 0.0)
        )?;
    }
    let mut bytes = network.bytes();
    let checksum = crc32fast::hash(&bytes);
    bytes.extend(checksum.to_le_bytes());
    fs::write(format!("src/search/weights/{rules}.bin"), bytes)?;
    Ok(())
}

/// Descends the gradient of one batch after the other, with each step scaled by the running means
/// of the gradient and of its square.
fn adam(network: &mut Network, cases: &[Case], random: &mut Random) {
    let count = network.numbers.len();
    let (mut means, mut squares, mut slope) =
        (vec![0.0; count], vec![0.0; count], vec![0.0; count]);
    let mut order: Vec<usize> = (0..cases.len()).collect();
    let steps = EPOCHS * (cases.len() / BATCH);
    let mut step = 0;
    for _ in 0..EPOCHS {
        for end in (1..order.len()).rev() {
            order.swap(end, random.below(end + 1));
        }
        for batch in order.chunks_exact(BATCH) {
            step += 1;
            let rate = RATE * (1.0 - step as f32 / (steps + 1) as f32);
            let [first, second] = [0.9_f32, 0.999].map(|decay| 1.0 - decay.powi(step));
            for &case in batch {
                network.slope(&cases[case], |number, part: f32| slope[number] += part);
            }
            for number in 0..count {
                let slope: f32 = std::mem::take(&mut slope[number]);
                means[number] += 0.1 * (slope - means[number]);
                squares[number] += 0.001 * (slope * slope - squares[number]);
                let size = (squares[number] / second).sqrt() + 1e-8;
                network.numbers[number] -= rate * means[number] / first / size;
            }
        }
    }
}
