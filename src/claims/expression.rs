//! Integer expressions over named parameters, ranges, and texts with expressions in braces.
//!
//! The grammar is a dozen lines. Expression libraries would add floating point, a licence or a
//! whole language.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::text::joined;

/// Maximum number of combinations of parameters.
const MOST_CASES: usize = 100_000;

/// Maximum number of parameters of a family, and maximum length of a name in bytes. Every case has
/// all parameters.
const MOST_NAMES: usize = 20;
const LONGEST_NAME: usize = 100;

/// Maximum length of an expression in bytes.
const LONGEST: usize = 1000;

/// The parameters and their values.
pub(super) type Parameters = BTreeMap<String, i64>;

/// Evaluates an expression of `+ - * /`, brackets, numbers and names. Division must leave no
/// remainder.
pub(super) fn evaluate(text: &str, parameters: &Parameters) -> Result<i64, String> {
    if text.len() > LONGEST {
        let found = text.len();
        return Err(format!("found an expression of {found} bytes, expected at most {LONGEST}"));
    }
    let mut parser = Parser { rest: text, parameters, depth: 0 };
    let value = parser.sum()?;
    match parser.peek() {
        None => Ok(value),
        Some(c) => {
            Err(format!("expression {text:?}: found {c:?}, expected an operator or the end"))
        }
    }
}

/// Lists the values of a range: `1..9` (inclusive), or `k..2 by -2`.
pub(super) fn range(text: &str, parameters: &Parameters) -> Result<Vec<i64>, String> {
    let expected = || format!("range {text:?}: expected FIRST..LAST or FIRST..LAST by STEP");
    let (ends, step) = match text.split_once(" by ") {
        Some((ends, step)) => (ends, evaluate(step, parameters)?),
        None => (text, 1),
    };
    let (first, last) = ends.split_once("..").ok_or_else(expected)?;
    let (first, last) = (evaluate(first, parameters)?, evaluate(last, parameters)?);
    if step == 0 {
        return Err(format!("range {text:?}: expected a step other than 0"));
    }
    // Use wider integers, in which the difference of two ends can't overflow.
    let [wide_first, wide_last, wide_step] = [first, last, step].map(i128::from);
    let way = (wide_last - wide_first) * wide_step.signum();
    let steps = way.div_euclid(wide_step.abs());
    let most = 10_000;
    if steps >= most {
        return Err(format!("range {text:?}: expected at most {most} values"));
    }
    Ok((0..=steps).map_while(|i| i64::try_from(wide_first + i * wide_step).ok()).collect())
}

/// Replaces the expressions in braces by their values.
pub(super) fn fill_in(text: &str, parameters: &Parameters) -> Result<String, String> {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let (inside, after) = after
            .split_once('}')
            .ok_or_else(|| format!("text {text:?}: expected a closing brace"))?;
        filled.push_str(before);
        filled.push_str(&evaluate(inside, parameters)?.to_string());
        rest = after;
    }
    filled.push_str(rest);
    Ok(filled)
}

struct Parser<'a> {
    rest: &'a str,
    parameters: &'a Parameters,
    /// The current nesting of brackets and signs.
    depth: u32,
}

impl<'a> Parser<'a> {
    fn peek(&mut self) -> Option<char> {
        self.rest = self.rest.trim_start();
        self.rest.chars().next()
    }

    fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.rest = &self.rest[wanted.len_utf8()..];
        }
        found
    }

    /// Takes the longest run of characters of a kind.
    fn run(&mut self, kind: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !kind(c)).unwrap_or(self.rest.len());
        let (run, rest) = self.rest.split_at(end);
        self.rest = rest;
        run
    }

    fn sum(&mut self) -> Result<i64, String> {
        let mut value = self.product()?;
        loop {
            if self.take('+') {
                value = in_range(value.checked_add(self.product()?))?;
            } else if self.take('-') {
                value = in_range(value.checked_sub(self.product()?))?;
            } else {
                return Ok(value);
            }
        }
    }

    fn product(&mut self) -> Result<i64, String> {
        let mut value = self.factor()?;
        loop {
            if self.take('*') {
                value = in_range(value.checked_mul(self.factor()?))?;
            } else if self.take('/') {
                let divisor = self.factor()?;
                let rest = value.checked_rem(divisor);
                if rest != Some(0) {
                    return Err(format!(
                        "{value}/{divisor}: expected a division without remainder"
                    ));
                }
                value = in_range(value.checked_div(divisor))?;
            } else {
                return Ok(value);
            }
        }
    }

    /// Parses a factor, with a limit on nesting.
    fn factor(&mut self) -> Result<i64, String> {
        const DEEPEST: u32 = 50;
        if self.depth == DEEPEST {
            return Err(format!("expected at most {DEEPEST} nested brackets and signs"));
        }
        self.depth += 1;
        let value = self.flat_factor();
        self.depth -= 1;
        value
    }

    fn flat_factor(&mut self) -> Result<i64, String> {
        let expected = "expected a number, a name, a minus or a bracket";
        match self.peek() {
            Some('(') => {
                self.take('(');
                let value = self.sum()?;
                if self.take(')') {
                    Ok(value)
                } else {
                    Err("expected a closing bracket".to_owned())
                }
            }
            Some('-') => {
                self.take('-');
                in_range(self.factor()?.checked_neg())
            }
            Some(c) if c.is_ascii_digit() => {
                let digits = self.run(|c| c.is_ascii_digit());
                in_range(digits.parse().ok())
            }
            Some(c) if c.is_alphabetic() => {
                let name = self.run(|c| c.is_alphanumeric() || c == '_');
                self.parameters.get(name).copied().ok_or_else(|| {
                    let known = joined(self.parameters.keys(), ", ");
                    format!("no parameter {name:?}: expected one of [{known}]")
                })
            }
            Some(c) => Err(format!("found {c:?}, {expected}")),
            None => Err(format!("found nothing, {expected}")),
        }
    }
}

fn in_range(value: Option<i64>) -> Result<i64, String> {
    value.ok_or_else(|| "the number is too large".to_owned())
}

/// Lists all combinations of values of the ranges, added to the given parameters; the last name
/// changes fastest. A range may use the given parameters but not other ranges.
pub(super) fn combinations(
    ranges: &BTreeMap<String, String>,
    given: &Parameters,
) -> Result<Combinations, String> {
    let (names, longest) = (ranges.len(), ranges.keys().map(String::len).max());
    if names > MOST_NAMES || longest > Some(LONGEST_NAME) {
        return Err(format!(
            "expected at most {MOST_NAMES} parameters, with names of at most {LONGEST_NAME} bytes"
        ));
    }
    let (mut all, mut count) = (Vec::new(), 1);
    for (name, text) in ranges {
        let values = range(text, given)?;
        count *= values.len();
        if count > MOST_CASES {
            let most = MOST_CASES;
            return Err(format!("expected at most {most} combinations of the ranges"));
        }
        all.push((name.clone(), values));
    }
    Ok(Combinations { given: given.clone(), ranges: all, left: 0..count })
}

/// An iterator over combinations of values, created on demand because there may be very many.
#[derive(Debug)]
pub(crate) struct Combinations {
    given: Parameters,
    ranges: Vec<(String, Vec<i64>)>,
    /// The numbers of the remaining combinations.
    left: Range<usize>,
}

impl Combinations {
    /// Whether there are no combinations.
    pub fn is_empty(&self) -> bool {
        self.left.is_empty()
    }
}

impl Iterator for Combinations {
    type Item = Parameters;

    fn next(&mut self) -> Option<Parameters> {
        let mut number = self.left.next()?;
        let mut parameters = self.given.clone();
        for (name, values) in self.ranges.iter().rev() {
            parameters.insert(name.clone(), values[number % values.len()]);
            number /= values.len();
        }
        Some(parameters)
    }
}
