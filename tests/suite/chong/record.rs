//! Records of games: what is accepted, and what is rejected, where and why.

use chongkak::chong::ChongRecord;
use chongkak::text::ErrorKind::{Syntax, Untrue};

const WHOLE: &str = "\
chong: blocked
holes: 3
dice: 2
option: forced=may_stop
event: after supper
A: human
B: guess, seed 5
note: lamplight   # remarks stay
throws: seed 5

start: SSS|K.k|sss A
1,4 1:K3<>2 4:S3-7x
2,3 pass
throw: 4,6
position: SSK|..k|sSs A opened:A
game: unfinished, A is to play 4,6
";

#[test]
fn a_record_is_read_as_it_is_written() {
    let record = ChongRecord::read(WHOLE).unwrap();
    assert_eq!(record.to_string(), WHOLE.replace("   # remarks stay", ""));
    // The minimum.
    let little = "chong: content\n2,2,3,4\ngame: unfinished";
    let record = ChongRecord::read(little).unwrap();
    assert_eq!((record.rules.columns.get(), record.turns.len()), (12, 1));
    assert_eq!(ChongRecord::read(&record.to_string()).unwrap(), record);
}

/// Wherever a record is cut off, the rest is not a valid record.
#[test]
fn a_record_that_is_cut_is_refused() {
    let end = WHOLE.rfind("unfinished").unwrap() + "unfinished".len();
    for cut in 0..WHOLE.len() - 1 {
        if !WHOLE.is_char_boundary(cut) || cut == end {
            continue;
        }
        let error = ChongRecord::read(&WHOLE[..cut]).expect_err(&WHOLE[..cut]);
        assert!(error.problem().to_string().contains("expected"), "{error}");
        assert_eq!(error.line as usize, WHOLE[..cut].lines().count().max(1), "{cut}: {error}");
    }
}

#[test]
fn a_wrong_record_is_told_where_and_what_was_expected() {
    for (from, to, place, problem, kind) in [
        ("chong: blocked\n", "", (1, 1), "expected chong: first", Syntax),
        ("blocked", "bloked", (1, 8), "expected one of content", Syntax),
        ("holes: 3", "holes: 1", (2, 8), "expected a number from 2 to 28", Syntax),
        ("dice: 2", "dice: two", (3, 7), "expected a number from 1 to 4", Syntax),
        ("forced=may_stop", "forced=may", (4, 16), "expected must or", Syntax),
        ("option: forced=may_stop", "option: force", (4, 9), "expected OPTION=VALUE", Syntax),
        ("event: ", "events: ", (5, 1), "expected chong, holes", Syntax),
        ("B: guess", "A: guess", (7, 1), "A appears twice", Syntax),
        ("throws: seed 5", "throws: seed", (9, 9), "expected typed, or a seed", Syntax),
        ("SSS|K.k|sss A\n", "SSS|K.k|ss A\n", (11, 16), "expected 3", Syntax),
        ("SSS|K.k|sss A\n", "SS|Kk|ss A\n", (11, 8), "expected 3 as holes: says", Syntax),
        ("1,4 1:", "1,7 1:", (12, 1), "expected a face", Syntax),
        ("1,4 1:", "1,4,4 1:", (12, 1), "3 dice, expected 2", Syntax),
        ("4:S3-7x\n", "4:S2-6\n", (12, 13), "move 2, 4:S2-6: expected one of 4:S3-7x", Untrue),
        ("4:S3-7x\n", "S3-7x\n", (12, 13), "expected one of 4:S3-7x", Syntax),
        ("2,3 pass", "2,3 2:S0-2", (13, 5), "expected no further move", Untrue),
        ("2,3 pass", "pass", (13, 1), "expected a turn such as", Syntax),
        ("throw: 4,6", "throw: 4", (14, 8), "1 die, expected 2", Syntax),
        ("throw: 4,6", "throw: 4,6\n4,6 pass", (15, 1), "expected no turn after", Syntax),
        ("sSs A opened:A\n", "sSs B opened:A\n", (15, 11), "expected SSK|..k|sSs A", Untrue),
        ("A is to play 4,6", "B is to throw", (16, 7), "expected unfinished, A is to play", Untrue),
        ("to play 4,6\n", "to play 4,6\nnote: late\n", (17, 1), "expected nothing after", Syntax),
    ] {
        assert!(WHOLE.contains(from), "{from}");
        let error = ChongRecord::read(&WHOLE.replacen(from, to, 1)).expect_err(to);
        assert!(error.problem().to_string().contains(problem), "{to}: {error}");
        assert_eq!((error.line, error.column), place, "{to}: {error}");
        assert_eq!(error.kind, kind, "{to}: {error}");
    }
    let over = "chong: content\nholes: 3\nstart: SSK|..k|ssS B opened:A\n";
    for (line, problem) in [("1,1,1,1 pass", "the game is over"), ("throw: 1,1,1,1", "no throw")] {
        let error = ChongRecord::read(&format!("{over}{line}\ngame: won by A\n")).unwrap_err();
        assert!(error.problem().to_string().contains(problem), "{error}");
        assert_eq!((error.line, error.kind), (4, Untrue));
    }
    assert!(ChongRecord::read(&format!("{over}game: won by A\n")).is_ok());
}
