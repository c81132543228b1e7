//! Measures an upper bound on the share of games that any player wins against an opponent, with
//! four dice under `content`. Prints a line of JSON with two bounds (`ceiling.rs` explains them),
//! each a mean over games with its 95 % interval.
//!
//! usage: scripts/measure chong-ceiling, which builds it and runs it for each board.

mod ceiling;

use std::error::Error;

use ceiling::Ceiling;
use chongkak::chong::{ChongPosition, ChongRules, ThrowGame};
use chongkak::math::{Interval, Random, Sample};
use serde_json::json;

const SEED: u64 = 1;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (holes, opponent, games) = match &arguments[..] {
        [holes, opponent, games] => (holes, opponent, games),
        [option] if option == "--version" => {
            println!("chong-ceiling {}", chongkak::VERSION);
            return Ok(());
        }
        _ => return Err("usage: chong-ceiling HOLES OPPONENT GAMES, or --version".into()),
    };
    let games: u64 = games.parse()?;
    let rules = ChongRules::new(holes.parse()?)?;
    let (game, start) = (ThrowGame::new(&rules), ChongPosition::start(&rules));
    let mut ceiling = Ceiling::new(&game, opponent.parse()?);
    // For each bound, the games in which the player throws first, and the others.
    let mut found = [[Sample::default(); 2]; 2];
    for number in 0..games {
        let first = number % 2 == 0;
        let bounds = ceiling.of(start, first, &mut Random::new(SEED, number));
        for (sides, bound) in found.iter_mut().zip(bounds) {
            sides[usize::from(first)].add(Sample::of(bound));
        }
    }
    let [no_choice, one_choice] =
        found.map(|sides| Interval::normal(&sides).map(|one| one.rounded(1e4)));
    let line = json!({
        "profile": "content", "holes": rules.columns.get(), "dice": rules.dice.get(),
        "opponent": opponent, "seed": SEED, "games": games,
        "no_choice": no_choice, "one_choice": one_choice,
    });
    println!("{line}");
    Ok(())
}
