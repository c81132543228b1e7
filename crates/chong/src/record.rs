//! The record of a game as text that people can read and write.
//!
//! A record consists of lines: `key: value`, or a turn, which is played as it is read. The last
//! line says how the game stands, so that a truncated record is never taken for a complete one.

use std::fmt;
use std::str::FromStr;

use crate::{ChongRules, Dice, FULL_COLUMNS, OPTION_NAMES, PlacedPosition, PlayedTurn, Profile};
use chongkak_base::text::{Diagnostic, ErrorKind, Tag, UsedKeys, Written, set_rule};

/// The source of the throws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Throws {
    /// The program: the throws follow from this random seed.
    Seed(u64),
    /// People with real dice, who type what they threw.
    Typed,
}

/// The word before a seed.
const SEED: &str = "seed ";
const TYPED: &str = "typed";

impl fmt::Display for Throws {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Throws::Seed(seed) => write!(f, "{SEED}{seed}"),
            Throws::Typed => f.write_str(TYPED),
        }
    }
}

impl FromStr for Throws {
    type Err = ();

    fn from_str(text: &str) -> Result<Throws, ()> {
        if text == TYPED {
            return Ok(Throws::Typed);
        }
        let seed = text.strip_prefix(SEED).and_then(|seed| seed.parse().ok());
        seed.map(Throws::Seed).ok_or(())
    }
}

/// A recorded game, in which every turn is legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChongRecord {
    /// The profile on which the rules are based.
    pub profile: &'static Profile,
    /// The rules: the profile with changed options; the columns are those of the board.
    pub rules: ChongRules,
    /// Remarks at the head.
    pub tags: Vec<Tag>,
    /// The source of the throws from here on.
    pub throws: Throws,
    /// The first position.
    pub first: PlacedPosition,
    /// The turns.
    pub turns: Vec<PlayedTurn>,
    /// A throw that was made and not played yet.
    pub throw: Option<Dice>,
}

impl ChongRecord {
    /// Creates a game that has not started, without remarks.
    #[doc(hidden)]
    #[must_use]
    pub fn new(
        profile: &'static Profile,
        rules: ChongRules,
        first: PlacedPosition,
        throws: Throws,
    ) -> ChongRecord {
        let (tags, turns) = (Vec::new(), Vec::new());
        ChongRecord { profile, rules, tags, throws, first, turns, throw: None }
    }

    /// Returns the position after all turns.
    #[must_use]
    pub fn placed(&self) -> PlacedPosition {
        self.turns.last().map_or(self.first, |turn| turn.after)
    }

    /// Returns how the game stands, in the words of the last line.
    #[must_use]
    pub fn standing(&self) -> String {
        let placed = self.placed();
        let player = placed.player;
        match (placed.result(&self.rules), self.throw) {
            (Some(Some(winner)), _) => format!("won by {winner}"),
            (Some(None), _) => "drawn".to_owned(),
            (None, Some(throw)) => format!("{UNFINISHED}, {player} is to play {throw}"),
            (None, None) => format!("{UNFINISHED}, {player} is to throw"),
        }
    }

    /// Lists the options that differ from the profile, except dice and board.
    pub fn changed_options(&self) -> impl Iterator<Item = (&'static str, String)> {
        let usual = self.profile.rules(self.rules.columns.get());
        let usual = usual.unwrap_or(self.rules);
        let options = OPTION_NAMES.into_iter().filter(|name| *name != "dice");
        let changed = options.filter(move |name| self.rules.value(name) != usual.value(name));
        changed.filter_map(|name| Some((name, self.rules.value(name)?)))
    }
}

/// The word that starts the standing of an unfinished game.
pub(super) const UNFINISHED: &str = "unfinished";

impl fmt::Display for ChongRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "chong: {}", self.profile.name)?;
        writeln!(f, "holes: {}", self.rules.columns)?;
        writeln!(f, "dice: {}", self.rules.dice)?;
        for (name, value) in self.changed_options() {
            writeln!(f, "option: {name}={value}")?;
        }
        for Tag { name, text } in &self.tags {
            writeln!(f, "{name}: {text}")?;
        }
        writeln!(f, "throws: {}\n\nstart: {}", self.throws, self.first)?;
        for turn in &self.turns {
            writeln!(f, "{turn}")?;
        }
        if let Some(throw) = self.throw {
            writeln!(f, "throw: {throw}")?;
        }
        writeln!(f, "position: {}", self.placed())?;
        writeln!(f, "game: {}", self.standing())
    }
}

const KEYS: &str = "chong, holes, dice, option, event, place, date, A, B, note, throws, start, \
                    throw, position or game";

/// The part that has been read so far.
#[derive(Default)]
pub(super) struct Reader {
    record: Option<ChongRecord>,
    used: UsedKeys,
    /// Whether the head is over, so that turns may follow.
    begun: bool,
    /// Whether the last line was read.
    ended: bool,
}

