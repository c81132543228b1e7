//! Scales: where a number lies along an axis, and at which numbers the axis has ticks. Each covers
//! a range.

/// Ticks along an axis at most, those at its ends not counted.
const TICKS: i32 = 8;

/// An axis from its first to its last tick.
pub struct Scale {
    ends: [i32; 2],
    /// Multiples of 1, 2 or 5 times a power of ten.
    pub ticks: Vec<i32>,
}

impl Scale {
    pub fn new([low, high]: [i32; 2]) -> Scale {
        let step = step(high - low);
        let (first, mut last) = (low.div_euclid(step), -(-high).div_euclid(step));
        if first == last {
            last += 1;
        }
        Scale {
            ends: [first * step, last * step],
            ticks: (first..=last).map(|n| n * step).collect(),
        }
    }

    /// Returns the place of a number: 0 at the lower end, 1 at the upper one.
    pub fn place(&self, number: i32) -> f64 {
        let [low, high] = self.ends;
        f64::from(number - low) / f64::from(high - low)
    }
}

/// The least of 1, 2, 5, 10, 20, 50 … that has no more than [`TICKS`] multiples in a range so wide.
fn step(width: i32) -> i32 {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// 1, 2 or 5 and zeros.
    fn is_round(mut step: i32) -> bool {
        while step % 10 == 0 {
            step /= 10;
        }
        matches!(step, 1 | 2 | 5)
    }

    #[test]
    fn ticks_are_round_and_cover_the_range() {
        let ends = [-163, -12, -1, 0, 1, 7, 9, 99, 162, 1023, 123_456_789];
        for low in ends {
            for high in ends.into_iter().filter(|high| *high >= low) {
                let scale = Scale::new([low, high]);
                let ticks = &scale.ticks;
                let step = ticks[1] - ticks[0];
                assert!(is_round(step), "{low}..{high}: {step}");
                assert!(ticks.windows(2).all(|pair| pair[1] - pair[0] == step));
                assert!(ticks.iter().all(|tick| tick % step == 0));
                assert!(ticks[0] <= low && high <= ticks[ticks.len() - 1]);
                assert!((2..=10).contains(&ticks.len()), "{low}..{high}: {ticks:?}");
                for number in [low, high] {
                    assert!((0.0..=1.0).contains(&scale.place(number)));
                }
            }
        }
    }

    #[test]
    fn a_step_of_ten_decades_is_a_tenth_of_them() {
        let step = |width| {
            let ticks = Scale::new([0, width]).ticks;
            ticks[1] - ticks[0]
        };
        assert_eq!([8, 9, 16, 17, 40, 41, 80, 81].map(step), [1, 2, 2, 5, 5, 10, 10, 20]);
    }
}
