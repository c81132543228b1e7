//! How many random cases a law is tried on, and where its random numbers begin.
//!
//! `cargo test` tries a tenth of each law's cases, with random numbers that change every day;
//! `.ci/nightly` tries all of them. Two environment variables say otherwise: `CHONGKAK_CASES` is
//! the share in per cent, `CHONGKAK_SEED` the number that the random numbers begin with.

use std::time::{SystemTime, UNIX_EPOCH};

use proptest::test_runner::{Config, RngSeed};
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;

/// Per cent of a law's cases that `cargo test` tries.
const SHARE: u64 = 10;

/// The least number of cases, if the law has so many.
const LEAST: u64 = 8;

const DAY: u64 = 24 * 60 * 60;

/// A number from the environment.
fn setting(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    let number = text.parse();
    Some(number.unwrap_or_else(|_| panic!("{name}={text}: expected a whole number")))
}

fn share() -> u64 {
    setting("CHONGKAK_CASES").unwrap_or(SHARE)
}

/// How many of so many cases are tried.
pub fn cases(all: u64) -> u64 {
    (all * share() / 100).max(LEAST.min(all))
}

/// How often something is killed in the middle of its work, of so many times.
pub fn kills(all: u64) -> u64 {
    if share() < 100 { 3.min(all) } else { all }
}

/// Where random numbers begin: without a setting, the days since 1970 in UTC.
pub fn seed() -> u64 {
    let day = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs() / DAY;
    setting("CHONGKAK_SEED").unwrap_or_else(day)
}

/// The seeds of as many random cases as are tried of so many. A test that fails shows what is
/// printed here.
pub fn seeds(all: u64) -> impl Iterator<Item = u64> {
    let (first, cases) = (seed() << 32, cases(all));
    println!("{cases} of {all} cases, CHONGKAK_SEED={}", first >> 32);
    first..first + cases
}

/// The part of a list that is tried, at least one: other members every day.
pub fn sample<T>(all: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut some: Vec<T> = all.into_iter().collect();
    let (all, seed) = (some.len(), seed());
    some.shuffle(&mut StdRng::seed_from_u64(seed));
    some.truncate((all * share() as usize / 100).max(1));
    println!("{} of {all}, CHONGKAK_SEED={seed}", some.len());
    some
}

/// The settings of a law that has so many cases.
pub fn law(all: u32) -> Config {
    Config { failure_persistence: None, ..remembered_law(all) }
}

/// The same of a law that first tries the inputs that once broke it, which are kept in
/// `tests/proptest-regressions`.
pub fn remembered_law(all: u32) -> Config {
    let (cases, seed) = (cases(u64::from(all)) as u32, seed());
    println!("{cases} of {all} cases, CHONGKAK_SEED={seed}");
    Config { cases, rng_seed: RngSeed::Fixed(seed), ..Config::default() }
}
