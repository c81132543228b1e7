//! Reads records of sets: lines with a key, and lines of moves.
//!
//! A record consists of lines `key: value` and lines of moves. Positions, results and the winner
//! are optional, but must be correct if they are given.

use std::ops::Range;

use super::{SetStanding, Tag};
use crate::board::{Position, Side};
use crate::language::Sentence;
use crate::moves::{Game, WrittenMove, parse_line};
use crate::rules::{RuleSets, Rules};
use crate::sentence;
use crate::text::{Diagnostic, ErrorKind, UsedKeys, Written, set_rule};

const KEYS: &str = "rules, holes, seeds, option, event, place, date, A, B, note, round N, \
                    start, position, result";

/// The keys that a line may start with.
fn keys() -> Sentence {
    sentence!("faults.or", one = KEYS, other = "set")
}

/// A parsed record whose moves have not been played yet.
#[derive(Clone, Debug)]
pub struct WrittenSet {
    /// The name of the rule set.
    pub(crate) preset: &'static str,
    /// The start of the first round.
    pub(crate) first: Game,
    /// The remarks in the head.
    pub(crate) tags: Vec<Tag>,
    /// The lines after the start of the first round.
    pub(crate) lines: Vec<Line>,
}

impl WrittenSet {
    /// Whether a text is meant as a record, valid or not: its first line has the form `key: value`
    /// and is not TOML.
    #[must_use]
    pub fn is_meant(text: &str) -> bool {
        let lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
        let mut said = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        let first = said.next().unwrap_or_default();
        let mark = first.find([':', '=', '[', '"', '\'']);
        mark.is_some_and(|at| first[at..].starts_with(':'))
    }

    /// Parses the text of a record. Paths of rule files are relative to the working folder.
    ///
    /// # Errors
    /// If a line is malformed, with the line and column of the first one.
    ///
    /// # Examples
    /// ```
    /// use chongkak::sets::WrittenSet;
    /// // A2 ends in the store; A1 ends in A2 and captures the seed of B1.
    /// let text = "rules: kalah\nholes: 2\nseeds: 1\nround 1: A\nA2 A1\n";
    /// let record = WrittenSet::read(text).unwrap().replay().unwrap();
    /// assert_eq!(record.rounds[0].after.to_string(), "0,0/3 0,1/0 A over");
    /// ```
    pub fn read(text: &str) -> Result<WrittenSet, Diagnostic> {
        WrittenSet::read_with(text, &RuleSets::new())
    }

    /// Parses a record that may name these rule sets.
    ///
    /// # Errors
    /// As [`read`](Self::read), and if a rule file is invalid.
    pub fn read_with(text: &str, rule_sets: &RuleSets) -> Result<WrittenSet, Diagnostic> {
        WrittenSet::read_from(text, rule_sets, 1)
    }

    /// Parses a record that begins at this line of a file.
    ///
    /// # Errors
    /// As [`read_with`](Self::read_with).
    pub fn read_from(
        text: &str,
        rule_sets: &RuleSets,
        line: usize,
    ) -> Result<WrittenSet, Diagnostic> {
        let mut reader = Reader {
            rule_sets,
            preset: None,
            said: UsedKeys::default(),
            tags: Vec::new(),
            first: None,
            lines: Vec::new(),
        };
        let mut last = Written { number: line, line: "" };
        for place in Written::all(text) {
            let place = Written { number: place.number + line - 1, ..place };
            reader.read(place)?;
            reader.remark(place);
            last = place;
        }
        reader.finish(last)
    }
}

/// A line about the play.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(super) number: usize,
    pub(super) text: String,
    /// The part that a message is about, unless it is about a move.
    pub(super) span: Range<usize>,
    pub(crate) says: Statement,
}

#[derive(Clone, Debug)]
pub(crate) enum Statement {
    /// The start of a round: its number, and the player who starts it or its opening, if stated.
    Round { number: usize, starter: Option<Side>, opening: Option<Position> },
    /// Both players start together: the joint turn.
    Start(String),
    /// Moves.
    Moves(Vec<WrittenMove>),
    /// The position.
    Position(Position),
    /// The seeds of A and B at the end of the round.
    Result([u32; 2]),
    /// The standing of the set; `None` if the record only says that it is unfinished.
    Set(Option<SetStanding>),
    /// A remark on what precedes it.
    Remark(String),
}

