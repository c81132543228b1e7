//! Proofs as text (`docs/formats/proofs.md`): writing them line by line, and checking them by the
//! plain rules.
//!
//! A check relies only on the rules and on the laws on seeds in play. It does not search.
//! `scripts/check-proof` does the same without this program.

use std::collections::HashMap;
use std::fmt::Display;
use std::mem;

use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value, json};

use super::option_value;
use crate::board::{Cells, Position, Side, Wide};
use crate::files::{Checksum, checksum};
use crate::moves::{Game, LastSeed, Move, legal_moves, trace};
use crate::rules::{Preset, Rules, StorePlace};
use crate::search::{Bounded, Bounds, Proof};
use crate::text::{Diagnostic, ErrorKind, option_text};

/// The name of the format.
const FORMAT: &str = "chongkak proof";

/// The version of the format. Earlier versions, which use fewer laws, can be read too.
const VERSION: u32 = 4;

/// Maximum number of characters of a line that a message quotes.
const SHOWN: usize = 100;

/// The first line.
#[derive(Serialize)]
struct Header<'a> {
    format: &'static str,
    version: u32,
    program: String,
    #[serde(serialize_with = "options")]
    rules: &'a Rules,
    position: String,
    lower: i32,
    upper: i32,
}

/// Serializes the options with their values, as in files.
fn options<S: Serializer>(rules: &Rules, serializer: S) -> Result<S::Ok, S::Error> {
    let options = rules.kept().map(|(name, value)| (name, option_value(&value)));
    serializer.collect_map(options)
}

/// An iterator over the lines of a proof with their line breaks: the header, the positions, and the
/// end line, which shows that the proof is complete.
pub struct ProofLines {
    first: Option<String>,
    positions: Box<dyn ExactSizeIterator<Item = Bounded> + Send>,
    /// The number of positions.
    count: usize,
    /// The checksum of all lines so far.
    checksum: Checksum,
    ended: bool,
}

impl ProofLines {
    /// Creates the lines of a proof of both bounds of a game's value.
    #[must_use]
    pub fn new(game: &Game, Bounds { lower, upper }: Bounds, proof: Proof) -> ProofLines {
        let header = Header {
            format: FORMAT,
            version: VERSION,
            program: format!("chongkak {}", crate::VERSION),
            rules: game.rules(),
            position: game.position().to_string(),
            lower,
            upper,
        };
        ProofLines {
            first: Some(to_json(&header)),
            count: proof.len(),
            positions: Box::new(proof.positions()),
            checksum: Checksum::new(),
            ended: false,
        }
    }
}

impl Iterator for ProofLines {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        let next = || self.positions.next().map(|bounded| to_json(&bounded));
        let Some(mut line) = self.first.take().or_else(next) else {
            let end = !mem::replace(&mut self.ended, true);
            return end.then(|| end_line(self.count, self.checksum.clone().finalize()) + "\n");
        };
        line.push('\n');
        self.checksum.update(line.as_bytes());
        Some(line)
    }
}

/// Formats a line as JSON.
fn to_json(line: &impl Serialize) -> String {
    serde_json::to_string(line).expect("plain data has a JSON form")
}

/// Formats the last line: the number of positions, and the checksum of all lines before it.
fn end_line(positions: usize, crc32: u32) -> String {
    format!(r#"{{"end":{{"positions":{positions},"crc32":"{crc32:08x}"}}}}"#)
}

/// The content of a confirmed proof.
#[derive(Clone, Debug)]
pub struct Confirmed {
    /// The position under its rules.
    pub game: Game,
    /// The proven bounds of the value.
    pub bounds: Bounds,
    /// Number of positions in the proof.
    pub positions: usize,
}

/// Checks a proof: every bound must follow, by one move, from the rules, the lines above it and the
/// seeds in play.
///
/// # Errors
/// If a line is damaged ([`ErrorKind::Syntax`]) or does not follow ([`ErrorKind::Untrue`]). The
/// error has the number of the first such line.
pub fn check_proof(text: &str) -> Result<Confirmed, Diagnostic> {
    // Report damage first, so that a damaged text is not called wrong.
    let whole = without_end(text)?;
    let mut lines = (1..).zip(whole.lines());
    let (_, first) = lines.next().unwrap_or((1, ""));
    let mut checker = Checker::new(first).map_err(|wrong| at_line(1, &wrong))?;
    for (number, line) in lines {
        checker.take(line).map_err(|wrong| at_line(number, &wrong))?;
    }
    checker.confirmed().map_err(|wrong| at_line(1, &wrong))
}

/// Splits off the last line, which shows that the text is complete and unchanged.
fn without_end(text: &str) -> Result<&str, Diagnostic> {
    let lines = text.strip_suffix('\n').and_then(|text| text.rsplit_once('\n'));
    let Some((before, last)) = lines else {
        let count = text.lines().count().max(1);
        let what = "expected more lines, each with a line break: cut off?";
        return Err(at_line(count, &damaged(what)));
    };
    // Include the last line break.
    let whole = &text[..=before.len()];
    let count = whole.matches('\n').count();
    let expected = end_line(count - 1, checksum(whole.as_bytes()));
    let is_end = |line: &str| {
        let read = |text: &str| serde_json::from_str::<Value>(text).ok();
        read(line).is_some_and(|line| Some(line) == read(&expected))
    };
    match is_end(last) {
        true => Ok(whole),
        false => {
            let last: String = last.chars().take(SHOWN).collect();
            let what = format!("found {last}, expected {expected}: damaged or cut off");
            Err(at_line(count + 1, &damaged(what)))
        }
    }
}

/// The error of a text that is not a valid proof file.
fn damaged(what: impl Display) -> Diagnostic {
    Diagnostic::new(ErrorKind::Syntax, what.to_string())
}

/// The error of a proof that does not prove its claim.
fn untrue(what: impl Display) -> Diagnostic {
    Diagnostic::new(ErrorKind::Untrue, what.to_string())
}

/// Adds the number of the line to an error.
fn at_line(number: usize, wrong: &Diagnostic) -> Diagnostic {
    let kind = match wrong.kind {
        ErrorKind::Untrue => ErrorKind::Untrue,
        _ => ErrorKind::Syntax,
    };
    let line = u32::try_from(number).unwrap_or(u32::MAX);
    Diagnostic { line, ..Diagnostic::new(kind, format!("line {number}: {wrong}")) }
}

/// A line of a position.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    position: Position,
    lower: Option<i32>,
    upper: Option<i32>,
    #[serde(rename = "move")]
    reached_by: Option<Move>,
}

