//! The game that a request speaks of.

use serde_json::Value;

use chongkak::board::{ParseError, Position, Setup, Side};
use chongkak::moves::{Game, MoveTrace, Round, parse_line};
use chongkak::rules::{OpeningError, OptionError, Preset, RuleSet, RuleSets, Rules, RulesError};

use super::params::Params;
use super::problem::{Data, Problem};
use crate::cli::args::Common;
use crate::cli::session::Session;

/// A game with the line that was played in it.
pub struct Asked {
    pub rule_set: RuleSet,
    pub rules: Rules,
    /// The options that were set on top of the rule set.
    pub set: Vec<String>,
    /// The game before the line.
    pub start: Game,
    /// The moves of the line.
    pub traces: Vec<MoveTrace>,
    /// The game after it.
    pub game: Game,
}

impl Asked {
    /// Takes its parameters.
    pub fn take(params: &mut Params) -> Result<Asked, Problem> {
        let rule_set = rule_set(params)?;
        let mut rules = rule_set.rules();
        let set = options(params, &mut rules)?;
        let start = start(params, rules, set.iter().any(|option| option == "holes"))?;
        let (traces, game) = played(params.take("line"), &start)?;
        Ok(Asked {
            rule_set,
            rules,
            set,
            start,
            traces,
            game,
        })
    }

    /// A session with these rules.
    pub fn session<'a>(&self, common: &'a Common) -> Session<'a> {
        Session::with(common, self.rule_set.clone(), self.rules, self.set.clone())
    }
}

/// The rule set of a name, or of a file as it is now.
fn rule_set(params: &mut Params) -> Result<RuleSet, Problem> {
    let Some(name) = params.text("rules")? else {
        return Ok(RuleSet::Shipped(&Preset::all()[0]));
    };
    RuleSets::new().named(&name).map_err(|error| {
        let known: Vec<_> = Preset::all().iter().map(|preset| preset.name).collect();
        let expected = match &error {
            RulesError::Unknown(_) => format!("one of {}, or a rule file", known.join(", ")),
            RulesError::File(error) => error.expected.clone(),
        };
        let data = Data {
            param: "rules".to_owned(),
            text: Some(name),
            at: None,
            expected: Some(expected),
        };
        Problem::param(error.message(), data)
    })
}

/// Sets the options that were given; their names.
fn options(params: &mut Params, rules: &mut Rules) -> Result<Vec<String>, Problem> {
    let mut given = Vec::new();
    let mut set = |param: String, option: &str, value: &Value| {
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            _ => return Err(Problem::value(&param, value, "a text or a number")),
        };
        rules.set(option, &text).map_err(|error| {
            let expected = match &error {
                OptionError::Value { expected, .. } => expected.clone(),
                OptionError::Name { known, .. } => format!("one of {}", known.join(", ")),
                _ => "another value".to_owned(),
            };
            let data = Data {
                param,
                text: Some(text),
                at: None,
                expected: Some(expected),
            };
            Problem::param(&error, data)
        })?;
        given.push(option.to_owned());
        Ok(())
    };
    match params.take("set") {
        None => {}
        Some(Value::Object(options)) => {
            for (option, value) in &options {
                set(format!("set.{option}"), option, value)?;
            }
        }
        Some(other) => {
            let expected = "an object, options with their values";
            return Err(Problem::value("set", &other, expected));
        }
    }
    for option in ["holes", "seeds"] {
        if let Some(value) = params.take(option) {
            set(option.to_owned(), option, &value)?;
        }
    }
    Ok(given)
}

/// The position that was given, or the opening.
fn start(params: &mut Params, rules: Rules, holes_given: bool) -> Result<Game, Problem> {
    let position = params.text("position")?;
    let most = u32::MAX.into();
    let owned: Option<u32> = params.number("owned", 0..=most)?;
    let mover = params.read("mover", "A or B", |value| match value.as_str()? {
        "A" => Some(Side::A),
        "B" => Some(Side::B),
        _ => None,
    })?;
    let Some(text) = position else {
        return opening(&rules, owned, mover.unwrap_or(Side::A));
    };
    for (name, given) in [("owned", owned.is_some()), ("mover", mover.is_some())] {
        if given {
            let data = Data {
                param: name.to_owned(),
                expected: Some("none beside a position".to_owned()),
                ..Data::default()
            };
            let message = "the position says it: expected none beside a position";
            return Err(Problem::param(message, data));
        }
    }
    game(&text, rules, holes_given)
}

