//! Wrong set records: the error has its place.

use chongkak::sets::WrittenSet;
use chongkak::text::ErrorKind;

#[test]
fn mistakes_in_the_form_of_a_record_are_named_with_line_and_column() {
    let head = "rules: overbeck\nholes: 3\nseeds: 2\n";
    for (text, line, column, problem) in [
        ("", 1, 1, "expected the rule set and a round first"),
        ("rules: overbeck", 1, 16, "ends without a round"),
        ("round 1: A", 1, 1, "expected the rule set first"),
        ("holes: 3", 1, 1, "expected rules: before holes"),
        ("rules: overbek", 1, 8, "overbeck"),
        ("rules: overbeck\nrules: kalah", 2, 1, "rules appears twice"),
        ("rules: overbeck\n holes:  0", 2, 10, "a number from 1 to 18"),
        ("rules: overbeck\noption: lap", 2, 9, "expected OPTION=VALUE"),
        ("rules: overbeck\noption: lap=far", 2, 13, "expected none or"),
        ("rules: overbeck\noption: laps=none", 2, 9, "no option \"laps\""),
        ("rules: overbeck\nplayer: Minah", 2, 1, "expected rules, holes"),
        ("rules: overbeck\nresult: 1 2", 2, 9, "expected a round first"),
        ("rules: overbeck\nround 2: A", 2, 1, "expected round 1 first"),
        ("rules: overbeck\nround one: A", 2, 1, "expected the round's number"),
    ] {
        fault(text, ErrorKind::Syntax, line, column, problem);
    }
    for (tail, line, column, problem) in [
        ("round 1: 2,2/0 2,2/0 A", 4, 10, "2 holes a row, expected 3"),
        ("round 1: 2,2,z/0 2,2,2/0 A", 4, 14, "hole A3"),
        ("round 1: 0,0,0/0 2,2,2/0 A", 4, 10, "no open hole"),
        ("round 1\nA1 A2  X3", 5, 8, "found \"X3\""),
        ("round 1\nresult: 4", 5, 9, "expected the seeds of A and of B"),
        ("round 1\nset: A", 5, 6, "expected won by A"),
        ("round 1\nset: unfinished, C is to move", 5, 6, "expected won by A"),
        ("round 1\nholes: 4", 5, 1, "before the first round"),
    ] {
        let text = format!("{head}{tail}");
        fault(&text, ErrorKind::Syntax, line, column, problem);
    }
}

#[test]
fn what_a_record_says_must_be_so() {
    let head = "rules: kalah\nholes: 2\nseeds: 1\n";
    for (tail, line, column, problem) in [
        ("round 1\nA2 A2", 5, 4, "legal: A1"),
        ("round 1\nB1", 5, 1, "A is to move"),
        ("round 1: B\nA2", 5, 1, "B is to move"),
        ("round 1\nA2 A1 B2", 5, 7, "the round is over"),
        ("round 1\nA2\nposition: 1,0/1 1,1/0 B", 6, 11, "1,0/1 1,1/0 A"),
        ("round 1\nA2\nresult: 3 1", 6, 9, "the round is not over"),
        ("round 1\nA2 A1\nresult: 2 2", 6, 9, "A owns 3 seeds and B 1"),
        ("round 1\nA2\nround 2", 6, 1, "round 1 is not over"),
        ("round 1\nA2\nstart: A1 B1", 6, 8, "the round has begun"),
        ("round 1\nstart: A1", 5, 8, "both choose"),
        ("round 1\nstart: A1 B9", 5, 8, "B9 can't be chosen"),
        ("round 1\nA2 A1\nround 3", 6, 1, "this is round 2"),
        ("round 1\nA2 A1\nround 2: B", 6, 10, "A starts"),
        ("round 1\nA2 A1\nset: won by A", 6, 6, "the set is unfinished, A starts the next round"),
        ("round 1\nA2\nset: unfinished, B is to move", 6, 6, "the set is unfinished, A is to move"),
        (
            "round 1\nA2 A1\nset: unfinished, A is to move",
            6,
            6,
            "the set is unfinished, A starts the next round",
        ),
        ("round 1\nA2 A1\nround 2: 1,1/0 1,1/0 B", 6, 10, "1,1/1 x,1/0 A"),
    ] {
        let text = format!("{head}{tail}");
        fault(&text, ErrorKind::Untrue, line, column, problem);
    }
    let won = "rules: kalah\nholes: 1\nseeds: 2\nround 1\nA1\n";
    for (tail, column, problem) in [
        ("round 2", 1, "the set is over: it is won by B"),
        ("set: won by A", 6, "the set is won by B"),
        ("set: unfinished", 6, "the set is won by B"),
    ] {
        let text = format!("{won}{tail}");
        fault(&text, ErrorKind::Untrue, 6, column, problem);
    }
}

fn fault(text: &str, kind: ErrorKind, line: u32, column: u32, problem: &str) {
    let error = match WrittenSet::read(text) {
        Err(error) => error,
        Ok(set) => set.replay().expect_err(text),
    };
    assert_eq!((error.kind, error.line, error.column), (kind, line, column), "{text:?}: {error}");
    assert!(error.problem().to_string().contains(problem), "{text:?}: {error}");
    assert!(error.span.unwrap().end <= error.text.len());
}
