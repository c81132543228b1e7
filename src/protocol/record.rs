//! `record`: reading and writing sets as text.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::moves::Game;
use crate::rules::{Preset, RuleSets};
use crate::sets::{Remark, SetGame, SetRecord, Tag, WrittenSet};
use crate::text::{Diagnostic, ErrorKind};

use super::envelope::json;
use super::error::{RpcError, byte_at};
use super::game_request::{GameParams, LINE, START, begin_together, each_move, parse_start};
use super::params::{Form, Params, list, rule_sets};
use crate::findings::SetOutput;

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemas", schemars(rename = "RecordTold"))]
pub struct SetText<'a> {
    /// The record as text.
    text: String,
    /// The record as `set replay` prints it.
    record: SetOutput<'a>,
    /// The state of the set, in words.
    #[cfg_attr(
        feature = "schemas",
        schemars(regex(
            pattern = r"^(won by [AB]|unfinished, [AB] (is to move|starts the next round))$"
        ))
    )]
    standing: String,
    /// The line of every round, from its opening or from the end of its joint turn.
    #[cfg_attr(feature = "schemas", schemars(length(min = 1)))]
    games: Vec<GameParams>,
}

/// Reads the text of a record, or writes one from the lines of a set.
pub fn record(mut params: Params) -> Result<String, RpcError> {
    let (preset, tags, game) = match params.alone("text", "The text of a set record.")? {
        Some(text) => {
            let rule_sets = rule_sets(params.files);
            params.end()?;
            read(&text, &rule_sets)?
        }
        None => write(params)?,
    };
    let record = SetRecord::new(preset.name, tags, &game);
    let mut games = Vec::new();
    for round in &record.rounds {
        let start = Game::new(&record.rules, &round.begun);
        let start = start.map_err(|error| Diagnostic::fault(round.begun, error))?;
        games.push(GameParams::new(preset, &start, round.turns.concat()));
    }
    Ok(json(&SetText {
        text: record.to_string(),
        standing: record.standing().to_string(),
        games,
        record: SetOutput::new(&record, None, false),
    }))
}

