//! The last look at what goes out: a terminal shows what files say, and doesn't obey it.

use std::borrow::Cow;

/// A text with signs in the place of control characters, but for line breaks and tabs. With
/// `styles` sequences that only set a style stay: the program's own are such ones.
pub fn harmless(text: &str, styles: bool) -> Cow<'_, str> {
    let obeyed = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    if !text.contains(obeyed) {
        return text.into();
    }
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(obeyed) {
        shown.push_str(&rest[..at]);
        rest = &rest[at..];
        let kept = if styles { style(rest) } else { 0 };
        shown.push_str(&rest[..kept]);
        rest = &rest[kept..];
        if kept == 0 {
            let mut characters = rest.chars();
            shown.extend(characters.next().map(sign));
            rest = characters.as_str();
        }
    }
    shown.push_str(rest);
    shown.into()
}

/// Bytes of the sequence that sets a style at the beginning of a text; 0 if there is none.
fn style(text: &str) -> usize {
    let Some(rest) = text.strip_prefix("\u{1b}[") else {
        return 0;
    };
    let end = rest.find(|c: char| !c.is_ascii_digit() && c != ';');
    match end {
        Some(end) if rest[end..].starts_with('m') => "\u{1b}[m".len() + end,
        _ => 0,
    }
}

/// What stands for a control character.
fn sign(control: char) -> char {
    match u32::from(control) {
        low @ 0..0x20 => char::from_u32(0x2400 + low).unwrap_or('\u{fffd}'),
        0x7f => '\u{2421}',
        _ => '\u{fffd}',
    }
}

/// JSON with escapes for the control characters that may stand in its texts as they are.
pub fn escaped(json: String) -> String {
    let raw = |c: char| matches!(c, '\u{7f}'..='\u{9f}');
    if !json.contains(raw) {
        return json;
    }
    let mut text = String::with_capacity(json.len());
    for c in json.chars() {
        match raw(c) {
            true => text.push_str(&format!("\\u{:04x}", u32::from(c))),
            false => text.push(c),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_stay_and_nothing_else_is_obeyed() {
        let style = "\u{1b}[1m\u{1b}[32;1mA7\u{1b}[0m\n\t";
        assert_eq!(harmless(style, true), style);
        assert_eq!(harmless("\u{1b}[1m", false), "\u{241b}[1m");
        let evil = "a/\u{1b}]0;evil\u{7}\u{1b}[2J\r\u{9b}31mx\u{7f}\u{1b}[1";
        let shown = "a/\u{241b}]0;evil\u{2407}\u{241b}[2J\u{240d}\u{fffd}31mx\u{2421}\u{241b}[1";
        assert_eq!(harmless(evil, true), shown);
        assert_eq!(harmless(evil, false), shown);
        assert_eq!(harmless("\u{1b}", true), "\u{241b}");
    }

    #[test]
    fn json_says_the_same_with_escapes() {
        let value = serde_json::json!({"a\u{9b}": "\u{1b}\u{7f}\u{80}\u{9f}\u{a0}é"});
        let text = escaped(value.to_string());
        assert!(!text.contains(char::is_control), "{text}");
        assert_eq!(
            serde_json::from_str::<serde_json::Value>(&text).unwrap(),
            value
        );
    }
}
