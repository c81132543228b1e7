//! Numbers as a language writes them.

use serde::{Deserialize, Serialize};

use super::Language;

/// The signs of numbers.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Numbers {
    /// Stands between thousands.
    group: String,
    /// Stands before the decimals.
    decimal: String,
    minus: String,
    plus: String,
}

impl Numbers {
    /// Digits in groups of three.
    fn grouped(&self, digits: &str) -> String {
        let mut text = String::new();
        for (index, digit) in digits.char_indices() {
            if index > 0 && (digits.len() - index).is_multiple_of(3) {
                text.push_str(&self.group);
            }
            text.push(digit);
        }
        text
    }
}

impl Language {
    /// A number as the language writes it.
    ///
    /// # Examples
    /// ```
    /// # use chongkak_base as chongkak;
    /// use chongkak::language::Language;
    /// let indonesian = Language::named("id").unwrap();
    /// assert_eq!(indonesian.number(1_234_567), "1.234.567");
    /// assert_eq!(indonesian.number(-5), "\u{2212}5");
    /// ```
    #[must_use]
    pub fn number(&self, number: i64) -> String {
        let numbers = &self.contents().about.numbers;
        let sign = if number < 0 { &numbers.minus } else { "" };
        let digits = number.unsigned_abs().to_string();
        format!("{sign}{}", numbers.grouped(&digits))
    }

    /// The same with the sign of what is more than nothing.
    #[must_use]
    pub fn signed(&self, number: i64) -> String {
        let plus = if number > 0 { &self.contents().about.numbers.plus } else { "" };
        format!("{plus}{}", self.number(number))
    }

    /// A number with so many decimals.
    ///
    /// # Examples
    /// ```
    /// # use chongkak_base as chongkak;
    /// use chongkak::language::Language;
    /// let decimal = |code| Language::named(code).unwrap().decimal(-1234.56, 1);
    /// assert_eq!(decimal("ms"), "\u{2212}1,234.6");
    /// assert_eq!(decimal("id"), "\u{2212}1.234,6");
    /// ```
    #[must_use]
    pub fn decimal(&self, number: f64, places: usize) -> String {
        let numbers = &self.contents().about.numbers;
        let text = format!("{:.places$}", number.abs());
        let (whole, behind) = text.split_once('.').unwrap_or((&text, ""));
        let sign = if number < 0.0 { &numbers.minus } else { "" };
        let point = if behind.is_empty() { "" } else { &numbers.decimal };
        format!("{sign}{}{point}{behind}", numbers.grouped(whole))
    }
}
