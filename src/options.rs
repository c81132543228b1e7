//! Options of games: values with names and numbers within ranges, and the table that makes a rule
//! set of them.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};
use thiserror::Error;

use crate::language::Sentence;
use crate::sentence;
use crate::text::ErrorKind;

/// An option or a value that there is not.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.sentence())]
#[non_exhaustive]
pub enum OptionError {
    /// No option has this name.
    Name {
        /// The name given.
        name: String,
        /// The game, in words to follow the name; empty for the sowing games.
        of: &'static str,
        /// All names.
        known: &'static [&'static str],
    },
    /// The option is known, the value is not.
    Value {
        /// The option.
        option: &'static str,
        /// The value given.
        value: String,
        /// The values that it takes.
        #[doc(hidden)]
        expected: Sentence,
    },
}

impl OptionError {
    /// The kind of the mistake.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            OptionError::Name { .. } => ErrorKind::UnknownName,
            OptionError::Value { .. } => ErrorKind::BadValue,
        }
    }

    /// Returns what was expected in the place of what is wrong.
    #[doc(hidden)]
    #[must_use]
    pub fn expected(&self) -> Sentence {
        match self {
            OptionError::Name { known, .. } => {
                sentence!("faults.one-of", known = known.join(", "))
            }
            OptionError::Value { expected, .. } => expected.clone(),
        }
    }

    /// The fault in words.
    #[doc(hidden)]
    #[must_use]
    pub fn sentence(&self) -> Sentence {
        let expected = self.expected();
        match self {
            OptionError::Name { name, of, .. } => {
                let key = match of.is_empty() {
                    true => "faults.option.name",
                    false => "faults.option.name-of-chong",
                };
                sentence!(key, name = Sentence::quoted(name), expected = expected)
            }
            OptionError::Value { option, .. } => {
                sentence!("faults.option.value", option = *option, problem = self.problem())
            }
        }
    }

    /// Tells what is wrong, for those who name the option in their own words.
    #[doc(hidden)]
    #[must_use]
    pub fn problem(&self) -> Sentence {
        match self {
            OptionError::Name { .. } => self.sentence(),
            OptionError::Value { value, expected, .. } => {
                let (found, expected) = (Sentence::quoted(value), expected.clone());
                sentence!("faults.found", found = found, expected = expected)
            }
        }
    }
}

/// The value of an option, as text both ways.
pub(crate) trait OptionValue: Sized + fmt::Display {
    /// The names of all values, the default first; empty for numbers.
    const NAMES: &'static [&'static str];

    /// Reads a value.
    ///
    /// # Errors
    /// If the option has no such value.
    fn read(option: &'static str, text: &str) -> Result<Self, OptionError>;
}

/// A whole number from `LEAST` to `MOST`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Number<const LEAST: u8, const MOST: u8>(u8);

impl<const LEAST: u8, const MOST: u8> Number<LEAST, MOST> {
    /// The number, if it lies within the range.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number >= LEAST && number <= MOST { Some(Number(number)) } else { None }
    }

    /// The number, if it lies within the range; else what the option takes.
    ///
    /// # Errors
    /// Outside the range.
    pub fn of(
        option: &'static str,
        number: impl TryInto<u8> + fmt::Display + Copy,
    ) -> Result<Self, OptionError> {
        let within = number.try_into().ok().and_then(Self::new);
        within.ok_or_else(|| Self::wrong(option, number.to_string()))
    }

    /// The number.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }

    fn wrong(option: &'static str, value: String) -> OptionError {
        let (least, most) = (LEAST.to_string(), MOST.to_string());
        let expected = sentence!("faults.number", least = least, most = most);
        OptionError::Value { option, value, expected }
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

    fn read(option: &'static str, text: &str) -> Result<Self, OptionError> {
        let digits = text.bytes().all(|b| b.is_ascii_digit());
        let number = u8::from_str(text).ok().filter(|_| digits);
        let within = number.and_then(Self::new);
        within.ok_or_else(|| Self::wrong(option, text.to_owned()))
    }
}

/// Enums whose values have names, with the texts both ways.
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

            /// The value's name in options and in output.
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
            type Err = $crate::options::OptionError;

            fn from_str(text: &str) -> Result<$name, Self::Err> {
                $crate::options::OptionValue::read($option, text)
            }
        }

        impl $crate::options::OptionValue for $name {
            const NAMES: &'static [&'static str] = &[$($text),+];

            fn read(
                option: &'static str,
                text: &str,
            ) -> Result<$name, $crate::options::OptionError> {
                let found = Self::ALL.iter().copied().find(|value| value.name() == text);
                found.ok_or_else(|| $crate::options::OptionError::Value {
                    option,
                    value: text.to_owned(),
                    expected: $crate::language::Sentence::one_of(Self::NAMES),
                })
            }
        }
    )+};
}
pub(crate) use named_values;

/// A rule set as a table of options: the struct, and its fields by their names. What belongs to the
/// board comes first and is no option.
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
            /// Sets an option by the names of it and its value.
            ///
            /// # Errors
            /// An unknown option or value; the message lists the known ones. Then nothing changes.
            pub fn set(
                &mut self,
                option: &str,
                value: &str,
            ) -> Result<(), $crate::options::OptionError> {
                match option {
                    $(stringify!($field) => {
                        self.$field = $crate::options::OptionValue::read(stringify!($field), value)?;
                    })+
                    _ => {
                        return Err($crate::options::OptionError::Name {
                            name: option.to_owned(),
                            of: $of,
                            known: &OPTION_NAMES,
                        });
                    }
                }
                Ok(())
            }

            /// The same rules with another value of an option.
            ///
            /// # Errors
            /// As [`set`](Self::set).
            pub fn with(
                mut self,
                option: &str,
                value: impl std::fmt::Display,
            ) -> Result<Self, $crate::options::OptionError> {
                self.set(option, &value.to_string())?;
                Ok(self)
            }

            /// The value of an option by name, as text; `None` for an unknown name.
            #[must_use]
            pub fn value(&self, option: &str) -> Option<String> {
                match option {
                    $(stringify!($field) => Some(self.$field.to_string()),)+
                    _ => None,
                }
            }

            /// The names of the values that an option takes, the default first: none for a number,
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
pub(crate) use options;
