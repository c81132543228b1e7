//! The claim files that are part of the program.

/// A file of `positions/claims`.
macro_rules! files {
    ($($name:literal),+ $(,)?) => {
        [$((
            $name,
            include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"), "/positions/claims/", $name, ".toml"
            )),
        )),+]
    };
}

/// The names and the texts of the claim files of this project.
pub const SHIPPED: [(&str, &str); 8] = files![
    "overbeck",
    "systems",
    "start",
    "conglak",
    "congklak",
    "congklak-six",
    "dakon",
    "values",
];
