//! The scales of plots: ticks, and where numbers lie.

#[path = "../../src/cli/plot/scale.rs"]
mod scale;
use scale::{Scale, float};

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
fn names_lie_side_by_side_within_the_ends() {
    let scale = Scale::names(&["A", "B"].map(str::to_owned));
    let places: Vec<f64> = scale.ticks.iter().map(|(n, _)| scale.place(*n)).collect();
    assert_eq!(places, [0.25, 0.75]);
}

#[test]
fn bars_begin_at_0_or_at_the_lower_end() {
    assert_eq!(Scale::linear([-3, 4]).base(), 0.0);
    let log = Scale::log(100);
    assert_eq!(log.place(log.base()), 0.0);
}
