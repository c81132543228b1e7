//! The parameters of a request. A method takes them one by one; unknown ones are then rejected.

use std::ops::RangeInclusive;
use std::time::Duration;

use serde_json::{Map, Value};

use crate::ask::SEEDS_AHEAD;
use crate::language::{Language, Sentence};
use crate::rules::{RuleSet, RuleSets};
use crate::sentence;
use crate::text::{ErrorKind, whole};

use super::Engine;
use super::error::RpcError;

/// The description of the parameter `language` of every method.
const LANGUAGE: &str = "The language of texts for people, such as ms; default: English.";

/// The type of a parameter.
#[derive(Clone, Copy, Debug)]
pub enum Form {
    Text,
    /// A string that replaces all other parameters.
    Alone,
    Flag,
    /// An integer in a range; `u64::MAX` means no maximum.
    Number(u64, u64),
    /// An integer number of seeds by which A leads, or trails if negative.
    SeedsAhead,
    /// A time; null for no limit.
    Seconds,
    OneOf(&'static [&'static str]),
    /// The value of an option, as a string or a number.
    Size,
    /// An object of options.
    Options,
    /// A string of moves, or an array of them.
    Moves,
    /// An array of turns as strings.
    Turns,
    /// A joint turn; null for none.
    Start,
    /// The rounds of a set after the first.
    Rounds,
    /// Remarks at the head of a record.
    Tags,
    /// Remarks on moves of a record.
    Remarks,
    /// The ID of a request.
    Id,
}

/// A parameter of a method: its name, its type and its description for the schema.
pub type Declared = (&'static str, Form, &'static str);

/// The remaining parameters, and those that were taken.
pub struct Params {
    left: Map<String, Value>,
    known: Vec<Declared>,
    /// The rule set of requests that name none.
    pub(super) default_rules: RuleSet,
    /// True if the request may name files on this machine.
    pub(super) files: bool,
    /// The language of texts for people.
    pub(super) language: &'static Language,
    /// The error of an unsupported language.
    refused: Option<RpcError>,
}

impl Params {
    pub fn new(params: Map<String, Value>, engine: &Engine) -> Params {
        let mut params = Params {
            left: params,
            known: Vec::new(),
            default_rules: engine.rule_set.clone(),
            files: engine.files,
            language: Language::english(),
            refused: None,
        };
        match params.named_language() {
            Ok(language) => params.language = language,
            Err(problem) => params.refused = Some(problem),
        }
        params
    }

