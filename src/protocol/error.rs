//! Errors of the protocol.

use std::fmt::Display;

use serde::Serialize;
use serde_json::Value;

use crate::control::ResourceError;
use crate::language::{Language, Sentence};
use crate::sentence;
use crate::text::{Diagnostic, ErrorKind};

/// Maximum number of characters of an invalid value that an answer quotes.
const LONGEST_VALUE: usize = 200;

/// Maximum length of a message in characters, and how many of them belong to its end, which says
/// what was expected.
const LONGEST_MESSAGE: usize = 2000;
const END_OF_MESSAGE: usize = 1500;

/// The error codes.
#[cfg(feature = "schemas")]
const CODES: [i32; 7] = [-32700, -32600, -32601, -32602, -32603, -32000, -32002];

/// Why there is no result.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct RpcError {
    /// The error code of JSON-RPC.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = CODES)))]
    pub code: i32,
    /// A sentence that describes the error.
    pub message: String,
    /// Details for programs.
    // Boxed, so that a result stays small.
    pub data: Box<ErrorData>,
    /// The message and the bare problem, for other languages; none for errors that players don't
    /// meet.
    #[serde(skip)]
    sentences: Option<Box<[Sentence; 2]>>,
}

/// Details for programs.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[cfg_attr(
    feature = "schemas",
    schemars(rename = "Told", extend("anyOf" = [
        {"required": ["param", "problem", "text", "at", "expected"]},
        {"maxProperties": 1},
    ]))
)]
pub struct ErrorData {
    /// The kind of error.
    pub kind: ErrorKind,
    #[serde(flatten)]
    pub param: Option<Data>,
}

/// The invalid parameter and the place of the error.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Data {
    /// The name of the parameter, or of the element of an array.
    pub param: String,
    /// The bare problem, for clients that name the parameter, the option or the move in their own
    /// words.
    pub problem: String,
    /// The number of the invalid move in a line, starting at 1.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub number: Option<usize>,
    /// The invalid option of the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub option: Option<Box<str>>,
    /// The given text, or another value as JSON.
    pub text: Option<String>,
    /// The byte offset of the error in the text.
    pub at: Option<usize>,
    /// What was expected instead.
    pub expected: Option<String>,
}

impl RpcError {
    fn new(code: i32, kind: ErrorKind, message: impl Display) -> RpcError {
        RpcError {
            code,
            message: without_middle(message.to_string()),
            data: Box::new(ErrorData { kind, param: None }),
            sentences: None,
        }
    }

    /// Adds a sentence that can be translated into all languages.
    pub fn with_sentence(self, sentence: Sentence) -> RpcError {
        self.with_move_sentences(sentence.clone(), sentence)
    }

    /// Adds sentences about a move, with and without its number.
    pub fn with_move_sentences(mut self, message: Sentence, problem: Sentence) -> RpcError {
        self.sentences = Some(Box::new([message, problem]));
        self
    }

