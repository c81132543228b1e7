//! Who plays in a match.

use std::error::Error;
use std::fmt;

use crate::control::Control;
use crate::math::Random;
use crate::moves::{Game, Move};

/// A way of choosing moves, for a [`Match`](super::Match).
///
/// A match plays many rounds at the same time and asks the same player in all of them. So a player
/// keeps nothing from one choice to the next, unless it is behind a lock.
///
/// # Examples
/// This player takes the fullest hole; of several, the first.
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
    /// Chooses for the player to move. The round is under way, so there is a legal move. `begins`
    /// says whether this is the first move of the turn.
    ///
    /// The answer is one move or several, which are played one after the other. If the turn goes on
    /// behind them, the player is asked again. Moves behind the end of the turn are passed over, so
    /// the line of a search can be handed over whole.
    ///
    /// `random` is for all that the player leaves to chance. Each round has numbers of its own, so
    /// a match is the same every time, on any number of threads. `control` has the time that is left
    /// to the match and its [`Stop`](crate::control::Stop), and no limit of nodes: a search needs
    /// limits of its own. When the time is up the round is given up, whatever is chosen.
    ///
    /// # Errors
    /// Whatever keeps the player from choosing. It ends the match.
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
