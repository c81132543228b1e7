//! `puzzles`: the commands, and puzzles asked in the terminal.

use serde_json::{Value, json};

use crate::support::{
    Folder, code, json_lines, json_of, outcome, parsed, refused, run, run_with, stderr, stdout,
    text_of,
};

/// A4 ends in the store and nothing else does. After it, A3 takes five seeds of B. Played first, A3
/// goes round the board and takes one.
const STORE: &str = "0,0,1,1/0 5,0,0,0/5 A";

/// A1 has two laps: its second seed joins the one in A3, and both go to A4 and the store.
const LAPS: &str = "2,0,1,0/0 0,0,0,1/0 A";

/// Three turns keep A's win, each alone (the laws of `keep` check that): A3 moves again and A1
/// follows, B2, A2, B1, A1.
const KEEP: &str = "2,1,1/3 0,6,2/3 A";

fn kept(turns: &str) -> Value {
    json_of(&[
        "puzzles",
        "make",
        "--rules",
        "conglak",
        "--question",
        "keep",
        "--turns",
        turns,
        KEEP,
    ])
}

fn made(question: &str, position: &str) -> Value {
    let args = ["puzzles", "make", "--rules", "conglak", "--question", question, position];
    json_of(&args)
}

fn line_of(puzzle: &Value) -> String {
    puzzle.to_string() + "\n"
}

