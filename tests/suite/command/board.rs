//! `board` opens its page with the requested content, and explains what it can't open.

use crate::support::{Folder, Host, Terminal, refused, run};

/// Returns the part of the address after #.
fn link(args: &[&str]) -> String {
    let host = Host::told(&[&["board", "--no-open"], args].concat());
    let link = host.url.split_once('#').map(|(_, link)| link.to_owned());
    link.unwrap_or_default()
}

#[test]
fn the_page_opens_with_rules_position_and_line() {
    assert_eq!(link(&[]), "");
    assert_eq!(link(&["--rules", "congklak"]), "rules=congklak");
    let options = ["--holes", "5", "--seeds", "3", "--set", "capture=none"];
    let found = link(&options);
    let mut parts: Vec<&str> = found.split('&').collect();
    parts.sort_unstable();
    assert_eq!(parts, ["holes=5", "rules=overbeck", "seeds=3", "set.capture=none"]);
    // A move without a letter is the mover's; a plus in an address is a blank.
    assert_eq!(
        link(&["0,5,1/0 3,0,1/0 B", "--rules", "kalah", "--line", "3"]),
        "rules=kalah&position=0,5,1/0+3,0,1/0+B&moves=B3&at=1"
    );
    assert_eq!(link(&["0,5,1/0", "3,0,1/0"]), "rules=overbeck&position=0,5,1/0+3,0,1/0+A");
    let drawn = link(&["--as-drawn", "1,0,3/0 0,5,1/0"]);
    // A's row is at the bottom, and its first hole is last.
    assert!(drawn.contains("position=1,5,0/0+1,0,3/0+A"), "{drawn}");
    let owned = ["--rules", "kalah", "--holes", "2", "--seeds", "1", "--mover", "B"];
    assert_eq!(link(&owned), "rules=kalah&holes=2&seeds=1&position=1,1/0+1,1/0+B");
}

#[test]
fn a_link_that_was_copied_opens_what_it_has() {
    let copied = "rules=kalah&moves=A3%22a+name%22&at=1";
    for text in
        [copied.to_owned(), format!("#{copied}"), format!("http://127.0.0.1:1/?token=old#{copied}")]
    {
        assert_eq!(link(&[&text]), copied);
    }
    // Characters that are invalid in addresses are escaped.
    assert_eq!(link(&["#rules=kalah&moves=A3\"a b\""]), "rules=kalah&moves=A3%22a+b%22");
    // Links of chong name no rule set; they belong to the other page.
    let host = Host::told(&["board", "#holes=12&seed=4"]);
    let (page, link) = host.url.split_once('#').unwrap();
    assert!(page.contains("/chong?token="), "{page}");
    assert_eq!(link, "holes=12&seed=4");
}

#[test]
fn a_record_is_read_before_its_game_opens() {
    let folder = Folder::made("board-record");
    let file = folder.path("record");
    let text = "rules: kalah\nholes: 2\nseeds: 1\n\nround 1: 1,1/0 1,1/0 A\nA2 A1\n";
    std::fs::write(&file, text).unwrap();
    let found = link(&[&file]);
    let text = found.strip_prefix("record=").unwrap();
    assert!(text.contains("kalah%0A"), "{text}");
    std::fs::write(&file, "rules: kalah\nround 1: zz\n").unwrap();
    let error = refused(&["board", &file]);
    assert!(error.contains("line 2"), "{error}");
    let error = refused(&["board", &folder.path("missing.txt")]);
    assert!(error.contains("missing.txt"), "{error}");
}

#[test]
fn what_does_not_apply_is_refused_in_words_for_people() {
    for (args, told) in [
        (&["--time", "5"][..], "--time: the search time is chosen on the page"),
        (&["--no-board"], "--no-board: this command shows"),
        (&["#rules=kalah", "--rules", "kalah"], "leave --rules out"),
        (&["#rules=kalah", "--line", "A1"], "leave --line out"),
        (&["rules=kalah", "--holes", "3"], "leave --holes out"),
        (&["1,x 1,2 A"], "expected the holes, one slash and the store"),
        (&["1,2"], "found moves, \"1,2\", expected a position"),
        (&["A 1/0 1/0"], "expected the rows first and then the player to move"),
        (&["--line", "A1 A99"], "move 2: found \"A99\""),
        (&["--rules", "nothing"], "possible values: overbeck"),
        (&["1/0 1/0 A", "--holes", "7"], "1 hole a row, expected 7"),
        (&["--owned", "99", "1/0 1/0 A"], "cannot be used with"),
    ] {
        let error = refused(&[&["board", "--no-open"], args].concat());
        assert!(error.contains(told), "{args:?}: {error}");
        assert!(!error.contains("request"), "{args:?}: {error}");
    }
    let folder = Folder::made("board-rules");
    let file = folder.path("own.toml");
    std::fs::write(&file, "name = \"own\"\nbase = \"kalah\"\n").unwrap();
    let error = refused(&["board", "--allow-remote", "--rules", &file]);
    assert!(error.contains("the name of a rule set"), "{error}");
    assert_eq!(link(&["--rules", &file]), format!("rules={file}"));
}

/// A person at a terminal gets an address, a program JSON.
#[test]
fn a_person_is_told_the_address_alone() {
    let terminal = Terminal::new().columns(200);
    let shown = terminal.signals("Ctrl-C to stop", "SIGINT").run(&[
        "board",
        "--no-open",
        "--rules",
        "kalah",
    ]);
    let screen = shown.screen();
    assert!(screen.starts_with("http://127.0.0.1:"), "{screen}");
    assert!(screen.contains("#rules=kalah"), "{screen}");
    assert!(!screen.contains('{'), "{screen}");
}

/// The lists of speeds in a page: the values, with the selected one marked.
fn speeds(page: &str) -> Vec<String> {
    let list = page.split_once("<select id=\"speed\"").unwrap().1;
    let list = list.split_once("</select>").unwrap().0;
    let value = |line: &str| {
        let line = line.trim_start_matches("<option ");
        let end = line.find(" data-text").or(line.find('>')).unwrap();
        line[..end].to_owned()
    };
    list.lines().skip(1).map(value).collect()
}

#[test]
fn seeds_run_alike_on_the_board_and_on_pages() {
    let folder = Folder::made("board-speeds");
    let file = folder.path("page.html");
    run(&["play", "1/0 1/0 A", "--line", "A1", "--html", &file]);
    let on_page = speeds(&std::fs::read_to_string(&file).unwrap());
    let host = Host::told(&["board"]);
    let on_board = speeds(&host.get(&format!("/?token={}", host.token)).body);
    // The board can also show moves at once.
    assert_eq!(on_board[..on_page.len()], on_page[..]);
    assert_eq!(on_board.len(), on_page.len() + 1);
    let chosen: Vec<_> = on_page.iter().filter(|one| one.contains("selected")).collect();
    assert_eq!(chosen, ["value=\"1\" selected"]);
}

/// Links lead to a named site; a malformed address is refused.
#[test]
fn links_lead_to_a_site() {
    let page = |args: &[&str]| {
        let host = Host::told(&[&["board", "--no-open"], args].concat());
        host.get(&format!("/?token={}", host.token)).body
    };
    let found = page(&["--site", "https://example.org/board/"]);
    assert!(found.contains("<meta name=\"site\" content=\"https://example.org/board/\">"));
    assert!(page(&[]).contains("<meta name=\"site\" content=\"\">"));
    for wrong in ["example.org", "https://a/?b", "https://a/\"><b>", "file:///a"] {
        let error = refused(&["board", "--no-open", "--site", wrong]);
        assert!(error.contains("https://"), "{error}");
    }
}
