//! Requests and answers in JSON-RPC 2.0.

use std::fmt::Display;
use std::time::Duration;

use serde::Serialize;
use serde_json::{Map, Number, Value};

use super::error::{RpcError, shown};
use crate::text::{EXACT, Unique};

/// The ID of a request, repeated in its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema), schemars(rename = "id"))]
#[serde(untagged)]
pub enum Id {
    Number(Number),
    Text(String),
}

/// A request, or a notification, which has no ID and gets no answer.
#[derive(Debug)]
pub struct Call {
    pub id: Option<Id>,
    pub method: String,
    pub params: Map<String, Value>,
}

/// An invalid request, with its ID if that could be read.
#[derive(Debug)]
pub struct Refused {
    pub id: Option<Id>,
    pub problem: RpcError,
}

/// The requests in one value.
pub enum Message {
    One(Result<Call, Refused>),
    Batch(Vec<Result<Call, Refused>>),
}

/// Maximum number of requests in a batch.
const MOST_CALLS: usize = 1000;

/// Parses a value.
pub fn read(text: &[u8]) -> Message {
    parsed(text).unwrap_or_else(|problem| Message::One(Err(problem.into())))
}

fn parsed(text: &[u8]) -> Result<Message, RpcError> {
    let not_json = |why: &dyn Display| {
        RpcError::syntax(format_args!("invalid JSON: {why}, expected one JSON value per line"))
    };
    if let Err(error) = std::str::from_utf8(text) {
        let at = error.valid_up_to();
        return Err(not_json(&format_args!("byte {at} is not UTF-8")));
    }
    match serde_json::from_slice(text).map(|Unique(value)| value) {
        // The JSON is valid but ambiguous.
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
        let problem = "not an object, expected a request";
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
        other => return refuse("method", other.as_ref(), "the name of a method"),
    };
    let params = match members.remove("params") {
        None => Map::new(),
        Some(Value::Object(params)) => params,
        // Some clients send an empty array if there are no parameters.
        Some(Value::Array(none)) if none.is_empty() => Map::new(),
        other => {
            let expected = "an object with named parameters";
            return refuse("params", other.as_ref(), expected);
        }
    };
    match members.iter().next() {
        Some((name, other)) => refuse(name, Some(other), "only jsonrpc, id, method and params"),
        None => Ok(Call { id, method, params }),
    }
}

/// Parses the ID of a request.
pub fn id(value: Value) -> Result<Id, Refused> {
    match value {
        Value::String(text) => Ok(Id::Text(text)),
        Value::Number(number)
            // Larger numbers would not be returned exactly.
            if !number.is_f64() || number.as_f64().is_some_and(|n| n.abs() <= EXACT) =>
        {
            Ok(Id::Number(number))
        }
        other => {
            let expected = match other {
                Value::Number(_) => {
                    "a string, or a number that can be returned exactly: a 64-bit integer, or at most \
                     2^53"
                }
                _ => "a number or a string",
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

/// Formats the answer to a request: its result as JSON, or an error.
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

/// Formats a progress notification: the ID, the fields of the result so far, the elapsed time, and
/// the speed.
pub fn progress(id: &Id, result: &str, nodes: u64, time: Duration) -> String {
    // Milliseconds are precise enough. Before the first has passed there is no speed.
    let milliseconds = time.as_millis() as u64;
    let seconds = milliseconds as f64 / 1000.0;
    let speed = nodes.saturating_mul(1000) / milliseconds.max(1);
    let (id, seconds) = (json(id), json(&seconds));
    let fields = &result[1..];
    format!(
        r#"{{"jsonrpc":"2.0","method":"progress","params":{{"id":{id},"seconds":{seconds},"nodes_per_second":{speed},{fields}}}"#
    )
}

/// Converts a value to JSON that always has a JSON form.
pub fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("answers are plain data, which always has a JSON form")
}