/// The rule set, the remarks at the head, and the moves.
pub type Read = (&'static Preset, Vec<Tag>, SetGame);

fn read(whole: &str, rule_sets: &RuleSets) -> Result<Read, RpcError> {
    let text = whole.trim_start_matches('\u{feff}');
    let set = WrittenSet::read_with(text, rule_sets).and_then(|set| Ok((set.game()?, set)));
    let (game, set) = set.map_err(|error| {
        let at = whole.len() - text.len() + byte_at(text, error.line, error.column);
        let problem = RpcError::wrong("text", None, Some(at), &error, error.expected());
        problem.of_kind(error.kind).with_sentence(error.message)
    })?;
    let preset = Preset::named(set.preset).expect("the rule set of a record that was read");
    Ok((preset, set.tags, game))
}

fn write(mut params: Params) -> Result<Read, RpcError> {
    let lines = Lines::take(&mut params)?;
    params.end()?;
    lines.play_all()
}

/// Parses a set and leaves other parameters: the text of a record, or the lines of its rounds.
pub fn set(params: &mut Params) -> Result<Read, RpcError> {
    match params.text("text", "The text of a set record, instead of a game.")? {
        Some(text) => read(&text, &rule_sets(params.files)),
        None => Lines::take(params)?.play_all(),
    }
}

/// The rounds of a set to be played.
struct Lines {
    preset: &'static Preset,
    opening: Game,
    tags: Vec<Tag>,
    rounds: Vec<Placed>,
}

impl Lines {
    /// Parses the parameters.
    fn take(params: &mut Params) -> Result<Lines, RpcError> {
        let (variant, opening) = parse_start(params)?;
        let mut first = Map::new();
        for (name, form, about) in [
            ("start", Form::Start, START),
            ("line", Form::Moves, LINE),
            ("remarks", Form::Remarks, "Remarks on the moves of the line."),
        ] {
            first.extend(params.take(name, form, about).map(|value| (name.to_owned(), value)));
        }
        let tags = tags(params.take("tags", Form::Tags, "Remarks at the head."))?;
        let mut all = vec![(String::new(), first)];
        all.extend(rounds(params.take("rounds", Form::Rounds, "The rounds after the first."))?);
        Ok(Lines { preset: variant.preset(), opening, tags, rounds: all })
    }

    /// Plays the rounds.
    fn play_all(self) -> Result<Read, RpcError> {
        let mut game = SetGame::new(&self.opening);
        for (number, (place, round)) in self.rounds.into_iter().enumerate() {
            if number > 0 {
                begin_next(&mut game, &place)?;
            }
            play(&place, round, &mut game)?;
        }
        Ok((self.preset, self.tags, game))
    }
}

/// Plays a round, whose place in the request is `place`.
fn play(place: &str, mut round: Map<String, Value>, game: &mut SetGame) -> Result<(), RpcError> {
    let name = |field: &str| match place {
        "" => field.to_owned(),
        place => format!("{place}.{field}"),
    };
    begin_together(game, &name("start"), round.remove("start"))?;
    each_move(&name("line"), round.remove("line"), |written| game.play(written).map(drop))?;
    let place = name("remarks");
    let all = list(round.remove("remarks"), &place, "an array of remarks")?;
    let read = (0..).zip(&all).map(|(number, value)| remark(value, &format!("{place}[{number}]")));
    let remarks: Vec<Remark> = read.collect::<Result<_, _>>()?;
    game.add_remarks(remarks).map_err(|wrong| {
        let number = all.iter().position(|one| one["move"] == wrong.number);
        let place = format!("{place}[{}].move", number.unwrap_or_default());
        let found = Value::from(wrong.number);
        RpcError::value(&place, &found, "the number of a move in the line, or 0")
    })
}

/// Starts the next round.
fn begin_next(game: &mut SetGame, place: &str) -> Result<(), RpcError> {
    let number = game.rounds().len();
    let wrong = match game.winner() {
        _ if !game.position().is_over() => SetGame::not_over(number, game.position().mover()),
        Some(winner) => SetGame::is_won(winner),
        None => {
            game.begin_next_round();
            return Ok(());
        }
    };
    let problem = RpcError::wrong(place, None, None, &wrong, "no more rounds");
    Err(problem.of_kind(ErrorKind::Conflict).with_sentence(wrong))
}

/// A round and its place in the request.
type Placed = (String, Map<String, Value>);

/// Parses the rounds after the first.
fn rounds(value: Option<Value>) -> Result<Vec<Placed>, RpcError> {
    let read = |(number, value): (usize, Value)| {
        let place = format!("rounds[{number}]");
        let Value::Object(round) = value else {
            return Err(RpcError::value(&place, &value, "an object with start, line and remarks"));
        };
        let other = |(name, _): &(&String, _)| !["start", "line", "remarks"].contains(&&***name);
        match round.iter().find(other) {
            None => Ok((place, round)),
            Some((name, value)) => {
                let place = format!("{place}.{name}");
                let problem = RpcError::value(&place, value, "only start, line and remarks");
                Err(problem.of_kind(ErrorKind::UnknownName))
            }
        }
    };
    let rounds = list(value, "rounds", "an array of rounds")?;
    rounds.into_iter().enumerate().map(read).collect()
}

/// Parses a remark on a move.
fn remark(value: &Value, place: &str) -> Result<Remark, RpcError> {
    let number = value.get("move").and_then(Value::as_u64);
    let number = number.and_then(|number| usize::try_from(number).ok());
    let text = value.get("text").and_then(Value::as_str);
    let (Some(number), Some(text), Some(2)) = (number, text, value.as_object().map(Map::len))
    else {
        let expected = "an object with move, a number, and text, a string";
        return Err(RpcError::value(place, value, expected));
    };
    if text.trim().is_empty() || text.contains(char::is_control) {
        let place = format!("{place}.text");
        let expected = "one line without control characters";
        return Err(RpcError::value(&place, &value["text"], expected));
    }
    let text = text.trim().to_owned();
    Ok(Remark { number, text })
}

/// Parses the remarks at the head.
fn tags(value: Option<Value>) -> Result<Vec<Tag>, RpcError> {
    let mut tags: Vec<Tag> = Vec::new();
    for (number, value) in list(value, "tags", "an array of remarks")?.iter().enumerate() {
        let place = format!("tags[{number}]");
        let field = |name: &str| value.get(name).and_then(Value::as_str);
        let (Some(name), Some(text), Some(2)) =
            (field("name"), field("text"), value.as_object().map(Map::len))
        else {
            return Err(RpcError::value(
                &place,
                value,
                "an object with name and text, two strings",
            ));
        };
        let known = Tag::NAMES.into_iter().find(|known| *known == name);
        let again = name != "note" && tags.iter().any(|tag| tag.name == name);
        let Some(known) = known.filter(|_| !again) else {
            let names = Tag::NAMES.join(", ");
            let expected = format!("one of {names}, each at most once except note");
            let found = value["name"].clone();
            return Err(RpcError::value(&format!("{place}.name"), &found, expected));
        };
        if text.contains(|c: char| c == '#' || c.is_control()) {
            let found = value["text"].clone();
            let expected = "one line without control characters and without #, which starts a \
                            remark";
            return Err(RpcError::value(&format!("{place}.text"), &found, expected));
        }
        tags.push(Tag { name: known, text: text.trim().to_owned() });
    }
    Ok(tags)
}
