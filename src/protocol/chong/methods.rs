//! The methods that are answered at once.

use serde::Serialize;

use crate::chong::{
    ChongPosition, ChongRules, Dice, End, PlacedPosition, PlayedTurn, SubMove, Throws,
};

use super::chong_request::ChongRequest;
use crate::chong::findings::rules::ChongRulesRecord;
use crate::chong::findings::turns::ChongPlayRecord;
use crate::chong::findings::turns::ChongShowRecord;
use crate::chong::findings::{Way, picture, told, winner};
use crate::language::Language;
use crate::protocol::envelope::json;
use crate::protocol::error::RpcError;
use crate::protocol::params::Params;
use crate::text::harmless::harmless;

/// The options with what each rests on, and the profiles.
pub fn rules(mut params: Params) -> Result<String, RpcError> {
    let asked = ChongRequest::take(&mut params)?;
    let language = params.language;
    params.end()?;
    Ok(json(&ChongRulesRecord::new(&asked.chosen, language)))
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct PositionRecord {
    #[serde(flatten)]
    shown: ChongShowRecord,
    /// Dice of a throw.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1, max = 4)))]
    dice: u8,
    /// A sentence that says whose turn it is, and who may not move yet; or who has won.
    caption: String,
    /// The faces that were thrown; null before the throw.
    throw: Option<Dice>,
    /// Positions in which the turn can end.
    count: usize,
    /// The first of them, no more than `most` of the request says.
    ends: Vec<ToldWay>,
}

/// A way to end a turn, with what it does.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ToldWay {
    #[serde(flatten)]
    way: Way,
    /// A description of what it does.
    told: String,
}

impl ToldWay {
    pub fn new(end: End, placed: &PlacedPosition, language: &Language) -> ToldWay {
        ToldWay { told: told::what_it_does(&end, language), way: Way::new(end, placed) }
    }
}

/// The position after the turns, and the ways to play a throw.
pub fn position(mut params: Params) -> Result<String, RpcError> {
    let asked = ChongRequest::take(&mut params)?;
    let throw = asked.throw(&mut params)?;
    let most = most(&mut params)?;
    let language = params.language;
    params.end()?;
    let (placed, rules) = (asked.task.placed, &asked.task.rules);
    let winner = winner(&placed, rules);
    let throw = throw.filter(|_| winner.is_none());
    let ends = throw.map_or(Vec::new(), |throw| rules.ends(&placed.position, throw));
    let caption = match throw {
        Some(throw) => picture::to_play(&placed, throw, language),
        None => picture::caption(&placed, winner.as_deref(), language),
    };
    Ok(json(&PositionRecord {
        shown: ChongShowRecord::new(&asked.task),
        dice: rules.dice.get(),
        caption: harmless(&caption, false).into_owned(),
        throw,
        count: ends.len(),
        ends: (ends.into_iter().take(most))
            .map(|end| ToldWay::new(end, &placed, language))
            .collect(),
    }))
}

/// Reads how many ways are listed: all, if nothing is said.
pub fn most(params: &mut Params) -> Result<usize, RpcError> {
    let most = params.number("most", 0..=u64::from(u32::MAX), "Ways that are listed at most.")?;
    Ok(most.unwrap_or(usize::MAX))
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Played {
    #[serde(flatten)]
    record: ChongPlayRecord<ToldTurn>,
    /// The record of the game, as `chong game --load` takes it.
    #[serde(rename = "record")]
    text: String,
}

/// A turn with its moves one by one.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ToldTurn {
    #[serde(flatten)]
    turn: PlayedTurn,
    /// A description of what it does.
    told: String,
    /// Its moves one by one.
    steps: Vec<Step>,
}

/// A move of a turn, and the position that it leaves within the turn.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct Step {
    /// The move.
    #[serde(rename = "move")]
    sub_move: SubMove,
    /// The position within the turn, its player still to move.
    after: PlacedPosition,
}

/// The turns, told move by move.
pub fn play(mut params: Params) -> Result<String, RpcError> {
    let asked = ChongRequest::take(&mut params)?;
    let throw = asked.throw(&mut params)?;
    let language = params.language;
    params.end()?;
    let over = asked.task.placed.result(&asked.task.rules).is_some();
    let throw = throw.filter(|_| !over);
    let text = asked.record(Throws::Typed, Vec::new(), throw).to_string();
    let (mut placed, mut turns) = (asked.first, Vec::new());
    for turn in asked.turns {
        let after = turn.after;
        turns.push(ToldTurn {
            told: harmless(told::played(&turn, language).trim_end(), false).into_owned(),
            steps: steps(&placed, &turn, &asked.task.rules),
            turn,
        });
        placed = after;
    }
    Ok(json(&Played {
        record: ChongPlayRecord {
            position: asked.first,
            turns,
            after: placed,
            winner: winner(&placed, &asked.task.rules),
        },
        text,
    }))
}

/// The moves of a turn, one by one.
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
