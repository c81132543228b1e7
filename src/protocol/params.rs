//! Parameters of a request, taken one by one; what is left over is refused by its name.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::time::Duration;

use serde_json::{Map, Value};

use crate::rules::{RuleSet, RuleSets};

use super::Engine;
use super::error::RpcError;

/// The greatest whole number that is taken from a double.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// The parameters that were not taken yet, and the names of those that were asked for.
pub struct Params {
    left: Map<String, Value>,
    known: Vec<&'static str>,
    /// The rule set without one that is named.
    usual: RuleSet,
    /// Whether they may name files of this machine.
    files: bool,
}

impl Params {
    pub fn new(params: Map<String, Value>, engine: &Engine) -> Params {
        Params {
            left: params,
            known: Vec::new(),
            usual: engine.rule_set.clone(),
            files: engine.files,
        }
    }

    /// The rule sets that they may name.
    pub fn rule_sets(&self) -> RuleSets {
        rule_sets(self.files)
    }

    /// Whether they may name files of this machine.
    pub const fn names_files(&self) -> bool {
        self.files
    }

    /// The rule set of requests that name none.
    pub fn usual(&self) -> RuleSet {
        self.usual.clone()
    }

    /// A parameter, if it was given.
    pub fn take(&mut self, name: &'static str) -> Option<Value> {
        self.known.push(name);
        self.left.remove(name)
    }

    /// The same, read in some way.
    pub fn read<T>(
        &mut self,
        name: &'static str,
        expected: impl Display,
        read: impl FnOnce(&Value) -> Option<T>,
    ) -> Result<Option<T>, RpcError> {
        let Some(value) = self.take(name) else {
            return Ok(None);
        };
        match read(&value) {
            Some(read) => Ok(Some(read)),
            None => Err(RpcError::value(name, &value, expected)),
        }
    }

    /// A text.
    pub fn text(&mut self, name: &'static str) -> Result<Option<String>, RpcError> {
        self.read(name, "a text", |value| value.as_str().map(str::to_owned))
    }

    /// Yes or no; no if nothing is said.
    pub fn flag(&mut self, name: &'static str) -> Result<bool, RpcError> {
        let flag = self.read(name, "true or false", Value::as_bool)?;
        Ok(flag.unwrap_or(false))
    }

    /// A whole number in a range.
    pub fn number<T: TryFrom<u64>>(
        &mut self,
        name: &'static str,
        range: RangeInclusive<u64>,
    ) -> Result<Option<T>, RpcError> {
        let (least, most) = (range.start(), range.end());
        let expected = format!("a whole number from {least} to {most}");
        self.read(name, expected, |value| {
            let number = whole(value).filter(|number| range.contains(number))?;
            T::try_from(number).ok()
        })
    }

    /// A time in seconds; null is one without end.
    pub fn seconds(&mut self, name: &'static str) -> Result<Option<Duration>, RpcError> {
        let expected = "seconds, a number above 0, or null for no limit";
        self.read(name, expected, |value| {
            if value.is_null() {
                return Some(Duration::MAX);
            }
            let seconds = value.as_f64().filter(|seconds| *seconds > 0.0)?;
            let time = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
            (!time.is_zero()).then_some(time)
        })
    }

    /// Refuses what nobody asked for.
    pub fn end(self) -> Result<(), RpcError> {
        let Some((name, value)) = self.left.iter().next() else {
            return Ok(());
        };
        let expected = match self.known.as_slice() {
            [] => "no parameters".to_owned(),
            known => format!("one of {}", known.join(", ")),
        };
        let message = format!("no such parameter, expected {expected}");
        let mut problem = RpcError::value(name, value, expected);
        if let Some(data) = &mut problem.data {
            problem.message = format!("{name}: {message}");
            data.problem = message;
        }
        Err(problem)
    }
}

/// The rule sets that a client may name, with or without files of this machine.
pub fn rule_sets(files: bool) -> RuleSets {
    match files {
        true => RuleSets::at_once(),
        false => RuleSets::shipped(),
    }
}

/// A whole number, also one that was written with a point (`2.0`).
pub fn whole(value: &Value) -> Option<u64> {
    let written = |number: f64| {
        let fits = number.fract() == 0.0 && (0.0..=EXACT).contains(&number);
        fits.then_some(number as u64)
    };
    value.as_u64().or_else(|| written(value.as_f64()?))
}
