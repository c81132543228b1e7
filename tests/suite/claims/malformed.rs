//! Malformed claim files are rejected with the place and what was expected.

use chongkak::claims::ClaimFile;

use super::files::verdict;

#[test]
fn malformed_claims_name_the_field_and_what_was_expected() {
    let position = "rules = \"overbeck\"\nposition = \"1,0,3/0 0,5,1/0 A\"\n";
    for (claim, message) in [
        ("rules = \"overbek\"", "claim \"it\", rules: no rule set \"overbek\": expected one of"),
        ("rules = \"overbeck\"\nset = { lapp = \"none\" }", "set: no option \"lapp\""),
        ("rules = \"overbeck\"\nset = { lap = 3 }", "set: option lap: found \"3\""),
        ("rules = \"overbeck\"", "line: nothing to check"),
        (
            "rules = \"overbeck\"\nposition = \"1,0/0 1/0 A\"\nlaps = 0",
            "position: \"1,0/0 1/0 A\": row A has 2",
        ),
        ("rules = \"overbeck\"\nposition = \"1,q/0 1,0/0 A\"\nlaps = 0", "hole A2: found \"q\""),
        ("rules = \"kalah\"\nposition = \"1,0/0 1,0/0 A final\"\nlaps = 0", "mark \"final\""),
        ("rules = \"overbeck\"\nowned = 5\nlaps = 0", "owned: A owns 5 seeds, fewer than the 9"),
        ("rules = \"overbeck\"\nowned = \"9*k\"\nlaps = 0", "owned: no parameter \"k\""),
        ("rules = \"overbeck\"\nmover = \"C\"\nlaps = 0", "mover: found \"C\", expected A or B"),
        (
            "rules = \"overbeck\"\nfor = { k = \"1-9\" }\nlaps = 0",
            "for: range \"1-9\": expected FIRST..LAST",
        ),
        ("rules = \"overbeck\"\nfor = { k = \"9..1\" }\nlaps = 0", "for: the range is empty"),
        (
            &format!("{position}set = {{ holes = 9 }}\nlaps = 0"),
            "set: the position has 3 holes a row, expected 9",
        ),
        (
            &format!("{position}line = [{{ play = \"A2\", illegal = true, gain = 9 }}]"),
            "line, illegal: an illegal move has no effect",
        ),
        (
            &format!("{position}line = [{{ play = \"A1\", outcome = \"nonsense\" }}]"),
            "line, outcome: found \"nonsense\", expected again, stop or over",
        ),
        (
            &format!("{position}line = [{{ play = \"A1\", lands = \"A2 Z9\" }}]"),
            "lands: found \"Z9\", expected a cell",
        ),
        (
            "rules = \"overbeck\"\nposition = \"0/9 0/9 A over\"\nnext_round = \"blah\"",
            "next_round: row and store of A: found \"blah\"",
        ),
        (
            "rules = \"overbeck\"\nfor = { a = \"1..1000\", b = \"1..1000\" }\nlaps = 0",
            "for: expected at most 100000 combinations",
        ),
        (&format!("{position}owned = 9"), "position: can't be combined with owned or mover"),
        (&format!("{position}line = [{{ play = \"\" }}]"), "line, play: found no move"),
        (&format!("{position}line = [{{ play = \"C1\" }}]"), "line, play: move 1: found \"C1\""),
        (&format!("{position}line = [{{ play = \"A{{x}}\" }}]"), "line, play: no parameter \"x\""),
    ] {
        let error = verdict(claim).unwrap_err().to_string();
        assert!(error.contains(message), "{claim}: {error}");
    }
}

#[test]
fn files_that_are_no_claim_files_are_refused_with_line_and_column() {
    let error = |text: &str| ClaimFile::read(text).unwrap_err().to_string();
    assert!(error("source = \"x\"\n[[claim]]\nid = 5\n").contains("line 3, column 6"));
    let unknown = error("source = \"x\"\n[[claim]]\nid = \"a\"\nrules = \"kalah\"\nlien = []\n");
    assert!(unknown.contains("line 5") && unknown.contains("lien"), "{unknown}");
    assert!(error("source = \"x").contains("line 1"));
    assert!(error("").contains("missing field \"source\", expected a value for it"));
    assert_eq!(error("source = \"x\"\nclaim = []"), "no claims: expected at least one [[claim]]");
    let twice = "[[claim]]\nid = \"a\"\nrules = \"kalah\"\n".repeat(2);
    assert!(error(&format!("source = \"x\"\n{twice}")).starts_with("claim \"a\": duplicate id"));
}

/// The first of several unknown fields is named; a line that is not a list gets an example of a
/// list of moves.
#[test]
fn fields_and_lines_that_are_wrong_are_told_what_was_expected() {
    let error = |line: &str| {
        let text = format!("source = \"s\"\n[[claim]]\nid = \"a\"\nline = {line}\n");
        ClaimFile::read(&text).unwrap_err().to_string()
    };
    for (line, told) in [
        (
            "[{ play = \"A1\", landing = \"B8\", captures = 2 }]\nlapse = 3",
            "line 4, column 24: unknown field \"landing\", expected one of play",
        ),
        ("\"A2 A1\"", "expected a list of moves, such as [{ play = \"A2\" }, { play = \"A1\" }]"),
        ("[\"A2\", \"A1\"]", "expected moves, such as { play = \"A2 A1\" }"),
    ] {
        let error = error(line);
        assert!(error.contains(told), "{line}: {error}");
    }
}