/// The state of a check.
struct Checker {
    game: Game,
    claimed: Bounds,
    /// The law on seeds in play that this version of the format uses.
    law: LastSeed,
    /// The guaranteed lead of each player, by position with empty stores.
    known: HashMap<Position, [Option<i32>; 2]>,
}

impl Checker {
    /// Parses the first line.
    fn new(line: &str) -> Result<Checker, Diagnostic> {
        let header: Map<String, Value> = serde_json::from_str(line).unwrap_or_default();
        let version = header.get("version").and_then(Value::as_u64);
        let is_proof = header.get("format") == Some(&json!(FORMAT));
        if !is_proof || !version.is_some_and(|version| (1..=VERSION.into()).contains(&version)) {
            let begins = format!("{{\"format\":\"{FORMAT}\",\"version\":{VERSION}");
            let expected = format!("expected a proof of version 1 to {VERSION}");
            return Err(damaged(format_args!("{expected}, which begins {begins}")));
        }
        let field =
            |name: &str| header.get(name).ok_or_else(|| damaged(format_args!("{name}: missing")));
        let number = |name: &str| {
            let value = field(name)?;
            let number = value.as_i64().and_then(|number| i32::try_from(number).ok());
            let wrong = || damaged(format_args!("{name}: found {value}, expected a whole number"));
            number.ok_or_else(wrong)
        };
        let rules = rules_of(field("rules")?)?;
        let position: Position = serde_json::from_value(field("position")?.clone())
            .map_err(|wrong| damaged(format_args!("position: {wrong}")))?;
        let game = Game::new(&rules, &position)?;
        let claimed = Bounds { lower: number("lower")?, upper: number("upper")? };
        let law = LastSeed::new(&rules, position.field());
        let law = version.map_or(law, |version| law.of_version(version));
        let checker = Checker { game, claimed, law, known: HashMap::new() };
        if !position.is_over() {
            expect_move(&position)?;
        }
        Ok(checker)
    }

    /// Checks the line of a position and records its bounds.
    fn take(&mut self, line: &str) -> Result<(), Diagnostic> {
        let Line { position, lower, upper, reached_by } =
            serde_json::from_str(line).map_err(damaged)?;
        Game::new(self.game.rules(), &position)?;
        if lower.is_none() && upper.is_none() {
            return Err(damaged("no bound, expected lower or upper"));
        }
        if position.field() != self.game.position().field() {
            return Err(untrue("other hole states than those of the first line"));
        }
        if position.is_over() || Side::BOTH.map(|side| position.store(side)) != [0, 0] {
            return Err(untrue("expected a position that is not over, with empty stores"));
        }
        expect_move(&position)?;
        if self.known.contains_key(&position) {
            return Err(untrue("the position was there before"));
        }
        let leads = [lower, upper.map(|upper| -upper)];
        let (mover, other) = (position.mover(), position.mover().other());
        match (leads[mover.index()], reached_by) {
            (Some(lead), Some(by)) => {
                if trace(self.game.rules(), &position, by).is_none() {
                    let expected =
                        format!("expected the move that reaches {}", bound_in_words(mover, lead));
                    return Err(untrue(format_args!("move {by} is not legal, {expected}")));
                }
                self.expect_lead(&position, by, mover, lead)?;
            }
            (Some(lead), None) => {
                let what = format!(
                    "no move, expected the one that reaches {}",
                    bound_in_words(mover, lead)
                );
                return Err(untrue(what));
            }
            (None, Some(_)) => return Err(damaged("a move without the bound that it reaches")),
            (None, None) => {}
        }
        if let Some(lead) = leads[other.index()] {
            for made in legal_moves(self.game.rules(), &position) {
                self.expect_lead(&position, made, other, lead)?;
            }
        }
        self.known.insert(position, leads);
        Ok(())
    }

