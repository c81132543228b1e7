//! Codes of languages, as systems and browsers write them.

/// Older codes and those of a language within another one, which mean one that there is.
const OTHERS: [(&str, &str); 2] = [("in", "id"), ("zsm", "ms")];

/// The language in a code such as `ms-Latn-MY` or `id_ID.UTF-8`; none in what is no such code, as
/// `C` and `POSIX` are.
pub(super) fn main_part(code: &str) -> Option<String> {
    let end = code.find(['-', '_', '.', '@']).unwrap_or(code.len());
    let main = code[..end].to_ascii_lowercase();
    let letters = main.bytes().all(|byte| byte.is_ascii_lowercase());
    if !letters || !(2..=3).contains(&main.len()) {
        return None;
    }
    let other = OTHERS.iter().find(|(old, _)| *old == main);
    Some(other.map_or(main, |(_, new)| (*new).to_owned()))
}

#[cfg(test)]
mod tests {
    use super::main_part;

    #[test]
    fn codes_of_systems_and_of_browsers_name_a_language() {
        let part = |code| main_part(code).unwrap_or_default();
        for code in ["ms", "MS", "ms-MY", "ms_MY.UTF-8", "ms@latin", "ms-Latn-BN", "zsm"] {
            assert_eq!(part(code), "ms", "{code}");
        }
        for code in ["id", "in", "in_ID", "id-ID"] {
            assert_eq!(part(code), "id", "{code}");
        }
        for code in ["", "C", "C.UTF-8", "POSIX", "m5", "-ms", "malay"] {
            assert_eq!(part(code), "", "{code}");
        }
    }
}
