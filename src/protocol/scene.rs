//! `scene`: a line seed by seed, for display, with its board; `page`: a complete page that shows
//! it.

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

const BOARD: &str = "Whether to include a drawing of the board.";

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Shown {
    /// The position after the line.
    position: Position,
    /// The player to move.
    mover: Side,
    /// True if the round is over.
    over: bool,
    /// The legal moves.
    moves: Vec<Played>,
    /// True if under the rules both players start the first round of a set together.
    together: bool,
    /// The board before the line if requested; otherwise null.
    board: Option<Board>,
    /// The line in the format of pages.
    scene: Scene,
}

/// A board as SVG, for wide and for narrow screens.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Board {
    /// With horizontal rows.
    wide: String,
    /// With vertical rows.
    tall: String,
    /// The places of seeds, relative to the middle of a hole and of a store.
    spots: Spots,
}

impl Board {
    /// Parses the parameter `board`. A drawing is ten times as large as a move, and a page needs
    /// only one for all moves of a round.
    pub fn take(params: &mut Params) -> Result<bool, RpcError> {
        params.flag("board", BOARD)
    }

    /// Draws the board of a scene.
    pub fn of(scene: &Scene) -> Board {
        Board {
            wide: scene.drawn(Layout::Wide),
            tall: scene.drawn(Layout::Tall),
            spots: Spots::all(),
        }
    }
}

/// Answers `scene`: the line with the path of every seed.
pub fn scene(mut params: Params) -> Result<String, RpcError> {
    let request = GameRequest::take(&mut params)?;
    let drawn = Board::take(&mut params)?;
    let language = params.language;
    params.end()?;
    let (rules, start) = (request.start.rules(), request.start.position());
    let scene = Scene::new("", rules, start, &request.traces, language)?;
    let position = *request.game.position();
    Ok(json(&Shown {
        position,
        mover: position.mover(),
        over: position.is_over(),
        moves: legal(&request.game),
        together: rules.first_round == FirstRound::Together && rules.first_hole == 0,
        board: drawn.then(|| Board::of(&scene)),
        scene,
    }))
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Page {
    /// The position after the line.
    position: Position,
    /// A self-contained HTML file for any browser.
    html: String,
}

/// Answers `page`: the page that `chongkak play --html` writes, in the language of the request.
pub fn page(mut params: Params) -> Result<String, RpcError> {
    let request = GameRequest::take(&mut params)?;
    let language = params.language;
    params.end()?;
    let (rules, start) = (request.start.rules(), request.start.position());
    let moves = request.traces.iter().map(|trace| trace.played.to_string());
    let line = moves.collect::<Vec<_>>().join(" ");
    let title = Title {
        result: page::played(&line, request.traces.len(), start, language),
        rules: RulesRecord::new(request.variant.preset(), rules).told(language),
        position: Some(start.to_string()),
    };
    let scene = Scene::new("", rules, start, &request.traces, language)?;
    Ok(json(&Page {
        position: *request.game.position(),
        html: page::html(&title, vec![scene], None, language),
    }))
}
