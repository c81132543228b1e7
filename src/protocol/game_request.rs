//! The game of a request.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use crate::ask::{Start, Variant};
use crate::board::{Position, Side};
use crate::moves::{Game, Move, MoveTrace, Round, WrittenMove, parse_line};
use crate::record::RulesRecord;
use crate::rules::{Preset, RuleSet};
use crate::sets::{JOINT_TURN, SetGame};
use crate::text::{Diagnostic, ErrorKind, option_text};

use super::error::RpcError;
use super::params::{Form, Params, rule_sets};

const RULES: &str = "The rule set or a rule file; default: overbeck.";
const OWNED: &str = "Start with the opening in which A owns this many seeds.";
/// The description of the parameter `start`.
pub const START: &str = "A joint turn that starts the round, before the line.";
/// The description of the parameter `line`.
pub const LINE: &str = "Moves to play first.";

/// The game of a request, with its line.
pub struct GameRequest {
    /// The rules.
    pub variant: Variant,
    /// The game before the line, but after a joint start.
    pub start: Game,
    /// The moves of the line.
    pub traces: Vec<MoveTrace>,
    /// The game after the line.
    pub game: Game,
}

/// Parses the parameters of a game without its line: rules and start.
pub fn parse_start(params: &mut Params) -> Result<(Variant, Game), RpcError> {
    let mut variant = Variant::new(rule_set(params)?);
    set_options(
        params,
        &[("holes", "Holes in a row."), ("seeds", "Seeds that fill a hole.")],
        |option, value| variant.set(option, value),
    )?;
    let start = start(params, &variant)?;
    Ok((variant, start))
}

impl GameRequest {
    /// Parses the parameters.
    pub fn take(params: &mut Params) -> Result<GameRequest, RpcError> {
        let (variant, mut start) = parse_start(params)?;
        if let Some(joint) = params.take("start", Form::Start, START) {
            let mut set = SetGame::new(&start);
            begin_together(&mut set, "start", Some(joint))?;
            start = start.at(set.rounds()[0].begun);
        }
        let mut round = Round::new(&start);
        let mut traces = Vec::new();
        each_move("line", params.take("line", Form::Moves, LINE), |written| {
            traces.push(round.play_written(written)?);
            Ok(())
        })?;
        Ok(GameRequest { variant, start, traces, game: *round.game() })
    }
}

/// The parameters of a request for a game.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct GameParams {
    /// The rule set.
    rules: &'static str,
    /// Holes in a row.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1, max = 18)))]
    holes: u8,
    /// Seeds that fill a hole.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1, max = 18)))]
    seeds: u8,
    /// The other options that differ from the rule set; numbers as numbers.
    #[cfg_attr(
        feature = "schemas",
        schemars(extend("additionalProperties" = {"type": ["string", "integer"]}))
    )]
    set: BTreeMap<String, Value>,
    /// The position.
    position: Position,
    /// Moves to play first.
    line: Vec<Move>,
}

impl GameParams {
    /// The parameters of a line of a game. Rules from a file are given by the options that it
    /// changes.
    pub fn new(preset: &Preset, start: &Game, line: Vec<Move>) -> GameParams {
        let RulesRecord { name, holes, seeds, set } = RulesRecord::new(preset, start.rules());
        GameParams { rules: name, holes, seeds, set, position: *start.position(), line }
    }
}

/// Finds a rule set by name, or reads a rule file. The default is that of the server.
pub fn rule_set(params: &mut Params) -> Result<RuleSet, RpcError> {
    let Some(name) = params.text("rules", RULES)? else {
        return Ok(params.default_rules.clone());
    };
    let named = rule_sets(params.files).named(&name);
    named.map_err(|error| {
        let problem = RpcError::wrong("rules", name.as_str(), None, &error, error.expected());
        problem.of_kind(error.kind).with_sentences_of(&error)
    })
}

