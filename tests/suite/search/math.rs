//! The game-independent mathematics: certain bounds, matrix games, random numbers.

use chongkak::math::{Certified, Random, solve_matrix};

#[test]
fn sums_that_are_rounded_are_widened_and_others_stay_exact() {
    let tenth = Certified { lower: 0.1, upper: 0.1 };
    let there_and_back = tenth.plus(1000).plus(-1000);
    assert!(there_and_back.lower <= 0.1 && 0.1 <= there_and_back.upper);
    assert!(there_and_back.is_exact() && there_and_back.width() > 0.0);
    let coin = [Certified::exactly(7).plus(-1000), Certified::exactly(4)];
    let whole = Certified::mean(coin.map(|side| (1, side)));
    assert_eq!((whole.lower, whole.upper), (-494.5, -494.5));
    assert_eq!(whole.negated().lower, 494.5);
    let outcomes = [(1, 6), (2, 3), (3, -2)];
    let by_weight = outcomes.map(|(weight, value)| (weight, Certified::exactly(value)));
    assert_eq!(Certified::mean(by_weight), Certified::exactly(1));
}

#[test]
fn a_mean_that_is_rounded_lies_between_its_bounds() {
    // Sums of integers are exact, so the mean is a fraction; multiplied out, 128-bit integers show
    // whether it is between the bounds.
    let mut rounded = 0;
    for a in -7_i32..=7 {
        for b in [-3, 1, 2] {
            for weights in [(1_u32, 2_u32), (2, 5), (1, 1), (1, 48)] {
                let outcomes = [(weights.0, a), (weights.1, b)];
                let Certified { lower, upper } = Certified::mean(
                    outcomes.map(|(weight, value)| (weight, Certified::exactly(value))),
                );
                let total = i128::from(weights.0 + weights.1);
                let sum =
                    i128::from(weights.0) * i128::from(a) + i128::from(weights.1) * i128::from(b);
                // 2^56 times a bound of at least 2^-4 in size is an integer.
                #[allow(clippy::cast_possible_truncation)]
                let scaled = |bound: f64| (bound * 2_f64.powi(56)) as i128 * total;
                assert!(
                    scaled(lower) <= sum << 56 && sum << 56 <= scaled(upper),
                    "{a} {b} {weights:?}"
                );
                assert!(upper - lower <= 2.0 * f64::EPSILON * 8.0);
                rounded += u32::from(lower < upper);
                if sum % total == 0 {
                    assert_eq!(lower, upper);
                }
            }
        }
    }
    assert!(rounded > 0);
}

#[test]
fn the_widest_matrices_are_solved_to_the_last_digits() {
    // Few different numbers make many ties, in which the simplex method could cycle.
    let mut random = Random::new(1, 0);
    for many in [2, 3, 5, 400] {
        for _ in 0..100 {
            let mut entry = || i32::try_from(random.below(many)).expect("few");
            let mut row = || (0..18).map(|_| Certified::exactly(entry())).collect();
            let entries: Vec<Vec<Certified>> = (0..18).map(|_| row()).collect();
            let value = solve_matrix(&entries).unwrap().value;
            assert!(value.width() < 1e-11, "{many}: {value:?}");
        }
    }
    assert_eq!(solve_matrix(&[]), None);
    assert_eq!(solve_matrix(&[vec![], vec![]]), None);
    let uneven = [vec![Certified::exactly(1)], vec![]];
    assert_eq!(solve_matrix(&uneven), None);
}

#[test]
fn bounds_of_the_entries_are_bounds_of_the_value() {
    let unsure = |lower, upper| Certified { lower, upper };
    let open = vec![
        vec![unsure(1.0, 3.0), unsure(-1.0, -1.0)],
        vec![unsure(-1.0, -1.0), unsure(1.0, 1.0)],
    ];
    let bounds = solve_matrix(&open).unwrap().value;
    for corner in [1.0, 2.0, 3.0] {
        let mut sure = open.clone();
        sure[0][0] = unsure(corner, corner);
        let value = solve_matrix(&sure).unwrap().value;
        assert!(value.is_exact());
        assert!(bounds.lower <= value.upper && value.lower <= bounds.upper);
    }
}

#[test]
fn dominated_choices_are_left_out_and_pure_solutions_found() {
    let solved = |matrix: [[i32; 3]; 3]| {
        let entries = matrix.map(|row| row.map(Certified::exactly).to_vec());
        solve_matrix(&entries).unwrap()
    };
    let pure = solved([[3, 1, 4], [1, -5, 9], [2, 0, 3]]);
    assert_eq!((pure.rows[0], pure.columns[1]), (1.0, 1.0));
    assert_eq!(pure.value, Certified::exactly(1));
    let mixed = solved([[0, 2, 5], [2, 0, 5], [1, -1, 0]]);
    assert_eq!((mixed.rows[2], mixed.columns[2]), (0.0, 0.0));
    assert!(mixed.rows[0] == 0.5 && mixed.columns[0] == 0.5);
}

/// SplitMix64 again, step by step.
struct SplitMix(u64);

impl SplitMix {
    const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(Self::STEP);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

#[test]
fn random_numbers_are_those_of_splitmix64() {
    // The first outputs of the published generator from state 1234567, according to its reference
    // implementation in C.
    let mut published = SplitMix(1_234_567);
    let first: Vec<u64> = (0..3).map(|_| published.next()).collect();
    let expected =
        [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
    assert_eq!(first, expected);
    for (seed, stream) in [(0, 0_u64), (1, 0), (1, 7), (u64::MAX, 1 << 40)] {
        // A stream starts some steps after the state given by the seed's first number.
        let seeded = SplitMix(seed).next();
        let before = stream.wrapping_sub(1).wrapping_mul(SplitMix::STEP);
        let mut reference = SplitMix(SplitMix(seeded.wrapping_add(before)).next());
        let mut random = Random::new(seed, stream);
        for _ in 0..10 {
            assert_eq!(random.next(), reference.next(), "{seed} {stream}");
        }
    }
}

#[test]
fn numbers_below_a_bound_reach_all_of_them_alike() {
    let mut random = Random::new(1, 0);
    let mut counts = [0_u32; 7];
    for _ in 0..70_000 {
        counts[random.below(7)] += 1;
    }
    // 10,000 each, within five standard deviations.
    assert!(counts.iter().all(|n| n.abs_diff(10_000) < 470), "{counts:?}");
}

#[test]
fn streams_differ() {
    let mut first: Vec<u64> = (0..10)
        .flat_map(|seed| (0..100).map(move |stream| Random::new(seed, stream).next()))
        .collect();
    first.sort_unstable();
    first.dedup();
    assert_eq!(first.len(), 1000);
}
