//! Parses numbers and times as people write them.

use std::time::Duration;

/// Parses a whole number: `20000`, `20_000` or `20,000`, `2e4`, `20k`; k, M and G stand for
/// thousands, millions and billions. Returns `None` for any other form, for a fraction, and for
/// 2^64 or more.
///
/// # Examples
/// ```
/// # use chongkak_base as chongkak;
/// use chongkak::control::whole_number;
/// assert_eq!(whole_number("1.5M"), Some(1_500_000));
/// assert_eq!(whole_number("1,5"), None);
/// ```
#[must_use]
pub fn whole_number(text: &str) -> Option<u64> {
    let (number, power) = scaled(text)?;
    let (whole, part) = number.split_once('.').unwrap_or((number, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let whole = without_separators(whole)?;
    if !digits(&whole) || !digits(part) {
        return None;
    }
    let part = part.trim_end_matches('0');
    let zeros = power.checked_sub(part.len().try_into().ok()?)?;
    let number: u64 = format!("{whole}{part}").parse().ok()?;
    if number == 0 {
        return Some(0);
    }
    number.checked_mul(10_u64.checked_pow(zeros)?)
}

/// Splits off the suffix for a power of ten and returns the number with that power.
fn scaled(text: &str) -> Option<(&str, u32)> {
    for (letter, power) in [(&['k', 'K'][..], 3), (&['M'], 6), (&['G'], 9)] {
        if let Some(number) = text.strip_suffix(letter) {
            return Some((number, power));
        }
    }
    match text.split_once(['e', 'E']) {
        Some((number, power)) => Some((number, power.parse().ok()?)),
        None => Some((text, 0)),
    }
}

/// Removes the separators between thousands, which must all be the same, so that 1,5 is not taken
/// for 15.
fn without_separators(digits: &str) -> Option<String> {
    let Some(separator) = ['_', ','].into_iter().find(|&c| digits.contains(c)) else {
        return Some(digits.to_owned());
    };
    let groups: Vec<&str> = digits.split(separator).collect();
    let (first, rest) = groups.split_first()?;
    let right = (1..=3).contains(&first.len()) && rest.iter().all(|group| group.len() == 3);
    right.then(|| groups.concat())
}

/// Units of time in seconds. A unit that ends with the letter of another comes first.
const UNITS: [(&str, f64); 4] = [("ms", 1e-3), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];

/// Parses a time above 0: seconds (`5`, `0.5`), or a number with a unit (`500ms`, `5s`, `2m`,
/// `1h`). Returns `None` for any other form, and for a time too long for a [`Duration`].
///
/// # Examples
/// ```
/// # use chongkak_base as chongkak;
/// use std::time::Duration;
/// use chongkak::control::time_span;
/// assert_eq!(time_span("2m"), Some(Duration::from_secs(120)));
/// assert_eq!(time_span("0"), None);
/// ```
#[must_use]
pub fn time_span(text: &str) -> Option<Duration> {
    let with_unit =
        UNITS.iter().find_map(|(unit, seconds)| Some((text.strip_suffix(unit)?, *seconds)));
    let (number, seconds) = with_unit.unwrap_or((text, 1.0));
    // Rust also parses signs, inf and nan.
    if !number.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return None;
    }
    let number: f64 = number.parse().ok()?;
    let time = Duration::try_from_secs_f64(number * seconds).ok()?;
    (!time.is_zero()).then_some(time)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_may_be_written_in_several_ways() {
        for (text, number) in [
            ("0", 0),
            ("007", 7),
            ("1e6", 1_000_000),
            ("1E6", 1_000_000),
            ("1.5e3", 1500),
            ("2k", 2000),
            ("2K", 2000),
            ("1M", 1_000_000),
            ("0.25M", 250_000),
            ("3G", 3_000_000_000),
            ("1_000_000", 1_000_000),
            ("1,000,000", 1_000_000),
            ("12,345.0", 12_345),
            ("0e99", 0),
            ("18446744073709551615", u64::MAX),
        ] {
            assert_eq!(whole_number(text), Some(number), "{text}");
        }
        for text in [
            "",
            "k",
            "1.5",
            "1e-3",
            "1e",
            "e6",
            "1e6M",
            "1m",
            "1,5",
            "1,0000",
            "1000,000",
            "1,000_000",
            ",000",
            "1,",
            "1.",
            ".5k",
            "1.2345k",
            "-1",
            "+1",
            " 1",
            "1e20",
            "1e99",
            "ten",
            "18446744073709551616",
            "20G G",
            "1__000",
            "1.000.000",
        ] {
            assert_eq!(whole_number(text), None, "{text}");
        }
    }

    #[test]
    fn times_may_have_a_unit() {
        for (text, milliseconds) in [
            ("5", 5000),
            ("0.5", 500),
            (".5", 500),
            ("5s", 5000),
            ("0.5s", 500),
            ("500ms", 500),
            ("2m", 120_000),
            ("1.5h", 5_400_000),
            ("1e3", 1_000_000),
        ] {
            assert_eq!(time_span(text), Some(Duration::from_millis(milliseconds)), "{text}");
        }
        for text in [
            "", "s", "0", "0s", "-1", "+1", "inf", "nan", "infs", "1e300", "5 s", "5d", "5M", "1,5",
        ] {
            assert_eq!(time_span(text), None, "{text}");
        }
    }
}
