//! The turn of one policy in one position.

use super::policies::{Player, Policy};
use crate::board::Hole;
use crate::control::{Clock, Control, ResourceError, StopReason};
use crate::math::Random;
use crate::moves::{Game, Move, Outcome, Round};
use crate::tables::Endgame;

/// The rest of the turn as a policy plays it, at least one move unless the round is over, and the
/// reason why it could not choose as it would have. `begins` says whether the turn begins here. The
/// same position, seed and table bring the same turn, unless a limit ends a search. `tell` hears
/// what the turn would be if a search ended now, perhaps on another thread.
///
/// # Errors
/// If the machine doesn't give what a search needs.
pub fn choose_turn(
    policy: Policy,
    game: &Game,
    begins: bool,
    seed: u64,
    endgame: Option<&Endgame>,
    control: Control<'_>,
    tell: &mut (dyn FnMut(Vec<Move>) + Send),
) -> Result<(Vec<Move>, Option<StopReason>), ResourceError> {
    let clock = Clock::new(control.quietly());
    let mut player = Player::new(policy, endgame, clock.rest());
    let mut random = Random::new(seed, stream(game));
    let mut round = Round::new(game);
    let mut turn = Vec::new();
    let mover = game.position().mover();
    while !round.position().is_over() && round.position().mover() == mover {
        let begins = begins && turn.is_empty();
        let mut tell = |rest: Vec<Hole>| {
            let rest = rest.into_iter().map(|hole| Move { side: mover, hole });
            tell(turn.iter().copied().chain(rest).collect());
        };
        let hole = player.choose_telling(round.game(), begins, &mut random, &mut tell)?;
        let stopped = clock.ended();
        if stopped.is_some() && !turn.is_empty() {
            return Ok((turn, stopped));
        }
        // A search that was stopped before it began has no move: any is better than none.
        let hole = hole.or_else(|| round.position().legal().next());
        let hole = hole.expect("who is to move has a move");
        let played = round.play(hole).expect("a policy chooses a legal move");
        turn.push(played.played);
        if stopped.is_some() || played.outcome != Outcome::Again {
            return Ok((turn, stopped));
        }
    }
    Ok((turn, None))
}

/// The stream of random numbers of a position, so that positions of one game don't share theirs.
fn stream(game: &Game) -> u64 {
    let text = game.position().to_string();
    let one = |sum, byte| Random::new(sum, u64::from(byte)).next();
    text.bytes().fold(0, one)
}
