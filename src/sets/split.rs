//! Splitting a text into records.

/// Splits a text into records, each with the number of its first line. Each line `rules:` after the
/// first begins a record, so concatenated records can be read.
///
/// # Examples
/// ```
/// use chongkak::sets::records;
/// let text = b"rules: kalah\nround 1: A\n\nrules: dakon\nround 1: B\n";
/// let lines: Vec<usize> = records(text).into_iter().map(|(line, _)| line).collect();
/// assert_eq!(lines, [1, 4]);
/// ```
#[must_use]
pub fn records(text: &[u8]) -> Vec<(usize, &[u8])> {
    let mut all = Vec::new();
    let (mut from, mut first_line) = (0, 1);
    let (mut at, mut begun) = (0, false);
    for (number, line) in (1..).zip(text.split_inclusive(|byte| *byte == b'\n')) {
        if names_rules(line) {
            if begun {
                all.push((first_line, &text[from..at]));
                (from, first_line) = (at, number);
            }
            begun = true;
        }
        at += line.len();
    }
    all.push((first_line, &text[from..]));
    all
}

/// Whether a line names the rules. Concatenated files may contain byte order marks.
fn names_rules(line: &[u8]) -> bool {
    let line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line);
    let rest = line.trim_ascii_start().strip_prefix(b"rules");
    rest.is_some_and(|rest| rest.trim_ascii_start().starts_with(b":"))
}
