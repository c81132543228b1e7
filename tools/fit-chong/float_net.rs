//! A net in training: floating-point weights, gradients, and Adam steps.
//!
//! D. Kingma and J. Ba, Adam: a method for stochastic optimization, ICLR 2015.

use chongkak::chong::{ChongPosition, HIDDEN, Hidden, Inputs, LEAK, Net, NetWeights, UNIT};
use chongkak::math::Random;

/// A training position.
#[derive(Clone, Copy)]
pub struct Lesson {
    pub position: ChongPosition,
    pub dice: u8,
    /// The target: the chance to win.
    pub target: f32,
}

/// Rows of numbers: one for each input, then the bias, the output weights, and the constant.
type Rows = Vec<Hidden>;

/// A net with the state of Adam. All rows are treated alike.
pub struct FloatNet {
    inputs: Inputs,
    columns: u8,
    rows: Rows,
    slopes: Rows,
    means: Rows,
    squares: Rows,
    steps: i32,
}

const MEAN: f32 = 0.9;
const SQUARE: f32 = 0.999;

/// The logistic function, identical on every machine: only additions, products and quotients.
pub fn logistic(odds: f32) -> f32 {
    // e^-x = (e^(-x / 256))^256, with the first terms of the series.
    let x = odds.clamp(-30.0, 30.0) / -256.0;
    let mut power = 1.0 + x * (1.0 + x * (0.5 + x * (1.0 / 6.0 + x / 24.0)));
    for _ in 0..8 {
        power *= power;
    }
    1.0 / (1.0 + power)
}

impl FloatNet {
    /// Creates an untrained net.
    pub fn new(columns: u8, random: &mut Random) -> FloatNet {
        let inputs = Inputs::new(columns);
        let mut any = |most: f32| (random.below(2001) as f32 / 1000.0 - 1.0) * most;
        let mut rows: Rows =
            (0..inputs.count()).map(|_| [(); HIDDEN].map(|()| any(0.15))).collect();
        rows.push([0.0; HIDDEN]);
        rows.push([(); HIDDEN].map(|()| any(0.3)));
        rows.push([0.0; HIDDEN]);
        FloatNet::of(columns, rows)
    }

    fn of(columns: u8, rows: Rows) -> FloatNet {
        let none = vec![[0.0; HIDDEN]; rows.len()];
        FloatNet {
            inputs: Inputs::new(columns),
            columns,
            rows,
            slopes: none.clone(),
            means: none.clone(),
            squares: none,
            steps: 0,
        }
    }

    /// Creates a net for another board, initialised from this one.
    pub fn stretched(&self, columns: u8) -> FloatNet {
        let like = Inputs::new(columns).like(self.inputs);
        let rest = self.inputs.count()..self.rows.len();
        let rows = like.into_iter().chain(rest).map(|row| self.rows[row]);
        FloatNet::of(columns, rows.collect())
    }

    /// Returns the net for play, with the scale of each unit moved into its output.
    fn scaled(&self, scale: impl Fn(usize) -> f32, round: impl Fn(f32) -> f32) -> NetWeights {
        let first_feature = self.inputs.first_feature();
        let unit = UNIT as f32;
        let (inputs, rest) = self.rows.split_at(self.inputs.count());
        let row = |(number, row): (usize, &Hidden)| {
            let times = if number < first_feature { unit } else { 1.0 };
            std::array::from_fn(|at| times * round(row[at] / scale(at)))
        };
        NetWeights {
            columns: self.columns,
            inputs: inputs.iter().enumerate().map(row).collect(),
            bias: std::array::from_fn(|at| round(unit * rest[0][at] / scale(at))),
            output: std::array::from_fn(|at| rest[1][at] * scale(at) / unit),
            constant: rest[2][0],
        }
    }

    /// Returns the net for play, at full precision.
    pub fn exact(&self) -> NetWeights {
        self.scaled(|_| 1.0, |weight| weight)
    }