impl Line {
    /// The text that a message is about.
    pub(crate) fn words(&self) -> &str {
        &self.text[self.span.clone()]
    }
}

/// The state of reading a record.
struct Reader<'a> {
    rule_sets: &'a RuleSets,
    preset: Option<(&'static str, Rules)>,
    said: UsedKeys,
    tags: Vec<Tag>,
    first: Option<Game>,
    lines: Vec<Line>,
}

impl Reader<'_> {
    fn read(&mut self, place: Written<'_>) -> Result<(), Diagnostic> {
        let said = place.content();
        if said.is_empty() {
            return Ok(());
        }
        match said.split_once(':') {
            Some((key, value)) => self.pair(place, key.trim(), value.trim(), said),
            None if said == "round" || said.starts_with("round ") => {
                self.pair(place, said, "", said)
            }
            None => {
                let moves = parse_line(place.line.split('#').next().unwrap_or_default());
                let moves = moves.map_err(|error| {
                    let or_key =
                        |said| sentence!("faults.record.or-a-key", said = said, keys = keys());
                    let expected = error.expected.map_or_else(Sentence::default, |all| *all);
                    let span = error.span.unwrap_or(0..0);
                    place.malformed(span, or_key(error.message), or_key(expected))
                })?;
                self.says(place, said, Statement::Moves(moves))
            }
        }
    }

    /// Reads the text after a `#`: a remark on the line, or on what precedes it if the line has
    /// nothing else. In the head it is a note.
    fn remark(&mut self, place: Written<'_>) {
        let Some((_, remark)) = place.line.split_once('#') else {
            return;
        };
        let remark = remark.trim();
        if remark.is_empty() {
            return;
        }
        if self.first.is_some() {
            self.line(place, remark, Statement::Remark(remark.to_owned()));
            return;
        }
        // A second `#` would cut off a note, so each part becomes its own note.
        let parts = remark.split('#').map(str::trim);
        let notes = parts
            .filter(|part| !part.is_empty())
            .map(|part| Tag { name: Tag::REPEATED, text: part.to_owned() });
        self.tags.extend(notes);
    }

    /// Reads a line with a key.
    fn pair(
        &mut self,
        place: Written<'_>,
        key: &str,
        value: &str,
        said: &str,
    ) -> Result<(), Diagnostic> {
        match key {
            "rules" | "holes" | "seeds" | "option" => self.rule(place, key, value),
            "position" => {
                let position = *self.game(place, value)?.position();
                self.says(place, value, Statement::Position(position))
            }
            "result" => {
                let result = result(value).ok_or_else(|| {
                    let expected = sentence!("faults.record.result");
                    place.expected(place.span(value), expected)
                })?;
                self.says(place, value, Statement::Result(result))
            }
            "start" => self.says(place, value, Statement::Start(value.to_owned())),
            "set" => {
                let standing = SetStanding::read(value);
                if standing.is_none() && value != "unfinished" {
                    let expected = sentence!("faults.record.standing");
                    return Err(place.expected(place.span(value), expected));
                }
                self.says(place, value, Statement::Set(standing))
            }
            _ if key == "round" || key.starts_with("round ") => self.round(place, key, value, said),
            _ => {
                self.tags.push(self.said.tag(place, (key, value), &keys())?);
                Ok(())
            }
        }
    }

    /// Reads a line of the head that determines the rules.
    fn rule(&mut self, place: Written<'_>, key: &str, value: &str) -> Result<(), Diagnostic> {
        if self.first.is_some() {
            let expected = sentence!("faults.record.before-round", key = key.to_owned());
            return Err(place.expected(place.span(key), expected));
        }
        let name =
            if key == "option" { value.split('=').next().unwrap_or_default().trim() } else { key };
        self.said.once(place, key, name)?;
        if key == "rules" {
            let named = self.rule_sets.named(value);
            let named = named.map_err(|error| {
                let expected = error.expected();
                place.malformed(place.span(value), error.message, expected)
            })?;
            // A record that is written again names the options, not the rule file.
            self.preset = Some((named.preset().name, named.rules()));
            return Ok(());
        }
        let Some((_, rules)) = &mut self.preset else {
            let expected = sentence!("faults.record.before-rules", key = key.to_owned());
            return Err(place.expected(place.span(key), expected));
        };
        let example = sentence!("faults.record.option");
        set_rule(place, (key, value), example, |name, value| rules.set(name, value))
    }

    /// Reads a line such as `round 2: POSITION`, `round 1: B` or `round 2`.
    fn round(
        &mut self,
        place: Written<'_>,
        key: &str,
        value: &str,
        said: &str,
    ) -> Result<(), Diagnostic> {
        let number = key["round".len()..].trim();
        let number: usize = number
            .parse()
            .map_err(|_| place.expected(place.span(key), sentence!("faults.record.number")))?;
        if self.first.is_none() && number != 1 {
            let problem = sentence!("faults.record.first", number = number.to_string());
            return Err(place.malformed(place.span(key), problem, "round 1 first"));
        }
        let (starter, game) = match value {
            "" => (None, None),
            "A" => (Some(Side::A), None),
            "B" => (Some(Side::B), None),
            _ => (None, Some(self.game(place, value)?)),
        };
        let (_, rules) = self.preset(place)?;
        if self.first.is_none() {
            let full = || Game::opening(&rules, starter.unwrap_or(Side::A));
            self.first = Some(game.unwrap_or_else(full));
            return Ok(());
        }
        let later = |line: &&Line| matches!(line.says, Statement::Round { .. });
        // The message points at the number if it is wrong, and otherwise at the opening.
        let about = match value {
            _ if self.lines.iter().filter(later).count() + 2 != number => key,
            "" => said,
            _ => value,
        };
        let opening = game.map(|game| *game.position());
        self.says(place, about, Statement::Round { number, starter, opening })
    }

    /// Adds a statement, which needs a round that it is about.
    fn says(&mut self, place: Written<'_>, about: &str, says: Statement) -> Result<(), Diagnostic> {
        // Moves may start the first round by themselves: A starts unless the record says otherwise.
        let begins = matches!(says, Statement::Moves(_) | Statement::Start(_));
        if let (None, true, Some((_, rules))) = (&self.first, begins, &self.preset) {
            self.first = Some(Game::opening(rules, Side::A));
        }
        if self.first.is_none() {
            let expected = match self.preset {
                Some(_) => sentence!("faults.record.a-round"),
                None => sentence!("faults.record.neither"),
            };
            return Err(place.expected(place.span(about), expected));
        }
        self.line(place, about, says);
        Ok(())
    }

    fn line(&mut self, place: Written<'_>, about: &str, says: Statement) {
        let (text, span) = (place.line.to_owned(), place.span(about));
        self.lines.push(Line { number: place.number, text, span, says });
    }

    fn preset(&self, place: Written<'_>) -> Result<(&'static str, Rules), Diagnostic> {
        self.preset.ok_or_else(|| {
            let expected = sentence!("faults.record.a-rule-set");
            place.expected(place.span(place.line.trim()), expected)
        })
    }

    /// Parses a position that is valid under the rules.
    fn game(&self, place: Written<'_>, text: &str) -> Result<Game, Diagnostic> {
        let (_, rules) = self.preset(place)?;
        let wrong = |error| place.wrong(text, ErrorKind::Syntax, error);
        let position: Position = text.parse().map_err(wrong)?;
        Game::new(&rules, &position).map_err(wrong)
    }

    fn finish(self, end: Written<'_>) -> Result<WrittenSet, Diagnostic> {
        if self.preset.is_none() && self.first.is_none() {
            let expected = sentence!("faults.record.neither");
            return Err(end.expected(end.line.len()..end.line.len(), expected));
        }
        let (preset, _) = self.preset(end)?;
        let first = self.first.ok_or_else(|| {
            let (problem, expected) =
                (sentence!("faults.record.no-round"), "a line such as round 1: A");
            end.malformed(end.line.len()..end.line.len(), problem, expected)
        })?;
        Ok(WrittenSet { preset, first, tags: self.tags, lines: self.lines })
    }
}

/// Parses two numbers.
fn result(text: &str) -> Option<[u32; 2]> {
    let mut words = text.split_whitespace().map(|word| word.parse().ok());
    let result = [words.next()??, words.next()??];
    words.next().is_none().then_some(result)
}
