//! What the data of the project says of itself: titles, notes and places in sources. The data has
//! the English words, which are the words of documents; a player reads those of his language.

use super::Language;
use crate::say;

impl Language {
    /// A text of the data, which has it in English. Without such a key it stays as it is.
    #[must_use]
    pub fn of_data(&self, key: &str, english: &str) -> String {
        match self.contents().texts.contains_key(key) {
            true => self.text(key, &[]),
            false => english.to_owned(),
        }
    }

    /// The name of a source, or of a place in one, such as `First Round` or `hint 4`. A proper name
    /// and the number of a paragraph are the same in all languages.
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
        // Sources write the same words with small letters and with capital ones.
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
