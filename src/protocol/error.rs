//! Errors as the protocol has them.

use std::fmt::Display;

use serde::Serialize;
use serde_json::Value;

use crate::control::ResourceError;
use crate::language::{Language, Sentence};
use crate::sentence;
use crate::text::{Diagnostic, ErrorKind};

/// Characters of a wrong value that an answer repeats.
const LONGEST: usize = 200;

/// Characters of the longest message, and how many of them are its end, which says what was
/// expected.
const LONGEST_MESSAGE: usize = 2000;
const END: usize = 1500;

/// The codes of errors.
#[cfg(feature = "schemas")]
const CODES: [i32; 7] = [-32700, -32600, -32601, -32602, -32603, -32000, -32002];

/// The reason why there is no result.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct RpcError {
    /// As JSON-RPC has it.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = CODES)))]
    pub code: i32,
    /// A sentence that says what is wrong.
    pub message: String,
    /// The facts that a program can decide by.
    // Boxed, so that a result stays small.
    pub data: Box<Told>,
    /// The message and the fault alone, for another language; none of what no player meets.
    #[serde(skip)]
    said: Option<Box<[Sentence; 2]>>,
}

/// The facts that a program can decide by.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[cfg_attr(
    feature = "schemas",
    schemars(extend("anyOf" = [
        {"required": ["param", "problem", "text", "at", "expected"]},
        {"maxProperties": 1},
    ]))
)]
pub struct Told {
    /// The kind of the mistake.
    pub kind: ErrorKind,
    #[serde(flatten)]
    pub param: Option<Data>,
}

/// The parameter that is wrong, and where.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Data {
    /// Its name, or of an array that of the element.
    pub param: String,
    /// The fault alone, for those who name the parameter, the option or the move in their own
    /// words.
    pub problem: String,
    /// The number of the wrong move in a line, from 1.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub number: Option<usize>,
    /// The option of the rules that is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub option: Option<Box<str>>,
    /// The text that stands there, or another value as JSON.
    pub text: Option<String>,
    /// The byte where the text is wrong.
    pub at: Option<usize>,
    /// The text that was expected in its place.
    pub expected: Option<String>,
}

impl RpcError {
    fn new(code: i32, kind: ErrorKind, message: impl Display) -> RpcError {
        RpcError {
            code,
            message: without_middle(message.to_string()),
            data: Box::new(Told { kind, param: None }),
            said: None,
        }
    }

    /// The same, which can be told in all languages.
    pub fn saying(self, sentence: Sentence) -> RpcError {
        self.saying_of_move(sentence.clone(), sentence)
    }

    /// The same of a move, with its number and without.
    pub fn saying_of_move(mut self, message: Sentence, problem: Sentence) -> RpcError {
        self.said = Some(Box::new([message, problem]));
        self
    }

    /// The same in the language of whoever asked. What was never put into it is told in English,
    /// behind a sentence that says of what kind it is.
    pub fn in_language(mut self, language: &Language) -> RpcError {
        if language == Language::english() {
            return self;
        }
        let param = self.data.param.as_mut();
        let [message, problem] = match self.said.as_deref() {
            Some(said) => said.each_ref().map(|one| one.in_language(language)),
            None => {
                let detail = match &param {
                    Some(data) => data.problem.clone(),
                    None => self.message.clone(),
                };
                let told = general(self.data.kind, detail).in_language(language);
                [told.clone(), told]
            }
        };
        self.message = match param {
            Some(data) => {
                data.problem = without_middle(problem);
                without_middle(format!("{}: {message}", data.param))
            }
            None => without_middle(message),
        };
        self
    }

    /// The same of another kind.
    pub fn of_kind(mut self, kind: ErrorKind) -> RpcError {
        self.data.kind = kind;
        self
    }

    /// It is not JSON.
    pub fn syntax(message: impl Display) -> RpcError {
        RpcError::new(-32700, ErrorKind::Syntax, message)
    }

    /// It is JSON, but no request.
    pub fn request(message: impl Display) -> RpcError {
        RpcError::new(-32600, ErrorKind::Syntax, message)
    }

    /// There is no such method.
    pub fn method(name: &str, known: &[&str]) -> RpcError {
        let name = shortened(name);
        let known = known.join(", ");
        RpcError::new(
            -32601,
            ErrorKind::UnknownName,
            format_args!("no method {name:?}: expected one of {known}"),
        )
    }

