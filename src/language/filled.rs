//! Texts with names in braces, and the values that take their place.

use std::borrow::Cow;
use std::fmt::Display;

/// A text of a language with its values: each as it shows itself, and behind a semicolon the number
/// that chooses the form, which is named `count`.
///
/// # Examples
/// ```
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
#[derive(Clone, Debug)]
pub enum Named<'a> {
    /// Written as the language writes numbers.
    Number(i64),
    /// Written as it is.
    Text(Cow<'a, str>),
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

/// The parts of a text: what stands as it is, and a name behind it but for the end.
fn parts(text: &str) -> impl Iterator<Item = (&str, Option<&str>)> {
    text.split_inclusive('}').map(|part| {
        let named = part.strip_suffix('}').and_then(|part| part.split_once('{'));
        named.map_or((part, None), |(before, name)| (before, Some(name)))
    })
}

/// A text with values in the place of its names.
pub(super) fn filled(text: &str, value: impl Fn(&str) -> String) -> String {
    let mut whole = String::with_capacity(text.len());
    for (before, name) in parts(text) {
        whole.push_str(before);
        whole.extend(name.map(&value));
    }
    whole
}

/// The names in a text, each once, in alphabetical order.
///
/// # Examples
/// ```
/// use chongkak::language::names_in;
/// assert_eq!(names_in("{side} has {count} of {all}, {side}"), ["all", "count", "side"]);
/// assert!(names_in("nothing").is_empty());
/// ```
#[must_use]
pub fn names_in(text: &str) -> Vec<&str> {
    let mut names: Vec<&str> = parts(text).filter_map(|(_, name)| name).collect();
    names.sort_unstable();
    names.dedup();
    names
}