    /// Requires that a move guarantees a player at least this lead.
    fn expect_lead(
        &self,
        position: &Position,
        made: Move,
        side: Side,
        lead: i32,
    ) -> Result<(), Diagnostic> {
        let played = trace(self.game.rules(), position, made).expect("a legal move");
        let proven = self.leads(&played.after)[side.index()];
        if proven >= lead {
            return Ok(());
        }
        let (played, proven, lead) =
            (played.played, bound_in_words(side, proven), bound_in_words(side, lead));
        Err(untrue(format_args!("{played} is proven to bring {proven}, not {lead}")))
    }

    /// The lead that each player is guaranteed by what is proven so far.
    fn leads(&self, position: &Position) -> [i32; 2] {
        if position.is_over() {
            return [position.standing(), -position.standing()];
        }
        let (bare, ahead) = without_stores(position);
        let certain = certain_leads(self.law, &bare);
        let known = self.known.get(&bare).copied().unwrap_or_default();
        Side::BOTH.map(|side| {
            let certain = certain[side.index()];
            certain.max(known[side.index()].unwrap_or(certain)) + side.sign() * ahead
        })
    }

    /// Returns the claim of the first line if it follows.
    fn confirmed(&self) -> Result<Confirmed, Diagnostic> {
        let Bounds { lower, upper } = self.claimed;
        let [least, most] = self.leads(self.game.position());
        let most = -most;
        if lower > upper || least < lower || most > upper {
            let found = format!("from {least:+} to {most:+} is proven");
            return Err(untrue(format_args!("from {lower:+} to {upper:+} is claimed, {found}")));
        }
        Ok(Confirmed { game: self.game, bounds: self.claimed, positions: self.known.len() })
    }
}

/// Parses the options, all of which are required.
fn rules_of(value: &Value) -> Result<Rules, Diagnostic> {
    let expected = "rules: expected an object with all options";
    let options = value.as_object().ok_or_else(|| damaged(expected))?;
    let mut rules = Preset::all()[0].rules;
    for (option, value) in options {
        let text = option_text(value).ok_or_else(|| {
            damaged(format_args!("rules: {option}: found {value}, expected a string or a number"))
        })?;
        rules.set(option, &text)?;
    }
    if let Some((missing, _)) = rules.kept().find(|(option, _)| !options.contains_key(*option)) {
        return Err(damaged(format_args!("rules: {missing}: missing")));
    }
    if rules.store == StorePlace::Far {
        let why = "positions can recur, so that no bound follows by single moves";
        return Err(damaged(format_args!("rules: store = far: {why}")));
    }
    Ok(rules)
}

fn expect_move(position: &Position) -> Result<(), Diagnostic> {
    match position.legal().next() {
        Some(_) => Ok(()),
        None => Err(untrue("the player to move has no open hole with seeds in it")),
    }
}

/// Describes a player's lead as a bound of the value.
fn bound_in_words(side: Side, lead: i32) -> String {
    match side {
        Side::A => format!("at least {lead:+}"),
        Side::B => format!("at most {:+}", -lead),
    }
}

/// Splits a position into the position with empty stores and A's lead in the stores.
pub(crate) fn without_stores(position: &Position) -> (Position, i32) {
    let [a, b] = Side::BOTH.map(|side| position.store(side));
    let (field, shape, cells) = (position.field(), position.shape(), position.cells());
    let cells = cells.sub(Wide::unit(shape.store(Side::A), a));
    let cells = cells.sub(Wide::unit(shape.store(Side::B), b));
    let bare = Position::from_parts(field, cells, position.mover(), position.mark());
    (bare, a.cast_signed() - b.cast_signed())
}

/// The lead that the seeds in play guarantee each player in a position with empty stores: no player
/// wins more than the seeds in open holes, minus those that the opponent is sure of.
pub(crate) fn certain_leads(law: LastSeed, position: &Position) -> [i32; 2] {
    let [a, b] = Side::BOTH.map(|side| position.row(side).cast_signed());
    let [open_a, open_b] = Side::BOTH.map(|side| position.in_play(side).cast_signed());
    let (kept, in_play) = (a - open_a - (b - open_b), open_a + open_b);
    let (own, others) = law.static_bounds_of(position);
    Side::BOTH.map(|side| {
        let sure = if side == position.mover() { own } else { others };
        side.sign() * kept - in_play + 2 * sure.cast_signed()
    })
}
