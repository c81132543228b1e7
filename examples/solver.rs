//! Proves the value of a small opening, and tells best play move by move:
//!
//! ```sh
//! cargo run --release --example solver
//! ```

use std::error::Error;
use std::io::Write;

use chongkak::ask::{Ready, Solve};
use chongkak::{Control, Game, Round};

/// Solves and tells; public so that the tests can run it.
///
/// # Errors
/// If standard output can't be written.
pub fn main() -> Result<(), Box<dyn Error>> {
    let mut out = std::io::stdout().lock();
    let game: Game = "conglak 3,3,3,3/0 3,3,3,3/0 A".parse()?;

    // Without limits; a program that may be asked to stop would give a `Stop`.
    let answer = Solve::default().answer(&game, &Ready::nothing(), Control::none())?;
    let value = answer.found.value().ok_or("not proven")?;
    writeln!(out, "{game} is worth {value:+} (A's seeds minus B's)")?;

    // The line that a search finds is played by the plain rules, which tell every lap.
    let mut round = Round::new(&game);
    for best in &answer.found.line {
        let told = round.play(best.hole)?;
        let lands: Vec<String> = told.laps.iter().map(|lap| lap.last.to_string()).collect();
        let (lands, gain) = (lands.join(" "), told.gain);
        writeln!(out, "{best} ends in {lands}, gains {gain}")?;
    }
    let end = round.position();
    writeln!(out, "{end}")?;
    assert_eq!((end.is_over(), end.standing()), (true, value));
    Ok(())
}