impl ChongRecord {
    /// Reads a record, and plays it.
    ///
    /// # Errors
    /// The first line that is malformed or false, with line and column.
    ///
    /// # Examples
    /// ```
    /// # mod chongkak { pub use chongkak_chong as chong; }
    /// use chongkak::chong::ChongRecord;
    /// let head = "chong: content\nholes: 3\nthrows: typed\n";
    /// let turns = "1,2,3,4 1:K3<>2 4:S3-7\ngame: unfinished\n";
    /// let record = ChongRecord::read(&[head, turns].concat()).unwrap();
    /// assert_eq!(record.placed().to_string(), "SSK|..k|sSs B opened:A");
    /// ```
    pub fn read(text: &str) -> Result<ChongRecord, Diagnostic> {
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
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<ChongRecord, Diagnostic> {
        ChongRecord::read(text)
    }
}

impl Reader {
    /// Reads the next line.
    pub(super) fn read(&mut self, line: Written<'_>) -> Result<(), Diagnostic> {
        let said = line.content();
        if said.is_empty() {
            return Ok(());
        }
        if self.ended {
            let expected = "nothing after the line game:";
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

    /// Returns the record, if this line completes it.
    pub(super) fn finish(self, last: Written<'_>) -> Result<ChongRecord, Diagnostic> {
        let end = last.line.len()..last.line.len();
        let record = self.record.filter(|_| self.ended);
        record.ok_or_else(|| {
            let expected = "a last line such as game: unfinished";
            last.malformed(end, format!("the record ends here: expected {expected}"), expected)
        })
    }

    /// Returns the record, which exists once the profile is read.
    fn record(&mut self, line: Written<'_>, about: &str) -> Result<&mut ChongRecord, Diagnostic> {
        let expected = "chong: first, with a profile, such as chong: content";
        let record = self.record.as_mut();
        record.ok_or_else(|| line.expected(line.span(about), expected))
    }

    fn turn(&mut self, line: Written<'_>, said: &str) -> Result<(), Diagnostic> {
        let record = self.record(line, said)?;
        if record.throw.is_some() {
            let expected = "no turn after the line throw:";
            return Err(line.expected(line.span(said), expected));
        }
        let turn = record.rules.read_turn(&record.placed(), said);
        record.turns.push(turn.map_err(|error| line.wrong(said, error.kind, error))?);
        self.begun = true;
        Ok(())
    }

    /// Reads a line with a key.
    fn pair(&mut self, line: Written<'_>, key: &str, value: &str) -> Result<(), Diagnostic> {
        let option = value.split('=').next().unwrap_or_default().trim();
        let name = if key == "option" { option } else { key };
        if !Tag::NAMES.contains(&key) && key != "position" {
            self.used.once(line, key, name)?;
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
                let tag = self.used.tag(line, (key, value), &KEYS.into())?;
                self.record(line, key)?.tags.push(tag);
                Ok(())
            }
        }
    }

    /// Reads a line that sets the rules or the first position.
    fn head(&mut self, line: Written<'_>, key: &str, value: &str) -> Result<(), Diagnostic> {
        let begun = self.begun;
        let record = self.record(line, key)?;
        if begun {
            let expected = format!("{key} before the start and the first turn");
            return Err(line.expected(line.span(key), expected));
        }
        if key == "start" {
            record.first = read_position(record, line, value)?;
            self.begun = true;
            return Ok(());
        }
        let rules = &mut record.rules;
        let example = "OPTION=VALUE, such as king_path=advance";
        set_rule(line, (key, value), example, |name, value| match name {
            "holes" => rules.set_columns(value),
            _ => rules.set(name, value),
        })?;
        // The game starts there unless another position is given.
        record.first = PlacedPosition::start(rules);
        Ok(())
    }

    /// Reads a line about the game.
    fn statement(&mut self, line: Written<'_>, key: &str, value: &str) -> Result<(), Diagnostic> {
        let record = self.record(line, key)?;
        match key {
            "throw" => {
                let throw = record.rules.throw(value);
                let wrong = |error| line.wrong(value, ErrorKind::Syntax, error);
                record.throw = Some(throw.map_err(wrong)?);
                if record.placed().result(&record.rules).is_none() {
                    return Ok(());
                }
                let (message, expected) = ("the game is over: expected no throw", "no throw");
                let fault = ErrorKind::Untrue;
                Err(line.error(fault, line.span(value), message, expected))
            }
            "position" => {
                let (said, is) = (read_position(record, line, value)?, record.placed());
                check_statement(line, value, said == is, &is.to_string())
            }
            _ => {
                let is = record.standing();
                let short = value == UNFINISHED && is.starts_with(UNFINISHED);
                check_statement(line, value, short || value == is, &is)?;
                self.ended = true;
                Ok(())
            }
        }
    }

    fn profile(&mut self, line: Written<'_>, name: &str) -> Result<(), Diagnostic> {
        let wrong = |error| line.wrong(name, ErrorKind::Syntax, error);
        let profile = Profile::named(name).map_err(wrong)?;
        let rules = profile.rules(FULL_COLUMNS).map_err(wrong)?;
        let start = PlacedPosition::start(&rules);
        self.record = Some(ChongRecord::new(profile, rules, start, Throws::Typed));
        Ok(())
    }
}

/// Reads a position on the board of the record.
fn read_position(
    record: &ChongRecord,
    line: Written<'_>,
    text: &str,
) -> Result<PlacedPosition, Diagnostic> {
    let placed = PlacedPosition::parse(text, &record.rules)
        .map_err(|error| line.wrong(text, ErrorKind::Syntax, error))?;
    let (found, expected) = (placed.columns, record.rules.columns);
    if expected != found {
        let expected = format!("{expected} as holes: says");
        let message = format!("rows of {found} holes, expected {expected}");
        return Err(line.malformed(line.span(text), message, expected));
    }
    Ok(placed)
}

/// Checks that a statement is true.
fn check_statement(
    line: Written<'_>,
    value: &str,
    is_so: bool,
    is: &str,
) -> Result<(), Diagnostic> {
    if is_so {
        return Ok(());
    }
    let message = format!("found {value:?}, expected {is}");
    Err(line.error(ErrorKind::Untrue, line.span(value), message, is.to_owned()))
}
