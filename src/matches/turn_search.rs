//! The turn of a policy in a position.

use super::{Policy, PolicyPlayer};
use crate::control::{Clock, Control, ResourceError, StopReason};
use crate::math::Random;
use crate::moves::{Game, Move, Outcome, Round};
use crate::tables::Endgame;

/// Returns the rest of the turn as a policy plays it, at least one move unless the round is over,
/// and the limit that cut its choice short. `begins` says whether the turn starts here. The result
/// is deterministic for the same position, random seed and table, unless a limit ends a search.
/// `tell` is called with the turn that would result if a search ended then, possibly on another
/// thread.
///
/// # Errors
/// If the system does not grant what a search needs.
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
            let played = round.play(next).expect("a policy chooses legal moves");
            turn.push(next);
            if stopped.is_some() || played.outcome != Outcome::Again {
                return Ok((turn, stopped));
            }
        }
    }
    Ok((turn, None))
}

/// The random stream of a position, so that positions of one game have different random numbers.
fn stream(game: &Game) -> u64 {
    let text = game.position().to_string();
    let one = |sum, byte| Random::new(sum, u64::from(byte)).next();
    text.bytes().fold(0, one)
}