    /// Returns the net as it is stored: the weights of each unit in whole steps of 1/127 of the
    /// largest.
    pub fn stored(&self) -> NetWeights {
        let inputs = &self.rows[..self.inputs.count()];
        let largest = |at: usize| inputs.iter().fold(1e-6_f32, |most, row| most.max(row[at].abs()));
        let scales: Vec<f32> = (0..HIDDEN).map(|at| largest(at) / 127.0).collect();
        self.scaled(|at| scales[at], f32::round)
    }

    /// Calls `visit` for the rows of the active inputs of a position, with their values.
    fn visit(&self, nets: &[&Net; 4], lesson: &Lesson, mut visit: impl FnMut(usize, f32)) {
        self.inputs.visit(&lesson.position, lesson.dice, |row| visit(row, 1.0));
        let features = nets[usize::from(lesson.dice) - 1].features(&lesson.position);
        let first = self.inputs.first_feature();
        for (number, feature) in features.as_flattened().iter().enumerate() {
            if *feature != 0 {
                visit(first + number, *feature as f32 / UNIT as f32);
            }
        }
    }

    /// Takes one training step at this rate on lessons of equal weight, down the slope of their mean
    /// cross entropy. Returns their mean squared error before the step.
    pub fn learn<'a>(
        &mut self,
        nets: &[&Net; 4],
        lessons: impl ExactSizeIterator<Item = &'a Lesson>,
        rate: f32,
    ) -> f32 {
        let count = lessons.len() as f32;
        let mut loss = 0.0;
        let mut active = Vec::new();
        for lesson in lessons {
            active.clear();
            self.visit(nets, lesson, |row, times| active.push((row, times)));
            loss += self.slope(&active, lesson.target) / count;
        }
        self.step(count, rate);
        loss
    }

    /// Adds the gradient of one lesson's cross entropy, and returns its squared error.
    fn slope(&mut self, active: &[(usize, f32)], target: f32) -> f32 {
        let bias = self.inputs.count();
        let mut sums = self.rows[bias];
        for (row, times) in active {
            add(&mut sums, &self.rows[*row], *times);
        }
        let units = sums.map(|sum| sum.max(LEAK * sum));
        let output = self.rows[bias + 1];
        let odds = units.iter().zip(&output).map(|(unit, weight)| unit * weight);
        let error = logistic(self.rows[bias + 2][0] + odds.sum::<f32>()) - target;
        add(&mut self.slopes[bias + 1], &units, error);
        self.slopes[bias + 2][0] += error;
        let back: Hidden =
            std::array::from_fn(|at| error * output[at] * if sums[at] > 0.0 { 1.0 } else { LEAK });
        add(&mut self.slopes[bias], &back, 1.0);
        for (row, times) in active {
            add(&mut self.slopes[*row], &back, *times);
        }
        error * error
    }

    fn step(&mut self, count: f32, rate: f32) {
        self.steps += 1;
        let whole = |part: f32| 1.0 - part.powi(self.steps.min(10_000));
        let (mean_of, square_of) = (1.0 / whole(MEAN), 1.0 / whole(SQUARE));
        let all = self.rows.iter_mut().zip(&mut self.slopes);
        for ((row, slope), (mean, square)) in all.zip(self.means.iter_mut().zip(&mut self.squares))
        {
            for at in 0..HIDDEN {
                let by = slope[at] / count;
                mean[at] += (1.0 - MEAN) * (by - mean[at]);
                square[at] += (1.0 - SQUARE) * (by * by - square[at]);
                row[at] -= rate * mean_of * mean[at] / ((square_of * square[at]).sqrt() + 1e-8);
                slope[at] = 0.0;
            }
        }
    }
}

fn add(sums: &mut Hidden, row: &Hidden, times: f32) {
    for (sum, one) in sums.iter_mut().zip(row) {
        *sum += times * one;
    }
}
