//! Expressions and ranges of claim files, evaluated by a claim.

use chongkak::claims::{ClaimFile, Verdict, check};
use chongkak::control::Control;
use chongkak::search::Evaluator;

/// Returns the verdict on a claim with the parameters k = 7 and i = 3, or why it is malformed. A1
/// can't be played, all other holes of A can.
fn verdict(claim: &str) -> Result<Verdict, String> {
    let row = "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1";
    let file = ClaimFile::read(&format!(
        "source = \"a test\"\n[[claim]]\nid = \"it\"\nrules = \"kalah\"\n\
         position = \"0,{row}/0 0,{row}/0 A\"\nfor = {{ k = \"7..7\", i = \"3..3\" }}\n{claim}"
    ))
    .unwrap();
    check(&file.claims[0], &Evaluator::new(), Control::none()).map_err(|error| error.to_string())
}

/// The laps that a claim without a move claims, which are not 0.
fn evaluated(expression: &str) -> Result<String, String> {
    match verdict(&format!("laps = \"{expression}\""))? {
        Verdict::Refuted(evidence) => Ok(evidence.expected),
        other => panic!("{expression}: {other:?}"),
    }
}

/// Repeats a step over a range, which must have these values: for these the step plays A1, for
/// other numbers another hole or none.
fn repeated(range: &str, values: &[i64]) -> Result<(), String> {
    let factors: Vec<String> = values.iter().map(|v| format!("(j-({v}))")).collect();
    let off = if factors.is_empty() { "1".to_owned() } else { factors.join("*") };
    let step = format!("for = {{ j = \"{range}\" }}, play = \"A{{1+{off}}}\", illegal = true");
    match verdict(&format!("laps = 0\nline = [{{ {step} }}]"))? {
        Verdict::Holds(evidence) => assert_eq!(evidence.moves, values.len() as u64, "{range}"),
        other => panic!("{range}: {other:?}"),
    }
    Ok(())
}

#[test]
fn expressions_follow_the_usual_precedence() {
    for (text, value) in [
        ("162 - 9*k", "99"),
        ("9-(k-i)/2", "7"),
        ("-k + 2 * (3 - -i)", "5"),
        ("8/2/2", "2"),
        ("10-3-2", "5"),
    ] {
        assert_eq!(evaluated(text).as_deref(), Ok(value), "{text}");
    }
}

#[test]
fn wrong_expressions_say_what_was_expected() {
    for (text, part) in [
        ("", "found nothing"),
        ("k+", "found nothing"),
        ("2 k", "found 'k'"),
        ("j", "expected one of [i, k]"),
        ("7/2", "7/2: expected a division without remainder"),
        ("1/0", "1/0"),
        ("(1", "closing bracket"),
        ("99999999999999999999", "too large"),
        ("9223372036854775807+1", "too large"),
        (&"(".repeat(1000), "at most 50 nested brackets"),
        (&"-".repeat(1000), "at most 50 nested brackets"),
        (&"1+".repeat(501), "at most 1000"),
    ] {
        let error = evaluated(text).unwrap_err();
        assert!(error.contains(part), "{text}: {error}");
    }
    let open = verdict("line = [{ play = \"A{k\" }]").unwrap_err();
    assert!(open.contains("expected a closing brace"), "{open}");
}

#[test]
fn ranges_include_both_ends_and_may_be_empty() {
    let far = "-9223372036854775807";
    let down = format!("9223372036854775807..{far}");
    for (range, values) in [
        ("1..3", &[1, 2, 3][..]),
        ("k..2 by -2", &[7, 5, 3]),
        ("9..1 by -3", &[9, 6, 3]),
        ("1..2 by -2", &[]),
        ("3..2", &[]),
        (&down, &[]),
    ] {
        assert_eq!(repeated(range, values), Ok(()));
    }
    let up = format!("{far}..9223372036854775807");
    let below = format!("1..{far}-1 by -1");
    for range in ["1..9 by 0", "9", "1..99999999", &up, &below] {
        assert!(repeated(range, &[]).is_err(), "{range}");
    }
}
