//! Pages have distinct titles, answers, and content without scripts.

use serde_json::Value;

use crate::support::{Folder, code, data, parsed, places, run, run_with, stderr, stdout};

/// The page of a command, whose words contain no spaces.
fn page(folder: &Folder, command: &str) -> String {
    let file = folder.path("page.html");
    let mut arguments: Vec<&str> = command.split_whitespace().collect();
    arguments.extend(["--threads", "1", "--quiet", "--force", "--html", &file]);
    let output = run(&arguments);
    assert_eq!((code(&output), stderr(&output)), (0, String::new()), "{command}");
    std::fs::read_to_string(&file).unwrap()
}

/// Returns the text between two marks.
fn between<'a>(text: &'a str, begin: &str, end: &str) -> &'a str {
    text.split_once(begin).unwrap().1.split_once(end).unwrap().0
}

/// A board whose opening lets A2 and A1 gain three of the four seeds, and B keeps one.
const BOARD: &str = "--rules kalah --holes 2 --seeds 1";
const ABOUT: &str = "kalah, 2 x 2 holes, 1 seed a hole · 1,1/0 1,1/0 A";

#[test]
fn title_and_heading_say_result_rules_and_position() {
    let folder = Folder::made("look-titles");
    for (command, expected) in [
        ("eval", "Value +2, proven: A ends 2 seeds ahead; best move A2"),
        ("solve", "Value +2, proven: A ends 2 seeds ahead; best move A2"),
        ("solve --winner --fresh", "A wins, proven"),
        ("moves", "2 legal moves; A2 gains most: 1"),
        // The board shows the end when the line reaches it.
        ("play --line A2,A1", "The line A2,A1"),
        ("turns", "A turn of A gains 3 seeds, the maximum"),
        ("start", "Both start together: value 0, proven"),
    ] {
        let page = page(&folder, &format!("{command} {BOARD}"));
        let about = format!("{expected} · {ABOUT}");
        assert_eq!(between(&page, "<title>", "</title>"), about, "{command}");
        let heading = between(&page, "<h1>", "</h1>");
        let heading = heading.replace("<small>", "· ").replace("</small>", "");
        let heading = heading.replace("<code>", "").replace("</code>", "");
        assert_eq!(heading, about, "{command}");
    }
    // The board is that of the position, whatever the rule set.
    let page = page(&folder, "turns 1,1/0 1,1/0 A --rules kalah");
    let title = between(&page, "<title>", "</title>");
    assert!(title.ends_with(" · kalah, 2 x 2 holes, 4 seeds a hole · 1,1/0 1,1/0 A"), "{title}");
}

#[test]
fn pages_of_many_things_say_how_many() {
    let folder = Folder::made("look-titles-of-many");
    let page_of = |command: &str| page(&folder, command);
    let title = |page: &str| between(page, "<title>", "</title>").to_owned();
    let claims = page_of("verify positions/claims/overbeck.toml");
    assert_eq!(
        title(&claims),
        "22 claims: 22 hold, 0 refuted, 0 open · each claim names its rules and its position"
    );
    assert_eq!(data(&claims)["scenes"][0]["answer"], "sowing: holds");
}

/// A reader without scripts gets the answer, the board and the table.
#[test]
fn a_page_without_scripts_has_its_answer() {
    let folder = Folder::made("look-titles-still");
    let page = page(&folder, &format!("eval {BOARD}"));
    let table = between(&page, "<table id=\"values\">", "</table>");
    assert_eq!(table.matches("<tr>").count(), 3);
    assert!(table.contains("<tr><th>A2</th><td>+2</td><td>+2</td></tr>"), "{table}");
    assert!(page.contains("<p id=\"caption\">A to move</p>"));
    let board = between(&page, "<div id=\"board\">", "</div>");
    assert_eq!(board.matches("class=\"seed\"").count(), 8, "four seeds in two layouts");
    // The answer is before the board.
    let place = |text: &str| page.find(text).unwrap();
    assert!(
        place("<h1>") < place("id=\"answer\"") && place("id=\"answer\"") < place("id=\"board\"")
    );
}

