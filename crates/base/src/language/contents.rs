//! Parses language files.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The plural form for all numbers that no other form lists.
pub(super) const OTHER: &str = "other";

/// A parsed language file.
#[derive(Debug)]
pub(super) struct Contents {
    pub about: About,
    /// The plural forms of each text, by name; only `other` if the text does not depend on a
    /// number.
    pub texts: BTreeMap<String, Vec<(String, String)>>,
    pub page: toml::Table,
}

/// How numbers are written.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Numbers {
    /// The separator between thousands.
    pub group: String,
    /// The decimal separator.
    pub decimal: String,
    pub minus: String,
    pub plus: String,
}

/// The description of a language.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct About {
    /// The BCP 47 code, such as `ms`.
    pub code: String,
    /// The name of the language in that language.
    pub name: String,
    /// Other codes of this language, such as older ones.
    pub also: Vec<String>,
    /// The plural forms besides `other`, each with its numbers.
    pub plural: BTreeMap<String, Vec<i64>>,
    pub numbers: Numbers,
}

impl Contents {
    pub fn read(text: &str) -> Result<Contents, String> {
        let mut tables: toml::Table = toml::from_str(text).map_err(|error| error.to_string())?;
        let about = tables.remove("language").ok_or("expected a table language")?;
        let about = about.try_into().map_err(|error| error.to_string())?;
        let mut found = Contents { about, texts: BTreeMap::new(), page: toml::Table::new() };
        found.take("", &tables)?;
        if let Some(toml::Value::Table(page)) = tables.remove("page") {
            found.page = page;
        }
        Ok(found)
    }

    /// Adds the texts of a table.
    fn take(&mut self, before: &str, table: &toml::Table) -> Result<(), String> {
        for (name, value) in table {
            let key = format!("{before}{name}");
            match value {
                toml::Value::Table(inner) if !inner.contains_key(OTHER) => {
                    self.take(&format!("{key}."), inner)?;
                }
                _ => {
                    let forms = self.forms(value).ok_or_else(|| {
                        let forms = self.form_names().collect::<Vec<_>>().join(", ");
                        format!("{key}: expected a text, or a text for each of the forms {forms}")
                    })?;
                    self.texts.insert(key, forms);
                }
            }
        }
        Ok(())
    }

    /// Returns the plural forms of a text, which must be exactly those of the language.
    fn forms(&self, value: &toml::Value) -> Option<Vec<(String, String)>> {
        if let toml::Value::String(text) = value {
            return Some(vec![(OTHER.to_owned(), text.clone())]);
        }
        let forms = value.as_table()?;
        let whole = forms.len() == self.form_names().count()
            && self.form_names().all(|form| forms.contains_key(form));
        let texts =
            forms.iter().map(|(form, text)| Some((form.clone(), text.as_str()?.to_owned())));
        texts.collect::<Option<_>>().filter(|_| whole)
    }

    fn form_names(&self) -> impl Iterator<Item = &str> {
        let own = self.about.plural.keys().map(String::as_str);
        own.chain([OTHER])
    }
}
