//! The number of random cases of a law, and the seed of its random numbers.
//!
//! `cargo test` tries a tenth of each law's cases, with random numbers that change every day;
//! `.ci/nightly` tries all. Two environment variables override this: `CHONGKAK_CASES` is the
//! percentage, `CHONGKAK_SEED` the random seed.

use std::time::{SystemTime, UNIX_EPOCH};

use proptest::test_runner::{Config, RngSeed};
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;

/// The percentage of a law's cases that `cargo test` tries.
const SHARE: u64 = 10;

/// The least number of cases, if the law has that many.
const LEAST: u64 = 4;

const DAY: u64 = 24 * 60 * 60;

/// Reads a number from the environment.
fn setting(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    let number = text.parse();
    Some(number.unwrap_or_else(|_| panic!("{name}={text}: expected a whole number")))
}

fn share() -> u64 {
    setting("CHONGKAK_CASES").unwrap_or(SHARE)
}

/// Returns how many of these cases are tried.
pub fn cases(all: u64) -> u64 {
    (all * share() / 100).max(LEAST.min(all))
}

/// Returns how often something is killed during its work, of this many times.
pub fn kills(all: u64) -> u64 {
    if share() < 100 { 3.min(all) } else { all }
}

/// Returns the random seed: by default the days since 1970 in UTC.
pub fn seed() -> u64 {
    let day = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs() / DAY;
    setting("CHONGKAK_SEED").unwrap_or_else(day)
}

/// Returns the seeds of the random cases that are tried. A failing test shows what is printed here.
pub fn seeds(all: u64) -> impl Iterator<Item = u64> {
    let (first, cases) = (seed() << 32, cases(all));
    println!("{cases} of {all} cases, CHONGKAK_SEED={}", first >> 32);
    first..first + cases
}

/// Returns the part of a list that is tried, at least one: different ones every day.
pub fn sample<T>(all: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut some: Vec<T> = all.into_iter().collect();
    let (all, seed) = (some.len(), seed());
    some.shuffle(&mut StdRng::seed_from_u64(seed));
    some.truncate((all * share() as usize / 100).max(1));
    println!("{} of {all}, CHONGKAK_SEED={seed}", some.len());
    some
}

/// Returns the settings of a law with this many cases.
pub fn law(all: u32) -> Config {
    Config { failure_persistence: None, ..remembered_law(all) }
}

/// The same for a law that first repeats the inputs that once broke it, which are in
/// `tests/proptest-regressions`.
pub fn remembered_law(all: u32) -> Config {
    let (cases, seed) = (cases(u64::from(all)) as u32, seed());
    println!("{cases} of {all} cases, CHONGKAK_SEED={seed}");
    Config { cases, rng_seed: RngSeed::Fixed(seed), ..Config::default() }
}
