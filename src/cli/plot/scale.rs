//! Scales: where a number lies along an axis, and at which numbers the axis has ticks. Each covers
//! a range.

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

    /// As [`linear`](Self::linear) for blocks that are one wide, each round its number: the axis
    /// ends where the blocks do.
    pub fn blocks([low, high]: [i128; 2]) -> Scale {
        let mut scale = Scale::linear([low, high]);
        let ends = [low, high].map(float);
        scale.ticks.retain(|(n, _)| (ends[0]..=ends[1]).contains(n));
        scale.ends = [ends[0] - 0.5, ends[1] + 0.5];
        scale
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

#[cfg(test)]
mod tests {
    use super::*;

    /// 1, 2 or 5 and zeros.
    fn is_round(mut step: i128) -> bool {
        while step % 10 == 0 {
            step /= 10;
        }
        matches!(step, 1 | 2 | 5)
    }

    #[test]
    fn linear_ticks_are_round_and_cover_the_range() {
        let ends = [-163, -12, -1, 0, 1, 7, 9, 99, 162, 1023, 123_456_789];
        for low in ends {
            for high in ends.into_iter().filter(|high| *high >= low) {
                let scale = Scale::linear([low, high]);
                let ticks: Vec<i128> = scale
                    .ticks
                    .iter()
                    .map(|(_, t)| t.parse().unwrap())
                    .collect();
                let step = ticks[1] - ticks[0];
                assert!(is_round(step), "{low}..{high}: {step}");
                assert!(ticks.windows(2).all(|pair| pair[1] - pair[0] == step));
                assert!(ticks.iter().all(|tick| tick % step == 0));
                assert!(ticks[0] <= low && high <= ticks[ticks.len() - 1]);
                assert!((2..=10).contains(&ticks.len()), "{low}..{high}: {ticks:?}");
                for number in [low, high] {
                    assert!((0.0..=1.0).contains(&scale.place(float(number))));
                }
            }
        }
    }

    #[test]
    fn logarithmic_ticks_are_powers_of_ten_and_cover_the_range() {
        for high in [
            1,
            2,
            10,
            11,
            1000,
            1001,
            10_i128.pow(9),
            10_i128.pow(30),
            i128::MAX,
        ] {
            let scale = Scale::log(high);
            let numbers: Vec<f64> = scale.ticks.iter().map(|(n, _)| *n).collect();
            assert!((2..=11).contains(&numbers.len()), "{high}");
            assert!(
                numbers
                    .iter()
                    .all(|n| (n.log10() - n.log10().round()).abs() < 1e-9)
            );
            assert!((numbers[0] - 1.0).abs() < 1e-12);
            assert!(numbers[numbers.len() - 1] >= float(high) * (1.0 - 1e-12));
            assert!(scale.place(1.0) > 0.0 && scale.place(float(high)) <= 1.0 + 1e-12);
        }
        assert_eq!(Scale::log(20_000).ticks[4].1, "10⁴");
    }

    #[test]
    fn a_step_of_ten_decades_is_a_tenth_of_them() {
        let step = |width| {
            let ticks = Scale::linear([0, width]).ticks;
            ticks[1].0 - ticks[0].0
        };
        assert_eq!(
            [8, 9, 16, 17, 40, 41, 80, 81].map(step),
            [1.0, 2.0, 2.0, 5.0, 5.0, 10.0, 10.0, 20.0]
        );
    }

    #[test]
    fn blocks_fill_their_axis() {
        for [low, high] in [[0, 0], [2, 6], [9, 153], [18, 630]] {
            let scale = Scale::blocks([low, high]);
            let place = |number: i128, half: f64| scale.place(float(number) + half);
            assert!(place(low, -0.5).abs() < 1e-9 && (place(high, 0.5) - 1.0).abs() < 1e-9);
            assert!(!scale.ticks.is_empty());
            let within = |number: f64| (float(low)..=float(high)).contains(&number);
            assert!(scale.ticks.iter().all(|(number, _)| within(*number)));
        }
    }

    #[test]
    fn bars_begin_at_0_or_at_the_lower_end() {
        assert_eq!(Scale::linear([-3, 4]).base(), 0.0);
        let log = Scale::log(100);
        assert_eq!(log.place(log.base()), 0.0);
    }
}
