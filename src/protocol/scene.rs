//! `scene`: a line as a page shows it, seed by seed, with the board that it is shown on.

use serde::Serialize;

use crate::board::{Position, Side};

use super::envelope::json;
use super::error::RpcError;
use super::game_request::GameRequest;
use super::params::Params;
use crate::findings::{Played, legal};
use crate::show::drawing::{Layout, Spots};
use crate::show::scene::Scene;

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Shown {
    /// The position after the line.
    position: Position,
    /// The player to move in it.
    mover: Side,
    /// True if the round is over.
    over: bool,
    /// The moves that can be played in it.
    moves: Vec<Played>,
    /// The board before the line, drawn in SVG.
    board: Board,
    /// The places of seeds, from the middle of a hole and of a store.
    spots: Spots,
    /// The line, as the data of pages has it.
    scene: Scene,
}

/// The board before the line, drawn for wide screens and for narrow ones.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct Board {
    /// With rows from side to side.
    wide: String,
    /// With rows from top to bottom.
    tall: String,
}

/// The line with the way of every seed.
pub fn scene(mut params: Params) -> Result<String, RpcError> {
    let asked = GameRequest::take(&mut params)?;
    params.end()?;
    let (rules, start) = (asked.start.rules(), asked.start.position());
    let scene = Scene::new("", rules, start, &asked.traces)?;
    let position = *asked.game.position();
    Ok(json(&Shown {
        position,
        mover: position.mover(),
        over: position.is_over(),
        moves: legal(&asked.game),
        board: Board {
            wide: scene.drawn(Layout::Wide),
            tall: scene.drawn(Layout::Tall),
        },
        spots: Spots::all(),
        scene,
    }))
}
