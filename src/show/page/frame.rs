//! The frame round the contents of every page: one file that needs no network.

use crate::language::Language;

const FRAME: &str = include_str!("frame.html");
const STYLE: &str = include_str!("frame.css");

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
    fn line(&self) -> String {
        let parts = [&self.result, &self.rules].into_iter();
        let parts: Vec<&str> = parts.chain(&self.position).map(String::as_str).collect();
        parts.join(" · ")
    }

    /// Rules and position, in the heading below the result.
    fn about(&self) -> String {
        let position = self.position.iter();
        let position = position.map(|text| format!(" · <code>{}</code>", escaped(text)));
        escaped(&self.rules) + &position.collect::<String>()
    }
}

/// The parts of a page.
pub struct Frame<'a> {
    pub title: &'a Title,
    pub language: &'a Language,
    /// Style sheets of the contents.
    pub style: String,
    /// The part below the heading, within the first window; then the rest.
    pub first: String,
    pub rest: String,
    pub scripts: String,
}

impl Frame<'_> {
    /// The whole file.
    pub fn html(self) -> String {
        let program = format!("chongkak {}", crate::VERSION);
        let values = [
            ("lang", self.language.code().to_owned()),
            ("title", escaped(&with_minus(&self.title.line()))),
            ("result", escaped(&with_minus(&self.title.result))),
            ("about", self.title.about()),
            ("program", program),
            ("style", format!("{STYLE}{}", self.style)),
            ("first", self.first),
            ("rest", self.rest),
            ("after", self.scripts),
        ];
        filled(FRAME, &values, self.language)
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
pub fn escaped(text: &str) -> String {
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

    #[test]
    fn texts_are_no_markup() {
        let title = Title {
            result: "<A & \"B\">".to_owned(),
            rules: "<b>".to_owned(),
            position: Some("<C>".to_owned()),
        };
        let page = Frame {
            title: &title,
            language: Language::english(),
            style: String::new(),
            first: String::new(),
            rest: String::new(),
            scripts: String::new(),
        };
        let page = page.html();
        for expected in [
            "<title>&lt;A &amp; &quot;B&quot;&gt; · &lt;b&gt; · &lt;C&gt;</title>",
            "<h1>&lt;A &amp; &quot;B&quot;&gt; <small>&lt;b&gt; · <code>&lt;C&gt;</code></small></h1>",
        ] {
            assert!(page.contains(expected), "{page}");
        }
        assert!(!page.contains("<A") && !page.contains("<b>"));
    }
}
