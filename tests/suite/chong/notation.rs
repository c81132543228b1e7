//! Positions as text.

use chongkak::chong::{ChongRules, PlacedPosition, Profile};
use proptest::prelude::*;

use super::any_rules;
use super::reference::{self, Board};

proptest! {
    #![proptest_config(crate::support::law(300))]

    #[test]
    fn a_position_reads_back_what_was_written(
        rules in any_rules(2..=28),
        throws in prop::collection::vec((prop::collection::vec(1..=6_u8, 1), any::<prop::sample::Index>()), 0..30),
    ) {
        let rules = rules.with("dice", 1).unwrap();
        let mut placed = PlacedPosition::start(&rules);
        let mut board = Board::start(rules.columns.get());
        for (faces, choice) in throws {
            if reference::over(&board, &rules).is_some() {
                break;
            }
            let ends = reference::ends(&board, &faces, &rules);
            board = ends.iter().nth(choice.index(ends.len())).unwrap().0.clone();
            placed = placed.after(board.position());
            let text = placed.to_string();
            let read = PlacedPosition::parse(&text, &rules);
            prop_assert_eq!(read, Ok(placed), "{}", text);
        }
    }

    #[test]
    fn no_text_makes_it_panic(text in "[.SKQskq&()|AB:opendch 1é]{0,40}") {
        for profile in ["content", "blocked"] {
            let rules = Profile::named(profile).unwrap().rules(3).unwrap();
            if let Err(error) = PlacedPosition::parse(&text, &rules) {
                prop_assert!(text.get(error.span.unwrap()).is_some());
            }
        }
    }
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let wrong = |text: &'static str, set: &[(&str, &str)]| {
        let mut rules = ChongRules::new(3).unwrap();
        for (option, value) in set {
            rules.set(option, value).unwrap();
        }
        let error = PlacedPosition::parse(text, &rules).unwrap_err();
        (error.to_string(), &text[error.span.unwrap()])
    };
    let cases: [(&str, &str, &str); 17] = [
        ("", "expected a board", ""),
        ("SSS|K.k|sss", "expected who is to throw after the board", ""),
        ("foo", "1 row, expected 3 rows between |", "foo"),
        ("SSS|K.k A", "2 rows, expected 3 rows", "SSS|K.k"),
        ("SSS|K.k|ss A", "a row of 2 holes, expected 3", "ss"),
        ("S|K|s A", "rows of 1 hole, expected 2 to 28", "S|K|s"),
        ("SSS|KXk|sss A", "found \"X\", expected one of . S K Q s k q &", "X"),
        ("SSS|K(Ss)k|sss A", "two soldiers in one hole", "(Ss)"),
        ("SSS|K(kS)k|sss A", "expected A's and B's piece, such as (Sk)", "(kS)"),
        ("SSS|K.k|s(Sk A", "expected one of", "(Sk"),
        ("SSS|KKk|sss A", "a second king of A", "K"),
        ("SSS|KSk|sss A", "4 soldiers of A, expected at most 3", "SSS|KSk|sss"),
        ("SSS|K.k|sss C", "found \"C\", expected A or B", "C"),
        ("SSS|K.k|sss A open:A", "expected opened or chong", "open:A"),
        ("SSS|K.k|sss A opened:C", "expected opened:A, opened:B or opened:AB", "opened:C"),
        (
            "SSS|K.k|sss A opened:A opened:B",
            "the second of its name, expected at most one",
            "opened:B",
        ),
        ("SSS|.Kk|sss A", "A has moved before the first Chong", "SSS|.Kk|sss"),
    ];
    for (text, problem, place) in cases {
        let (found, span) = wrong(text, &[]);
        assert!(found.contains(problem), "{text}: {found}");
        assert_eq!(span, place, "{text}: {found}");
    }
    let rest = [
        ("SSS|K.k|sss A chong:A", &[][..], "expected no such mark unless king_back = two_turns"),
        ("SSS|..k|sss A opened:A chong:A", &[("king_back", "two_turns")][..], "A has no king"),
        ("S.K|..(Sk)|sss A opened:A", &[("king_cell", "blocked")][..], "two pieces in one hole"),
        ("...|...|... A opened:AB", &[][..], "no piece"),
        ("sss|...|SSS A opened:AB", &[][..], "both players have won"),
    ];
    for (text, set, problem) in rest {
        let (found, _) = wrong(text, set);
        assert!(found.contains(problem), "{text}: {found}");
    }
}

#[test]
fn the_example_notation_is_read() {
    let rules = ChongRules::new(3).unwrap();
    let short = PlacedPosition::parse("S.K|.S&|sss A opened:A", &rules).unwrap();
    let long = PlacedPosition::parse("S.K|.S(Sk)|sss A opened:A", &rules).unwrap();
    assert_eq!(short, long);
    assert_eq!(long.to_string(), "S.K|.S(Sk)|sss A opened:A");
}
