//! Options of games: named values, numbers in a range, and the macro that makes a rule set of them.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

use crate::diagnostic;
use crate::language::Sentence;
use crate::sentence;
use crate::text::Diagnostic;

/// Returns the error of an invalid value.
#[doc(hidden)]
pub fn no_value(
    option: &'static str,
    value: impl fmt::Display,
    expected: impl Into<Sentence>,
) -> Diagnostic {
    let found = Sentence::quoted(&value.to_string());
    let wrong = diagnostic!(BadValue, "faults.found", found = found => expected.into());
    let problem = wrong.message.clone();
    let message = sentence!("faults.option.value", option = option, problem = problem);
    wrong.telling(message).about(option)
}

/// Returns the error of an unknown option; `of` names the game after the option, in words.
#[doc(hidden)]
pub fn no_option(name: &str, of: &str, known: &[&str]) -> Diagnostic {
    let key = match of.is_empty() {
        true => "faults.option.name",
        false => "faults.option.name-of-chong",
    };
    let known = sentence!("faults.one-of", known = known.join(", "));
    diagnostic!(UnknownName, key, name = Sentence::quoted(name) => known)
}

/// The value of an option, parsed from text and displayed as text.
pub trait OptionValue: Sized + fmt::Display {
    /// The names of all values, the default first; empty for numbers.
    const NAMES: &'static [&'static str];

    /// Parses a value.
    ///
    /// # Errors
    /// If the option has no such value.
    fn read(option: &'static str, text: &str) -> Result<Self, Diagnostic>;
}

/// A whole number from `LEAST` to `MOST`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Number<const LEAST: u8, const MOST: u8>(u8);

impl<const LEAST: u8, const MOST: u8> Number<LEAST, MOST> {
    /// Returns the number if it is in the range.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number >= LEAST && number <= MOST { Some(Number(number)) } else { None }
    }

    /// Returns the number if it is in the range; the error says what the option takes.
    ///
    /// # Errors
    /// If it is out of range.
    pub fn of(
        option: &'static str,
        number: impl TryInto<u8> + fmt::Display + Copy,
    ) -> Result<Self, Diagnostic> {
        let within = number.try_into().ok().and_then(Self::new);
        within.ok_or_else(|| Self::wrong(option, number))
    }

    /// Returns the number.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }

    fn wrong(option: &'static str, value: impl fmt::Display) -> Diagnostic {
        let (least, most) = (LEAST.to_string(), MOST.to_string());
        let expected = sentence!("faults.number", least = least, most = most);
        no_value(option, value, expected)
    }
}

impl<const LEAST: u8, const MOST: u8> fmt::Display for Number<LEAST, MOST> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<const LEAST: u8, const MOST: u8> PartialEq<u8> for Number<LEAST, MOST> {
    fn eq(&self, other: &u8) -> bool {
        self.0 == *other
    }
}

impl<const LEAST: u8, const MOST: u8> Serialize for Number<LEAST, MOST> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.0)
    }
}

macro_rules! from_number {
    ($($wider:ty),+) => {$(
        impl<const LEAST: u8, const MOST: u8> From<Number<LEAST, MOST>> for $wider {
            fn from(number: Number<LEAST, MOST>) -> $wider {
                number.0.into()
            }
        }
    )+};
}
from_number!(u8, u32, i32, usize, f64);

impl<const LEAST: u8, const MOST: u8> OptionValue for Number<LEAST, MOST> {
    const NAMES: &'static [&'static str] = &[];

    fn read(option: &'static str, text: &str) -> Result<Self, Diagnostic> {
        let digits = text.bytes().all(|b| b.is_ascii_digit());
        let number = u8::from_str(text).ok().filter(|_| digits);
        let within = number.and_then(Self::new);
        within.ok_or_else(|| Self::wrong(option, text))
    }
}

/// Defines enums whose values have names, with parsing and display.
#[doc(hidden)]
#[macro_export]
macro_rules! named_values {
    ($(
        $(#[$meta:meta])*
        $name:ident as $option:literal { $($(#[$value_meta:meta])* $value:ident = $text:literal,)+ }
    )+) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$value_meta])* $value,)+
        }

        impl $name {
            /// All values, the default first.
            pub const ALL: &'static [$name] = &[$($name::$value),+];

            /// Returns the value's name in options and in output.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $($name::$value => $text,)+
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::text::Diagnostic;

            fn from_str(text: &str) -> Result<$name, Self::Err> {
                $crate::options::OptionValue::read($option, text)
            }
        }

        impl $crate::options::OptionValue for $name {
            const NAMES: &'static [&'static str] = &[$($text),+];

            fn read(option: &'static str, text: &str) -> Result<$name, $crate::text::Diagnostic> {
                let found = Self::ALL.iter().copied().find(|value| value.name() == text);
                let expected = || $crate::language::Sentence::one_of(Self::NAMES);
                found.ok_or_else(|| $crate::options::no_value(option, text, expected()))
            }
        }
    )+};
}
pub use crate::named_values;

/// Defines a rule set as a table of options: the struct, and access to its fields by name. Fields
/// of the board come first and are not options.
#[doc(hidden)]
#[macro_export]
macro_rules! options {
    (
        $(#[$meta:meta])*
        pub struct $rules:ident, of $of:literal,
        board { $($(#[$first_meta:meta])* $first:ident: $first_type:ty,)* }
        options {
            $($(#[$field_meta:meta])* $field:ident: $type:ty,)+
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $rules {
            $($(#[$first_meta])* pub $first: $first_type,)*
            $($(#[$field_meta])* pub $field: $type,)+
        }

        /// The names of all options, in the order in which they are shown.
        pub const OPTION_NAMES: [&str; [$(stringify!($field)),+].len()] = [$(stringify!($field)),+];

        impl $rules {
            /// Sets an option by name.
            ///
            /// # Errors
            /// An unknown option or value; the message lists the known ones. Nothing changes then.
            pub fn set(
                &mut self,
                option: &str,
                value: &str,
            ) -> Result<(), $crate::text::Diagnostic> {
                match option {
                    $(stringify!($field) => {
                        self.$field = $crate::options::OptionValue::read(stringify!($field), value)?;
                    })+
                    _ => return Err($crate::options::no_option(option, $of, &OPTION_NAMES)),
                }
                Ok(())
            }

            /// Returns the rules with another value of an option.
            ///
            /// # Errors
            /// The errors of [`set`](Self::set).
            pub fn with(
                mut self,
                option: &str,
                value: impl std::fmt::Display,
            ) -> Result<Self, $crate::text::Diagnostic> {
                self.set(option, &value.to_string())?;
                Ok(self)
            }

            /// Returns the value of an option as text, or `None` for an unknown name.
            #[must_use]
            pub fn value(&self, option: &str) -> Option<String> {
                match option {
                    $(stringify!($field) => Some(self.$field.to_string()),)+
                    _ => None,
                }
            }

            /// Returns the names of the values of an option, the default first: empty for a number,
            /// and `None` for an unknown option.
            #[must_use]
            pub fn values_of(option: &str) -> Option<&'static [&'static str]> {
                match option {
                    $(stringify!($field) => {
                        Some(<$type as $crate::options::OptionValue>::NAMES)
                    })+
                    _ => None,
                }
            }
        }
    };
}
pub use crate::options;
