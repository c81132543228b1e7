//! `start`: a turn with which both players begin together, as far as it is chosen.

use serde::Serialize;

use crate::board::{Position, Side};
use crate::findings::{Played, legal};
use crate::moves::Move;
use crate::start::{Lockstep, Reached, Tie, play_joint_line};

use super::envelope::json;
use super::error::RpcError;
use super::game_request::GameStart;
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
    let begun = GameStart::take(&mut params)?;
    let text = params.text("choices", CHOICES)?.unwrap_or_default();
    let drawn = Board::take(&mut params)?;
    let language = params.language();
    params.end()?;
    let model = Lockstep::new(&begun.start, Tie::Coin).map_err(|error| {
        let position = begun.start.position().to_string();
        let expected = "one in which both can start";
        RpcError::of("position", position.as_str(), error.expecting(expected))
    })?;
    let (ticks, reached) = play_joint_line(&model, &text)
        .map_err(|error| RpcError::of("choices", text.as_str(), error.expecting(EXPECTED)))?;
    let field = model.field();
    let (seen, choices, coin, after) = match reached {
        Reached::Choice(joint) => {
            let of = |side| joint.choices(field, side).map(move |hole| Move { side, hole });
            let choices = Side::BOTH.into_iter().flat_map(of).collect();
            (joint.board(field), choices, false, None)
        }
        Reached::Coin(joint) => (joint.board(field), Vec::new(), true, None),
        Reached::Done(after) => {
            let text = after.to_string();
            let seen = text.split(' ').take(2).collect::<Vec<_>>().join(" ");
            (seen, Vec::new(), false, Some(after))
        }
    };
    let scene = Scene::of_joint_line("", &model, &ticks, language)?;
    Ok(json(&Started {
        seen,
        choices,
        coin,
        after,
        moves: after.map_or_else(Vec::new, |after| legal(&begun.start.at(after))),
        board: drawn.then(|| Board::of(&scene)),
        scene,
    }))
}