    /// Too many requests wait.
    pub fn busy(most: usize) -> RpcError {
        let message = format!("too many requests wait: at most {most} may, try again later");
        RpcError::new(-32000, ErrorKind::Busy, message)
    }

    /// The answers of batches that are not complete have as many mebibytes as may wait.
    pub fn batch_full(most: usize) -> RpcError {
        let message =
            format!("the answers of a batch have {most} MiB already: ask for less in one batch");
        RpcError::new(-32000, ErrorKind::Busy, message)
    }

    /// The program ends before it comes to the request.
    pub fn ends() -> RpcError {
        RpcError::new(-32000, ErrorKind::Busy, "the program ends: ask another one")
    }

    /// The program is at fault, and the request has no answer.
    pub fn fault(what: &str) -> RpcError {
        let message = format!("{what}: a fault of this program, please report it; others go on");
        RpcError::new(-32603, ErrorKind::Fault, message)
    }

    /// A parameter is wrong.
    pub fn param(message: impl Display, mut data: Data) -> RpcError {
        if data.problem.is_empty() {
            data.problem = without_middle(message.to_string());
        }
        let message = format!("{}: {message}", data.param);
        let mut problem = RpcError::new(-32602, ErrorKind::BadValue, message);
        problem.data.param = Some(data);
        problem
    }

    /// A parameter is wrong: the text that stands there, the byte where it is wrong, and what was
    /// expected.
    pub fn wrong<'a>(
        param: &str,
        text: impl Into<Option<&'a str>>,
        at: Option<usize>,
        message: impl Display,
        expected: impl Display,
    ) -> RpcError {
        let data = Data {
            param: param.to_owned(),
            text: text.into().map(str::to_owned),
            at,
            expected: Some(expected.to_string()),
            ..Data::default()
        };
        RpcError::param(message, data)
    }

    /// A parameter says what another one has said.
    pub fn conflict<'a>(
        param: &str,
        text: impl Into<Option<&'a str>>,
        why: &str,
        expected: &str,
    ) -> RpcError {
        let message = format_args!("{why}: expected {expected}");
        RpcError::wrong(param, text, None, message, expected).of_kind(ErrorKind::Conflict)
    }

    /// A parameter that there must be was not given.
    pub fn missing(param: &str, expected: &str) -> RpcError {
        let message = format_args!("found nothing, expected {expected}");
        RpcError::wrong(param, None, None, message, expected).of_kind(ErrorKind::Missing)
    }

    /// A parameter is wrong, as the one says who has read it.
    pub fn of<'a>(param: &str, text: impl Into<Option<&'a str>>, error: Diagnostic) -> RpcError {
        let Diagnostic { kind, number, message, .. } = &error;
        let alone = error.problem();
        let data = Data {
            param: param.to_owned(),
            problem: if alone == message { String::new() } else { alone.to_string() },
            number: (*kind == ErrorKind::IllegalMove && *number > 0).then_some(*number as usize),
            text: text.into().map(str::to_owned),
            at: error.span.as_ref().map(|span| span.start),
            expected: Some(error.expected()),
            ..Data::default()
        };
        RpcError::param(message, data).of_kind(*kind).saying_if_told(&error)
    }

    /// The same at another byte of the text.
    pub fn at(mut self, at: Option<usize>) -> RpcError {
        self.data.param.iter_mut().for_each(|data| data.at = at);
        self
    }

    /// Reports what a search says of its input, if all parameters are right by themselves: under
    /// these rules there is no answer.
    pub fn of_rules(failed: Diagnostic) -> RpcError {
        match failed.kind {
            ErrorKind::Unsupported => RpcError::of("rules", None, failed),
            _ => failed.into(),
        }
    }

    /// The same in the words of what has gone wrong, unless they are English alone.
    pub fn saying_if_told(self, error: &Diagnostic) -> RpcError {
        match error.message {
            Sentence::Keyed { .. } => {
                self.saying_of_move(error.message.clone(), error.problem().clone())
            }
            Sentence::Plain(_) => self,
        }
    }

    /// A parameter has a value of another kind, or one that can't be.
    pub fn value(param: &str, found: &Value, expected: impl Into<Sentence>) -> RpcError {
        let text = found.as_str().map_or_else(|| found.to_string(), str::to_owned);
        let expected = expected.into();
        let (text, wanted) = (shortened(&text), expected.to_string());
        let is_told = matches!(expected, Sentence::Keyed { .. });
        let said = sentence!("faults.found", found = shown(found), expected = expected);
        let problem = RpcError::wrong(param, text.as_str(), None, &said, wanted);
        match is_told {
            true => problem.saying(said),
            false => problem,
        }
    }
}

