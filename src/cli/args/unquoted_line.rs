//! Moves after `--line` without quotes.

use std::ffi::OsString;

use chongkak::moves::parse_line;

/// Joins the moves after `--line` into one argument: `--line A1 A7` becomes `--line "A1 A7"`. The
/// moves end before the first argument that is no move, such as a position, which has a slash.
pub fn joined(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut joined: Vec<OsString> = Vec::new();
    let mut in_line = false;
    for argument in arguments {
        let before = joined.last().and_then(|line| line.to_str());
        let longer = match (before, argument.to_str()) {
            (Some(line), Some(word)) if in_line && !word.starts_with('-') => {
                Some(format!("{line} {word}")).filter(|line| are_moves(line))
            }
            _ => None,
        };
        match longer {
            Some(longer) => *joined.last_mut().expect("the line") = longer.into(),
            None => {
                // The next argument is the line, which later words may extend.
                in_line = joined.last().is_some_and(|last| last == "--line");
                joined.push(argument);
            }
        }
    }
    joined
}

/// Whether a text is a list of moves, or becomes one with a number after it.
fn are_moves(line: &str) -> bool {
    let whole = line.strip_suffix(['A', 'B', 'a', 'b']).unwrap_or(line);
    parse_line(whole).is_ok_and(|moves| !moves.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<String> {
        let arguments = text.split(' ').map(OsString::from);
        let joined = joined(arguments).into_iter();
        joined.map(|one| one.into_string().unwrap()).collect()
    }

    #[test]
    fn moves_are_one_argument() {
        let owned = of("play --owned 99 --line A1 A7 A5 A3 --trace");
        assert_eq!(owned, ["play", "--owned", "99", "--line", "A1 A7 A5 A3", "--trace"]);
        assert_eq!(of("play --line A 1, A 7"), ["play", "--line", "A 1, A 7"]);
        assert_eq!(of("eval --line 1 7 5 -q"), ["eval", "--line", "1 7 5", "-q"]);
        // A position is no move, wherever it stands, and neither is - for standard input.
        let position = of("play --line A1 1,1/0 1,1/0 A");
        assert_eq!(position, ["play", "--line", "A1", "1,1/0", "1,1/0", "A"]);
        assert_eq!(
            of("play 1,1/0 1,1/0 A --line A1"),
            ["play", "1,1/0", "1,1/0", "A", "--line", "A1"]
        );
        assert_eq!(of("eval --line A1 -"), ["eval", "--line", "A1", "-"]);
        assert_eq!(of("play --line"), ["play", "--line"]);
    }
}
