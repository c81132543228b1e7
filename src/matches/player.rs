//! The players of a match.

use std::error::Error;
use std::fmt;

use crate::control::Control;
use crate::math::Random;
use crate::moves::{Game, Move};

/// A way of choosing moves, for a [`Match`](super::Match).
///
/// A match plays many rounds at the same time and calls the same player in all of them. So a player
/// must keep no state between choices, unless it is behind a lock.
///
/// # Examples
/// This player chooses the fullest hole, or the first of several.
/// ```
/// use std::cmp::Reverse;
/// use std::error::Error;
///
/// use chongkak::board::Cell;
/// use chongkak::matches::{Match, Player, PolicyPlayer, Random};
/// use chongkak::{Control, Game, Move};
///
/// struct Fullest;
///
/// impl Player for Fullest {
///     fn choose(
///         &self,
///         game: &Game,
///         _begins: bool,
///         _random: &mut Random,
///         _control: Control<'_>,
///     ) -> Result<Vec<Move>, Box<dyn Error + Send + Sync>> {
///         let seeds = |played: &Move| game.position().seeds(Cell::Hole(played.side, played.hole));
///         let fullest = game.legal_moves().min_by_key(|played| Reverse(seeds(played)));
///         Ok(fullest.into_iter().collect())
///     }
/// }
///
/// let game: Game = "congklak 4,4,4/0 4,4,4/0 A".parse()?;
/// let random = PolicyPlayer::new("random".parse()?);
/// let contest = Match::new(&game, [&Fullest, &random]).with_rounds(100);
/// let (tally, _) = contest.play(Control::none())?;
/// assert_eq!((tally.rounds, tally.won + tally.drawn + tally.lost), (100, 100));
/// # Ok::<(), Box<dyn Error>>(())
/// ```
pub trait Player: Sync {
    /// Chooses for the player to move. The round is in progress, so there is a legal move. `begins`
    /// says whether this is the first move of the turn.
    ///
    /// Returns one or more moves, which are played in order. If the turn continues after them, the
    /// player is called again. Moves after the end of the turn are ignored, so a search's whole
    /// line can be returned.
    ///
    /// `random` is the source for all random choices. Each round has its own numbers, so a match is
    /// repeatable on any number of threads. `control` has the match's remaining time and its
    /// [`Stop`](crate::control::Stop) but no node limit, so a search needs limits of its own. When
    /// the time is up, the round is dropped, whatever is chosen.
    ///
    /// # Errors
    /// Any error that prevents a choice. It ends the match.
    fn choose(
        &self,
        game: &Game,
        begins: bool,
        random: &mut Random,
        control: Control<'_>,
    ) -> Result<Vec<Move>, Box<dyn Error + Send + Sync>>;
}

impl fmt::Debug for dyn Player + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Player")
    }
}
