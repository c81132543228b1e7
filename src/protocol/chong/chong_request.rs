//! The game of chong in a request.

use serde_json::Value;

use crate::chong::{
    ChongRecord, ChongRules, ChongTask, ChosenRules, Dice, FULL_COLUMNS, PlacedPosition,
    PlayedTurn, Profile, Throws,
};
use crate::text::{Diagnostic, ErrorKind, Tag};

use crate::protocol::error::{Data, RpcError};
use crate::protocol::game_request::set_options;
use crate::protocol::params::{Form, Params, list};

const TURNS: &str = "Turns to play first, each a throw and its moves.";

/// The game of a request, with its turns.
pub struct ChongRequest {
    pub chosen: ChosenRules,
    /// The position before the turns.
    pub first: PlacedPosition,
    pub turns: Vec<PlayedTurn>,
    /// The position after the turns, with the rules of its board.
    pub task: ChongTask,
}

impl ChongRequest {
    /// Parses the parameters.
    pub fn take(params: &mut Params) -> Result<ChongRequest, RpcError> {
        let chosen = chosen(params)?;
        let first = match params.text("position", "The position; default: the start.")? {
            None => PlacedPosition::start(&chosen.rules),
            Some(text) => position(&text, &chosen)?,
        };
        let rules = chosen.rules.on(first.columns);
        let rules = rules.map_err(|error| RpcError::param(error, Data::default()))?;
        let turns = turns(params.take("turns", Form::Turns, TURNS), first, &rules)?;
        let placed = turns.last().map_or(first, |turn| turn.after);
        let task = ChongTask::new(placed, rules);
        Ok(ChongRequest { chosen, first, turns, task })
    }

    /// Parses a throw for the player to move.
    pub fn throw(&self, params: &mut Params) -> Result<Option<Dice>, RpcError> {
        let Some(text) = params.text("throw", "The faces of a throw, such as 1,3,3,6.")? else {
            return Ok(None);
        };
        let throw = self.task.rules.throw(&text);
        throw.map(Some).map_err(|error| {
            let at = place(&text, &error);
            RpcError::of("throw", text.as_str(), error).at(at)
        })
    }

    /// Creates the record of the game.
    pub fn record(&self, throws: Throws, tags: Vec<Tag>, throw: Option<Dice>) -> ChongRecord {
        ChongRecord {
            profile: self.chosen.profile,
            rules: self.task.rules,
            tags,
            throws,
            first: self.first,
            turns: self.turns.clone(),
            throw,
        }
    }
}

/// Parses the profile and the changed options.
fn chosen(params: &mut Params) -> Result<ChosenRules, RpcError> {
    let name = params.text("profile", "The profile; default: content.")?;
    let profile = Profile::named(name.as_deref().unwrap_or("content"));
    let profile = profile.map_err(|error| RpcError::of("profile", name.as_deref(), error))?;
    let rules = profile.rules(FULL_COLUMNS);
    let mut rules: ChongRules = rules.map_err(|error| RpcError::param(error, Data::default()))?;
    let given = set_options(
        params,
        &[("dice", "Dice per throw: 1 to 4."), ("holes", "Holes in a row: 2 to 28.")],
        |option, value| match option {
            "holes" => rules.set_columns(value),
            _ => rules.set(option, value),
        },
    )?;
    let columns = given.iter().any(|option| option == "holes");
    Ok(ChosenRules { profile, rules, columns: columns.then(|| rules.columns.get()) })
}

fn position(text: &str, chosen: &ChosenRules) -> Result<PlacedPosition, RpcError> {
    let placed = PlacedPosition::parse(text, &chosen.rules)
        .map_err(|error| RpcError::of("position", text, error))?;
    let found = placed.columns;
    match chosen.columns {
        Some(columns) if columns != found => {
            let expected = format!("{columns} holes a row, as in the parameter holes");
            let message = format!("found {found} holes a row, expected {expected}");
            let problem = RpcError::wrong("position", text, None, message, expected);
            Err(problem.of_kind(ErrorKind::BadPosition))
        }
        _ => Ok(placed),
    }
}

/// Plays turns: an array of strings, each a throw and its moves.
fn turns(
    turns: Option<Value>,
    first: PlacedPosition,
    rules: &ChongRules,
) -> Result<Vec<PlayedTurn>, RpcError> {
    let turns = list(turns, "turns", "an array of turns, such as 1,2,3,4 1:K3<>2 4:S3-7")?;
    let (mut placed, mut played) = (first, Vec::new());
    for (number, turn) in turns.iter().enumerate() {
        let param = format!("turns[{number}]");
        let Value::String(text) = turn else {
            let expected = "a turn, such as 1,2,3,4 1:K3<>2 4:S3-7";
            return Err(RpcError::value(&param, turn, expected));
        };
        let turn = rules.read_turn(&placed, text);
        let turn = turn.map_err(|error| invalid_turn(&param, text, error))?;
        placed = turn.after;
        played.push(turn);
    }
    Ok(played)
}

/// The error of an invalid turn.
fn invalid_turn(param: &str, text: &str, error: Diagnostic) -> RpcError {
    let at = error.span.clone().map(|span| match error.subject {
        Some(_) => span.start + place(&text[span], &error).unwrap_or(0),
        None => span.start,
    });
    RpcError::of(param, text, error).of_kind(ErrorKind::IllegalMove).at(at)
}

/// The offset of the invalid face of a throw, if any.
fn place(text: &str, error: &Diagnostic) -> Option<usize> {
    let before = (error.number as usize).checked_sub(1)?;
    // Checked once, because texts may be long.
    let commas = text.contains(',');
    let separates = |c: char| match commas {
        true => c == ',',
        false => c.is_whitespace(),
    };
    let words = text.split(separates).filter(|word| commas || !word.is_empty());
    let word = words.skip(before).map(str::trim_start).next()?;
    Some(word.as_ptr().addr() - text.as_ptr().addr())
}
