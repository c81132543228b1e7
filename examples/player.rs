//! Plays a turn as a player would who asks for advice before every move:
//!
//! ```sh
//! cargo run --release --example player
//! ```

use std::error::Error;
use std::io::Write;

use chongkak::ask::{Evaluate, Ready};
use chongkak::{Control, Game};

/// Plays and tells; public so that the tests can run it.
///
/// # Errors
/// If standard output can't be written.
pub fn main() -> Result<(), Box<dyn Error>> {
    let mut out = std::io::stdout().lock();
    let mut game: Game = "congklak 0,2,3,0,2,1,2/41 1,2,0,1,3,0,2/38 A".parse()?;
    let player = game.position().mover();
    while !game.position().is_over() && game.position().mover() == player {
        let moves: Vec<String> = game.legal_moves().map(|hole| hole.to_string()).collect();
        // The same advice as `hint` gives in a game: a moment of search, on one thread.
        let advice = Evaluate::advice(None);
        let answer = advice.answer(&game, &Ready::nothing(), Control::none(), None)?;
        let best = answer.found.best().ok_or("nothing to advise")?;
        let (value, moves) = (answer.found.value, moves.join(" "));
        writeln!(out, "{best} of {moves}: {value} for A at the end of the round")?;
        game = game.play(best)?;
    }
    writeln!(out, "{}", game.position())?;
    assert!(game.position().store(player) > 41, "a turn brings something");
    Ok(())
}
