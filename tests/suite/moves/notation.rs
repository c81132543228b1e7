//! Invalid positions: every kind is rejected, with the place and what was expected.

use chongkak::board::{MAX_TOTAL, Position, Setup};
use chongkak::text::Diagnostic;
use proptest::prelude::*;

fn parse_error(text: &str) -> Diagnostic {
    text.parse::<Setup>().unwrap_err()
}

fn position_error(text: &str) -> String {
    let setup: Setup = text.parse().unwrap();
    Position::new(&setup).unwrap_err().to_string()
}

#[test]
fn wrong_texts_name_the_place() {
    for (text, place, offending) in [
        ("", "row and store of A", ""),
        ("   ", "row and store of A", ""),
        ("1,2/0", "row and store of B", ""),
        ("1,2 3,4/0 A", "row and store of A", "1,2"),
        ("1,2/0/1 3,4/0 A", "row and store of A", "1,2/0/1"),
        ("1,2/0 3,4 A", "row and store of B", "3,4"),
        ("1,q/0 3,4/0 A", "hole A2", "q"),
        ("1,2/0 3,,4/0 A", "hole B2", ""),
        ("1,2/0 -3,4/0 A", "hole B1", "-3"),
        ("1,+2/0 3,4/0 A", "hole A2", "+2"),
        ("1,2.5/0 3,4/0 A", "hole A2", "2.5"),
        ("1,p/0 3,4/0 A", "hole A2", "p"),
        ("1,2x/0 3,4/0 A", "hole A2", "2x"),
        ("1,xx/0 3,4/0 A", "hole A2", "xx"),
        ("/0 3,4/0 A", "hole A1", ""),
        ("1,2/ 3,4/0 A", "row and store of A", "1,2/ 3,4/0"),
        ("1,2/0, 3,4/0 A", "row and store of A", "1,2/0, 3,4/0"),
        ("1 , q /0 3,4/0 A", "hole A2", "q"),
        ("1,2/0 3,4/x A", "store of B", "x"),
        ("1,2/0 3,4/0p A", "store of B", "0p"),
        ("1,2/0 3,4/0 C", "mover", "C"),
        ("1,2/0 3,4/0 ab", "mover", "ab"),
        ("1,2/0 3,4/0 overs", "mover", "overs"),
        ("1,2/0 3,4/0 over A", "end", "A"),
        ("1,2/0 3,4/0 A last", "mark", "last"),
        ("1,2/0 3,4/0 A final over", "end", "over"),
        ("1,1024/0 3,4/0 A", "hole A2", "1024"),
        ("1,1024p/0 3,4/0 A", "hole A2", "1024p"),
        ("1,2/99999999999999999999 3,4/0 A", "store of A", "99999999999999999999"),
        ("1,é/0 3,4/0 A", "hole A2", "é"),
    ] {
        let error = parse_error(text);
        assert!(error.to_string().starts_with(&format!("{place}: found ")), "{text:?}: {error}");
        assert_eq!(&text[error.span.clone().unwrap()], offending, "{text:?}");
        assert!(!error.expected().is_empty(), "{text:?}: {error}");
    }
}

#[test]
fn wrong_setups_name_what_is_wrong() {
    let many = vec!["1"; 19].join(",");
    for (text, message) in [
        ("1,2/0 3/0 A", "row A has 2 holes and row B has 1: expected as many in both"),
        (&format!("{many}/0 {many}/0 A"), "row A has 19 holes: expected 1 to 18"),
        ("1000/0 23/1 A", "1024 seeds in all: expected at most 1023"),
        ("1023/1023 1023/1023 A", "4092 seeds in all: expected at most 1023"),
        ("0,0/5 1,0/0 A", "A is to move and has no open hole with seeds in it"),
        ("x,3p/5 1,0/0 A", "A is to move and has no open hole with seeds in it"),
        ("1,0/5 0,0/0 B final", "B is to move and has no open hole"),
    ] {
        let error = position_error(text);
        assert!(error.starts_with(message), "{text}: {error}");
    }
}

#[test]
fn the_largest_and_smallest_positions_are_accepted() {
    for text in [
        &format!("{MAX_TOTAL}/0 0/0 A"),
        &format!("0/{MAX_TOTAL} 1/0 B").replace("1023", "1022"),
        "0/0 0/0 A over",
        "1/0 0/0 A final",
        "  1,x,0p/3   0,0,0/0  A  ",
        "001,0/0 0,0/0 A",
    ] {
        let setup: Setup = text.parse().unwrap();
        let position = Position::new(&setup).unwrap();
        let again: Setup = position.to_string().parse().unwrap();
        assert_eq!(again, setup);
    }
}

/// Notations that people write, and the program's own form.
#[test]
fn positions_may_be_written_in_other_ways() {
    for (text, plain) in [
        ("1,2/0 3,4/0", "1,2/0 3,4/0 A"),
        ("1,2/0 3,4/0 b", "1,2/0 3,4/0 B"),
        ("1,2/0 3,4/0 over", "1,2/0 3,4/0 A over"),
        ("1,X/0 3P,4/0 B FINAL", "1,x/0 3p,4/0 B final"),
        ("1 , 2/ 0   3 ,4 /0 a final", "1,2/0 3,4/0 A final"),
        ("1,\t2 /0 3,4/ 0 B over", "1,2/0 3,4/0 B over"),
    ] {
        let setup: Setup = text.parse().unwrap();
        assert_eq!(setup.to_string(), plain, "{text}");
    }
    // The board printed by `show`: B's row above, A's below with A1 at the right.
    let drawn = Setup::as_drawn("4,5,6p/1  3,2,x / 7 b").unwrap();
    assert_eq!(drawn.to_string(), "x,2,3/7 4,5,6p/1 B");
    let wrong = Setup::as_drawn("4,5,6/1 3,q,1/7").unwrap_err();
    assert!(wrong.to_string().starts_with("hole A2: found "), "{wrong}");
    assert_eq!(wrong.span, Some(10..11));
    let wrong = Setup::as_drawn("4,5,6 3,2,1/7").unwrap_err();
    assert!(wrong.to_string().starts_with("row and store of B: found "), "{wrong}");
}

proptest! {
    /// The parser handles any input; what it accepts it prints in one form.
    #[test]
    fn no_text_is_too_wrong(text in "[0-9xp,/ ABfinalover+-]{0,40}") {
        match text.parse::<Setup>() {
            Ok(setup) => {
                let again: Setup = setup.to_string().parse().unwrap();
                prop_assert_eq!(&again, &setup);
                prop_assert_eq!(&Setup::as_drawn(&setup.to_drawn()).unwrap(), &setup);
                let _ = Position::new(&setup);
            }
            Err(error) => prop_assert!(text.get(error.span.unwrap()).is_some()),
        }
        if let Err(error) = Setup::as_drawn(&text) {
            prop_assert!(text.get(error.span.unwrap()).is_some());
        }
    }

    #[test]
    fn any_unicode_is_answered(text in "\\PC{0,30}") {
        if let Err(error) = text.parse::<Setup>() {
            prop_assert!(text.get(error.span.unwrap()).is_some());
        }
    }
}
