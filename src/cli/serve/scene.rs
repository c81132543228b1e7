//! `scene`: a line as a page shows it, seed by seed, with the board that it is shown on.

use serde::Serialize;

use chongkak::board::{Position, Side};

use super::envelope::json;
use super::game::Asked;
use super::params::Params;
use super::problem::Problem;
use crate::cli::drawing::Layout;
use crate::cli::page::{Scene, Spots};
use crate::cli::records::{Played, legal};

#[derive(Serialize)]
struct Shown {
    /// The position after the line, and what can be played in it.
    position: Position,
    mover: Side,
    over: bool,
    moves: Vec<Played>,
    board: Board,
    spots: Spots,
    scene: Scene,
}

/// The board before the line, drawn for wide screens and for narrow ones.
#[derive(Serialize)]
struct Board {
    wide: String,
    tall: String,
}

/// The line with the way of every seed.
pub fn scene(mut params: Params) -> Result<String, Problem> {
    let asked = Asked::take(&mut params)?;
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
