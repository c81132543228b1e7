//! Remarks on moves are kept when a record is rewritten, and shown when it is shown.

use crate::support::{Folder, code, parsed, played, run, stderr, stdout};

const RECORD: &str = "\
# told by his grandson
rules: kalah
holes: 2
seeds: 1
A: Minah            # who played # in red
B: Ali
round 1: 1,1/0 1,1/0 A   # the smallest board

A2  # ends in the store
A1               # captures from B1
result: 3 1   # three seeds
# a good round
round 2: 1,1/1 x,1/0 A
A2 A1  # and again
position: 0,1/2 x,1/0 B
";

/// The same as the program writes it: as played, with every remark after its subject.
const ANEW: &str = "\
note: told by his grandson
A: Minah
note: who played
note: in red
B: Ali

round 1: 1,1/0 1,1/0 A
# the smallest board
A2  # ends in the store
  A1  # captures from B1
  # three seeds
  # a good round
result: 3 1

round 2: 1,1/1 x,1/0 A
A2 A1  # and again
position: 0,1/2 x,1/0 B
";

fn head_and_rounds(text: &str) -> String {
    let (_, rest) = text.split_once("seeds: 1\n").unwrap();
    let (rounds, _) = rest.split_once("\nset: ").unwrap();
    rounds.to_owned()
}

#[test]
fn whoever_goes_on_keeps_them() {
    let folder = Folder::made("remarks");
    let file = folder.file("record.txt", RECORD);
    let saved = folder.path("saved.txt");
    let game = ["game", "--load", &file, "--a", "human", "--b", "human"];
    let output = played("none", &game, &format!("save {saved}\n"));
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_eq!(head_and_rounds(&folder.read("saved.txt")), ANEW);
    // Again: nothing is added or moved.
    let again = folder.path("again.txt");
    let game = ["game", "--load", &saved, "--a", "human", "--b", "human"];
    played("none", &game, &format!("save {again}\n"));
    assert_eq!(folder.read("again.txt"), folder.read("saved.txt"));
    let output =
        run(&["set", "play", "--from", &file, "--rounds", "1", "--a", "greedy", "--b", "greedy"]);
    assert!(stdout(&output).contains("A2 A1  # and again\n"), "{}", stdout(&output));
}

/// Undone moves keep their remarks as long as nothing else is played instead.
#[test]
fn a_remark_goes_with_its_move() {
    let folder = Folder::made("remarks-undo");
    let file = folder.file("record.txt", RECORD);
    let [undone, redone, other] = ["undone", "redone", "other"].map(|name| folder.path(name));
    let game = ["game", "--load", &file, "--a", "human", "--b", "human"];
    let typed = format!("undo\nsave {undone}\nredo\nsave {redone}\nundo\nundo\nA1\nsave {other}\n");
    let output = played("none", &game, &typed);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_eq!(head_and_rounds(&folder.read("redone")), ANEW);
    for (name, and_again) in [("undone", false), ("other", false)] {
        let text = folder.read(name);
        assert_eq!(text.contains("# and again"), and_again, "{text}");
        assert!(text.contains("# a good round"), "{text}");
    }
}

#[test]
fn whoever_shows_a_record_shows_them() {
    let folder = Folder::made("remarks-shown");
    let file = folder.file("record.txt", RECORD);
    let said =
        ["Minah", "told by his grandson", "captures from B1", "the smallest board", "and again"];
    for (command, page) in [(&["set", "replay"][..], "replay.html"), (&["analyze"], "analyze.html")]
    {
        let page = folder.path(page);
        let asked = [command, &[&file, "--quiet"]].concat();
        let text = stdout(&run(&asked));
        let json = parsed(&run(&[&asked[..], &["--format", "json"]].concat())).to_string();
        assert_eq!(code(&run(&[&asked[..], &["--html", &page]].concat())), 0);
        let html = std::fs::read_to_string(page).unwrap();
        for part in said {
            assert!(text.contains(part), "{asked:?}: {part}: {text}");
            assert!(json.contains(part), "{asked:?}: {part}: {json}");
        }
        assert!(html.contains("Minah"), "{asked:?}");
    }
    // The page of the set has all of them, that of an analysis those of the turns that it shows.
    let html = folder.read("replay.html");
    assert!(said.iter().all(|part| html.contains(part)));
    assert!(folder.read("analyze.html").contains("and again"));
}
