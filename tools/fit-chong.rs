//! Fits the guess of `src/chong/estimate.rs`, once to exact values and once to games.
//!
//! *Solved*: small boards are solved; half of the positions of each are drawn from all that can be
//! reached, half from games between players that are greedy or not. *Played*: the positions of
//! games on 3 x 12, and who won them, between players that follow a guess or simple rules, one turn
//! in ten at random. The guess is that of the solved boards at first, and what was fitted to its
//! games after that, so that the result depends on nothing in the source.
//!
//! Either way the weights of a logistic function of the features are fitted by Newton's method on
//! the cross entropy, with a small penalty for large weights. Prints them as they stand in the
//! source, and how far off they leave the probabilities of each solved board.
//!
//! usage: scripts/make chong-estimate [POSITIONS [GAMES]]
//! (positions a board, default 20000; games, default 30000)

use std::io::{self, Write};

use chongkak::chong::{
    BoardSolver, ChongPolicy, ChongPosition, ChongRules, ChongWeights, Dice, Estimator,
    FEATURE_NAMES, FEATURES, Profile, SOLVED, ThrowGame, probability,
};
use chongkak::control::Control;
use chongkak::math::Random;

/// Profile, columns, dice.
const BOARDS: [(&str, u8, u8); 7] = [
    ("content", 3, 1),
    ("content", 3, 2),
    ("content", 3, 3),
    ("content", 3, 4),
    ("content", 4, 1),
    ("blocked", 4, 1),
    ("blocked", 4, 2),
];

/// Features of both players and a constant.
const TERMS: usize = 2 * FEATURES + 1;

const PENALTY: f64 = 1e-3;

/// Fits to games, each to those by the guess of the one before.
const ROUNDS: usize = 2;

struct Case {
    features: [f64; TERMS],
    probability: f64,
}

fn main() -> io::Result<()> {
    let numbers = std::env::args()
        .skip(1)
        .map(|n| n.parse().expect("a number"));
    let numbers: Vec<usize> = numbers.collect();
    let wanted = numbers.first().copied().unwrap_or(20_000);
    let games = numbers.get(1).copied().unwrap_or(30_000);
    let mut boards = Vec::new();
    for (profile, columns, dice) in BOARDS {
        let mut rules = Profile::named(profile)
            .expect("a profile")
            .rules(columns)
            .expect("a board");
        rules
            .set("dice", &dice.to_string())
            .expect("a number of dice");
        boards.push((profile, rules, cases(&rules, wanted)));
        writeln!(io::stderr(), "{profile} 3x{columns}, {dice} dice: solved")?;
    }
    let all: Vec<&Case> = boards.iter().flat_map(|(_, _, cases)| cases).collect();
    let weights = fit(&all);
    let mut out = io::stdout().lock();
    print_weights(&mut out, "SOLVED", &weights)?;
    for (profile, rules, cases) in &boards {
        let mean = cases.iter().map(|case| case.probability).sum::<f64>() / count(cases);
        let fitted = |case: &Case| logistic(dot(&weights, &case.features));
        writeln!(
            out,
            "{profile:8} 3x{} {} dice: off by {:.4} (the mean alone: {:.4}; in use: {:.4})",
            rules.columns,
            rules.dice,
            off(cases, fitted),
            off(cases, |_| mean),
            off(cases, used),
        )?;
    }
    let mut played_by = weights;
    for _ in 0..ROUNDS {
        let played = played(&ChongRules::new(12).unwrap(), games, as_weights(&played_by));
        played_by = fit(&played.iter().collect::<Vec<_>>());
    }
    print_weights(&mut out, "PLAYED", &played_by)?;
    writeln!(out, "features: {}", FEATURE_NAMES.join(", "))
}

fn print_weights(out: &mut impl Write, name: &str, weights: &[f64; TERMS]) -> io::Result<()> {
    writeln!(out, "{name}")?;
    let (mover, other) = weights.split_at(FEATURES);
    for (name, part) in [("mover", mover), ("other", &other[..FEATURES])] {
        let list: Vec<String> = part.iter().map(|w| format!("{w:.3}")).collect();
        writeln!(out, "    {name}: [{}],", list.join(", "))?;
    }
    writeln!(out, "    constant: {:.3},", weights[TERMS - 1])
}

/// Weights as an estimator takes them.
fn as_weights(weights: &[f64; TERMS]) -> ChongWeights {
    let part = |from: usize| std::array::from_fn(|feature| weights[from + feature]);
    ChongWeights {
        mover: part(0),
        other: part(FEATURES),
        constant: weights[TERMS - 1],
    }
}

