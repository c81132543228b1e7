//! Texts: values that records hold as their text, the place of a mistake in one, and what the
//! records of all games share.

mod diagnostic;
mod fields;
#[doc(hidden)]
pub mod harmless;
mod json;
#[cfg(feature = "layout")]
#[doc(hidden)]
pub mod layout;
mod mistake;
#[doc(hidden)]
pub mod numbers_in_words;
mod record_parts;
#[doc(hidden)]
pub mod style;

use std::ops::Range;

pub use diagnostic::{Diagnostic, ErrorKind};
pub use fields::fields_of;
pub use json::{EXACT, Unique, option_text, whole};
pub use mistake::{document, first_unknown, misread};
pub use record_parts::{Said, Tag, Written, set_rule};

/// Returns the ending of the name of so many things.
#[allow(clippy::trivially_copy_pass_by_ref)] // Messages of errors have references to hand.
pub fn plural<T: PartialEq + From<u8>>(number: &T) -> &'static str {
    if *number == T::from(1) { "" } else { "s" }
}

/// Things as they show themselves, with a text between two.
pub fn joined(all: impl IntoIterator<Item = impl std::fmt::Display>, between: &str) -> String {
    let all: Vec<String> = all.into_iter().map(|one| one.to_string()).collect();
    all.join(between)
}

/// Characters that are shown before, in and behind the offending part of a text.
const AROUND: usize = 60;

/// A part of a text, underlined, with its surroundings: two lines, each after a line break and two
/// blanks. Of a long text no more is shown than leads to the place; nothing if there is no such
/// part.
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
    // A line break or tab is one column wide in what is shown.
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

/// A result that is shown to people and to programs.
#[doc(hidden)]
pub trait Record: serde::Serialize {
    /// Writes the text for people, with styles; it ends with a line break.
    ///
    /// # Errors
    /// Those of the text, which has none.
    fn write(&self, text: &mut String) -> std::fmt::Result;
}

/// Serialises types as the text that they display, and reads them from it.
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

/// Serialises types as the text that they display.
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
