//! A player who follows a policy.

use std::error::Error;
use std::time::Duration;

use super::Player;
use super::policies::{BEST, Choice, ERRS, MOST_FOR_BEST, NEAR, PLAYER, Policy, STRONG};
use crate::board::{Cell, Hole, Side};
use crate::control::{Clock, Control, ResourceError, settings};
use crate::math::Random;
use crate::moves::{Game, Move, trace};
use crate::search::{Evaluation, Evaluator};
use crate::tables::Endgame;

/// Memory of one search in mebibytes: 4 for the search's tables and 4 for an endgame table. A match
/// has many short searches, and clearing large tables would take longer than they do.
const MEMORY: usize = 9;

/// A player who follows a policy.
///
/// When the time is up or the player is stopped, searches end at once and return the moves found so
/// far.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct PolicyPlayer<'a> {
    /// The policy.
    pub policy: Policy,
    /// An endgame table for the searches, used where it fits.
    pub endgame: Option<&'a Endgame>,
}

settings!(PolicyPlayer<'a> {
    with_policy policy (Policy),
    with_endgame endgame (Option<&'a Endgame>),
});

impl Player for PolicyPlayer<'_> {
    fn choose(
        &self,
        game: &Game,
        begins: bool,
        random: &mut Random,
        control: Control<'_>,
    ) -> Result<Vec<Move>, Box<dyn Error + Send + Sync>> {
        Ok(self.choose_telling(game, begins, random, control, &mut |_| {})?)
    }
}

impl PolicyPlayer<'_> {
    /// Creates a player without an endgame table.
    #[must_use]
    pub const fn new(policy: Policy) -> Self {
        PolicyPlayer { policy, endgame: None }
    }

    /// Chooses as [`choose`](Player::choose) does. Returns no move if the round is over, the rest
    /// of the turn if searches choose all its moves, and otherwise one move. Calls `tell` with the
    /// rest of the turn that a search would choose if it ended then, whenever that may have
    /// changed; possibly on another thread.
    ///
    /// # Errors
    /// If the system does not grant what a search needs.
    #[doc(hidden)]
    pub fn choose_telling(
        &self,
        game: &Game,
        begins: bool,
        random: &mut Random,
        control: Control<'_>,
        tell: &mut (dyn FnMut(Vec<Move>) + Send),
    ) -> Result<Vec<Move>, ResourceError> {
        let choice = if begins { self.policy.begin } else { self.policy.go_on };
        let Some((nodes, time)) = limits(choice, game) else {
            let side = game.position().mover();
            let chosen = match choice {
                Choice::Player => near_the_best(game, random, control)?,
                _ => by_rank(choice, game, random).map(|hole| Move::new(side, hole)),
            };
            return Ok(chosen.into_iter().collect());
        };
        let mut tell = |found: &Evaluation| tell(turn_of(game, found));
        let found = search(game, self.endgame, within(control, nodes, time), &mut tell)?;
        let mut turn = turn_of(game, &found);
        if limits(self.policy.go_on, game).is_none() {
            turn.truncate(1);
        }
        Ok(turn)
    }
}

/// The node and time limits of a choice whose search plays the rest of the turn.
fn limits(choice: Choice, game: &Game) -> Option<(u64, Duration)> {
    let in_play = || Side::BOTH.map(|side| game.position().in_play(side)).iter().sum::<u32>();
    match choice {
        Choice::Search(nodes) => Some((nodes, Duration::MAX)),
        Choice::Timed(time) => Some((u64::MAX, time)),
        Choice::Strong => Some((STRONG, Duration::MAX)),
        Choice::Best if in_play() <= MOST_FOR_BEST => Some((u64::MAX, Duration::MAX)),
        Choice::Best => Some((BEST, Duration::MAX)),
        _ => None,
    }
}

/// The limits of a search, within the remaining ones.
fn within(control: Control<'_>, nodes: u64, time: Duration) -> Control<'_> {
    let rest = Clock::new(control).rest();
    Control { nodes, time: time.min(rest.time), ..rest }
}

/// Chooses any move that seems little worse than the best.
fn near_the_best(
    game: &Game,
    random: &mut Random,
    control: Control<'_>,
) -> Result<Option<Move>, ResourceError> {
    let control = within(control, PLAYER, Duration::MAX);
    let found = search(game, None, control, &mut |_| {})?;
    let sign = game.position().mover().sign();
    let values = found.moves.iter().map(|one| (one.played, sign * one.value.seeds()));
    let mut values: Vec<(Move, i32)> = values.collect();
    // In hole order, because the search has an order of its own.
    values.sort_unstable_by_key(|(played, _)| *played);
    let best = values.iter().map(|(_, value)| *value).max();
    let near = values.iter().filter(|(_, value)| Some(*value + NEAR) >= best);
    Ok(any(&near.map(|(played, _)| *played).collect::<Vec<_>>(), random))
}

/// Chooses one of several things at random.
fn any<T: Copy>(some: &[T], random: &mut Random) -> Option<T> {
    some.get(random.below(some.len())).copied()
}

/// Chooses the best legal move by a rank that needs no search.
fn by_rank(choice: Choice, game: &Game, random: &mut Random) -> Option<Hole> {
    let choice = match choice {
        Choice::Beginner if random.below(ERRS) == 0 => Choice::Random,
        Choice::Beginner => Choice::Greedy,
        choice => choice,
    };
    let position = game.position();
    let rank = |hole: Hole| {
        let number = i64::from(hole.number());
        let pile = i64::from(position.seeds(Cell::Hole(position.mover(), hole)));
        match choice {
            Choice::Biggest => pile,
            Choice::Smallest => -pile,
            Choice::Nearest => number,
            Choice::Farthest => -number,
            Choice::Greedy => {
                trace(game.rules(), position, hole).map_or(0, |played| played.gain.into())
            }
            _ => 0,
        }
    };
    let legal = game.legal_moves().filter(|made| !made.stops).map(|made| made.hole);
    let ranks: Vec<(Hole, i64)> = legal.map(|hole| (hole, rank(hole))).collect();
    let best = ranks.iter().map(|(_, rank)| *rank).max();
    let equal = ranks.iter().filter(|(_, rank)| Some(*rank) == best);
    any(&equal.map(|(hole, _)| *hole).collect::<Vec<_>>(), random)
}

/// Searches on one thread, with small tables.
fn search(
    game: &Game,
    endgame: Option<&Endgame>,
    control: Control<'_>,
    tell: &mut (dyn FnMut(&Evaluation) + Send),
) -> Result<Evaluation, ResourceError> {
    let evaluator = Evaluator { memory: MEMORY, endgame, ..Evaluator::new() };
    evaluator.evaluate_telling(game, control, tell)
}

/// The moves of a search's principal line that belong to the turn.
fn turn_of(game: &Game, found: &Evaluation) -> Vec<Move> {
    let mover = game.position().mover();
    let own = |played: &&Move| played.side == mover;
    found.line.iter().take_while(own).copied().collect()
}
