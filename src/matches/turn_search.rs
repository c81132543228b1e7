//! The turn of one policy in one position.

use super::{Policy, PolicyPlayer};
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
    let clock = Clock::new(control);
    let player = PolicyPlayer { policy, endgame };
    let mut random = Random::new(seed, stream(game));
    let mut round = Round::new(game);
    let mut turn = Vec::new();
    while !round.position().is_over() {
        let (at, begins) = (round.game(), begins && turn.is_empty());
        let mut tell = |rest: Vec<Move>| tell(turn.iter().copied().chain(rest).collect());
        let chosen = player.choose_telling(at, begins, &mut random, clock.rest(), &mut tell)?;
        let stopped = clock.ended();
        if stopped.is_some() && !turn.is_empty() {
            return Ok((turn, stopped));
        }
        for next in chosen {
            let played = round.play(next.hole).expect("a policy chooses legal moves");
            turn.push(next);
            if stopped.is_some() || played.outcome != Outcome::Again {
                return Ok((turn, stopped));
            }
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
