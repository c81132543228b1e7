//! The frame round the contents of every page: one file that needs no network.

const FRAME: &str = include_str!("frame.html");
const STYLE: &str = include_str!("frame.css");

/// The parts of a page.
pub struct Frame<'a> {
    /// The heading and the title of the window.
    pub title: &'a str,
    /// A word on the rules, below the heading.
    pub rules: &'a str,
    /// Style sheets of the contents.
    pub style: String,
    /// The contents.
    pub main: String,
    /// The scripts, if there are any.
    pub scripts: Option<String>,
}

impl Frame<'_> {
    /// The whole file.
    pub fn html(self) -> String {
        let allowed = match self.scripts {
            Some(_) => "; script-src 'unsafe-inline'",
            None => "",
        };
        let program = concat!("chongkak ", env!("CARGO_PKG_VERSION"));
        let values = [
            ("title", escaped(self.title)),
            ("rules", escaped(self.rules)),
            ("program", program.to_owned()),
            ("scripts", allowed.to_owned()),
            ("style", format!("{STYLE}{}", self.style)),
            ("main", self.main),
            ("after", self.scripts.unwrap_or_default()),
        ];
        filled(FRAME, &values)
    }
}

/// A template with values in the place of their names. What is in a value is left as it is.
pub(super) fn filled(template: &str, values: &[(&str, String)]) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, behind)) = rest.split_once("{{") {
        let (name, after) = behind.split_once("}}").expect("a name has an end");
        let value = values.iter().find(|(other, _)| *other == name);
        let (_, value) = value.expect("a name in the template has a value");
        text.push_str(before);
        text.push_str(value);
        rest = after;
    }
    text + rest
}

/// A text as it stands between tags or in an attribute.
pub fn escaped(text: &str) -> String {
    let entities = [
        ('&', "&amp;"),
        ('<', "&lt;"),
        ('>', "&gt;"),
        ('"', "&quot;"),
    ];
    let replace = |text: String, (c, entity)| text.replace(c, entity);
    entities.into_iter().fold(text.to_owned(), replace)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_no_markup() {
        let page = Frame {
            title: "<A & \"B\">",
            rules: "<b>",
            style: String::new(),
            main: String::new(),
            scripts: None,
        };
        let page = page.html();
        assert!(
            page.contains("<h1>&lt;A &amp; &quot;B&quot;&gt;</h1>"),
            "{page}"
        );
        assert!(!page.contains("<A") && !page.contains("<b>"));
    }
}
