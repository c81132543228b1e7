//! Templates with names in braces, filled at once or kept as a sentence whose language is chosen
//! later: an error is English for commands and programs, and translated for players.

use std::borrow::Cow;
use std::fmt::{self, Display};

use super::Language;

/// Fills a text of a language with displayed values. The number after the semicolon, named `count`,
/// selects the plural form.
///
/// # Examples
/// ```
/// # use chongkak_base as chongkak;
/// use chongkak::{language::Language, say};
/// let english = Language::english();
/// assert_eq!(say!(english, "page.count.seeds"; 1), "1 seed");
/// assert_eq!(say!(english, "words.follows.again", mover = 'A'), "A moves again");
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! say {
    ($language:expr, $key:expr $(; $count:expr)? $(, $name:ident = $value:expr)* $(,)?) => {
        $language.text($key, &[
            $(("count", $crate::language::Named::counted($count)),)?
            $((stringify!($name), $crate::language::Named::shown(&$value)),)*
        ])
    };
}

/// A value to fill into a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Named<'a> {
    /// Formatted as the language writes numbers.
    Number(i64),
    /// Inserted unchanged.
    Text(Cow<'a, str>),
    /// Translated into the same language.
    Sentence(Box<Sentence>),
}

impl Named<'_> {
    /// Creates a number, which may select a plural form.
    #[must_use]
    pub fn counted(number: impl TryInto<i64>) -> Self {
        Named::Number(number.try_into().unwrap_or(i64::MAX))
    }

    /// Creates a displayed value.
    #[must_use]
    pub fn shown(value: impl Display) -> Self {
        Named::Text(value.to_string().into())
    }
}

impl From<i64> for Named<'_> {
    fn from(number: i64) -> Self {
        Named::Number(number)
    }
}

impl<'a> From<&'a str> for Named<'a> {
    fn from(text: &'a str) -> Self {
        Named::Text(text.into())
    }
}

impl From<String> for Named<'_> {
    fn from(text: String) -> Self {
        Named::Text(text.into())
    }
}

impl From<Sentence> for Named<'_> {
    fn from(sentence: Sentence) -> Self {
        Named::Sentence(sentence.into())
    }
}

/// A translatable sentence, or a part of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sentence {
    /// A text with values.
    Keyed {
        /// The key of the text.
        key: &'static str,
        /// The values by their names.
        values: Box<[(&'static str, Named<'static>)]>,
    },
    /// A text that is the same in all languages, or has no translation.
    Plain(Box<str>),
}

/// Creates a [`Sentence`] from a key and values, each a text or another sentence. The number after
/// the semicolon, named `count`, selects the plural form.
///
/// # Examples
/// ```
/// # use chongkak_base as chongkak;
/// use chongkak::{language::Language, sentence};
/// let seeds = sentence!("page.count.seeds"; 3);
/// let said = sentence!("faults.found", found = "x".to_owned(), expected = seeds);
/// assert_eq!(said.to_string(), "found x, expected 3 seeds");
/// let malay = Language::named("ms").unwrap();
/// assert_eq!(said.in_language(malay), "tertulis x, sepatutnya 3 buah");
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! sentence {
    ($key:expr $(; $count:expr)? $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::language::Sentence::Keyed {
            key: $key,
            values: Box::new([
                $(("count", $crate::language::Named::counted($count)),)?
                $((stringify!($name), $crate::language::Named::from($value)),)*
            ]),
        }
    };
}

impl Sentence {
    /// Returns the sentence in a language; plain text stays as it is.
    #[must_use]
    pub fn in_language(&self, language: &Language) -> String {
        match self {
            Sentence::Keyed { key, values } => language.text(key, values),
            Sentence::Plain(text) => text.to_string(),
        }
    }

    /// Replaces the value of this name, if the sentence has one.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Named<'static>>) -> Sentence {
        if let Sentence::Keyed { values, .. } = &mut self
            && let Some((_, old)) = values.iter_mut().find(|(known, _)| *known == name)
        {
            *old = value.into();
        }
        self
    }

    /// Quotes a value, as messages show what was found.
    pub fn quoted(text: &str) -> Sentence {
        format!("{text:?}").into()
    }

    /// Joins words with "or".
    #[must_use]
    pub fn one_of(words: &[&str]) -> Sentence {
        let plain = |word: &&str| Sentence::from(*word);
        let (first, rest) = words.split_first().unwrap_or((&"", &[]));
        rest.iter()
            .fold(plain(first), |all, word| sentence!("faults.or", one = all, other = plain(word)))
    }
}

/// Displays the sentence in English.
impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_language(Language::english()))
    }
}

impl Default for Sentence {
    fn default() -> Sentence {
        "".into()
    }
}

impl From<String> for Sentence {
    fn from(text: String) -> Sentence {
        Sentence::Plain(text.into())
    }
}

impl From<&str> for Sentence {
    fn from(text: &str) -> Sentence {
        Sentence::Plain(text.into())
    }
}

/// Fills the names in a text.
pub(super) fn filled(text: &str, value: impl Fn(&str) -> String) -> String {
    let mut whole = String::with_capacity(text.len());
    for part in text.split_inclusive('}') {
        match part.strip_suffix('}').and_then(|part| part.split_once('{')) {
            Some((before, name)) => whole.extend([before, &value(name)]),
            None => whole.push_str(part),
        }
    }
    whole
}
