//! What the heads of records say in the same way, whatever the game.

use super::{Diagnostic, ErrorKind, Tag, Written};
use crate::language::Sentence;
use crate::sentence;

/// The keys that a record has said.
#[derive(Default)]
pub struct Said(Vec<String>);

impl Said {
    /// Refuses what was said before.
    ///
    /// # Errors
    /// If it was.
    pub fn once(&mut self, line: Written<'_>, key: &str, name: &str) -> Result<(), Diagnostic> {
        if self.0.iter().any(|said| said == name) {
            let problem = sentence!("faults.record.once", key = name.to_owned());
            return Err(line.malformed(line.span(key), problem, "it once"));
        }
        self.0.push(name.to_owned());
        Ok(())
    }

    /// A remark. Else the key is none of all `keys`.
    ///
    /// # Errors
    /// If there is no such key, or it was said before.
    pub fn tag(
        &mut self,
        line: Written<'_>,
        (key, value): (&str, &str),
        keys: &Sentence,
    ) -> Result<Tag, Diagnostic> {
        let Some(name) = Tag::NAMES.into_iter().find(|name| *name == key) else {
            let found = Sentence::quoted(key);
            let problem = sentence!("faults.found", found = found, expected = keys.clone());
            return Err(line.malformed(line.span(key), problem, keys));
        };
        if name != Tag::REPEATED {
            self.once(line, key, name)?;
        }
        Ok(Tag { name, text: value.to_owned() })
    }
}

/// Sets what a line says of the rules: `option: NAME=VALUE`, or `NAME: VALUE`.
///
/// # Errors
/// If it has another form than `example`, or there is no such option or value.
pub fn set_rule(
    line: Written<'_>,
    (key, value): (&str, &str),
    example: impl Into<Sentence>,
    set: impl FnOnce(&str, &str) -> Result<(), Diagnostic>,
) -> Result<(), Diagnostic> {
    let (name, value) = match (key, value.split_once('=')) {
        ("option", Some((name, value))) => (name.trim(), value.trim()),
        ("option", None) => return Err(line.expected(line.span(value), example)),
        _ => (key, value),
    };
    set(name, value).map_err(|error| {
        let part = if error.kind == ErrorKind::UnknownName { name } else { value };
        line.wrong(part, ErrorKind::Syntax, error)
    })
}