    fn named_language(&mut self) -> Result<&'static Language, RpcError> {
        let Some(code) = self.text("language", LANGUAGE)? else {
            return Ok(Language::english());
        };
        Language::named(&code).ok_or_else(|| {
            let expected = format!("one of {}", Language::codes());
            let problem = RpcError::value("language", &code.into(), expected);
            problem.of_kind(ErrorKind::UnknownName)
        })
    }

    /// Takes a parameter, if given.
    pub fn take(&mut self, name: &'static str, form: Form, about: &'static str) -> Option<Value> {
        self.known.push((name, form, about));
        self.left.remove(name)
    }

    /// Takes and parses a parameter.
    fn read<T>(
        &mut self,
        (name, form, about): (&'static str, Form, &'static str),
        expected: impl Into<Sentence>,
        read: impl FnOnce(&Value) -> Option<T>,
    ) -> Result<Option<T>, RpcError> {
        let Some(value) = self.take(name, form, about) else {
            return Ok(None);
        };
        match read(&value) {
            Some(read) => Ok(Some(read)),
            None => Err(RpcError::value(name, &value, expected)),
        }
    }

    /// Takes a string.
    pub fn text(
        &mut self,
        name: &'static str,
        about: &'static str,
    ) -> Result<Option<String>, RpcError> {
        self.text_of(name, Form::Text, about)
    }

    /// Takes a string that replaces all other parameters.
    pub fn alone(
        &mut self,
        name: &'static str,
        about: &'static str,
    ) -> Result<Option<String>, RpcError> {
        self.text_of(name, Form::Alone, about)
    }

    fn text_of(
        &mut self,
        name: &'static str,
        form: Form,
        about: &'static str,
    ) -> Result<Option<String>, RpcError> {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        self.read((name, form, about), "a string", text)
    }

    /// Takes one of several words, and returns its index.
    pub fn word(
        &mut self,
        name: &'static str,
        words: &'static [&'static str],
        about: &'static str,
    ) -> Result<Option<usize>, RpcError> {
        let expected = words.join(" or ");
        self.read((name, Form::OneOf(words), about), expected, |value| {
            words.iter().position(|word| value.as_str() == Some(word))
        })
    }

    /// Takes a boolean; default: false.
    pub fn flag(&mut self, name: &'static str, about: &'static str) -> Result<bool, RpcError> {
        let flag = self.read((name, Form::Flag, about), "true or false", Value::as_bool)?;
        Ok(flag.unwrap_or(false))
    }

    /// Takes an integer in a range.
    pub fn number<T: TryFrom<u64>>(
        &mut self,
        name: &'static str,
        range: RangeInclusive<u64>,
        about: &'static str,
    ) -> Result<Option<T>, RpcError> {
        let form = Form::Number(*range.start(), *range.end());
        let (least, most) = (range.start(), range.end());
        let (least, most) = (least.to_string(), most.to_string());
        let expected = sentence!("faults.whole-number", least = least, most = most);
        self.read((name, form, about), expected, |value| {
            let number = u64::try_from(whole(value)?).ok();
            let number = number.filter(|number| range.contains(number))?;
            T::try_from(number).ok()
        })
    }

    /// Takes a number of seeds by which A leads, or trails if negative.
    pub fn seeds_ahead(
        &mut self,
        name: &'static str,
        about: &'static str,
    ) -> Result<Option<i32>, RpcError> {
        let most = SEEDS_AHEAD.end();
        let (least, most) = (format!("-{most}"), most.to_string());
        let expected = sentence!("faults.whole-number", least = least, most = most);
        self.read((name, Form::SeedsAhead, about), expected, |value| {
            let number = i32::try_from(whole(value)?).ok();
            number.filter(|seeds| SEEDS_AHEAD.contains(seeds))
        })
    }

    /// Takes a time in seconds; null means no limit.
    pub fn seconds(
        &mut self,
        name: &'static str,
        about: &'static str,
    ) -> Result<Option<Duration>, RpcError> {
        let expected = "a number of seconds above 0, or null for no limit";
        self.read((name, Form::Seconds, about), expected, |value| {
            if value.is_null() {
                return Some(Duration::MAX);
            }
            let seconds = value.as_f64().filter(|seconds| *seconds > 0.0)?;
            let time = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
            (!time.is_zero()).then_some(time)
        })
    }

    /// Rejects unknown parameters and an unsupported language.
    pub fn end(mut self) -> Result<(), RpcError> {
        if let Some(problem) = self.refused.take() {
            return Err(problem);
        }
        let Some((name, value)) = self.left.iter().next() else {
            return Ok(());
        };
        let expected = match self.known.as_slice() {
            [] => "no parameters".to_owned(),
            known => {
                let names: Vec<_> = known.iter().map(|(name, ..)| *name).collect();
                format!("one of {}", names.join(", "))
            }
        };
        let message = format!("no such parameter, expected {expected}");
        let mut problem = RpcError::value(name, value, expected).of_kind(ErrorKind::UnknownName);
        if let Some(data) = &mut problem.data.param {
            problem.message = format!("{name}: {message}");
            data.problem = message;
        }
        Err(problem)
    }
}

#[cfg(feature = "schemas")]
thread_local! {
    /// The parameters declared by methods that have taken theirs.
    static DECLARED: std::cell::RefCell<Vec<Declared>> = const { std::cell::RefCell::new(Vec::new()) };
}

/// Returns the parameters declared while `read` runs.
#[cfg(feature = "schemas")]
pub fn declared(read: impl FnOnce()) -> Vec<Declared> {
    DECLARED.take();
    read();
    DECLARED.take()
}

#[cfg(feature = "schemas")]
impl Drop for Params {
    fn drop(&mut self) {
        DECLARED.with(|declared| declared.borrow_mut().extend(&self.known));
    }
}

/// The rule sets that a client may name, with or without files on this machine.
pub fn rule_sets(files: bool) -> RuleSets {
    match files {
        true => RuleSets::at_once(),
        false => RuleSets::shipped(),
    }
}

/// Returns the elements of an array; none if it is missing.
pub fn list(value: Option<Value>, name: &str, expected: &str) -> Result<Vec<Value>, RpcError> {
    match value {
        None => Ok(Vec::new()),
        Some(Value::Array(list)) => Ok(list),
        Some(other) => Err(RpcError::value(name, &other, expected)),
    }
}
