//! Numbers with their nouns and units.

/// Formats a number with a noun, whose plural ends in "s".
pub fn counted(number: impl Into<u64>, name: &str) -> String {
    counted_as(number, name, &format!("{name}s"))
}

/// Formats a number with a noun and its irregular plural.
pub fn counted_as(number: impl Into<u64>, one: &str, several: &str) -> String {
    match number.into() {
        1 => format!("1 {one}"),
        number => format!("{number} {several}"),
    }
}

/// Formats a number with its sign; 0 has none.
pub fn signed(number: i32) -> String {
    match number {
        0 => "0".to_owned(),
        number => format!("{number:+}"),
    }
}

/// Formats a number of bytes in a suitable unit.
pub fn bytes(number: u64) -> String {
    // File sizes are far below the precision of a double.
    #[allow(clippy::cast_precision_loss)]
    let in_units = |unit: f64| number as f64 / unit;
    match number {
        0..1_000 => format!("{number} bytes"),
        1_000..1_000_000 => format!("{:.1} kB", in_units(1e3)),
        1_000_000..1_000_000_000 => format!("{:.1} MB", in_units(1e6)),
        _ => format!("{:.2} GB", in_units(1e9)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_no_plural_and_nothing_has_no_sign() {
        let counted = [0_u32, 1, 2].map(|number| counted(number, "tree"));
        assert_eq!(counted, ["0 trees", "1 tree", "2 trees"]);
        assert_eq!([-3, 0, 3].map(signed), ["-3", "0", "+3"]);
    }
}
