//! The methods that are answered immediately.

use serde::Serialize;

use crate::chong::{
    ChongPosition, ChongRules, Dice, End, PlacedPosition, PlayedTurn, SubMove, Throws,
};

use super::chong_request::ChongRequest;
use crate::chong::findings::rules::ChongRulesRecord;
use crate::chong::findings::turns::ChongPlayRecord;
use crate::chong::findings::turns::ChongShowRecord;
use crate::chong::findings::{Way, picture, winner, wording};
use crate::language::Language;
use crate::protocol::envelope::json;
use crate::protocol::error::RpcError;
use crate::protocol::params::Params;
use crate::text::harmless::harmless;

/// Answers `chong_rules`: the options with their sources, and the profiles.
pub fn rules(mut params: Params) -> Result<String, RpcError> {
    let request = ChongRequest::take(&mut params)?;
    let language = params.language;
    params.end()?;
    Ok(json(&ChongRulesRecord::new(&request.chosen, language)))
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct PositionRecord {
    #[serde(flatten)]
    shown: ChongShowRecord,
    /// The number of dice per throw.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1, max = 4)))]
    dice: u8,
    /// A sentence with the player to move and who may not move yet, or with the winner.
    caption: String,
    /// The faces of the throw; null before it.
    throw: Option<Dice>,
    /// The number of positions in which the turn can end.
    count: usize,
    /// The first of these ends, at most `most` of the request.
    ends: Vec<DescribedWay>,
}

/// A way to end a turn, with a description.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemas", schemars(rename = "ToldWay"))]
pub struct DescribedWay {
    #[serde(flatten)]
    way: Way,
    /// A description of the turn.
    told: String,
}

impl DescribedWay {
    pub fn new(end: End, placed: &PlacedPosition, language: &Language) -> DescribedWay {
        DescribedWay { told: wording::what_it_does(&end, language), way: Way::new(end, placed) }
    }
}

/// Answers `chong_position`: the position after the turns, and the ways to play a throw.
pub fn position(mut params: Params) -> Result<String, RpcError> {
    let request = ChongRequest::take(&mut params)?;
    let throw = request.throw(&mut params)?;
    let most = most(&mut params)?;
    let language = params.language;
    params.end()?;
    let (placed, rules) = (request.task.placed, &request.task.rules);
    let winner = winner(&placed, rules);
    let throw = throw.filter(|_| winner.is_none());
    let ends = throw.map_or(Vec::new(), |throw| rules.ends(&placed.position, throw));
    let caption = match throw {
        Some(throw) => picture::to_play(&placed, throw, language),
        None => picture::caption(&placed, winner.as_deref(), language),
    };
    Ok(json(&PositionRecord {
        shown: ChongShowRecord::new(&request.task),
        dice: rules.dice.get(),
        caption: harmless(&caption, false).into_owned(),
        throw,
        count: ends.len(),
        ends: (ends.into_iter().take(most))
            .map(|end| DescribedWay::new(end, &placed, language))
            .collect(),
    }))
}

/// Parses the maximum number of ways to list; default: all.
pub fn most(params: &mut Params) -> Result<usize, RpcError> {
    let most = params.number("most", 0..=u64::from(u32::MAX), "Maximum number of ways to list.")?;
    Ok(most.unwrap_or(usize::MAX))
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Played {
    #[serde(flatten)]
    record: ChongPlayRecord<DescribedTurn>,
    /// The record of the game in the format of `chong game --load`.
    #[serde(rename = "record")]
    text: String,
}

/// A turn with its single moves.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemas", schemars(rename = "ToldTurn"))]
pub struct DescribedTurn {
    #[serde(flatten)]
    turn: PlayedTurn,
    /// A description of the turn.
    told: String,
    /// The single moves.
    steps: Vec<Step>,
}

/// A single move of a turn, and the position after it within the turn.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct Step {
    /// The move.
    #[serde(rename = "move")]
    sub_move: SubMove,
    /// The position within the turn, with the same player to move.
    after: PlacedPosition,
}

/// Answers `chong_play`: the turns move by move.
pub fn play(mut params: Params) -> Result<String, RpcError> {
    let request = ChongRequest::take(&mut params)?;
    let throw = request.throw(&mut params)?;
    let language = params.language;
    params.end()?;
    let over = request.task.placed.result(&request.task.rules).is_some();
    let throw = throw.filter(|_| !over);
    let text = request.record(Throws::Typed, Vec::new(), throw).to_string();
    let (mut placed, mut turns) = (request.first, Vec::new());
    for turn in request.turns {
        let after = turn.after;
        turns.push(DescribedTurn {
            told: harmless(wording::played(&turn, language).trim_end(), false).into_owned(),
            steps: steps(&placed, &turn, &request.task.rules),
            turn,
        });
        placed = after;
    }
    Ok(json(&Played {
        record: ChongPlayRecord {
            position: request.first,
            turns,
            after: placed,
            winner: winner(&placed, &request.task.rules),
        },
        text,
    }))
}

/// Lists the single moves of a turn.
fn steps(before: &PlacedPosition, played: &PlayedTurn, rules: &ChongRules) -> Vec<Step> {
    let mut turn = rules.begin(&before.position, played.throw);
    let step = |sub_move: &SubMove| {
        let legal = rules.legal(&turn);
        let found = legal.into_iter().find(|(legal, _)| legal == sub_move);
        (_, turn) = found.expect("a turn that was played is legal");
        let position = ChongPosition { mover: turn.mover, other: turn.other };
        let after = PlacedPosition { position, ..*before };
        let sub_move = *sub_move;
        Step { sub_move, after }
    };
    played.way.iter().map(step).collect()
}
