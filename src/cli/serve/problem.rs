//! Errors as the protocol has them.

use std::fmt::Display;

use serde::Serialize;
use serde_json::Value;

use crate::cli::failure::{Failure, Status};

/// Characters of a wrong value that an answer repeats.
const LONGEST: usize = 200;

/// Why there is no result.
#[derive(Debug, Serialize)]
pub struct Problem {
    pub code: i32,
    pub message: String,
    /// Boxed, so that a result stays small.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<Box<Data>>,
}

/// The parameter that is wrong, and where.
#[derive(Debug, Default, Serialize)]
pub struct Data {
    pub param: String,
    /// What stands there: the text itself, or another value as JSON.
    pub text: Option<String>,
    /// The byte where the text is wrong.
    pub at: Option<usize>,
    pub expected: Option<String>,
}

impl Problem {
    fn new(code: i32, message: impl Display) -> Problem {
        Problem {
            code,
            message: message.to_string(),
            data: None,
        }
    }

    /// It is not JSON.
    pub fn syntax(message: impl Display) -> Problem {
        Problem::new(-32700, message)
    }

    /// It is JSON, but no request.
    pub fn request(message: impl Display) -> Problem {
        Problem::new(-32600, message)
    }

    /// There is no such method.
    pub fn method(name: &str, known: &[&str]) -> Problem {
        let name = shortened(name);
        let known = known.join(", ");
        Problem::new(
            -32601,
            format_args!("no method {name:?}: expected one of {known}"),
        )
    }

    /// Too many requests wait.
    pub fn busy(most: usize) -> Problem {
        let message = format!("too many requests wait: at most {most} may, try again later");
        Problem::new(-32000, message)
    }

    /// A parameter is wrong.
    pub fn param(message: impl Display, data: Data) -> Problem {
        let message = format!("{}: {message}", data.param);
        Problem {
            data: Some(Box::new(data)),
            ..Problem::new(-32602, message)
        }
    }

    /// A parameter that there must be was not given.
    pub fn missing(param: &str, expected: &str) -> Problem {
        let data = Data {
            param: param.to_owned(),
            expected: Some(expected.to_owned()),
            ..Data::default()
        };
        Problem::param(format_args!("found nothing, expected {expected}"), data)
    }

    /// What a search says of its input, if all parameters are right by themselves: under these
    /// rules there is no answer.
    pub fn of_rules(failure: Failure) -> Problem {
        if failure.status != Status::Input {
            return failure.into();
        }
        let data = Data {
            param: "rules".to_owned(),
            expected: Some("rules under which no position recurs".to_owned()),
            ..Data::default()
        };
        Problem::param(failure.told(), data)
    }

    /// A parameter has a value of another kind, or one that can't be.
    pub fn value(param: &str, found: &Value, expected: impl Display) -> Problem {
        let text = found
            .as_str()
            .map_or_else(|| found.to_string(), str::to_owned);
        let shown = shown(found);
        let data = Data {
            param: param.to_owned(),
            text: Some(shortened(&text)),
            expected: Some(expected.to_string()),
            at: None,
        };
        Problem::param(format_args!("found {shown}, expected {expected}"), data)
    }
}

impl From<Failure> for Problem {
    /// What a search or a method says of its input, or of what it needs.
    fn from(failure: Failure) -> Problem {
        let code = match failure.status {
            Status::Input | Status::Limit => -32602,
            Status::Data => -32002,
            // A fault of this program.
            Status::Refuted | Status::Interrupted | Status::Done => -32603,
        };
        Problem::new(code, failure.told())
    }
}

/// A value as JSON, a long one by its beginning.
pub fn shown(value: &Value) -> String {
    shortened(&value.to_string())
}

/// The beginning of a text.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text.to_owned(),
    }
}
