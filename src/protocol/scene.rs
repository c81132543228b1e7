//! `scene`: a line as a page shows it, seed by seed, with the board that it is shown on; `page`:
//! a whole page that shows it.

use serde::Serialize;

use crate::board::{Position, Side};

use super::envelope::json;
use super::error::RpcError;
use super::game_request::GameRequest;
use super::params::Params;
use crate::findings::{Played, legal};
use crate::record::RulesRecord;
use crate::rules::FirstRound;
use crate::show::drawing::{Layout, Spots};
use crate::show::page::{self, Title};
use crate::show::scene::Scene;

const BOARD: &str = "The board too, drawn.";

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
    /// True if by the rules both players begin the first round of a set together.
    together: bool,
    /// The board before the line, if it was asked for; else null.
    board: Option<Board>,
    /// The line, as the data of pages has it.
    scene: Scene,
}

/// A board drawn in SVG, for wide screens and for narrow ones.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Board {
    /// With rows from side to side.
    wide: String,
    /// With rows from top to bottom.
    tall: String,
    /// The places of seeds, from the middle of a hole and of a store.
    spots: Spots,
}

impl Board {
    /// Takes the parameter that asks for it: a drawing is ten times as long as a move, and a page
    /// needs one for all moves of a round.
    pub fn take(params: &mut Params) -> Result<bool, RpcError> {
        params.flag("board", BOARD)
    }

    /// The board of a scene.
    pub fn of(scene: &Scene) -> Board {
        Board {
            wide: scene.drawn(Layout::Wide),
            tall: scene.drawn(Layout::Tall),
            spots: Spots::all(),
        }
    }
}

/// The line with the way of every seed.
pub fn scene(mut params: Params) -> Result<String, RpcError> {
    let asked = GameRequest::take(&mut params)?;
    let drawn = Board::take(&mut params)?;
    let language = params.language;
    params.end()?;
    let (rules, start) = (asked.start.rules(), asked.start.position());
    let scene = Scene::new("", rules, start, &asked.traces, language)?;
    let position = *asked.game.position();
    Ok(json(&Shown {
        position,
        mover: position.mover(),
        over: position.is_over(),
        moves: legal(&asked.game),
        together: rules.first_round == FirstRound::Together,
        board: drawn.then(|| Board::of(&scene)),
        scene,
    }))
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Page {
    /// The position after the line.
    position: Position,
    /// A file to look at in any browser, which needs nothing else.
    html: String,
}

/// The page that `chongkak play --html` writes, in the language of whoever asks.
pub fn page(mut params: Params) -> Result<String, RpcError> {
    let asked = GameRequest::take(&mut params)?;
    let language = params.language;
    params.end()?;
    let (rules, start) = (asked.start.rules(), asked.start.position());
    let moves = asked.traces.iter().map(|trace| trace.played.to_string());
    let line = moves.collect::<Vec<_>>().join(" ");
    let title = Title {
        result: page::played(&line, asked.traces.len(), start, language),
        rules: RulesRecord::new(asked.variant.preset(), rules).told(language),
        position: Some(start.to_string()),
    };
    let scene = Scene::new("", rules, start, &asked.traces, language)?;
    Ok(json(&Page {
        position: *asked.game.position(),
        html: page::html(&title, vec![scene], None, language),
    }))
}
