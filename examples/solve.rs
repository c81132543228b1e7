//! Proves the value of a small opening, and tells best play move by move:
//!
//! ```sh
//! cargo run --release --example solve
//! ```

use std::error::Error;
use std::io::Write;

use chongkak::board::{Position, Setup, Side};
use chongkak::control::Control;
use chongkak::moves::{Game, Round};
use chongkak::rules::Preset;
use chongkak::search::Solver;

/// Solves and tells; public so that the tests can run it.
///
/// # Errors
/// If standard output can't be written.
pub fn main() -> Result<(), Box<dyn Error>> {
    let mut out = std::io::stdout().lock();
    let mut rules = Preset::named("conglak")?.rules;
    rules.set("holes", "4")?;
    rules.set("seeds", "3")?;

    // A position is an opening, or a text that is read and checked.
    let opening = rules.opening(Side::A);
    let setup: Setup = "3,3,3,3/0 3,3,3,3/0 A".parse()?;
    assert_eq!(opening, Position::new(&setup)?);

    // Without limits; a program that may be asked to stop would give the solver a `Stop`.
    let game = Game::new(&rules, &opening)?;
    let solution = Solver::new().solve(&game, Control::none())?;
    let value = solution.value().ok_or("not proven")?;
    writeln!(out, "{opening} is worth {value:+} (A's seeds less B's)")?;

    // What a search finds is played by the plain rules, which tell every lap.
    let mut round = Round::new(&Game::new(&rules, &opening).unwrap());
    for best in &solution.line {
        let told = round.play(best.hole)?;
        let lands: Vec<String> = told.laps.iter().map(|lap| lap.last.to_string()).collect();
        writeln!(
            out,
            "{best} ends in {}, gains {}",
            lands.join(" "),
            told.gain
        )?;
    }
    let end = round.position();
    writeln!(out, "{end}")?;
    assert_eq!((end.is_over(), end.standing()), (true, value));
    Ok(())
}
