//! The estimate that chong had before it had nets, to measure them against: a logistic function of
//! twelve features of each army, fitted to solved boards and to games on 3 x 12 (commit c4ecf51).

use chongkak::chong::{Army, ChongPosition, ChongRules, Dice};

/// Features of an army.
pub const FEATURES: usize = 12;

/// The weights of a guess: of the features of the player to throw, of those of the other, and a
/// constant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// The weights of the player to throw.
    pub mover: [f64; FEATURES],
    /// The weights of the other player.
    pub other: [f64; FEATURES],
    /// The worth of having the throw.
    pub constant: f64,
}

/// Columns of the largest board for which the weights are those of solved boards.
const SMALL: u8 = 5;

/// Fitted to the exact values of solved boards. Off by 0.054 to 0.068 in the probability (root mean
/// square) on boards of 3 and 4 columns with default rules, where the mean alone is off by 0.21 to
/// 0.25.
pub const SOLVED: Weights = Weights {
    mover: [1.400, 0.385, 0.714, 0.406, 0.897, 0.032, -0.008, 0.622, 0.657, -0.041, 1.609, 0.329],
    other: [
        -0.124, -0.048, -0.549, -0.566, -0.109, -0.278, 0.215, -0.030, -0.805, -0.280, -1.620,
        -0.350,
    ],
    constant: 0.197,
};

/// Fitted to what came of games on 3 x 12. How well they play there is in docs/CHONG.md.
pub const PLAYED: Weights = Weights {
    mover: [1.795, 0.415, 0.600, 0.076, 0.067, 0.725, -0.119, 0.493, 0.868, 0.003, 0.648, 0.150],
    other: [
        -0.666, -0.795, -0.168, 0.055, -0.438, -0.397, 0.370, 0.126, -0.975, 0.436, -1.121, 0.010,
    ],
    constant: 0.093,
};

/// Guesses for one game. Making it counts what throws reach, once.
#[derive(Clone, Debug)]
pub struct OldGuess {
    length: u8,
    columns: f64,
    /// The cells that a throw moves on average.
    pace: f64,
    /// Every throw: its probability, and the distances that some of its dice add up to, a bit each.
    throws: Vec<(f64, u32)>,
    /// For each distance the probability that one soldier alone goes it exactly with one, two,
    /// three throws, by its best play.
    reach: [Vec<f64>; 3],
    weights: Weights,
}

impl OldGuess {
    /// An estimator with the fitted weights.
    pub fn new(rules: &ChongRules) -> OldGuess {
        let small = rules.columns.get() <= SMALL;
        let weights = if small { SOLVED } else { PLAYED };
        let all = 6_f64.powi(rules.dice.into());
        let throws = Dice::all(rules.dice).into_iter().map(|(weight, throw)| {
            let sums = throw.faces().fold(1_u32, |sums, face| sums | sums << face);
            (f64::from(weight) / all, sums)
        });
        let throws: Vec<_> = throws.collect();
        OldGuess {
            length: rules.length(),
            columns: f64::from(rules.columns),
            pace: 3.5 * f64::from(rules.dice),
            reach: reach(&throws, rules.length()),
            throws,
            weights,
        }
    }

    /// A guess at the value for the player to throw, between -1 and 1: twice the probability of
    /// winning, less 1.
    pub fn value(&self, position: &ChongPosition) -> f64 {
        let [mover, other] = self.features(position);
        let dot = |weights: &[f64], features: &[f64]| -> f64 {
            weights.iter().zip(features).map(|(w, f)| w * f).sum()
        };
        let Weights { mover: own, other: his, constant } = &self.weights;
        (f64::midpoint(constant + dot(own, &mover), dot(his, &other))).tanh()
    }

    /// The features of the player to throw and of the other.
    pub fn features(&self, position: &ChongPosition) -> [[f64; FEATURES]; 2] {
        let ChongPosition { mover, other } = *position;
        [self.of(mover, other), self.of(other, mover)]
    }

    fn of(&self, army: Army, enemy: Army) -> [f64; FEATURES] {
        let last = self.length - 1;
        let (mut first, mut second) = (last, last);
        let (mut sum, mut distances) = (0_u32, 0_u32);
        for cell in army.cells() {
            let left = last.saturating_sub(cell);
            distances |= 1_u32.checked_shl(left.into()).unwrap_or(0);
            (first, second) = if left < first { (left, first) } else { (first, second.min(left)) };
            sum += u32::from(cell);
        }
        let mark = |is: bool| f64::from(u8::from(is));
        let arrives = self.chance(army.opened(), || distances);
        // The foremost soldier is on this cell in the enemy's numbering.
        let meets = army.soldiers() != 0 && enemy.opened();
        let exposed = self.chance(meets, || distances_to(enemy, first));
        let count = f64::from(army.count());
        let mean = f64::from(sum) / count.max(1.0);
        let near = (-f64::from(first) / self.pace).exp();
        let reach = |throws: usize, left: u8| self.reach[throws - 1][usize::from(left)];
        [
            arrives,
            arrives * (1.0 - exposed),
            reach(2, first),
            reach(3, first),
            reach(2, second),
            near,
            exposed,
            exposed * near,
            count / self.columns,
            mean / f64::from(last),
            mark(army.opened()),
            mark(army.king().is_some()),
        ]
    }

    /// The probability of a throw with dice that add up to one of these distances, if it is of use.
    fn chance(&self, of_use: bool, distances: impl FnOnce() -> u32) -> f64 {
        if !of_use {
            return 0.0;
        }
        let distances = distances();
        let fits = |sums: u32| sums & distances & !1 != 0;
        let fits = self.throws.iter().filter(|(_, sums)| fits(*sums));
        fits.map(|(probability, _)| probability).sum()
    }
}

/// The distances from the soldiers of an army to one of its cells, a bit each, as far as a throw
/// goes. Not 1, for a Chong takes nothing on the way.
fn distances_to(army: Army, cell: u8) -> u32 {
    let below = army.cells().take_while(|from| *from < cell);
    let distances = below.map(|from| 1_u32.checked_shl((cell - from).into()).unwrap_or(0));
    distances.fold(0, |all, one| all | one) & !0b10
}

/// For each distance the probability of going it exactly with one, two, three throws.
fn reach(throws: &[(f64, u32)], length: u8) -> [Vec<f64>; 3] {
    let mut reached: [Vec<f64>; 3] = Default::default();
    for number in 0..3 {
        let before = reached[..number].last();
        let after = |left: usize| before.map_or(0.0, |reached| reached[left]);
        let of_distance = |distance: usize| {
            let ways = throws.iter().map(|(probability, sums)| {
                let usable = (0..=distance.min(31)).filter(|sum| sums >> sum & 1 == 1);
                let best = usable.map(|sum| match distance - sum {
                    0 => 1.0,
                    left => after(left),
                });
                probability * best.fold(0.0, f64::max)
            });
            ways.sum::<f64>()
        };
        reached[number] = (0..usize::from(length)).map(of_distance).collect();
    }
    reached
}
