//! `choose`: what a policy plays, for a page on which a person plays against it.

use std::str::FromStr;

use serde::Serialize;

use crate::board::Position;
use crate::control::{Control, StopReason};
use crate::matches::choose_turn;
use crate::matches::policies::Policy;
use crate::moves::{Move, Outcome};
use crate::tables::Endgame;
use crate::text::Diagnostic;

use super::error::RpcError;
use super::game_request::GameRequest;
use super::params::Params;
use super::searches::Listener;
use crate::control::ResourceError;

/// The policy that is to play, and the seed of its random numbers.
pub struct Choose {
    policy: Policy,
    seed: u64,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Chosen {
    /// The position.
    position: Position,
    /// The policy that chose.
    policy: String,
    /// The seed of its random numbers.
    seed: u64,
    /// The first move of the turn; null in a finished round.
    #[serde(rename = "move")]
    first: Option<Move>,
    /// The moves of the turn.
    turn: Vec<Move>,
    /// The limit that ended the search; null if there was nothing left to do.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["time", "cancelled", null])))]
    pub stopped: Option<StopReason>,
}

/// The description of the parameter `seed`.
pub const SEED: &str = "The seed of the random numbers.";

/// Reads the policy that is to play, of whatever game.
pub fn policy<P: FromStr<Err = Diagnostic>>(
    params: &mut Params,
    about: &'static str,
) -> Result<Option<P>, RpcError> {
    let Some(text) = params.text("policy", about)? else {
        return Ok(None);
    };
    text.parse().map(Some).map_err(|error| RpcError::of("policy", text.as_str(), error))
}

impl Choose {
    /// Takes its parameters.
    pub fn take(params: &mut Params) -> Result<Choose, RpcError> {
        let policy = policy(params, "As in match.")?;
        let policy =
            policy.ok_or_else(|| RpcError::missing("policy", "a policy, such as strong"))?;
        Ok(Choose { policy, seed: params.number("seed", 0..=u64::MAX, SEED)?.unwrap_or(1) })
    }

    /// Chooses a move after the line of a game; the client hears what it would play by now.
    pub fn chosen(
        &self,
        asked: &GameRequest,
        endgame: Option<&Endgame>,
        control: Control<'_>,
        client: Option<&dyn Listener>,
    ) -> Result<Chosen, ResourceError> {
        let Choose { policy, seed } = *self;
        let goes_on = asked.traces.last().map(|last| last.outcome) == Some(Outcome::Again);
        let game = &asked.game;
        let chosen = |turn: Vec<Move>, stopped| Chosen {
            position: *game.position(),
            policy: policy.to_string(),
            seed,
            first: turn.first().copied(),
            turn,
            stopped,
        };
        let mut tell = |turn| {
            let found = chosen(turn, None);
            client.into_iter().for_each(|client| client.note(&found, 0));
        };
        let turn = choose_turn(policy, game, !goes_on, seed, endgame, control, &mut tell)?;
        Ok(chosen(turn.line, turn.stopped))
    }
}