/// Returns what is said when the lines are typed, with whitespace collapsed.
fn asked(folder: &Folder, puzzles: &[Value], options: &[&str], typed: &str) -> String {
    let lines: String = puzzles.iter().map(line_of).collect();
    let file = folder.file("puzzles.jsonl", &lines);
    let args = [&["puzzles", "play", &file, "--no-board"], options].concat();
    let output = run_with(&args, typed);
    assert_eq!((code(&output), stderr(&output)), (0, String::new()), "{typed}");
    stdout(&output).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_position_becomes_a_puzzle_of_each_kind() {
    let store = made("store", STORE);
    assert_eq!((&store["moves"], &store["length"]), (&json!(["A4"]), &json!(1)));
    let laps = made("laps", LAPS);
    assert_eq!((&laps["moves"], &laps["length"]), (&json!(["A1"]), &json!(2)));
    let turn = made("turn", STORE);
    assert_eq!(turn["moves"], json!(["A4", "A3"]));
    // A has two seeds of the own and five taken; B has five in the store.
    assert_eq!((&turn["value"], &turn["question"]), (&json!(2), &json!("win")));
}

#[test]
fn a_position_with_several_answers_is_no_puzzle() {
    for (question, position, status, why) in [
        ("turn", "0,0,0,1/0 0,0,0,1/0 A", 1, "A4 is the only legal move"),
        ("turn", "0,0,0,0/2 0,0,0,1/0 A over", 1, "the round is over"),
        ("turn", "0,1,0,1/0 0,0,0,0/0 A", 1, "several moves are best: A2, A4"),
        ("store", "1,1,0,0/0 1,0,0,0/0 A", 1, "no move ends in the store"),
        ("store", "0,0,2,1/0 1,0,0,0/0 A", 1, "several moves end in the store: A3, A4"),
        ("laps", "0,0,0,1/0 0,0,0,1/0 A", 1, "no move has more than one lap"),
        ("keep", "0,0,0,1/0 0,0,0,1/0 A", 1, "A4 is the only legal move"),
        ("keep", "0,1,0,1/9 0,0,0,0/0 A", 1, "several moves keep the result: A2, A4"),
        ("keep", "0,1,0,1/0 0,0,0,1/9 A", 1, "A loses the round"),
        ("keep", STORE, 1, "the round is over after A4, A3"),
    ] {
        let args = ["puzzles", "make", "--rules", "conglak", "--question", question, position];
        let (found, said, problem) = outcome(&run(&args));
        assert_eq!((found, said), (status, String::new()), "{position}: {problem}");
        assert!(problem.contains(why), "{problem}");
    }
    let full = run(&["puzzles", "make", "--rules", "conglak", "--nodes", "10"]);
    assert_eq!(code(&full), 3, "{}", stderr(&full));
    let far = refused(&["puzzles", "make", "--question", "keep", "--turns", "5", "1,1/0 1,1/0 A"]);
    assert!(far.contains("--turns"), "{far}");
    let far = refused(&["puzzles", "make", "--set", "store=far", "1,1/0 1,1/0 A"]);
    assert!(far.contains("store = near") || far.contains("recur"), "{far}");
    let illegal = refused(&["puzzles", "make", "--question", "laps", "--move", "B1"]);
    assert!(illegal.contains("B1"), "{illegal}");
}

/// The good lines of the input become puzzles, and the others errors.
#[test]
fn many_positions_are_tried() {
    let input = format!("{STORE}\n1,1\n0,0,0,1/0 0,0,0,1/0 A\n");
    let output = run_with(
        &["puzzles", "make", "-", "--rules", "conglak", "--question", "store", "--format", "jsonl"],
        &input,
    );
    let lines = json_lines(&stdout(&output));
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert_eq!(lines[0]["question"], "store");
    assert!(lines[1]["error"].is_object() && lines[2]["error"].is_object(), "{lines:?}");
}

#[test]
fn what_is_found_is_confirmed() {
    let find = ["puzzles", "find", "--rules", "kalah", "--holes", "4", "--seeds", "2"];
    let found = run(&[&find[..], &["--count", "3", "--format", "jsonl"]].concat());
    assert_eq!(code(&found), 0, "{}", stderr(&found));
    let lines = stdout(&found);
    assert_eq!(json_lines(&lines).len(), 3);
    let checked = run_with(&["puzzles", "check", "-", "--format", "jsonl"], &lines);
    assert_eq!(code(&checked), 0, "{}", stderr(&checked));
    for (puzzle, check) in json_lines(&lines).iter().zip(json_lines(&stdout(&checked))) {
        assert_eq!((&check["id"], &check["confirmed"]), (&puzzle["id"], &json!(true)));
    }
    let wrong = lines.replacen("\"difficulty\":", "\"difficulty\":1", 1);
    let refuted = run_with(&["puzzles", "check", "-"], &wrong);
    assert_eq!(code(&refuted), 1);
    assert!(stdout(&refuted).contains("wrong: difficulty"), "{}", stdout(&refuted));
    let short = run_with(&["puzzles", "check", "-", "--nodes", "1"], &lines);
    assert_eq!(code(&short), 3, "{}", stdout(&short));
    let few =
        run(&[&find[..], &["--length", "90", "--rounds", "100", "--format", "json"]].concat());
    assert_eq!((code(&few), stdout(&few).trim()), (3, "[]"));
    assert!(stderr(&few).contains("0 of 10 puzzles, after 100 rounds"), "{}", stderr(&few));
}

#[test]
fn bad_files_are_refused_with_the_line() {
    let good = line_of(&made("store", STORE));
    for (text, said) in [
        (String::new(), "no puzzle"),
        ("{}".to_owned(), "line 1, column"),
        (format!("{good}\n{{\"id\": 1}}"), "line 3, column"),
        (good.replacen("\"A4\"", "\"A3\"", 1), "doesn't end in the store"),
        (good.replacen("\"holes\":4", "\"holes\":5", 1), "holes"),
        (good.replacen("\"length\":1", "\"length\":1,\"length\":1", 1), "length"),
    ] {
        let output = run_with(&["puzzles", "check", "-"], &text);
        assert_eq!(code(&output), 2, "{text}: {}", stderr(&output));
        assert!(stderr(&output).contains(said), "{text}: {}", stderr(&output));
    }
    let rules = run_with(&["puzzles", "check", "-", "--rules", "kalah"], &good);
    assert_eq!(code(&rules), 2);
    let folder = Folder::made("puzzles-from");
    let file = folder.file("one.jsonl", &good);
    let from = refused(&["puzzles", "play", &file, "--from", "2"]);
    assert!(from.contains("expected 1 to 1"), "{from}");
}

#[test]
fn answers_are_judged() {
    let folder = Folder::made("puzzles-judged");
    let puzzles = [made("turn", STORE), made("store", STORE), made("laps", LAPS)];
    let wrong = puzzles[0]["values"][0]["A3"].as_i64().unwrap();
    let costs = 2 - wrong;
    let typed = "A3\nA4\nmoves\nA3\nA3\nmoves\nA4\nA1\n3\n2\nA1\n";
    let said = asked(&folder, &puzzles, &[], typed);
    for part in [
        "Puzzle 1 of 3",
        "Win the round as A: only one turn does.",
        &format!("A3 costs {costs} seeds, proven."),
        "Right: A4 A3: A ends 2 seeds ahead, proven.",
        "Which move ends in A's store?",
        "A3 ends in A3, which was empty",
        "that command doesn't work here",
        "Right: A4 ends in the store, after 1 lap.",
        "How many laps does A1 have?",
        "expected a number of laps",
        "It isn't 3. Count again.",
        "Right: A1 has 2 laps.",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(said.ends_with("3 of 3 puzzles solved"), "{said}");
    // Both moves in a line, and the end of the input anywhere.
    let said = asked(&folder, &puzzles, &[], "A4 A3\n");
    assert!(said.ends_with("1 of 1 puzzles solved"), "{said}");
    let said = asked(&folder, &puzzles, &["--from", "2"], "quit\nA4\n");
    assert!(said.contains("Puzzle 2 of 3") && said.ends_with("0 of 0 puzzles solved"), "{said}");
}

/// The other player answers by itself; a wrong move says which result it gives up, and hints are
/// about the turn that is played.
#[test]
fn several_turns_are_judged_and_answered() {
    let folder = Folder::made("puzzles-keep");
    let puzzle = kept("3");
    assert_eq!(puzzle["moves"], json!(["A3", "A1", "B2", "A2", "B1", "A1"]));
    let wrong = puzzle["values"][0]["A1"].as_i64().unwrap();
    let costs = puzzle["value"].as_i64().unwrap() - wrong;
    let said = asked(
        &folder,
        std::slice::from_ref(&puzzle),
        &[],
        "A1\nhint\nA3\nA1\nhint\nmoves\nA2 A1\n",
    );
    let parts = [
        "Keep the win as A for 3 turns: each time only one turn does.",
        &format!("A1 gives up the win: it costs {costs} seeds, proven. Try another."),
        "The turn has 2 moves.",
        "B2 ",
        "Turn 2 has 1 move and begins with A2.",
        "B1 ",
        "Right: A3 A1 B2 A2 B1 A1: A ends",
        "1 of 1 puzzles solved",
    ];
    let mut rest = said.as_str();
    for part in parts {
        let at = rest.find(part).unwrap_or_else(|| panic!("{part}: {said}"));
        rest = &rest[at..];
    }
    // Another number of turns is another puzzle.
    assert_ne!(kept("2")["id"], puzzle["id"]);
    let (one, all) = (asked(&folder, &[puzzle], &[], "hint\nhint\nhint\nhint\nhint\n"), said);
    assert!(one.contains("Turn 3 has 1 move and begins with A1."), "{one}");
    assert!(!all.contains("Turn 3"), "{all}");
}

/// Each hint says more; the one after the last is the solution.
#[test]
fn hints_come_by_degrees() {
    let folder = Folder::made("puzzles-hints");
    let puzzles = [made("turn", STORE), made("store", STORE)];
    for hints in 0..=4 {
        let said = asked(&folder, &puzzles, &[], &"hint\n".repeat(hints));
        let told = ["The turn has 2 moves.", "A3 gains most at once", "begins with A4", "A4 A3: A"];
        for (number, part) in told.iter().enumerate() {
            assert_eq!(said.contains(part), number < hints, "{hints} {part}: {said}");
        }
    }
    let said = asked(&folder, &puzzles, &[], &"hint\n".repeat(7));
    assert!(said.contains("It is A3 or A4."), "{said}");
    assert!(said.ends_with("0 of 2 puzzles solved"), "{said}");
}

#[test]
fn puzzles_speak_the_language_of_the_player() {
    let folder = Folder::made("puzzles-languages");
    let puzzles = [made("turn", STORE)];
    for (code, question) in [("ms", "Menangkan pusingan ini"), ("id", "Menangkan ronde ini")] {
        let said = asked(&folder, &puzzles, &["--language", code], "A4 A3\n");
        assert!(said.contains(question), "{said}");
    }
}

#[test]
fn the_text_form_has_the_question_and_the_solution() {
    let output = run(&["puzzles", "make", "--rules", "conglak", STORE]);
    let text = stdout(&output);
    assert!(text.starts_with("Win the round as A: only one turn does.\n"), "{text}");
    assert!(
        text.contains(STORE) && text.contains("A4 A3: A ends 2 seeds ahead, proven."),
        "{text}"
    );
    let value = parsed(&run(&["solve", "--rules", "conglak", STORE, "--format", "json"]));
    assert_eq!(value["value"], json!(2));
}

/// The name of a rule set is that of its shipped set.
#[test]
fn shipped_sets_are_played_and_checked_by_name() {
    let first = text_of("positions/puzzles/chonka.jsonl").lines().next().unwrap().to_owned();
    let first: Value = serde_json::from_str(&first).unwrap();
    let played = run_with(&["puzzles", "play", "chonka", "--no-board"], "hint\n");
    assert_eq!((code(&played), stderr(&played)), (0, String::new()));
    let said = stdout(&played);
    let mover = &first["position"].as_str().unwrap().split(' ').nth(2).unwrap();
    assert!(said.contains("Puzzle 1 of 50") && said.contains(&format!("{mover} to ")), "{said}");
    let checked = run(&["puzzles", "check", "chonka", "--nodes", "1", "--format", "jsonl"]);
    let checks = json_lines(&stdout(&checked));
    assert_eq!((checks.len(), &checks[0]["id"]), (50, &first["id"]));
}

/// The questions are on one sheet, and the answers on another.
#[test]
fn a_set_becomes_a_page_to_print() {
    let folder = Folder::made("puzzles-page");
    let puzzles = [made("turn", STORE), made("store", STORE), made("laps", LAPS)];
    let lines: String = puzzles.iter().map(line_of).collect();
    let (file, page) = (folder.file("puzzles.jsonl", &lines), folder.path("page.html"));
    let printed = |options: &[&str]| {
        let output = run(&[&["puzzles", "page", &file, &page, "--force"], options].concat());
        assert_eq!((code(&output), stderr(&output)), (0, String::new()));
        let html = std::fs::read_to_string(&page).unwrap();
        let (asked, told) = html.split_once("<h1 class=\"answers\">").unwrap();
        (asked.to_owned(), told.to_owned())
    };
    let (asked, told) = printed(&[]);
    let questions =
        ["Win the round as A", "Which move ends in A's store?", "How many laps does A1"];
    let answers = ["A4 A3: A ends 2 seeds ahead", "A4 ends in the store", "A1 has 2 laps"];
    let asked_at = questions.map(|text| asked.find(text).unwrap());
    let told_at = answers.map(|text| told.find(text).unwrap());
    assert!(asked_at.is_sorted() && told_at.is_sorted(), "{asked_at:?} {told_at:?}");
    assert!(answers.iter().all(|answer| !asked.contains(answer)));
    assert_eq!(asked.matches("<svg").count(), 3);
    let (asked, told) = printed(&["--from", "2", "--count", "1", "--language", "ms"]);
    assert_eq!((asked.matches("<li>").count(), told.matches("<li>").count()), (1, 1));
    assert!(asked.contains("Gerak manakah yang tamat"), "{asked}");
    // Where puzzles have different rules, each names its own.
    let mixed = lines + &text_of("positions/puzzles/kalah.jsonl");
    let mixed = folder.file("mixed.jsonl", &mixed);
    let output = run(&["puzzles", "page", &mixed, "-"]);
    let asked = stdout(&output);
    assert!(asked.contains("(conglak, 2 x 4 holes, 7 seeds a hole)"), "{}", stderr(&output));
    assert!(asked.contains("(kalah, 2 x 6 holes, 4 seeds a hole)"));
    for (args, said) in [
        (&["kalah", page.as_str()][..], "--force"),
        (&["kalah", "page.txt"][..], ".html"),
        (&["chess", "-"][..], "expected a file, or one of overbeck, conglak,"),
        (&["kalah", "-", "--from", "51"][..], "expected 1 to 50"),
    ] {
        let refusal = refused(&[&["puzzles", "page"], args].concat());
        assert!(refusal.contains(said), "{refusal}");
    }
}
