//! `start`: a joint turn, as far as it has been chosen.

use serde::Serialize;

use crate::board::Position;
use crate::findings::{Played, legal};
use crate::moves::Move;
use crate::start::{JointTurn, Lockstep, Next, Tie};

use super::envelope::json;
use super::error::RpcError;
use super::game_request::parse_start;
use super::params::Params;
use super::scene::Board;
use crate::show::scene::Scene;

const CHOICES: &str = "A joint turn or its beginning, such as `A3 B7 / A5`.";

/// The expected text if choices can't be played.
const EXPECTED: &str = "choices of both players, such as A3 B7 / A5";

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Started {
    /// The seeds on the board without those in hand, as a position without its mover.
    seen: String,
    /// The holes that each player may choose now; neither player sees the other's choice.
    choices: Vec<Move>,
    /// True if a coin is tossed next.
    coin: bool,
    /// The position at the first turn of a single player, once both have stopped; otherwise null.
    after: Option<Position>,
    /// The legal moves in this position; empty before.
    moves: Vec<Played>,
    /// The board before the turn if requested; otherwise null.
    board: Option<Board>,
    /// The turn in the format of pages, with two hands sowing.
    scene: Scene,
}

/// Answers `start`: the joint turn up to the next choice.
pub fn start(mut params: Params) -> Result<String, RpcError> {
    let (_, opening) = parse_start(&mut params)?;
    let text = params.text("choices", CHOICES)?.unwrap_or_default();
    let drawn = Board::take(&mut params)?;
    let language = params.language;
    params.end()?;
    let model = Lockstep::new(&opening, Tie::Coin).map_err(|error| {
        let position = opening.position().to_string();
        let expected = "a position in which both players can start";
        RpcError::of("position", position.as_str(), error.expecting(expected))
    })?;
    let turn = JointTurn::read(&model, &text)
        .map_err(|error| RpcError::of("choices", text.as_str(), error.expecting(EXPECTED)))?;
    let after = match turn.next {
        Next::Tick(_) => None,
        Next::Done(after) => Some(after),
    };
    let scene = Scene::of_joint_line("", &model, &turn.ticks, language)?;
    Ok(json(&Started {
        seen: turn.next.board(model.field),
        choices: turn.choices().collect(),
        coin: turn.coin.is_some(),
        after,
        moves: after.map_or_else(Vec::new, |after| legal(&opening.at(after))),
        board: drawn.then(|| Board::of(&scene)),
        scene,
    }))
}
