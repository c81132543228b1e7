//! Texts with names in braces, and the values that take their place: at once, or in a sentence
//! whose language is chosen by whoever tells it. What an error says is English for a command and
//! for a program, and another language for a player.

use std::borrow::Cow;
use std::fmt::{self, Display};

use super::Language;

/// A text of a language with its values: each as it shows itself, and behind a semicolon the number
/// that chooses the form, which is named `count`.
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

/// A value that takes the place of a name in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Named<'a> {
    /// Written as the language writes numbers.
    Number(i64),
    /// Written as it is.
    Text(Cow<'a, str>),
    /// Told in the same language.
    Sentence(Box<Sentence>),
}

impl Named<'_> {
    /// A number, which may choose the form of a text.
    #[must_use]
    pub fn counted(number: impl TryInto<i64>) -> Self {
        Named::Number(number.try_into().unwrap_or(i64::MAX))
    }

    /// A value as it shows itself.
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

/// A sentence, or a part of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sentence {
    /// A text of the languages by its key, with its values.
    Keyed {
        /// The key.
        key: &'static str,
        /// The values by their names.
        values: Box<[(&'static str, Named<'static>)]>,
    },
    /// A text that is the same in all languages, or was never put into another one.
    Plain(Box<str>),
}

/// A sentence by its key with its values: each a text of its own, or another sentence; behind a
/// semicolon stands the number that chooses the form, which is named `count`.
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
    /// The sentence in a language; what has no key stays as it is.
    #[must_use]
    pub fn in_language(&self, language: &Language) -> String {
        match self {
            Sentence::Keyed { key, values } => language.text(key, values),
            Sentence::Plain(text) => text.to_string(),
        }
    }

    /// The same with another value of this name, if it has one.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Named<'static>>) -> Sentence {
        if let Sentence::Keyed { values, .. } = &mut self
            && let Some((_, old)) = values.iter_mut().find(|(known, _)| *known == name)
        {
            *old = value.into();
        }
        self
    }

    /// A value between quotes, as all messages show what was found.
    pub fn quoted(text: &str) -> Sentence {
        format!("{text:?}").into()
    }

    /// One of some words: each but the first behind an "or".
    #[must_use]
    pub fn one_of(words: &[&str]) -> Sentence {
        let plain = |word: &&str| Sentence::from(*word);
        let (first, rest) = words.split_first().unwrap_or((&"", &[]));
        rest.iter()
            .fold(plain(first), |all, word| sentence!("faults.or", one = all, other = plain(word)))
    }
}

/// In English.
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

/// A text with values in the place of its names.
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
