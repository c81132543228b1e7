//! Data files built into the program: one JSON object per line.

use std::collections::HashMap;

use serde::de::DeserializeOwned;

/// Names and texts of data files.
pub(crate) type Files = [(&'static str, &'static str)];

/// Includes the files of a folder of `positions`, with their names.
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

/// Includes one file for each shipped rule set, and further files.
macro_rules! files_of_rule_sets {
    ($folder:literal $(, $more:literal)* $(,)?) => {
        $crate::record::data_lines::files!(
            $folder:
            "overbeck", "conglak", "conglak-burnt", "congklak-six", "congklak", "congklak-bank",
            "sungka", "chonka", "dakon", "kalah" $(, $more)*
        )
    };
}
pub(crate) use files_of_rule_sets;

/// Parses the lines of a file; none if there is no such file.
pub(crate) fn lines<T: DeserializeOwned>(files: &Files, name: &str) -> Option<Vec<T>> {
    let (_, text) = files.iter().find(|(known, _)| *known == name)?;
    let line = |line| serde_json::from_str(line).expect("the shipped data is well-formed");
    Some(text.lines().map(line).collect())
}

/// An index of data lines by a key made from their position.
pub(crate) struct Index(HashMap<String, Vec<&'static str>>);

impl Index {
    /// Indexes all lines of some files. Takes less than a millisecond.
    pub(crate) fn new(files: &Files, key: impl Fn(&str) -> String) -> Index {
        let mut lines: HashMap<_, Vec<_>> = HashMap::new();
        for line in files.iter().flat_map(|(_, text)| text.lines()) {
            let position = line.split_once(POSITION).and_then(|(_, rest)| rest.split_once('"'));
            let (position, _) = position.expect("a line has a position");
            lines.entry(key(position)).or_default().push(line);
        }
        Index(lines)
    }

    /// Parses the lines with a key.
    pub(crate) fn lines<T: DeserializeOwned>(&self, key: &str) -> impl Iterator<Item = T> {
        let lines = self.0.get(key).into_iter().flatten();
        lines.map(|line| serde_json::from_str(line).expect("the shipped data is well-formed"))
    }
}

/// The start of the field, as the scripts write it.
const POSITION: &str = "\"position\":\"";
