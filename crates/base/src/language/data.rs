//! Translations of texts in the project's data: titles, notes and places in sources. The data
//! itself is in English.

use super::Language;
use crate::say;

impl Language {
    /// Returns the translation of a text of the data, or the English text if there is none.
    #[must_use]
    pub fn of_data(&self, key: &str, english: &str) -> String {
        match self.contents().texts.contains_key(key) {
            true => self.text(key, &[]),
            false => english.to_owned(),
        }
    }

    /// Returns the name of a source, or of a place in one, such as `First Round` or `hint 4`.
    /// Proper names and paragraph numbers are the same in all languages.
    ///
    /// # Examples
    /// ```
    /// # use chongkak_base as chongkak;
    /// use chongkak::language::Language;
    /// let malay = Language::named("ms").unwrap();
    /// assert_eq!(malay.place("Second Round"), "Pusingan Kedua");
    /// assert_eq!(malay.place("hint 4"), "petunjuk 4");
    /// assert_eq!(malay.place("§ 11"), "§ 11");
    /// ```
    #[must_use]
    pub fn place(&self, english: &str) -> String {
        // Sources differ in the case of these words.
        if self == Language::english() {
            return english.to_owned();
        }
        if let Some(number) = english.strip_prefix("hint ") {
            return say!(self, "places.hint", number = number);
        }
        let words = english.split(|c: char| !c.is_ascii_alphanumeric());
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        self.of_data(&format!("places.{}", words.join("-").to_lowercase()), english)
    }
}
