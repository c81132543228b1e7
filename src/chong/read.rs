//! Records of games as they are read, line by line.

use std::str::FromStr;

use super::ask::FULL_COLUMNS;
use super::notation::PlacedPosition;
use super::played_turn::TurnError;
use super::record::{ChongRecord, Throws, UNFINISHED};
use super::texts::{Profile, UnknownProfile};
use crate::options::OptionError;
use crate::text::{RecordError, RecordFault, Tag, Written};

const KEYS: &str = "chong, holes, dice, option, event, place, date, A, B, note, throws, start, \
                    throw, position or game";

/// The part that has been read so far.
#[derive(Default)]
pub(super) struct Reader {
    record: Option<ChongRecord>,
    seen: Vec<String>,
    /// True if turns may come: the head is over.
    begun: bool,
    /// True if the last line has come.
    ended: bool,
}

impl ChongRecord {
    /// Reads a record, and plays it.
    ///
    /// # Errors
    /// With line and column, at the first line that has not the form of a record or is not so.
    ///
    /// # Examples
    /// ```
    /// use chongkak::chong::ChongRecord;
    /// let head = "chong: content\nholes: 3\nthrows: typed\n";
    /// let turns = "1,2,3,4 1:K3<>2 4:S3-7\ngame: unfinished\n";
    /// let record = ChongRecord::read(&[head, turns].concat()).unwrap();
    /// assert_eq!(record.placed().to_string(), "SSK|..k|sSs B opened:A");
    /// ```
    pub fn read(text: &str) -> Result<ChongRecord, RecordError> {
        let mut reader = Reader::default();
        let mut last = Written { number: 1, line: "" };
        for line in Written::all(text) {
            reader.read(line)?;
            last = line;
        }
        reader.finish(last)
    }
}

impl FromStr for ChongRecord {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<ChongRecord, RecordError> {
        ChongRecord::read(text)
    }
}

impl Reader {
    /// Reads the next line.
    pub(super) fn read(&mut self, line: Written<'_>) -> Result<(), RecordError> {
        let said = line.said();
        if said.is_empty() {
            return Ok(());
        }
        if self.ended {
            let expected = "nothing behind the line game:";
            return Err(line.expected(line.span(said), expected));
        }
        if said.starts_with(|first: char| first.is_ascii_digit()) {
            return self.turn(line, said);
        }
        match said.split_once(':') {
            Some((key, value)) => self.pair(line, key.trim(), value.trim()),
            None => {
                let expected = format!(
                    "a turn such as 1,2,3,4 1:K3<>2 4:S3-7, or a line that begins with {KEYS} and \
                     a colon"
                );
                Err(line.expected(line.span(said), expected))
            }
        }
    }

    /// The record, if this line was the last one of a whole one.
    pub(super) fn finish(self, last: Written<'_>) -> Result<ChongRecord, RecordError> {
        let end = last.line.len()..last.line.len();
        let record = self.record.filter(|_| self.ended);
        record.ok_or_else(|| {
            let expected = "a last line such as game: unfinished";
            last.malformed(end, format!("the record ends here: expected {expected}"), expected)
        })
    }

    /// The record, of which the profile has been read.
    fn record(&mut self, line: Written<'_>, about: &str) -> Result<&mut ChongRecord, RecordError> {
        let expected = "chong: first, with a profile, such as chong: content";
        let record = self.record.as_mut();
        record.ok_or_else(|| line.expected(line.span(about), expected))
    }

    fn turn(&mut self, line: Written<'_>, said: &str) -> Result<(), RecordError> {
        let record = self.record(line, said)?;
        if record.throw.is_some() {
            let expected = "no turn behind the line throw:";
            return Err(line.expected(line.span(said), expected));
        }
        let turn = record.rules.read_turn(&record.placed(), said);
        let turn = turn.map_err(|error| {
            let place = line.span(said);
            let span = error
                .span()
                .map_or(place.clone(), |part| place.start + part.start..place.start + part.end);
            let fault = match error {
                TurnError::Throw(..) => RecordFault::Form,
                TurnError::Move { ref word, .. } if !word.contains(':') => RecordFault::Form,
                TurnError::Move { .. } | TurnError::End { .. } | TurnError::Over(_) => {
                    RecordFault::Statement
                }
            };
            line.error(fault, span, error.to_string(), error.expected(&record.rules))
        })?;
        record.turns.push(turn);
        self.begun = true;
        Ok(())
    }

