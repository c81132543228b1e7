//! The languages: one file each, with the texts by key and the format of numbers.
//!
//! A key joins the names of tables with dots: `words.follows.again`. Names in braces are filled in.
//! A text that depends on a number has several plural forms, selected by the value named `count`;
//! the file lists which numbers take which form.
//!
//! All files have the same keys with the same names in braces. Tests check this, so that no text is
//! missing in a game.

mod contents;
mod data;
mod filled;

use std::sync::OnceLock;

use contents::{Contents, OTHER};
pub use filled::{Named, Sentence};

/// The languages, English first. To add one, add a file and a line here.
static LANGUAGES: [Language; 3] = [
    Language::shipped(include_str!("en.toml")),
    Language::shipped(include_str!("ms.toml")),
    Language::shipped(include_str!("id.toml")),
];

/// A language with its texts. A built-in language is parsed on first use, because that takes longer
/// than most commands.
#[derive(Debug)]
pub struct Language {
    file: &'static str,
    contents: OnceLock<Contents>,
}

/// Languages with the same code are equal.
impl PartialEq for Language {
    fn eq(&self, other: &Language) -> bool {
        std::ptr::eq(self, other) || self.code() == other.code()
    }
}

impl Eq for Language {}

impl Language {
    const fn shipped(file: &'static str) -> Language {
        Language { file, contents: OnceLock::new() }
    }

    /// Parses a language file.
    ///
    /// # Errors
    /// Describes the first error in the file.
    pub fn read(text: &str) -> Result<Language, String> {
        let contents = OnceLock::from(Contents::read(text)?);
        Ok(Language { file: "", contents })
    }

    fn contents(&self) -> &Contents {
        let read = || Contents::read(self.file).expect("the shipped languages are well-formed");
        self.contents.get_or_init(read)
    }