/// A round of the page is played as in the record, including one with a joint start.
#[test]
fn a_replayed_set_shows_all_its_rounds() {
    let folder = Folder::made("look-titles-set");
    let (record, file) = (folder.path("record.txt"), folder.path("page.html"));
    let play =
        "set play --rules congklak-six --holes 3 --seeds 2 --together=A2,B2 --a greedy --b greedy";
    let arguments: Vec<&str> = play.split(' ').collect();
    std::fs::write(&record, stdout(&run(&arguments))).unwrap();
    let output = run(&["set", "replay", &record, "--html", &file, "--format", "json"]);
    assert_eq!((code(&output), stderr(&output)), (0, String::new()));
    assert_eq!(stdout(&output), stdout(&run(&["set", "replay", &record, "--format", "json"])));
    let page = std::fs::read_to_string(&file).unwrap();
    let (shown, told) = (data(&page), parsed(&output));
    let (scenes, rounds) =
        (shown["scenes"].as_array().unwrap(), told["rounds"].as_array().unwrap());
    assert_eq!(scenes.len(), rounds.len());
    for (scene, round) in scenes.iter().zip(rounds) {
        let moves = scene["moves"].as_array().unwrap();
        let turns = round["turns"].as_array().unwrap();
        let played = turns.iter().flat_map(|turn| turn.as_array().unwrap());
        let played: Vec<_> = played.collect();
        let names: Vec<_> = moves.iter().map(|one| &one["name"]).collect();
        assert!(names.ends_with(&played), "{names:?}");
        assert_eq!(names.len() > played.len(), !round["start"].is_null());
        assert_eq!(moves.last().map(|one| &one["after"]), Some(&round["after"]));
    }
    assert!(!rounds[0]["start"].is_null(), "the first round begins together");
    let winner = told["winner"].as_str().unwrap();
    let title = between(&page, "<title>", "</title>");
    let count = rounds.len();
    assert!(
        title.starts_with(&format!("The set is won by {winner} in {count} rounds · congklak-six")),
        "{title}"
    );
    assert!(title.ends_with(" · 2,2,2/0 2,2,2/0 A"), "{title}");

    // A record is also read from standard input; a wrong one writes no page.
    let text = folder.read("record.txt");
    std::fs::remove_file(&file).unwrap();
    let output = run_with(
        &["set", "replay", "-", "--html", &file],
        &text.replace("set: won by", "set: unfinished #"),
    );
    assert_ne!(code(&output), 0);
    assert!(!std::path::Path::new(&file).exists());
    let output = run_with(&["set", "replay", "-", "--html", &file], &text);
    assert_eq!((code(&output), stderr(&output)), (0, String::new()));
    assert!(folder.read("page.html") == page);
}

/// Every row of the table that all scenes share begins with the first move of its scene.
fn every_row_plays_its_move(page: &Value) {
    assert_eq!(page["tables"].as_array().unwrap().len(), 1);
    let table = &page["tables"][0];
    let rows = table["rows"].as_array().unwrap();
    assert!(!rows.is_empty());
    for (row, number) in rows.iter().zip(table["plays"].as_array().unwrap()) {
        let scene = &page["scenes"][usize::try_from(number.as_u64().unwrap()).unwrap()];
        assert_eq!(scene["table"], 0);
        assert_eq!(row[0], scene["moves"][0]["name"]);
    }
}

#[test]
fn the_lines_of_a_search_are_those_of_its_page() {
    let folder = Folder::made("look-search");
    let html = folder.path("page.html");
    let kalah = ["--rules", "kalah", "--holes", "3", "--seeds", "2", "--threads", "1"];
    let output = run(&[&["eval", "--format", "json", "--html", &html], &kalah[..]].concat());
    let found = parsed(&output);
    let page = data(&std::fs::read_to_string(&html).unwrap());
    let names = |scene: &Value| -> Vec<Value> {
        let moves = scene["moves"].as_array().unwrap();
        moves.iter().map(|m| m["name"].clone()).collect()
    };
    assert_eq!(&names(&page["scenes"][0]), found["pv"].as_array().unwrap());
    every_row_plays_its_move(&page);
    let rows = page["tables"][0]["rows"].as_array().unwrap();
    assert_eq!(rows.len(), found["moves"].as_array().unwrap().len());
    // A line plays on to the end of the round, with the proven value of its move.
    for (row, scene) in rows.iter().zip(page["scenes"].as_array().unwrap()) {
        let end = scene["moves"].as_array().unwrap().last().unwrap();
        let text = end["after"].as_str().unwrap();
        assert!(text.ends_with(" over"), "{text}");
        let places = places(text).into_iter().map(i64::from);
        let places: Vec<i64> = places.collect();
        let (a, b) = places[..8].split_at(4);
        let lead = a.iter().sum::<i64>() - b.iter().sum::<i64>();
        let lead = chongkak::Value::Exact(i32::try_from(lead).unwrap()).to_string();
        // Pages use the proper minus sign.
        assert_eq!(row[1], lead.replace('-', "\u{2212}"), "{scene}");
    }

    let all = [&["solve", "--format", "json", "--force", "--html", &html], &kalah[..]].concat();
    let found = parsed(&run(&all));
    let page = data(&std::fs::read_to_string(&html).unwrap());
    assert_eq!(&names(&page["scenes"][0]), found["pv"].as_array().unwrap());
    // The source of the value is next to the board.
    let source = found["known"]["source"].as_str().unwrap();
    let known = serde_json::json!([
        "known",
        format!("{:+}, proven: shipped values ({source})", found["value"].as_i64().unwrap())
    ]);
    assert_eq!(page["scenes"][0]["facts"][0], known);

    let output =
        run(&[&["moves", "--format", "json", "--force", "--html", &html], &kalah[..6]].concat());
    let found = parsed(&output);
    let page = data(&std::fs::read_to_string(&html).unwrap());
    every_row_plays_its_move(&page);
    let scenes = page["scenes"].as_array().unwrap();
    let moves = found["moves"].as_array().unwrap();
    assert_eq!(scenes.len(), moves.len());
    for (scene, told) in scenes.iter().zip(moves) {
        assert_eq!(scene["moves"].as_array().unwrap().len(), 1);
        assert_eq!(scene["moves"][0]["after"], told["after"]);
    }

    let output =
        run(&[&["turns", "--format", "json", "--force", "--html", &html], &kalah[..]].concat());
    let found = parsed(&output);
    let page = data(&std::fs::read_to_string(&html).unwrap());
    assert_eq!(&names(&page["scenes"][0]), found["harvest"]["line"].as_array().unwrap());
}