    /// A line with a key.
    fn pair(&mut self, line: Written<'_>, key: &str, value: &str) -> Result<(), RecordError> {
        let option = value.split('=').next().unwrap_or_default().trim();
        let name = if key == "option" { option } else { key };
        if key != Tag::REPEATED && key != "position" {
            if self.seen.iter().any(|seen| seen == name) {
                let message = format!("{name} was said before: expected it once");
                return Err(line.malformed(line.span(key), message, "it once"));
            }
            self.seen.push(name.to_owned());
        }
        match key {
            "chong" => self.profile(line, value),
            "holes" | "dice" | "option" | "start" => self.head(line, key, value),
            "throw" | "position" | "game" => self.statement(line, key, value),
            "throws" => {
                let throws = value.parse().map_err(|()| {
                    line.expected(line.span(value), "typed, or a seed such as seed 1")
                })?;
                self.record(line, key)?.throws = throws;
                Ok(())
            }
            _ => {
                let Some(name) = Tag::NAMES.into_iter().find(|name| *name == key) else {
                    let message = format!("found {key:?}, expected {KEYS}");
                    return Err(line.malformed(line.span(key), message, KEYS));
                };
                let text = value.to_owned();
                self.record(line, key)?.tags.push(Tag { name, text });
                Ok(())
            }
        }
    }

    /// A line that settles the rules or the first position.
    fn head(&mut self, line: Written<'_>, key: &str, value: &str) -> Result<(), RecordError> {
        let begun = self.begun;
        let record = self.record(line, key)?;
        if begun {
            let expected = format!("{key} before the start and the first turn");
            return Err(line.expected(line.span(key), expected));
        }
        if key != "start" {
            return set_rule(record, line, key, value);
        }
        record.first = read_position(record, line, value)?;
        self.begun = true;
        Ok(())
    }

    /// A line that says something of the play.
    fn statement(&mut self, line: Written<'_>, key: &str, value: &str) -> Result<(), RecordError> {
        let record = self.record(line, key)?;
        match key {
            "throw" => {
                let throw = record.rules.throw(value);
                let throw = throw.map_err(|error| {
                    let expected = error.expected(&record.rules);
                    line.malformed(line.span(value), error.to_string(), expected)
                })?;
                record.throw = Some(throw);
                if record.placed().result(&record.rules).is_none() {
                    return Ok(());
                }
                let (message, expected) = ("the game is over: expected no throw", "no throw");
                let fault = RecordFault::Statement;
                Err(line.error(fault, line.span(value), message, expected))
            }
            "position" => {
                let (said, is) = (read_position(record, line, value)?, record.placed());
                says(line, value, said == is, &is.to_string())
            }
            _ => {
                let is = record.standing();
                let short = value == UNFINISHED && is.starts_with(UNFINISHED);
                says(line, value, short || value == is, &is)?;
                self.ended = true;
                Ok(())
            }
        }
    }

    fn profile(&mut self, line: Written<'_>, name: &str) -> Result<(), RecordError> {
        let wrong = |problem, expected| line.malformed(line.span(name), problem, expected);
        let profile = Profile::named(name)
            .map_err(|error| wrong(error.to_string(), UnknownProfile::expected()))?;
        let rules = profile.rules(FULL_COLUMNS);
        let rules = rules.map_err(|error| wrong(error.to_string(), error.expected()))?;
        self.record = Some(ChongRecord {
            profile,
            rules,
            tags: Vec::new(),
            throws: Throws::Typed,
            first: PlacedPosition::start(&rules),
            turns: Vec::new(),
            throw: None,
        });
        Ok(())
    }
}

/// Sets what a line of the head says of the rules. The game begins at their start until another
/// position is named.
fn set_rule(
    record: &mut ChongRecord,
    line: Written<'_>,
    key: &str,
    value: &str,
) -> Result<(), RecordError> {
    let (name, value) = match (key, value.split_once('=')) {
        ("option", Some((name, value))) => (name.trim(), value.trim()),
        ("option", None) => {
            let expected = "OPTION=VALUE, such as king_path=advance";
            return Err(line.expected(line.span(value), expected));
        }
        _ => (key, value),
    };
    let set = match name {
        "holes" => record.rules.set_columns(value),
        _ => record.rules.set(name, value),
    };
    set.map_err(|error| {
        let part = match error {
            OptionError::Name { .. } => name,
            OptionError::Value { .. } => value,
        };
        line.malformed(line.span(part), error.to_string(), error.expected())
    })?;
    record.first = PlacedPosition::start(&record.rules);
    Ok(())
}

/// A position on the board of the record.
fn read_position(
    record: &ChongRecord,
    line: Written<'_>,
    text: &str,
) -> Result<PlacedPosition, RecordError> {
    let start = line.span(text).start;
    let placed = PlacedPosition::parse(text, &record.rules).map_err(|error| {
        let span = start + error.span.start..start + error.span.end;
        line.malformed(span, error.to_string(), error.expected)
    })?;
    let (found, expected) = (placed.columns, record.rules.columns);
    if expected != found {
        let expected = format!("{expected} as holes: says");
        let message = format!("rows of {found} holes, expected {expected}");
        return Err(line.malformed(line.span(text), message, expected));
    }
    Ok(placed)
}

/// A statement that must be so.
fn says(line: Written<'_>, value: &str, is_so: bool, is: &str) -> Result<(), RecordError> {
    if is_so {
        return Ok(());
    }
    let message = format!("found {value:?}, expected {is}");
    Err(line.error(RecordFault::Statement, line.span(value), message, is.to_owned()))
}
