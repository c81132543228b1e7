//! The contents of a language's file.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::numbers::Numbers;

/// The form that every number takes which no other form claims.
pub(super) const OTHER: &str = "other";

/// The contents of a file.
#[derive(Debug)]
pub(super) struct Contents {
    pub about: About,
    pub texts: BTreeMap<String, Text>,
    pub page: toml::Table,
}

/// The facts that a file tells of its language.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct About {
    /// The code of BCP 47, such as `ms`.
    pub code: String,
    /// The name of the language in itself.
    pub name: String,
    /// Other codes that mean this language, such as older ones.
    pub also: Vec<String>,
    /// The forms besides `other`, each with the numbers that take it.
    pub plural: BTreeMap<String, Vec<i64>>,
    pub numbers: Numbers,
}

/// A text, or one for each form by its name.
#[derive(Debug)]
pub(super) enum Text {
    One(String),
    Forms(BTreeMap<String, String>),
}

#[derive(Deserialize)]
struct File {
    language: About,
    #[serde(flatten)]
    tables: toml::Table,
}

impl Contents {
    pub fn read(text: &str) -> Result<Contents, String> {
        let File { language, tables } = toml::from_str(text).map_err(|error| error.to_string())?;
        let mut found =
            Contents { about: language, texts: BTreeMap::new(), page: toml::Table::new() };
        found.take("", &tables)?;
        if let Some(toml::Value::Table(page)) = tables.get("page") {
            found.page = page.clone();
        }
        Ok(found)
    }

    /// Takes in the texts of a table.
    fn take(&mut self, before: &str, table: &toml::Table) -> Result<(), String> {
        for (name, value) in table {
            let key = format!("{before}{name}");
            let text = match value {
                toml::Value::String(text) => Text::One(text.clone()),
                toml::Value::Table(forms) if forms.contains_key(OTHER) => {
                    self.forms(&key, forms)?
                }
                toml::Value::Table(inner) => {
                    self.take(&format!("{key}."), inner)?;
                    continue;
                }
                _ => return Err(self.wrong(&key)),
            };
            self.texts.insert(key, text);
        }
        Ok(())
    }

    /// The forms of a text: all that the language has, and no other.
    fn forms(&self, key: &str, forms: &toml::Table) -> Result<Text, String> {
        let text = |form: &str| forms.get(form).and_then(toml::Value::as_str);
        let found: BTreeMap<String, String> = self
            .form_names()
            .filter_map(|form| Some((form.to_owned(), text(form)?.to_owned())))
            .collect();
        let whole = found.len() == forms.len() && found.len() == self.form_names().count();
        whole.then_some(Text::Forms(found)).ok_or_else(|| self.wrong(key))
    }

    fn form_names(&self) -> impl Iterator<Item = &str> {
        let own = self.about.plural.keys().map(String::as_str);
        own.chain([OTHER])
    }

    fn wrong(&self, key: &str) -> String {
        let forms = self.form_names().collect::<Vec<_>>().join(", ");
        format!("{key}: expected a text, or a text for each of the forms {forms}")
    }
}
