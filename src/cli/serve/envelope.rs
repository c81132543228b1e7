//! Requests and answers as JSON-RPC 2.0 wraps them.

use serde::Serialize;
use serde_json::{Map, Number, Value};

use super::problem::Problem;

/// The name of a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
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

/// What is no request, with its id where that can be read.
#[derive(Debug)]
pub struct Refused {
    pub id: Option<Id>,
    pub problem: Problem,
}

/// What came in one value.
pub enum Message {
    One(Result<Call, Refused>),
    Batch(Vec<Result<Call, Refused>>),
}

/// The greatest whole number up to which a double holds all: ids beyond would come back changed.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Reads a value.
pub fn read(text: &[u8]) -> Message {
    if let Err(error) = std::str::from_utf8(text) {
        let at = error.valid_up_to();
        let problem = format!("not JSON: byte {at} is not UTF-8, expected a JSON value a line");
        return Message::One(Err(Problem::syntax(problem).into()));
    }
    match serde_json::from_slice(text) {
        Err(error) => {
            let problem = format!("not JSON: {error}, expected a JSON value a line");
            Message::One(Err(Problem::syntax(problem).into()))
        }
        Ok(Value::Array(calls)) if calls.is_empty() => {
            let problem = "found [], expected a batch of at least one request";
            Message::One(Err(Problem::request(problem).into()))
        }
        Ok(Value::Array(calls)) => Message::Batch(calls.into_iter().map(call).collect()),
        Ok(value) => Message::One(call(value)),
    }
}

fn call(value: Value) -> Result<Call, Refused> {
    let Value::Object(mut members) = value else {
        let problem = "found no object, expected a request";
        return Err(Problem::request(problem).into());
    };
    let id = members.remove("id").map(id).transpose()?;
    let refuse = |message: &str| Refused {
        id: id.clone(),
        problem: Problem::request(message),
    };
    if members.remove("jsonrpc").as_ref().and_then(Value::as_str) != Some("2.0") {
        return Err(refuse("jsonrpc: expected \"2.0\""));
    }
    let Some(Value::String(method)) = members.remove("method") else {
        return Err(refuse("method: expected the name of one"));
    };
    let params = match members.remove("params") {
        None => Map::new(),
        Some(Value::Object(params)) => params,
        // Clients without parameters may say so in this way.
        Some(Value::Array(none)) if none.is_empty() => Map::new(),
        Some(_) => {
            return Err(refuse(
                "params: expected an object, parameters by their names",
            ));
        }
    };
    match members.keys().next() {
        Some(other) => Err(refuse(&format!(
            "{other}: expected jsonrpc, id, method and params alone"
        ))),
        None => Ok(Call { id, method, params }),
    }
}

/// Reads the name of a request.
pub fn id(value: Value) -> Result<Id, Refused> {
    match value {
        Value::String(text) => Ok(Id::Text(text)),
        Value::Number(number)
            if !number.is_f64() || number.as_f64().is_some_and(|n| n.abs() <= EXACT) =>
        {
            Ok(Id::Number(number))
        }
        _ => Err(Problem::request("id: expected a number or a text").into()),
    }
}

impl From<Problem> for Refused {
    fn from(problem: Problem) -> Refused {
        Refused { id: None, problem }
    }
}

/// The answer to a request: its result as JSON, or what is wrong.
pub fn answer(id: Option<&Id>, outcome: &Result<String, Problem>) -> String {
    let id = json(&id);
    match outcome {
        Ok(result) => format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#),
        Err(problem) => {
            let problem = json(problem);
            format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{problem}}}"#)
        }
    }
}

/// Tells what a search has found so far: its id with the fields of its result.
pub fn progress(id: &Id, result: &impl Serialize) -> String {
    #[derive(Serialize)]
    struct Told<'a, R> {
        id: &'a Id,
        #[serde(flatten)]
        result: &'a R,
    }
    let params = json(&Told { id, result });
    format!(r#"{{"jsonrpc":"2.0","method":"progress","params":{params}}}"#)
}

/// The JSON form of what always has one.
pub fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("answers are plain data, which always has a JSON form")
}
