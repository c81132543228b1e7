//! Page templates and text escaping.

use crate::language::Language;
use crate::text::joined;

/// The subject of a page, for its heading and the window title.
pub struct Title {
    /// The result, in a few words.
    pub result: String,
    /// The rules, in words.
    pub rules: String,
    /// The position, if the page is about one.
    pub position: Option<String>,
}

impl Title {
    /// Returns the title as one line.
    pub(super) fn line(&self) -> String {
        joined([&self.result, &self.rules].into_iter().chain(&self.position), " · ")
    }

    /// Returns rules and position, for the heading below the result.
    pub(super) fn about(&self) -> String {
        let position = self.position.iter();
        let position = position.map(|text| format!(" · <code>{}</code>", escaped(text)));
        escaped(&self.rules) + &position.collect::<String>()
    }
}

/// Replaces the names in a template with values, and keys with texts of a language. Values are
/// inserted unchanged.
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

/// Replaces the hyphen of negative numbers with a minus sign, as on the board in the browser.
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

/// Escapes a text for HTML.
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