    /// All languages, English first.
    #[must_use]
    pub fn all() -> &'static [Language] {
        &LANGUAGES
    }

    /// Lists the codes of all languages, for a message.
    #[must_use]
    pub fn codes() -> String {
        let codes: Vec<&str> = Language::all().iter().map(Language::code).collect();
        codes.join(", ")
    }

    /// Returns the language of documents and records, and the default.
    #[must_use]
    pub fn english() -> &'static Language {
        &LANGUAGES[0]
    }

    /// Returns the language of a code such as `ms`, `ms-MY` or `id_ID.UTF-8`, or `None` if it is
    /// unknown.
    #[must_use]
    pub fn named(code: &str) -> Option<&'static Language> {
        let main = code.split(['-', '_', '.', '@']).next()?.to_ascii_lowercase();
        let means =
            |one: &&Language| one.code() == main || one.contents().about.also.contains(&main);
        Language::all().iter().find(means)
    }

    /// Returns the language of a terminal, from the values of `LC_ALL`, `LC_MESSAGES` and `LANG` in
    /// this order: the first one that is not empty decides. English if that language is unknown.
    ///
    /// # Examples
    /// ```
    /// # use chongkak_base as chongkak;
    /// use chongkak::language::Language;
    /// let of = |values: [&str; 3]| Language::of_terminal(values.map(Some)).code();
    /// assert_eq!(of(["", "id_ID.UTF-8", "ms_MY"]), "id");
    /// assert_eq!(of(["C", "id_ID.UTF-8", "ms_MY"]), "en");
    /// ```
    #[must_use]
    pub fn of_terminal(values: [Option<&str>; 3]) -> &'static Language {
        let said = values.into_iter().flatten().find(|value| !value.is_empty());
        said.and_then(Language::named).unwrap_or_else(Language::english)
    }

    /// Returns the BCP 47 code.
    #[must_use]
    pub fn code(&self) -> &str {
        &self.contents().about.code
    }

    /// Returns the name of the language in that language.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.contents().about.name
    }

    /// Lists the keys of all texts.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.contents().texts.keys().map(String::as_str)
    }

    /// Returns the plural forms of a text as the file has them, one for most; empty for an unknown
    /// key.
    #[must_use]
    pub fn forms_of(&self, key: &str) -> Vec<&str> {
        let forms = self.contents().texts.get(key);
        forms.into_iter().flatten().map(|(_, text)| text.as_str()).collect()
    }

    /// Returns a text with its values filled in, and numbers formatted for the language.
    ///
    /// # Panics
    /// If there is no such key, or a name has no value.
    ///
    /// # Examples
    /// ```
    /// # use chongkak_base as chongkak;
    /// use chongkak::language::Language;
    /// let english = Language::english();
    /// assert_eq!(english.text("page.count.seeds", &[("count", 1.into())]), "1 seed");
    /// assert_eq!(english.text("page.count.seeds", &[("count", 1234.into())]), "1,234 seeds");
    /// ```
    #[must_use]
    pub fn text(&self, key: &str, values: &[(&str, Named<'_>)]) -> String {
        let Some(forms) = self.contents().texts.get(key) else {
            panic!("no text {key} in {}", self.code());
        };
        let form = self.form_of(values);
        let (_, text) = forms.iter().find(|(name, _)| name == form).unwrap_or(&forms[0]);
        filled::filled(text, |name| {
            let value = values.iter().find(|(known, _)| *known == name);
            match value {
                Some((_, Named::Number(number))) => self.number(*number),
                Some((_, Named::Text(text))) => text.to_string(),
                Some((_, Named::Sentence(sentence))) => sentence.in_language(self),
                None => panic!("{key}: no value {name}"),
            }
        })
    }

    /// Selects the plural form by the value `count`.
    fn form_of(&self, values: &[(&str, Named<'_>)]) -> &str {
        let count = values.iter().find_map(|(name, value)| match value {
            Named::Number(number) if *name == "count" => Some(*number),
            _ => None,
        });
        let plural = &self.contents().about.plural;
        let takes = |form: &&String| count.is_some_and(|n| plural[*form].contains(&n));
        let form = plural.keys().find(takes);
        form.map_or(OTHER, String::as_str)
    }

    /// Formats a number.
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
        format!("{sign}{}", self.grouped(&digits))
    }

    /// Formats a number, with a plus sign if it is positive.
    #[must_use]
    pub fn signed(&self, number: i64) -> String {
        let plus = if number > 0 { &self.contents().about.numbers.plus } else { "" };
        format!("{plus}{}", self.number(number))
    }

    /// Formats a number with this many decimals.
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
        format!("{sign}{}{point}{behind}", self.grouped(whole))
    }

    /// Separates digits in groups of three.
    fn grouped(&self, digits: &str) -> String {
        let mut text = String::new();
        for (index, digit) in digits.char_indices() {
            if index > 0 && (digits.len() - index).is_multiple_of(3) {
                text.push_str(&self.contents().about.numbers.group);
            }
            text.push(digit);
        }
        text
    }

    /// Returns the language and the texts of the board page, as JSON.
    #[must_use]
    pub fn of_page(&self) -> String {
        let Contents { about, page, .. } = self.contents();
        serde_json::json!({"language": about, "page": page}).to_string()
    }
}

/// Lists the names and codes of all languages, as JSON for the board page.
#[must_use]
pub fn list_of_page() -> String {
    let one = |Contents { about, .. }: &Contents| serde_json::json!({"code": about.code, "name": about.name, "also": about.also});
    let contents = Language::all().iter().map(Language::contents);
    let all: Vec<_> = contents.map(one).collect();
    serde_json::Value::from(all).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A made-up language with three plural forms.
    const MADE_UP: &str = r#"
        [language]
        code = "qaa"
        name = "Anaa"
        also = []
        plural = { one = [1], few = [2, 3, 4] }
        numbers = { group = "'", decimal = "·", minus = "~", plus = "^" }

        [game]
        over = "({a}) ubi {b}"
        seeds = { one = "{count} saa", few = "{count} saai", other = "{count} saan" }
    "#;

    #[test]
    fn a_language_is_no_more_than_its_file() {
        let made_up = Language::read(MADE_UP).unwrap();
        let seeds = |count: i64| made_up.text("game.seeds", &[("count", count.into())]);
        assert_eq!([1, 3, 5].map(seeds), ["1 saa", "3 saai", "5 saan"]);
        assert_eq!(seeds(-2004), "~2'004 saan");
        let values = [("b", "x{a}".into()), ("a", 12.into())];
        assert_eq!(made_up.text("game.over", &values), "(12) ubi x{a}");
        assert_eq!(made_up.decimal(0.05, 2), "0·05");
        assert_eq!([-1, 0, 1].map(|n| made_up.signed(n)), ["~1", "0", "^1"]);
    }

    #[test]
    fn forms_are_those_of_the_language() {
        for wrong in [
            r#"seeds = { one = "{count} saa", other = "{count} saan" }"#,
            r#"seeds = { one = "", few = "", many = "", other = "" }"#,
            r#"seeds = { one = "", few = 1, other = "" }"#,
            "seeds = 1",
        ] {
            let (before, _) = MADE_UP.split_once("seeds").unwrap();
            let told = Language::read(&format!("{before}{wrong}")).unwrap_err();
            let told = told.to_string();
            assert!(told.starts_with("game.seeds: expected a text, or"), "{told}");
            assert!(told.ends_with("forms few, one, other"), "{told}");
        }
    }

    #[test]
    fn codes_of_systems_and_of_browsers_name_a_language() {
        let of = |code| Language::named(code).map_or("", Language::code);
        for code in ["ms", "MS", "ms-MY", "ms_MY.UTF-8", "ms@latin", "ms-Latn-BN", "zsm"] {
            assert_eq!(of(code), "ms", "{code}");
        }
        for code in ["id", "in", "in_ID", "id-ID", "id.UTF-8"] {
            assert_eq!(of(code), "id", "{code}");
        }
        for code in ["", "C", "C.UTF-8", "POSIX", "m5", "-ms", "malay", "i"] {
            assert_eq!(of(code), "", "{code}");
        }
    }

    #[test]
    fn a_terminal_speaks_what_its_first_variable_says() {
        let of = |all: &str, messages: &str, lang: &str| {
            let values = [all, messages, lang].map(|one| (one != "-").then_some(one));
            Language::of_terminal(values).code()
        };
        assert_eq!(of("-", "-", "-"), "en");
        assert_eq!(of("-", "-", "ms_MY.UTF-8"), "ms");
        assert_eq!(of("-", "id_ID", "ms_MY.UTF-8"), "id");
        assert_eq!(of("ms", "id_ID", "en_GB"), "ms");
        assert_eq!(of("", "", "in_ID@euro"), "id");
        assert_eq!(of("C.UTF-8", "id_ID", "ms_MY"), "en");
        assert_eq!(of("-", "ta_MY", "ms_MY"), "en");
    }
}
