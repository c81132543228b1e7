//! Data files that are part of the program: a JSON object a line.

use std::collections::HashMap;

use serde::de::DeserializeOwned;

/// The texts of such files by their names.
pub(crate) type Files = [(&'static str, &'static str)];

/// The files of a folder of `positions`, each with its name.
macro_rules! files {
    ($folder:literal: $($name:literal),+ $(,)?) => {
        $crate::record::data_lines::files!($folder, ".jsonl": $($name),+)
    };
    ($folder:literal, $ending:literal: $($name:literal),+ $(,)?) => {
        &[$((
            $name,
            include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"), "/positions/", $folder, "/", $name, $ending
            )),
        )),+]
    };
}
pub(crate) use files;

/// The same where each of the shipped rule sets has a file of its name; and others behind them.
macro_rules! files_of_rule_sets {
    ($folder:literal $(, $more:literal)* $(,)?) => {
        $crate::record::data_lines::files!(
            $folder:
            "overbeck", "conglak", "conglak-burnt", "congklak-six", "congklak", "congklak-bank",
            "dakon", "kalah" $(, $more)*
        )
    };
}
pub(crate) use files_of_rule_sets;

/// The lines of the file of this name; none if there is no such file.
pub(crate) fn lines<T: DeserializeOwned>(files: &Files, name: &str) -> Option<Vec<T>> {
    let (_, text) = files.iter().find(|(known, _)| *known == name)?;
    let line = |line| serde_json::from_str(line).expect("the shipped data is well-formed");
    Some(text.lines().map(line).collect())
}

/// Lines of data files by a key made of the position that stands in them.
pub(crate) struct Index(HashMap<String, Vec<&'static str>>);

impl Index {
    /// The index of all lines of some files. It takes less than a millisecond, once.
    pub(crate) fn new(files: &Files, key: impl Fn(&str) -> String) -> Index {
        let mut lines: HashMap<_, Vec<_>> = HashMap::new();
        for line in files.iter().flat_map(|(_, text)| text.lines()) {
            let position = line.split_once(POSITION).and_then(|(_, rest)| rest.split_once('"'));
            let (position, _) = position.expect("a line has a position");
            lines.entry(key(position)).or_default().push(line);
        }
        Index(lines)
    }

    /// The lines with a key.
    pub(crate) fn lines<T: DeserializeOwned>(&self, key: &str) -> impl Iterator<Item = T> {
        let lines = self.0.get(key).into_iter().flatten();
        lines.map(|line| serde_json::from_str(line).expect("the shipped data is well-formed"))
    }
}

/// The field, as the scripts write it.
const POSITION: &str = "\"position\":\"";
