//! The turn of one policy in one position.

use super::policies::{Player, Policy};
use crate::board::Hole;
use crate::control::{Clock, Control, ResourceError, StopReason};
use crate::math::Random;
use crate::moves::{Game, Move, Outcome, Round};
use crate::tables::Endgame;

/// A turn that a policy has chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChosenTurn {
    /// Its moves, at least one unless the round is over.
    pub line: Vec<Move>,
    /// The reason why the policy could not choose as it would have. Its moves up to then are there.
    pub stopped: Option<StopReason>,
}

/// The rest of the turn as a policy plays it; `begins` says whether the turn begins here. The same
/// position, seed and table bring the same turn, unless a limit ends a search. `tell` hears what
/// the turn would be if a search ended now, perhaps on another thread.
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
) -> Result<ChosenTurn, ResourceError> {
    let clock = Clock::new(control.quietly());
    let mut player = Player::new(policy, endgame, clock.rest());
    let mut random = Random::new(seed, stream(game));
    let mut round = Round::new(game);
    let mut turn = ChosenTurn { line: Vec::new(), stopped: None };
    let mover = game.position().mover();
    while !round.position().is_over() && round.position().mover() == mover {
        let begins = begins && turn.line.is_empty();
        let so_far = &turn.line;
        let mut tell = |rest: Vec<Hole>| {
            let rest = rest.into_iter().map(|hole| Move { side: mover, hole });
            tell(so_far.iter().copied().chain(rest).collect());
        };
        let hole = player.choose_telling(round.game(), begins, &mut random, &mut tell)?;
        turn.stopped = clock.ended();
        if turn.stopped.is_some() && !turn.line.is_empty() {
            break;
        }
        // A search that was stopped before it began has no move: any is better than none.
        let hole = hole.or_else(|| round.position().legal().next());
        let hole = hole.expect("who is to move has a move");
        let played = round.play(hole).expect("a policy chooses a legal move");
        turn.line.push(played.played);
        if turn.stopped.is_some() || played.outcome != Outcome::Again {
            break;
        }
    }
    Ok(turn)
}

/// The stream of random numbers of a position, so that positions of one game don't share theirs.
fn stream(game: &Game) -> u64 {
    let text = game.position().to_string();
    let one = |sum, byte| Random::new(sum, u64::from(byte)).next();
    text.bytes().fold(0, one)
}
