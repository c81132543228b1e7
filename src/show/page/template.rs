//! The template of a page, and texts as they stand in it.

use crate::language::Language;
use crate::text::joined;

/// The subject of a page: the heading and the title of the window.
pub struct Title {
    /// The finding, in a few words.
    pub result: String,
    /// The rules, in words.
    pub rules: String,
    /// The position, where it is about one.
    pub position: Option<String>,
}

impl Title {
    /// In one line.
    pub(super) fn line(&self) -> String {
        joined([&self.result, &self.rules].into_iter().chain(&self.position), " · ")
    }

    /// Rules and position, in the heading below the result.
    pub(super) fn about(&self) -> String {
        let position = self.position.iter();
        let position = position.map(|text| format!(" · <code>{}</code>", escaped(text)));
        escaped(&self.rules) + &position.collect::<String>()
    }
}

/// A template with values in the place of their names, and texts of a language in the place of
/// their keys. What is in a value is left as it is.
pub(super) fn filled(template: &str, values: &[(&str, String)], language: &Language) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, behind)) = rest.split_once("{{") {
        let (name, after) = behind.split_once("}}").expect("a name has an end");
        let value = values.iter().find(|(other, _)| *other == name);
        text.push_str(before);
        match value {
            Some((_, value)) => text.push_str(value),
            None => text += &escaped(&language.text(name, &[])),
        }
        rest = after;
    }
    text + rest
}

/// A text with a real minus before its negative numbers, as the board in the browser has it.
pub(super) fn with_minus(text: &str) -> String {
    let mut result = String::new();
    let mut before = ' ';
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let signs = !before.is_alphanumeric() && before != '-';
        let number = rest.peek().is_some_and(char::is_ascii_digit);
        result.push(match c {
            '-' if signs && number => '\u{2212}',
            other => other,
        });
        before = c;
    }
    result
}

/// A text as it stands between tags or in an attribute.
pub(super) fn escaped(text: &str) -> String {
    let entities = [('&', "&amp;"), ('<', "&lt;"), ('>', "&gt;"), ('"', "&quot;")];
    let replace = |text: String, (c, entity)| text.replace(c, entity);
    entities.into_iter().fold(text.to_owned(), replace)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negative_numbers_have_a_real_minus() {
        let text = "-18 to +2 (-3), about -0.5, pages 340-342, A1-A7, --5";
        let expected = "\u{2212}18 to +2 (\u{2212}3), about \u{2212}0.5, pages 340-342, A1-A7, --5";
        assert_eq!(with_minus(text), expected);
    }
}
