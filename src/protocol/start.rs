//! `start`: a turn with which both players begin together, as far as it is chosen.

use serde::Serialize;

use crate::board::Position;
use crate::findings::{Played, legal};
use crate::moves::Move;
use crate::start::{JointTurn, Lockstep, Next, Tie};

use super::envelope::json;
use super::error::RpcError;
use super::game_request::begun;
use super::params::Params;
use super::scene::Board;
use crate::show::scene::Scene;

const CHOICES: &str = "A joint turn, or the beginning of one: `A3 B7 / A5`.";

/// The text that was expected where choices can't be played.
const EXPECTED: &str = "choices of both, such as A3 B7 / A5";

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Started {
    /// The seeds on the board without those in the hands, as a position without its mover has them.
    seen: String,
    /// The holes that may be chosen, of both players; nobody sees what the other chooses now.
    choices: Vec<Move>,
    /// True if a coin is to fall next.
    coin: bool,
    /// The position in which the first turn of one player begins, once both have stopped; else
    /// null.
    after: Option<Position>,
    /// The moves that can be played in it; none before.
    moves: Vec<Played>,
    /// The board before the turn, if it was asked for; else null.
    board: Option<Board>,
    /// The turn, as the data of pages has it; two hands sow.
    scene: Scene,
}

/// The turn up to the next choice.
pub fn start(mut params: Params) -> Result<String, RpcError> {
    let (_, opening) = begun(&mut params)?;
    let text = params.text("choices", CHOICES)?.unwrap_or_default();
    let drawn = Board::take(&mut params)?;
    let language = params.language;
    params.end()?;
    let model = Lockstep::new(&opening, Tie::Coin).map_err(|error| {
        let position = opening.position().to_string();
        let expected = "one in which both can start";
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
