//! Sanitizes output, so that a terminal shows what files contain and does not obey it.

use std::borrow::Cow;

use super::style::own;

/// Replaces control characters, except line breaks and tabs, by visible symbols. The program's own
/// styles are kept or removed; those from files are treated as control characters.
pub fn harmless(text: &str, styled: bool) -> Cow<'_, str> {
    let obeyed = |c: char| c.is_control() && !matches!(c, '\n' | '\t') || is_direction(c);
    if !text.contains(obeyed) {
        return text.into();
    }
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(obeyed) {
        shown.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some((style, behind)) = own_style(rest) {
            if styled {
                shown.push_str("\u{1b}[");
                shown.push_str(style);
            }
            rest = behind;
        } else {
            let mut characters = rest.chars();
            shown.extend(characters.next().map(sign));
            rest = characters.as_str();
        }
    }
    shown.push_str(rest);
    shown.into()
}

/// Whether a character changes the writing direction of the text after it, which can make a text
/// read as another one. None of the program's languages needs such characters.
pub fn is_direction(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Splits the program's own style sequence, without its prefix, from the rest of the text.
fn own_style(text: &str) -> Option<(&str, &str)> {
    let rest = text.strip_prefix(own())?;
    Some(rest.split_at(rest.find('m')? + 1))
}

/// Returns the visible symbol for a control character.
fn sign(control: char) -> char {
    match u32::from(control) {
        low @ 0..0x20 => char::from_u32(0x2400 + low).unwrap_or('\u{fffd}'),
        0x7f => '\u{2421}',
        _ => '\u{fffd}',
    }
}

/// Escapes the control characters that JSON allows unescaped in strings.
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
    use crate::text::style::PROVEN;

    #[test]
    fn own_styles_are_shown_and_nothing_else_is_obeyed() {
        let own = format!("{PROVEN}A7{PROVEN:#}\n\t");
        let styled = "\u{1b}[1m\u{1b}[32mA7\u{1b}[0m\n\t";
        assert_eq!(harmless(&own, true), styled);
        assert_eq!(harmless(&own, false), "A7\n\t");
        let evil = "a/\u{1b}]0;evil\u{7}\u{1b}[2J\r\u{9b}31mx\u{7f}\u{1b}[31m\u{1b}[1\u{1b}";
        let shown = "a/\u{241b}]0;evil\u{2407}\u{241b}[2J\u{240d}\u{fffd}31mx\u{2421}\u{241b}[31m\
                     \u{241b}[1\u{241b}";
        for shows in [true, false] {
            assert_eq!(harmless(evil, shows), shown);
            // Even colours are removed.
            assert_eq!(harmless(styled, shows), styled.replace('\u{1b}', "\u{241b}"));
        }
    }

    /// "A7" after a right-to-left mark would read as "7A".
    #[test]
    fn the_direction_of_a_text_stays() {
        let evil = "x \u{202e}A7\u{202c} \u{2066}y\u{2069}\u{200f}\u{61c}";
        let shown = "x \u{fffd}A7\u{fffd} \u{fffd}y\u{fffd}\u{fffd}\u{fffd}";
        assert_eq!(harmless(evil, true), shown);
        assert_eq!(harmless(evil, false), shown);
    }

    #[test]
    fn json_says_the_same_with_escapes() {
        let value = serde_json::json!({"a\u{9b}": "\u{1b}\u{7f}\u{80}\u{9f}\u{a0}é"});
        let text = escaped(value.to_string());
        assert!(!text.contains(char::is_control), "{text}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), value);
    }
}