/// The positions of games, with 1 where the player to throw won and 0 where he lost.
fn played(rules: &ChongRules, games: usize, weights: ChongWeights) -> Vec<Case> {
    const POLICIES: [ChongPolicy; 4] = [
        ChongPolicy::Greedy,
        ChongPolicy::Guess,
        ChongPolicy::Guess,
        ChongPolicy::Runner,
    ];
    let estimator = Estimator::with_weights(rules, weights);
    let game = ThrowGame::with_estimator(rules, estimator);
    let dice = usize::pow(6, rules.dice.into());
    let mut cases = Vec::new();
    for number in 0..games {
        let mut random = Random::new(777, number as u64);
        let policies = [0, 1].map(|_| POLICIES[random.below(POLICIES.len())]);
        let (mut position, mut who, first) = (ChongPosition::start(rules), 0, cases.len());
        let winner = loop {
            match position.verdict(rules) {
                Some(won) if won > 0.0 => break who,
                Some(_) => break 1 - who,
                None => {}
            }
            // The player to throw stands in the place of the result until that is known.
            let side = if who == 0 { 0.0 } else { 1.0 };
            cases.push(Case {
                features: terms(game.estimator(), &position),
                probability: side,
            });
            let throw = Dice::numbered(rules.dice, random.below(dice));
            let at_random = random.below(10) == 0;
            let policy = if at_random {
                ChongPolicy::Random
            } else {
                policies[who]
            };
            position = policy.choose(&game, &position, throw, &mut random, Control::none());
            who = 1 - who;
        };
        for case in &mut cases[first..] {
            let second_to_throw = case.probability > 0.5;
            case.probability = if second_to_throw == (winner == 1) {
                1.0
            } else {
                0.0
            };
        }
    }
    cases
}

fn terms(estimator: &Estimator, position: &ChongPosition) -> [f64; TERMS] {
    let [mover, other] = estimator.features(position);
    let mut terms = [1.0; TERMS];
    terms[..FEATURES].copy_from_slice(&mover);
    terms[FEATURES..TERMS - 1].copy_from_slice(&other);
    terms
}

#[allow(clippy::cast_precision_loss)]
fn count(cases: &[Case]) -> f64 {
    cases.len() as f64
}

/// The root of the mean square of what a guess is off.
fn off(cases: &[Case], guess: impl Fn(&Case) -> f64) -> f64 {
    let square = |case: &Case| (guess(case) - case.probability).powi(2);
    (cases.iter().map(square).sum::<f64>() / count(cases)).sqrt()
}

/// The guess in use on small boards.
fn used(case: &Case) -> f64 {
    let ChongWeights {
        mover,
        other,
        constant,
    } = SOLVED;
    let (own, his) = case.features.split_at(FEATURES);
    logistic(dot(&mover, own) + dot(&other, his) + constant)
}

fn dot(weights: &[f64], features: &[f64]) -> f64 {
    weights.iter().zip(features).map(|(w, f)| w * f).sum()
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Positions of a solved board with their probabilities.
fn cases(rules: &ChongRules, wanted: usize) -> Vec<Case> {
    let start = ChongPosition::start(rules);
    let solver = BoardSolver {
        rules,
        memory: 4096,
    };
    let solved = solver
        .solve(&start, Control::none())
        .expect("a small board");
    let estimator = Estimator::new(rules);
    let mut random = Random::new(1933, 0);
    let all = solved.positions();
    let mut positions: Vec<ChongPosition> = (0..wanted / 2)
        .map(|_| all[random.below(all.len())])
        .collect();
    let game = ThrowGame::new(rules);
    let dice = usize::pow(6, rules.dice.into());
    while positions.len() < wanted {
        let mut position = start;
        for _ in 0..200 {
            if position.verdict(rules).is_some() {
                break;
            }
            positions.push(position);
            let throw = Dice::numbered(rules.dice, random.below(dice));
            let policy = [
                ChongPolicy::Random,
                ChongPolicy::Greedy,
                ChongPolicy::Runner,
            ][random.below(3)];
            position = policy.choose(&game, &position, throw, &mut random, Control::none());
        }
    }
    positions.truncate(wanted);
    let case = |position: &ChongPosition| {
        let value = solved.value(position).expect("a position of the board");
        Case {
            features: terms(&estimator, position),
            probability: probability(value),
        }
    };
    positions.iter().map(case).collect()
}

/// Newton's method, from nothing.
fn fit(cases: &[&Case]) -> [f64; TERMS] {
    let mut weights = [0.0; TERMS];
    for _ in 0..25 {
        let mut gradient = [0.0; TERMS];
        let mut hessian = [[0.0; TERMS]; TERMS];
        for case in cases {
            let guess = logistic(dot(&weights, &case.features));
            let slope = guess * (1.0 - guess);
            for (row, &one) in case.features.iter().enumerate() {
                gradient[row] += (guess - case.probability) * one;
                for (column, &other) in case.features.iter().enumerate() {
                    hessian[row][column] += slope * one * other;
                }
            }
        }
        #[allow(clippy::cast_precision_loss)]
        let penalty = PENALTY * cases.len() as f64;
        for row in 0..TERMS {
            gradient[row] += penalty * weights[row];
            hessian[row][row] += penalty;
        }
        let step = solve(hessian, gradient);
        for (weight, step) in weights.iter_mut().zip(step) {
            *weight -= step;
        }
    }
    weights
}

/// A system of linear equations whose matrix is positive definite.
fn solve(mut matrix: [[f64; TERMS]; TERMS], mut right: [f64; TERMS]) -> [f64; TERMS] {
    for pivot in 0..TERMS {
        let (above, below) = matrix.split_at_mut(pivot + 1);
        let of_pivot = &above[pivot];
        for (number, row) in below.iter_mut().enumerate() {
            let factor = row[pivot] / of_pivot[pivot];
            for (one, other) in row.iter_mut().zip(of_pivot) {
                *one -= factor * other;
            }
            right[pivot + 1 + number] -= factor * right[pivot];
        }
    }
    for row in (0..TERMS).rev() {
        let known = dot(&matrix[row][row + 1..], &right[row + 1..]);
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}
