//! Requests and answers as JSON-RPC 2.0 wraps them.

use std::fmt::Display;
use std::time::Duration;

use serde::Serialize;
use serde_json::{Map, Number, Value};

use super::error::{RpcError, shown};
use crate::text::{EXACT, Unique};

/// The name of a request, which its answer has too.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema), schemars(rename = "id"))]
#[serde(untagged)]
pub enum Id {
    Number(Number),
    Text(String),
}

/// A request, or a notification, which has no id and gets no answer.
#[derive(Debug)]
pub struct Call {
    pub id: Option<Id>,
    pub method: String,
    pub params: Map<String, Value>,
}

/// A value that is no request, with its id where that can be read.
#[derive(Debug)]
pub struct Refused {
    pub id: Option<Id>,
    pub problem: RpcError,
}

/// The requests that came in one value.
pub enum Message {
    One(Result<Call, Refused>),
    Batch(Vec<Result<Call, Refused>>),
}

/// Requests of the longest batch.
const MOST_CALLS: usize = 1000;

/// Reads a value.
pub fn read(text: &[u8]) -> Message {
    parsed(text).unwrap_or_else(|problem| Message::One(Err(problem.into())))
}

fn parsed(text: &[u8]) -> Result<Message, RpcError> {
    let not_json = |why: &dyn Display| {
        RpcError::syntax(format_args!("not JSON: {why}, expected a JSON value a line"))
    };
    if let Err(error) = std::str::from_utf8(text) {
        let at = error.valid_up_to();
        return Err(not_json(&format_args!("byte {at} is not UTF-8")));
    }
    match serde_json::from_slice(text).map(|Unique(value)| value) {
        // It is JSON, but not clear.
        Err(error) if error.is_data() => Err(RpcError::request(error)),
        Err(error) => Err(not_json(&error)),
        Ok(Value::Array(calls)) if calls.is_empty() => {
            Err(RpcError::request("found [], expected a batch of at least one request"))
        }
        Ok(Value::Array(calls)) if calls.len() > MOST_CALLS => {
            let found = calls.len();
            Err(RpcError::request(format_args!(
                "found a batch of {found}, expected at most {MOST_CALLS} requests"
            )))
        }
        Ok(Value::Array(calls)) => Ok(Message::Batch(calls.into_iter().map(call).collect())),
        Ok(value) => Ok(Message::One(call(value))),
    }
}

fn call(value: Value) -> Result<Call, Refused> {
    let Value::Object(mut members) = value else {
        let problem = "found no object, expected a request";
        return Err(RpcError::request(problem).into());
    };
    let id = members.remove("id").map(id).transpose()?;
    let refuse = |name: &str, found: Option<&Value>, expected: &str| {
        let found = found.map_or_else(|| "nothing".to_owned(), shown);
        let problem = RpcError::request(format_args!("{name}: found {found}, expected {expected}"));
        let id = id.clone();
        Err(Refused { id, problem })
    };
    let version = members.remove("jsonrpc");
    if version.as_ref().and_then(Value::as_str) != Some("2.0") {
        return refuse("jsonrpc", version.as_ref(), "\"2.0\"");
    }
    let method = match members.remove("method") {
        Some(Value::String(method)) => method,
        other => return refuse("method", other.as_ref(), "the name of one"),
    };
    let params = match members.remove("params") {
        None => Map::new(),
        Some(Value::Object(params)) => params,
        // Clients without parameters may say so in this way.
        Some(Value::Array(none)) if none.is_empty() => Map::new(),
        other => {
            let expected = "an object, parameters by their names";
            return refuse("params", other.as_ref(), expected);
        }
    };
    match members.iter().next() {
        Some((name, other)) => refuse(name, Some(other), "jsonrpc, id, method and params alone"),
        None => Ok(Call { id, method, params }),
    }
}

/// Reads the name of a request.
pub fn id(value: Value) -> Result<Id, Refused> {
    match value {
        Value::String(text) => Ok(Id::Text(text)),
        Value::Number(number)
            // Ids beyond would come back changed.
            if !number.is_f64() || number.as_f64().is_some_and(|n| n.abs() <= EXACT) =>
        {
            Ok(Id::Number(number))
        }
        other => {
            let expected = match other {
                Value::Number(_) => {
                    "a text, or a number that comes back as it is: whole with 64 bits, or of at \
                     most 2^53"
                }
                _ => "a number or a text",
            };
            let found = shown(&other);
            Err(RpcError::request(format_args!("id: found {found}, expected {expected}")).into())
        }
    }
}

impl From<RpcError> for Refused {
    fn from(problem: RpcError) -> Refused {
        Refused { id: None, problem }
    }
}

/// The answer to a request: its result as JSON, or what is wrong.
pub fn answer(id: Option<&Id>, outcome: &Result<String, RpcError>) -> String {
    let id = json(&id);
    match outcome {
        Ok(result) => format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#),
        Err(problem) => {
            let problem = json(problem);
            format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{problem}}}"#)
        }
    }
}

/// Tells what a search has found so far: its id with the fields of its result, an object of JSON,
/// the time since it began, and how fast it was.
pub fn progress(id: &Id, result: &str, nodes: u64, time: Duration) -> String {
    // Milliseconds are as exact as it is; before the first has passed there is no speed.
    let milliseconds = time.as_millis() as u64;
    let seconds = milliseconds as f64 / 1000.0;
    let speed = nodes.saturating_mul(1000) / milliseconds.max(1);
    let (id, seconds) = (json(id), json(&seconds));
    let fields = &result[1..];
    format!(
        r#"{{"jsonrpc":"2.0","method":"progress","params":{{"id":{id},"seconds":{seconds},"nodes_per_second":{speed},{fields}}}"#
    )
}

/// The JSON form of what always has one.
pub fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("answers are plain data, which always has a JSON form")
}
