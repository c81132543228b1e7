//! Sets played out by policies.

use super::SetGame;
use crate::board::Side;
use crate::control::{Control, Shortage, Stop};
use crate::matches::policies::{Player, Policy};
use crate::math::Random;
use crate::moves::{Game, WrittenMove};
use crate::rules::Rules;

/// Why a set was not played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Paused {
    /// It is this player's move, and he has no policy.
    Player(Side),
    /// As many rounds as were allowed are over.
    Rounds,
    /// It was stopped.
    Stopped,
    /// The machine doesn't give what a search needs.
    Shortage(Shortage),
}

/// How to play a set.
#[derive(Clone, Copy, Debug)]
pub struct SetPlay<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// How A and B choose their moves; none if somebody else does.
    pub policies: [Option<Policy>; 2],
    /// The seed of all random choices. Every round has random numbers of its own.
    pub seed: u64,
    /// The most rounds of the set.
    pub most_rounds: u64,
    /// Ends it when it is set. The move that was being chosen is not played.
    pub stop: &'a Stop,
}

impl SetPlay<'_> {
    /// Goes on with a set to its end, or until it pauses; tells `observer` after every move.
    ///
    /// # Panics
    /// If the rules don't allow the position.
    pub fn go_on(
        &self,
        game: &mut SetGame<'_>,
        observer: &mut dyn FnMut(&SetGame<'_>),
    ) -> Option<Paused> {
        loop {
            if let Some(paused) = self.finish_round(game, observer) {
                return Some(paused);
            }
            if game.winner().is_some() {
                return None;
            }
            if game.rounds().len() as u64 >= self.most_rounds {
                return Some(Paused::Rounds);
            }
            game.begin_next_round().expect("the set goes on");
        }
    }

    /// Plays the round under way to its end.
    fn finish_round(
        &self,
        game: &mut SetGame<'_>,
        observer: &mut dyn FnMut(&SetGame<'_>),
    ) -> Option<Paused> {
        let mut random = Random::new(self.seed, game.rounds().len() as u64);
        let mut players = self
            .policies
            .map(|policy| policy.map(|policy| Player::new(policy, Control::stopped_by(self.stop))));
        while !game.position().is_over() {
            let position = *game.position();
            let mover = position.mover();
            let Some(player) = &mut players[mover.index()] else {
                return Some(Paused::Player(mover));
            };
            let begins = game.turn_begins();
            let at = Game::new(self.rules, &position).expect("the rules of the set");
            let hole = match player.choose(&at, begins, &mut random) {
                Ok(hole) => hole.expect("a round that is not over"),
                Err(shortage) => return Some(Paused::Shortage(shortage)),
            };
            // A search that was stopped has not chosen as it would have.
            if self.stop.is_set() {
                return Some(Paused::Stopped);
            }
            let written = WrittenMove {
                side: Some(mover),
                hole,
                span: 0..0,
            };
            game.play(&written).expect("a policy chooses a legal move");
            observer(game);
        }
        None
    }
}