impl From<Diagnostic> for RpcError {
    /// Reports what a search or a method says of its input, or of what it needs.
    fn from(error: Diagnostic) -> RpcError {
        let (kind, text) = (error.kind, error.text.to_string());
        let message = error.message.clone();
        match error.subject.as_deref() {
            // A position that is the name of one.
            Some("rules") => {
                let expected = "its name as the parameter rules";
                RpcError::value("position", &text.into(), expected).of_kind(kind).saying(message)
            }
            Some(param @ ("position" | "owned" | "target")) => {
                let param = param.to_owned();
                RpcError::of(&param, text.as_str(), error).saying(message)
            }
            _ => {
                let code = match kind {
                    ErrorKind::Stopped if error.cancelled => -32603,
                    ErrorKind::Data => -32002,
                    ErrorKind::Fault => -32603,
                    _ => -32602,
                };
                RpcError::new(code, kind, &message).saying_if_told(&error)
            }
        }
    }
}

/// The sentence about a fault of a kind, which stands before its English words.
fn general(kind: ErrorKind, detail: String) -> Sentence {
    let key = match kind {
        ErrorKind::Syntax => "faults.kind.syntax",
        ErrorKind::UnknownName => "faults.kind.unknown-name",
        ErrorKind::BadValue => "faults.kind.bad-value",
        ErrorKind::Missing => "faults.kind.missing",
        ErrorKind::Conflict => "faults.kind.conflict",
        ErrorKind::BadPosition => "faults.kind.bad-position",
        ErrorKind::IllegalMove => "faults.kind.illegal-move",
        ErrorKind::Untrue => "faults.kind.untrue",
        ErrorKind::Unsupported => "faults.kind.unsupported",
        ErrorKind::Stopped => "faults.kind.stopped",
        ErrorKind::Busy => "faults.kind.busy",
        ErrorKind::Data => "faults.kind.data",
        ErrorKind::Fault => "faults.kind.fault",
    };
    sentence!(key, detail = detail)
}

impl From<ResourceError> for RpcError {
    fn from(shortage: ResourceError) -> RpcError {
        Diagnostic::from(shortage).into()
    }
}

/// The byte of a place in a text, of which the line and the column are counted from 1.
pub fn byte_at(text: &str, line: u32, column: u32) -> usize {
    let (line, column) = (line as usize, column as usize);
    let mut lines = text.split_inclusive('\n');
    let before: usize = lines.by_ref().take(line - 1).map(str::len).sum();
    let rest = lines.next().unwrap_or_default();
    let within = rest.char_indices().nth(column - 1);
    before + within.map_or(rest.len(), |(byte, _)| byte)
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

/// A text, of a long one the beginning and the end.
fn without_middle(text: String) -> String {
    let places = || text.char_indices().map(|(at, _)| at);
    match (places().nth(LONGEST_MESSAGE), places().nth_back(END - 1)) {
        (Some(_), Some(end)) => format!("{} {}", shortened(&text), &text[end..]),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::{byte_at, without_middle};

    #[test]
    fn a_long_message_keeps_its_ends() {
        for length in [0, 1, 1999, 2000] {
            let text = "é".repeat(length);
            assert_eq!(without_middle(text.clone()), text);
        }
        let text = format!("found {}, expected é", "é".repeat(2000));
        let told = without_middle(text);
        assert!(told.starts_with("found éé") && told.ends_with("éé, expected é"), "{told}");
        assert!(told.chars().count() <= 2000, "{told}");
    }

    #[test]
    fn places_are_counted_in_bytes() {
        let text = "aé\r\nbc\n";
        for (place, byte) in [((1, 1), 0), ((1, 3), 3), ((2, 1), 5), ((2, 2), 6), ((3, 1), 8)] {
            assert_eq!(byte_at(text, place.0, place.1), byte, "{place:?}");
        }
    }
}