/// Sets the options in `set` and those that have their own parameters. Returns the names of all of
/// them.
pub fn set_options(
    params: &mut Params,
    own: &[(&'static str, &'static str)],
    mut assign: impl FnMut(&str, &str) -> Result<(), Diagnostic>,
) -> Result<Vec<String>, RpcError> {
    let mut given = Vec::new();
    let mut set = |param: String, option: &str, value: &Value| {
        let Some(text) = option_text(value) else {
            return Err(RpcError::value(&param, value, "a string or a number"));
        };
        assign(option, &text).map_err(|error| {
            let option = error.subject.clone();
            let mut problem = RpcError::of(&param, text.as_str(), error);
            problem.data.param.iter_mut().for_each(|data| data.option.clone_from(&option));
            problem
        })?;
        given.push(option.to_owned());
        Ok(())
    };
    match params.take("set", Form::Options, "Options to change, with their values.") {
        None => {}
        Some(Value::Object(options)) => {
            for (option, value) in &options {
                set(format!("set.{option}"), option, value)?;
            }
        }
        Some(other) => {
            let expected = "an object of options with their values";
            return Err(RpcError::value("set", &other, expected));
        }
    }
    for &(option, about) in own {
        if let Some(value) = params.take(option, Form::Size, about) {
            set(option.to_owned(), option, &value)?;
        }
    }
    Ok(given)
}

/// Parses the position, or the opening.
fn start(params: &mut Params, variant: &Variant) -> Result<Game, RpcError> {
    let position = params.text("position", "The position; default: the opening.")?;
    let most = u32::MAX.into();
    let owned: Option<u32> = params.number("owned", 0..=most, OWNED)?;
    let mover = params.word("mover", &["A", "B"], "The player who starts the opening.")?;
    let mover = mover.map(|side| Side::BOTH[side]);
    let given = [("owned", owned.is_some()), ("mover", mover.is_some())];
    let given = given.iter().find(|(_, given)| *given);
    let start = match (&position, given) {
        (Some(_), Some((name, _))) => {
            let (why, expected) =
                ("the position determines it", "no such parameter with a position");
            return Err(RpcError::conflict(name, None, why, expected));
        }
        (Some(text), None) => Start::at(text),
        (None, _) => Start::Opening { owned, mover: mover.unwrap_or(Side::A) },
    };
    Ok(variant.game(&start)?)
}

/// Starts a round with a joint turn, if one is given. Line breaks are allowed, as in a record.
pub fn begin_together(
    game: &mut SetGame,
    name: &str,
    joint: Option<Value>,
) -> Result<(), RpcError> {
    let text = match joint {
        None | Some(Value::Null) => return Ok(()),
        Some(Value::String(text)) => text,
        Some(other) => return Err(RpcError::value(name, &other, "a string with a joint turn")),
    };
    let in_one_line = text.replace(['\n', '\r'], " ");
    game.start_together(&in_one_line).map_err(|error| {
        let error = error.of_kind(ErrorKind::IllegalMove).expecting(JOINT_TURN);
        RpcError::of(name, text.as_str(), error)
    })
}

/// Plays the moves of a line, a string or an array of moves.
pub fn each_move(
    name: &str,
    line: Option<Value>,
    mut play: impl FnMut(&WrittenMove) -> Result<(), Diagnostic>,
) -> Result<(), RpcError> {
    let mut before = 0;
    for (param, text) in texts(name, line)? {
        let wrong = |error: Diagnostic| RpcError::of(&param, text.as_str(), error);
        let moves = parse_line(&text).map_err(|error| {
            let number = before + error.number as usize;
            wrong(error.numbered(number))
        })?;
        for written in &moves {
            play(written).map_err(wrong)?;
        }
        before += moves.len();
    }
    Ok(())
}

/// Returns the texts of a line, each with the name of its parameter.
fn texts(name: &str, line: Option<Value>) -> Result<Vec<(String, String)>, RpcError> {
    let moves = match line {
        None => return Ok(Vec::new()),
        Some(Value::String(text)) => return Ok(vec![(name.to_owned(), text)]),
        Some(Value::Array(moves)) => moves,
        Some(other) => {
            return Err(RpcError::value(name, &other, "a string of moves, or an array of them"));
        }
    };
    let text = |(index, one)| {
        let param = format!("{name}[{index}]");
        match one {
            Value::String(text) => Ok((param, text)),
            other => Err(RpcError::value(&param, &other, "a move such as A7")),
        }
    };
    moves.into_iter().enumerate().map(text).collect()
}
