//! Scales: where a number lies along an axis, and at which numbers the axis has ticks. Each covers
//! a range; `tests/suite/scales.rs` has their laws.

/// Ticks along an axis at most, those at its ends not counted.
const TICKS: i128 = 8;

/// The lower end of a logarithmic axis: a bar of 1 has a height.
const LOG_LOW: f64 = 0.5;

/// An axis from its lower to its upper end.
#[derive(Clone, Debug, PartialEq)]
pub struct Scale {
    ends: [f64; 2],
    log: bool,
    /// Numbers with their labels.
    pub ticks: Vec<(f64, String)>,
}

impl Scale {
    /// Ticks at multiples of 1, 2 or 5 times a power of ten. The ends are ticks.
    pub fn linear([low, high]: [i128; 2]) -> Scale {
        let step = step(high - low);
        let (first, mut last) = (low.div_euclid(step), -(-high).div_euclid(step));
        if first == last {
            last += 1;
        }
        let ticks = (first..=last).map(|n| (float(n * step), (n * step).to_string()));
        Scale {
            ends: [float(first * step), float(last * step)],
            log: false,
            ticks: ticks.collect(),
        }
    }

    /// Ticks at powers of ten from 1 on.
    pub fn log(high: i128) -> Scale {
        let decades = (0..).find(|&n| 10_f64.powi(n) >= float(high)).unwrap_or(0);
        let step = 1 + decades / 9;
        let last = (decades.max(1) + step - 1) / step * step;
        let label = |n: i32| match n {
            0 => "1".to_owned(),
            1..=3 => 10_i32.pow(n.unsigned_abs()).to_string(),
            _ => format!("10{}", superscript(n)),
        };
        let ticks = (0..=last / step).map(|n| (10_f64.powi(n * step), label(n * step)));
        Scale {
            ends: [LOG_LOW, 10_f64.powi(last)],
            log: true,
            ticks: ticks.collect(),
        }
    }

    /// A tick for each name, by its number from 0 on.
    pub fn names(names: &[String]) -> Scale {
        let ticks = (0_i32..).map(f64::from).zip(names.iter().cloned());
        let ticks: Vec<_> = ticks.collect();
        let last = ticks.last().map_or(0.0, |(n, _)| *n);
        Scale {
            ends: [-0.5, last + 0.5],
            log: false,
            ticks,
        }
    }

    /// Where bars begin: at 0, which must be on the axis, or at the lower end if it has no 0.
    pub const fn base(&self) -> f64 {
        if self.log { self.ends[0] } else { 0.0 }
    }

    /// Where a number lies: 0 at the lower end, 1 at the upper one.
    pub fn place(&self, number: f64) -> f64 {
        let [low, high] = self.ends;
        if self.log {
            (number / low).ln() / (high / low).ln()
        } else {
            (number - low) / (high - low)
        }
    }
}

/// A number from 0 on, small and raised.
fn superscript(number: i32) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let digits = number.to_string();
    let raised = digits.chars().filter_map(|digit| digit.to_digit(10));
    raised
        .filter_map(|digit| DIGITS.get(digit as usize))
        .collect()
}

/// The least of 1, 2, 5, 10, 20, 50 … that has no more than [`TICKS`] multiples in a range so wide.
fn step(width: i128) -> i128 {
    let mut step = 1;
    for factor in [2, 5, 10].into_iter().cycle() {
        if width <= step * TICKS {
            return step;
        }
        // 1, 2, 5 times the power of ten that `step` has when it is one.
        step = match factor {
            2 => step * 2,
            5 => step / 2 * 5,
            _ => step * 2,
        };
    }
    unreachable!("a cycle has no end")
}

/// The nearest number with a fraction.
pub const fn float(number: i128) -> f64 {
    number as f64
}
