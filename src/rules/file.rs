//! Parses rule files, shipped or written by users.
//!
//! A file names its base and the options that differ from it, and can cite the sentence that
//! supports an option. Every error is reported with its place. `docs/formats/rule-files.md`
//! describes the format, `docs/rules.schema.json` is its schema.

use std::ops::Range;

use strsim::jaro_winkler;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::options::PLAIN;
use super::preset::{Citation, Preset, RuleFile, Source};
use super::{OPTION_NAMES, Rules, SIZE_OPTIONS};
use crate::language::Sentence;
use crate::sentence;
use crate::text::{Diagnostic, ErrorKind, document, first_unknown};

/// The fields of a file.
const FIELDS: [&str; 8] = ["name", "title", "base", "holes", "seeds", "follows", "set", "source"];
const OF_FOLLOWS: [&str; 2] = ["short", "full"];
const OF_SOURCE: [&str; 5] = ["option", "text", "reference", "follows", "note"];

/// The similarity above which an error message suggests a name.
const LIKE: f64 = 0.7;

type Read<T> = Result<T, Diagnostic>;

/// Parses a file whose base, if any, is one of the known rule sets.
pub(super) fn read<'a>(path: &str, text: &str, known: &'a [Preset]) -> Read<RuleFile<'a>> {
    let document = document(text)?;
    let table = document.get_ref();
    only(table, &FIELDS, "field")?;
    let (name, span) = match text_of(table, "name")? {
        Some(name) => name,
        None => {
            let (found, expected) = match table.is_empty() {
                true => ("found nothing", "a rule set, with at least name = \"…\""),
                false => ("found no name", "name = \"…\""),
            };
            return Err(Diagnostic::at(0..0, found, expected).of_kind(ErrorKind::Missing));
        }
    };
    if name.trim().is_empty() {
        return Err(Diagnostic::at(span, "found an empty name", "a name"));
    }
    // The name is printed as a heading, so it must be a single line.
    if let Some(control) = name.chars().find(|character| character.is_control()) {
        let found = format!("found the control character {control:?} in the name");
        return Err(Diagnostic::at(span, &found, "a name in one line"));
    }
    let base = base(table, known)?;
    let mut file = RuleFile {
        path: path.to_owned(),
        name,
        title: optional_text(table, "title")?,
        base,
        follows: follows(table)?,
        rules: base.map_or(PLAIN, |base| base.rules),
        set: Vec::new(),
        citations: Vec::new(),
    };
    // Size options may be set here or in `set`, but not in both.
    for option in SIZE_OPTIONS {
        if let Some(value) = table.get(option) {
            file.take(option, value)?;
        }
    }
    if let Some(set) = table.get("set") {
        file.take_all(table_of(set, "set")?)?;
    }
    if let Some(sources) = table.get("source") {
        file.take_sources(sources)?;
    }
    Ok(file)
}

impl RuleFile<'_> {
    /// Reads the options of `set`, in the order in which they are written.
    fn take_all(&mut self, set: &DeTable<'_>) -> Read<()> {
        let mut options: Vec<_> = set.iter().collect();
        options.sort_by_key(|(name, _)| name.span().start);
        for (name, value) in options {
            let option = option(name.get_ref(), name.span())?;
            if self.set.contains(&option) {
                let found = format!("{option} is set at the head of the file too");
                let mistake = Diagnostic::at(name.span(), found, "it in one place");
                return Err(mistake.of_kind(ErrorKind::Conflict));
            }
            self.take(option, value)?;
        }
        Ok(())
    }

    fn take(&mut self, option: &'static str, value: &Spanned<DeValue<'_>>) -> Read<()> {
        let is_number = Rules::values_of(option).is_some_and(<[_]>::is_empty);
        // Numbers must be TOML integers and names strings, as the schema says.
        let text = match value.get_ref() {
            DeValue::Integer(number) if is_number => {
                let number = i64::from_str_radix(number.as_str(), number.radix());
                number.ok().map(|number| number.to_string())
            }
            DeValue::String(text) if !is_number => Some(text.to_string()),
            _ => None,
        };
        // No option accepts an empty text, so the error lists the valid values.
        let set = self.rules.set(option, &text.unwrap_or_default());
        set.map_err(|error| {
            let found = format!("{option}: found {}", shown(value.get_ref()));
            Diagnostic::at(value.span(), found, error.expected())
        })?;
        self.set.push(option);
        Ok(())
    }

    fn take_sources(&mut self, sources: &Spanned<DeValue<'_>>) -> Read<()> {
        let expected = "[[source]], a table for each sentence";
        let wrong = |value: &Spanned<DeValue<'_>>| {
            let found = format!("source: found {}", shown(value.get_ref()));
            Diagnostic::at(value.span(), found, expected)
        };
        let sources = match sources.get_ref() {
            DeValue::Array(sources) => sources,
            _ => return Err(wrong(sources)),
        };
        for source in sources.iter() {
            let DeValue::Table(table) = source.get_ref() else {
                return Err(wrong(source));
            };
            let citation = self.cited(table, source.span())?;
            self.citations.push(citation);
        }
        Ok(())
    }

    fn cited(&self, table: &DeTable<'_>, span: Range<usize>) -> Read<Citation> {
        only(table, &OF_SOURCE, "field of a source")?;
        let Some(options) = table.get("option") else {
            let expected = "option = the name of an option, or a list of names";
            return Err(Diagnostic::at(span, "found a source without an option", expected));
        };
        let citation = Citation {
            options: self.options(options)?,
            section: optional_text(table, "reference")?,
            sentence: optional_text(table, "text")?,
            note: optional_text(table, "note")?,
            source: optional_text(table, "follows")?,
            shipped: None,
        };
        let Citation { section, sentence, note, .. } = &citation;
        if section.is_empty() && sentence.is_empty() && note.is_empty() {
            let expected = "a text, a reference or a note";
            return Err(Diagnostic::at(span, "found an empty source", expected));
        }
        Ok(citation)
    }

    /// Reads the names of the options that a source supports.
    fn options(&self, options: &Spanned<DeValue<'_>>) -> Read<Vec<String>> {
        let all = match options.get_ref() {
            DeValue::Array(all) if !all.is_empty() => all.iter().collect(),
            _ => vec![options],
        };
        let mut cited: Vec<String> = Vec::new();
        for one in all {
            let DeValue::String(name) = one.get_ref() else {
                let found = format!("option: found {}", shown(one.get_ref()));
                let expected = "the name of an option in quotes, or a list of names";
                return Err(Diagnostic::at(one.span(), found, expected));
            };
            let name = option(name, one.span())?;
            let before = self.citations.iter().flat_map(|citation| &citation.options);
            if before.chain(&cited).any(|other| other == name) {
                let found = format!("found a second source of {name}");
                return Err(Diagnostic::at(one.span(), found, "at most one"));
            }
            cited.push(name.to_owned());
        }
        Ok(cited)
    }
}

