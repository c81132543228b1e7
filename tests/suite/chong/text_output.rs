//! Text output: the board with its numbers, the help, open answers.

use serde_json::{Value, json};

use crate::support::{json_ending, run, stdout};

/// The numbers shown above the holes of each row for a position.
fn numbers(position: &str) -> Vec<Vec<u8>> {
    let text = stdout(&run(&["chong", "show", position]));
    let rows = text.lines().filter(|line| line.starts_with("  ┌") || line.starts_with("  ├"));
    let numbers = |row: &str| {
        let parts = row.split(|c: char| !c.is_ascii_digit());
        let parts = parts.filter(|part| !part.is_empty());
        parts.map(|part| part.parse().unwrap()).collect()
    };
    rows.map(numbers).collect()
}

/// Each hole shows its number on the path of the player to throw, as used in moves.
#[test]
fn the_board_has_the_numbers_that_moves_name() {
    let path: Vec<u8> = (0..36).collect();
    let [home, middle, far] = [&path[..12], &path[12..24], &path[24..]].map(<[u8]>::to_vec);
    let back = |row: &[u8]| row.iter().rev().copied().collect::<Vec<u8>>();
    let start = "SSSSSSSSSSSS|K..........k|ssssssssssss";
    // A's home row is at the bottom, and A's path continues at its right end, then at the left end
    // of the next row.
    let of_a = [far.clone(), back(&middle), home.clone()];
    assert_eq!(numbers(&format!("{start} A")), of_a);
    // B sees the same from the other end.
    assert_eq!(numbers(&format!("{start} B")), [back(&home), middle, back(&far)]);
    // Two pieces in a hole widen the board.
    let shared = numbers("SSK|..(Sk)|s.. A opened:A");
    assert_eq!(shared, [vec![6, 7, 8], vec![5, 4, 3], vec![0, 1, 2]]);
}

#[test]
fn a_limit_leaves_an_exact_value_open() {
    let args = ["chong", "eval", "--exact", "--holes", "5", "--memory", "1"];
    for throw in [&[][..], &["--throw", "1,2,3,4"]] {
        let found = json_ending(3, &[&args[..], throw].concat());
        let fields = ["probability", "error", "depth"].map(|name| &found[name]);
        assert_eq!(fields, [&Value::Null; 3]);
        assert_eq!((&found["exact"], &found["ways"]), (&json!(false), &json!([])));
        assert_eq!(found["stopped"], "memory");
        assert!(found["nodes"].as_u64().unwrap() > 0);
    }
    let output = run(&args);
    assert_eq!(output.status.code(), Some(3));
    let text = stdout(&output);
    assert!(text.contains("\nprobability  open\n"), "{text}");
    assert!(text.contains(" positions found; stopped by: memory\n"), "{text}");
}

#[test]
fn the_help_tells_the_game() {
    let help = stdout(&run(&["chong", "--help"]));
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "a soldier in every hole of the home row, and a king",
        "A 1 is the Chong: nobody moves before their first one",
        "A player wins with a piece on the last hole of the path, or by taking all enemy pieces.",
    ] {
        assert!(help.contains(part), "{help}");
    }
}
