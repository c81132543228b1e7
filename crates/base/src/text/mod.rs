//! Texts: serialisation as text, errors with their places, and parts shared by the records of all
//! games.

mod diagnostic;
mod fields;
#[doc(hidden)]
pub mod harmless;
mod json;
#[cfg(feature = "layout")]
#[doc(hidden)]
pub mod layout;
#[doc(hidden)]
pub mod numbers_in_words;
mod record_parts;
#[doc(hidden)]
pub mod style;
mod toml_errors;

use std::ops::Range;

pub use diagnostic::{Diagnostic, ErrorKind};
pub use fields::fields_of;
pub use json::{EXACT, Unique, option_text, whole};
pub use record_parts::{Tag, UsedKeys, Written, set_rule};
pub use toml_errors::{document, first_unknown, toml_error};

/// Returns the plural ending for this number.
#[allow(clippy::trivially_copy_pass_by_ref)] // Messages of errors have references to hand.
pub fn plural<T: PartialEq + From<u8>>(number: &T) -> &'static str {
    if *number == T::from(1) { "" } else { "s" }
}

/// Joins displayed values with a separator.
pub fn joined(all: impl IntoIterator<Item = impl std::fmt::Display>, between: &str) -> String {
    let all: Vec<String> = all.into_iter().map(|one| one.to_string()).collect();
    all.join(between)
}

/// The number of characters shown before, in and after the wrong part of a text.
const AROUND: usize = 60;

/// Underlines a part of a text: returns two lines, each preceded by a line break and two blanks. A
/// long text is cut around the part. Empty if the text has no such part.
///
/// # Examples
/// ```
/// # use chongkak_base as chongkak;
/// let shown = chongkak::text::underlined("1,q/0", &(2..3));
/// assert_eq!(shown, "\n  1,q/0\n    ^");
/// assert_eq!(chongkak::text::underlined("é", &(1..2)), "");
/// ```
#[must_use]
pub fn underlined(text: &str, span: &Range<usize>) -> String {
    // A line break or tab is shown one column wide.
    let shown = |part: String| part.replace(|c: char| c.is_control(), " ");
    let parts = (text.get(..span.start), text.get(span.clone()), text.get(span.end..));
    let (Some(before), Some(part), Some(after)) = parts else {
        return String::new();
    };
    let start = before.char_indices().rev().nth(AROUND - 1);
    let before = shown(before[start.map_or(0, |(at, _)| at)..].to_owned());
    let part = shown(part.chars().take(AROUND).collect());
    let after = shown(after.chars().take(AROUND).collect());
    let blanks = " ".repeat(before.chars().count());
    let carets = "^".repeat(part.chars().count().max(1));
    format!("\n  {before}{part}{after}\n  {blanks}{carets}")
}

/// A result with a text form for people and a JSON form for programs.
#[doc(hidden)]
pub trait Record: serde::Serialize {
    /// Writes the styled text, which ends with a line break.
    ///
    /// # Errors
    /// Only those of `text`, which never fails.
    fn write(&self, text: &mut String) -> std::fmt::Result;
}

/// Serialises types as their displayed text, and parses them from it.
#[macro_export]
macro_rules! as_text_both_ways {
    ($($name:ty),+ $(,)?) => {
        $crate::as_text!($($name),+);
        $(
            impl<'de> serde::Deserialize<'de> for $name {
                fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<$name, D::Error> {
                    let text = std::borrow::Cow::<'de, str>::deserialize(from)?;
                    text.parse().map_err(serde::de::Error::custom)
                }
            }
        )+
    };
}

/// Serialises types as their displayed text.
#[macro_export]
macro_rules! as_text {
    ($($name:ty),+ $(,)?) => {$(
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
    )+};
}