fn opening(rules: &Rules, owned: Option<u32>, mover: Side) -> Result<Game, Problem> {
    let Some(owned) = owned else {
        return Ok(Game::opening(rules, mover));
    };
    let position = rules.opening_owning(owned, mover).map_err(|error| {
        let expected = match error {
            OpeningError::Owned { total, .. } => format!("at most {total}"),
            _ => format!(
                "enough to fill a hole, of {} seeds, for either",
                rules.seeds
            ),
        };
        let data = Data {
            param: "owned".to_owned(),
            text: Some(owned.to_string()),
            at: None,
            expected: Some(expected),
        };
        Problem::param(error, data)
    })?;
    Game::new(rules, &position).map_err(|error| Problem::param(error, Data::default()))
}

fn game(text: &str, rules: Rules, holes_given: bool) -> Result<Game, Problem> {
    let wrong = |message: String, at, expected: String| {
        let data = Data {
            param: "position".to_owned(),
            text: Some(text.to_owned()),
            at,
            expected: Some(expected),
        };
        Problem::param(message, data)
    };
    let setup: Setup = text.parse().map_err(|error: ParseError| {
        wrong(error.to_string(), Some(error.span.start), error.expected)
    })?;
    let position =
        Position::new(&setup).map_err(|error| wrong(error.to_string(), None, error.expected()))?;
    let rules = match holes_given {
        true => rules,
        false => rules.fitted_to(&position),
    };
    Game::new(&rules, &position).map_err(|error| wrong(error.to_string(), None, error.expected()))
}

/// A text of the line, and its number where there are several.
struct Text {
    text: String,
    param: String,
}

/// Plays a line: a text, or an array of moves.
fn played(line: Option<Value>, start: &Game) -> Result<(Vec<MoveTrace>, Game), Problem> {
    let mut round = Round::new(start);
    let mut traces = Vec::new();
    for text in texts(line)? {
        let wrong = |message: String, at: usize, expected: String| {
            let data = Data {
                param: text.param.clone(),
                text: Some(text.text.clone()),
                at: Some(at),
                expected: Some(expected),
            };
            Problem::param(message, data)
        };
        let moves = parse_line(&text.text).map_err(|error| {
            let expected = "a hole such as A7, or 7 for the mover's".to_owned();
            wrong(error.to_string(), error.span.start, expected)
        })?;
        for written in &moves {
            let trace = round.play_written(written);
            let at = written.span.start;
            traces.push(trace.map_err(|error| wrong(error.to_string(), at, legal(&round)))?);
        }
    }
    Ok((traces, *round.game()))
}

/// The moves of a position, in words.
fn legal(round: &Round) -> String {
    let position = round.position();
    if position.is_over() {
        return "no move: the round is over".to_owned();
    }
    let mover = position.mover();
    let legal: Vec<String> = (position.legal())
        .map(|hole| format!("{mover}{hole}"))
        .collect();
    format!("one of {}", legal.join(" "))
}

fn texts(line: Option<Value>) -> Result<Vec<Text>, Problem> {
    let expected = "a text of moves, or an array of them";
    match line {
        None => Ok(Vec::new()),
        Some(Value::String(text)) => {
            let param = "line".to_owned();
            Ok(vec![Text { text, param }])
        }
        Some(Value::Array(moves)) => {
            let moves = moves.into_iter().enumerate();
            moves
                .map(|(index, one)| {
                    let param = format!("line[{index}]");
                    match one {
                        Value::String(text) => Ok(Text { text, param }),
                        other => Err(Problem::value(&param, &other, "a move such as A7")),
                    }
                })
                .collect()
        }
        Some(other) => Err(Problem::value("line", &other, expected)),
    }
}
