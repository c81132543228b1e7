//! A player of one's own meets a policy of the program:
//!
//! ```sh
//! cargo run --release --example contest
//! ```

use std::error::Error;
use std::io::Write;

use chongkak::matches::{Match, Player, PolicyPlayer, Random};
use chongkak::{Control, Game, Move};

/// Takes the moves that go on first; of those, and of the others, the one that gains most.
struct Patient;

impl Player for Patient {
    fn choose(
        &self,
        game: &Game,
        _begins: bool,
        _random: &mut Random,
        _control: Control<'_>,
    ) -> Result<Vec<Move>, Box<dyn Error + Send + Sync>> {
        let worth = |played: &Move| {
            let after = game.play(*played).expect("a legal move");
            (after.position().mover() == played.side, after.position().store(played.side))
        };
        Ok(game.legal_moves().max_by_key(worth).into_iter().collect())
    }
}

/// Plays and tells; public so that the tests can run it.
pub fn main() -> Result<(), Box<dyn Error>> {
    let game: Game = "congklak 7,7,7,7,7,7,7/0 7,7,7,7,7,7,7/0 A".parse()?;
    let greedy = PolicyPlayer::new("greedy".parse()?);
    let contest = Match::new(&game, [&Patient, &greedy]).with_rounds(200);
    let (tally, _) = contest.play(Control::none())?;
    writeln!(std::io::stdout(), "{} won, {} drawn, {} lost", tally.won, tally.drawn, tally.lost)?;
    Ok(())
}