fn base<'a>(table: &DeTable<'_>, known: &'a [Preset]) -> Read<Option<&'a Preset>> {
    let Some((name, span)) = text_of(table, "base")? else {
        return Ok(None);
    };
    let found = known.iter().find(|preset| preset.name == name);
    let names: Vec<&str> = known.iter().map(|preset| preset.name).collect();
    let wrong = || unknown(span, "base", &name, &names);
    found.map(Some).ok_or_else(wrong)
}

fn follows(table: &DeTable<'_>) -> Read<Option<Source>> {
    let Some(value) = table.get("follows") else {
        return Ok(None);
    };
    let follows = table_of(value, "follows")?;
    only(follows, &OF_FOLLOWS, "field of follows")?;
    let required = |field| match text_of(follows, field)? {
        Some((text, _)) => Ok(text),
        None => {
            let expected = "short, the name of the text for tables, and full, author and title";
            Err(Diagnostic::at(value.span(), format!("found no {field}"), expected))
        }
    };
    Ok(Some(Source { short: required("short")?, full: required("full")? }))
}

/// Returns an error for the first unknown field of a table.
fn only(table: &DeTable<'_>, known: &[&str], what: &str) -> Read<()> {
    match first_unknown(table, known) {
        None => Ok(()),
        // An option at the head of the file is probably meant for `set`.
        Some(key) if what == "field" && OPTION_NAMES.contains(&&**key.get_ref()) => {
            let found = format!("found {} at the head of the file", key.get_ref());
            Err(Diagnostic::at(key.span(), found, "it below [set]"))
        }
        Some(key) => Err(unknown(key.span(), what, key.get_ref(), known)),
    }
}

fn option(name: &str, span: Range<usize>) -> Read<&'static str> {
    let found = OPTION_NAMES.into_iter().find(|option| *option == name);
    found.ok_or_else(|| unknown(span, "option", name, &OPTION_NAMES))
}

/// Creates the error for an unknown name.
fn unknown(span: Range<usize>, what: &str, name: &str, known: &[&str]) -> Diagnostic {
    let found = format!("no {what} {name:?}");
    Diagnostic::at(span, found, one_of(name, known)).of_kind(ErrorKind::UnknownName)
}

/// Lists the known names, and suggests the one most similar to `name` if it is similar enough.
pub(super) fn one_of(name: &str, known: &[&str]) -> Sentence {
    let alike = known.iter().map(|other| (jaro_winkler(other, name), other));
    let near = alike.max_by(|a, b| a.0.total_cmp(&b.0));
    let one_of = sentence!("faults.one-of", known = known.join(", "));
    match near.filter(|(likeness, _)| *likeness > LIKE) {
        None => one_of,
        Some((_, near)) => {
            sentence!("faults.did-you-mean", expected = one_of, near = near.to_string())
        }
    }
}

/// Returns a text field with its place; `None` if the table has no such field.
fn text_of(table: &DeTable<'_>, field: &str) -> Read<Option<(String, Range<usize>)>> {
    let Some(value) = table.get(field) else {
        return Ok(None);
    };
    match value.get_ref() {
        DeValue::String(text) => Ok(Some((text.to_string(), value.span()))),
        other => {
            let found = format!("{field}: found {}", shown(other));
            Err(Diagnostic::at(value.span(), found, "a text in quotes"))
        }
    }
}

/// Returns an optional text field, empty if it is absent.
fn optional_text(table: &DeTable<'_>, field: &str) -> Read<String> {
    Ok(text_of(table, field)?.map_or_else(String::new, |(text, _)| text))
}

fn table_of<'a, 'i>(value: &'a Spanned<DeValue<'i>>, field: &str) -> Read<&'a DeTable<'i>> {
    match value.get_ref() {
        DeValue::Table(table) => Ok(table),
        other => {
            let found = format!("{field}: found {}", shown(other));
            Err(Diagnostic::at(value.span(), found, format!("a table, [{field}]")))
        }
    }
}

/// Describes a value for an error message.
fn shown(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => format!("{text:?}"),
        DeValue::Integer(number) => format!("the number {number}"),
        DeValue::Float(number) => format!("the number {number}"),
        DeValue::Boolean(value) => format!("{value}"),
        DeValue::Datetime(date) => format!("the date {date}"),
        DeValue::Array(_) => "a list".to_owned(),
        DeValue::Table(_) => "a table".to_owned(),
    }
}