    /// Translates the error. A message without a translation stays in English, after a translated
    /// sentence on the kind of error.
    pub fn in_language(mut self, language: &Language) -> RpcError {
        if language == Language::english() {
            return self;
        }
        let param = self.data.param.as_mut();
        let [message, problem] = match self.sentences.as_deref() {
            Some(sentences) => sentences.each_ref().map(|one| one.in_language(language)),
            None => {
                let detail = match &param {
                    Some(data) => data.problem.clone(),
                    None => self.message.clone(),
                };
                let sentence = general(self.data.kind, detail).in_language(language);
                [sentence.clone(), sentence]
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

    /// Changes the kind of error.
    pub fn of_kind(mut self, kind: ErrorKind) -> RpcError {
        self.data.kind = kind;
        self
    }

    /// The text is not JSON.
    pub fn syntax(message: impl Display) -> RpcError {
        RpcError::new(-32700, ErrorKind::Syntax, message)
    }

    /// The JSON is not a valid request.
    pub fn request(message: impl Display) -> RpcError {
        RpcError::new(-32600, ErrorKind::Syntax, message)
    }

    /// The method is unknown.
    pub fn method(name: &str, known: &[&str]) -> RpcError {
        let name = shortened(name);
        let known = known.join(", ");
        RpcError::new(
            -32601,
            ErrorKind::UnknownName,
            format_args!("unknown method {name:?}: expected one of {known}"),
        )
    }

    /// Too many requests are waiting.
    pub fn busy(most: usize) -> RpcError {
        let message = format!("too many requests are waiting, at most {most}: try again later");
        RpcError::new(-32000, ErrorKind::Busy, message)
    }

    /// The answers of incomplete batches exceed their limit in mebibytes.
    pub fn batch_full(most: usize) -> RpcError {
        let message =
            format!("the answers of this batch already have {most} MiB: request less in one batch");
        RpcError::new(-32000, ErrorKind::Busy, message)
    }

    /// The program ends before it can answer the request.
    pub fn ends() -> RpcError {
        RpcError::new(-32000, ErrorKind::Busy, "the program is shutting down")
    }

    /// An internal error; the request has no answer.
    pub fn fault(what: &str) -> RpcError {
        let message = format!("{what}: internal error, please report it; other requests continue");
        RpcError::new(-32603, ErrorKind::Fault, message)
    }

    /// A parameter is invalid.
    pub fn param(message: impl Display, mut data: Data) -> RpcError {
        if data.problem.is_empty() {
            data.problem = without_middle(message.to_string());
        }
        let message = format!("{}: {message}", data.param);
        let mut problem = RpcError::new(-32602, ErrorKind::BadValue, message);
        problem.data.param = Some(data);
        problem
    }

    /// A parameter is invalid: its text, the byte offset of the error, and what was expected.
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

    /// A parameter conflicts with another one.
    pub fn conflict<'a>(
        param: &str,
        text: impl Into<Option<&'a str>>,
        why: &str,
        expected: &str,
    ) -> RpcError {
        let message = format_args!("{why}: expected {expected}");
        RpcError::wrong(param, text, None, message, expected).of_kind(ErrorKind::Conflict)
    }

    /// A required parameter is missing.
    pub fn missing(param: &str, expected: &str) -> RpcError {
        let message = format_args!("found nothing, expected {expected}");
        RpcError::wrong(param, None, None, message, expected).of_kind(ErrorKind::Missing)
    }

    /// A parameter is invalid according to the error of its parser.
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
        RpcError::param(message, data).of_kind(*kind).with_sentences_of(&error)
    }

    /// Changes the byte offset of the error.
    pub fn at(mut self, at: Option<usize>) -> RpcError {
        self.data.param.iter_mut().for_each(|data| data.at = at);
        self
    }

    /// Converts the error of a search whose parameters are valid one by one. An unsupported search
    /// is an error of the rules.
    pub fn of_rules(failed: Diagnostic) -> RpcError {
        match failed.kind {
            ErrorKind::Unsupported => RpcError::of("rules", None, failed),
            _ => failed.into(),
        }
    }

    /// Adds the sentences of an error, if they can be translated.
    pub fn with_sentences_of(self, error: &Diagnostic) -> RpcError {
        match error.message {
            Sentence::Keyed { .. } => {
                self.with_move_sentences(error.message.clone(), error.problem().clone())
            }
            Sentence::Plain(_) => self,
        }
    }

    /// A parameter has an invalid value or a value of the wrong type.
    pub fn value(param: &str, found: &Value, expected: impl Into<Sentence>) -> RpcError {
        let text = found.as_str().map_or_else(|| found.to_string(), str::to_owned);
        let expected = expected.into();
        let (text, wanted) = (shortened(&text), expected.to_string());
        let is_translated = matches!(expected, Sentence::Keyed { .. });
        let message = sentence!("faults.found", found = shown(found), expected = expected);
        let problem = RpcError::wrong(param, text.as_str(), None, &message, wanted);
        match is_translated {
            true => problem.with_sentence(message),
            false => problem,
        }
    }
}

impl From<Diagnostic> for RpcError {
    /// Converts the error of a search or a method.
    fn from(error: Diagnostic) -> RpcError {
        let (kind, text) = (error.kind, error.text.to_string());
        let message = error.message.clone();
        match error.subject.as_deref() {
            // The position is the name of a rule set.
            Some("rules") => {
                let expected = "its name in the parameter rules";
                RpcError::value("position", &text.into(), expected)
                    .of_kind(kind)
                    .with_sentence(message)
            }
            Some(param @ ("position" | "owned" | "target")) => {
                let param = param.to_owned();
                RpcError::of(&param, text.as_str(), error).with_sentence(message)
            }
            _ => {
                let code = match kind {
                    ErrorKind::Stopped if error.cancelled => -32603,
                    ErrorKind::Data => -32002,
                    ErrorKind::Fault => -32603,
                    _ => -32602,
                };
                RpcError::new(code, kind, &message).with_sentences_of(&error)
            }
        }
    }
}

/// The translatable sentence about a kind of error, which precedes the English message.
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

/// Converts a line and a column, starting at 1, to a byte offset.
pub fn byte_at(text: &str, line: u32, column: u32) -> usize {
    let (line, column) = (line as usize, column as usize);
    let mut lines = text.split_inclusive('\n');
    let before: usize = lines.by_ref().take(line - 1).map(str::len).sum();
    let rest = lines.next().unwrap_or_default();
    let within = rest.char_indices().nth(column - 1);
    before + within.map_or(rest.len(), |(byte, _)| byte)
}

/// Formats a value as JSON, shortened.
pub fn shown(value: &Value) -> String {
    shortened(&value.to_string())
}

/// Shortens a text to its beginning.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST_VALUE) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text.to_owned(),
    }
}

/// Shortens a text to its beginning and its end.
fn without_middle(text: String) -> String {
    let places = || text.char_indices().map(|(at, _)| at);
    match (places().nth(LONGEST_MESSAGE), places().nth_back(END_OF_MESSAGE - 1)) {
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
        let shortened = without_middle(text);
        assert!(shortened.starts_with("found éé"), "{shortened}");
        assert!(shortened.ends_with("éé, expected é"), "{shortened}");
        assert!(shortened.chars().count() <= 2000, "{shortened}");
    }

    #[test]
    fn places_are_counted_in_bytes() {
        let text = "aé\r\nbc\n";
        for (place, byte) in [((1, 1), 0), ((1, 3), 3), ((2, 1), 5), ((2, 2), 6), ((3, 1), 8)] {
            assert_eq!(byte_at(text, place.0, place.1), byte, "{place:?}");
        }
    }
}
