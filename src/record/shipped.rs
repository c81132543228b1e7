//! Data files that are part of the program: a JSON object a line.

use serde::de::DeserializeOwned;

/// The texts of such files by their names.
pub(crate) type Files = [(&'static str, &'static str)];

/// The files of a folder of `positions`, each with its name.
macro_rules! files {
    ($folder:literal: $($name:literal),+ $(,)?) => {
        &[$((
            $name,
            include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"), "/positions/", $folder, "/", $name, ".jsonl"
            )),
        )),+]
    };
}
pub(crate) use files;

/// The lines of the file of this name; none if there is no such file.
pub(crate) fn lines<T: DeserializeOwned>(files: &Files, name: &str) -> Option<Vec<T>> {
    let (_, text) = files.iter().find(|(known, _)| *known == name)?;
    let line = |line| serde_json::from_str(line).expect("the shipped data is well-formed");
    Some(text.lines().map(line).collect())
}

/// The lines of all files in which a text stands: few are read, so that looking one up costs
/// nothing.
pub(crate) fn lines_with<'t, T: DeserializeOwned>(
    files: &'static Files,
    text: &'t str,
) -> impl Iterator<Item = T> + use<'t, T> {
    let lines = files.iter().flat_map(|(_, file)| file.lines());
    let with = lines.filter(move |line| line.contains(text));
    with.map(|line| serde_json::from_str(line).expect("the shipped data is well-formed"))
}
