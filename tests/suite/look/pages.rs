//! Pages that show a line seed by seed.

use std::path::Path;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use serde_json::Value;

use crate::support::{
    Folder, any_game, carry, code, data, numbers, options, parsed, places, program, refused, run,
    run_with, some_line, stderr, stdout, text_of,
};

/// A line of a page must go through the laps that `play --trace` prints, and end every move in the
/// same place.
fn compare(scene: &Value, played: &Value, rest: &str) {
    let names: Vec<&str> =
        scene["cells"].as_array().unwrap().iter().map(|c| c.as_str().unwrap()).collect();
    let mut lying = places(played["position"].as_str().unwrap());
    assert_eq!(numbers(&scene["seeds"]), lying);
    let (moves, line) = (scene["moves"].as_array().unwrap(), played["line"].as_array().unwrap());
    assert_eq!(moves.len(), line.len());
    for (shown, told) in moves.iter().zip(line) {
        assert_eq!((&shown["name"], &shown["after"]), (&told["move"], &told["after"]));
        let stages = shown["stages"].as_array().unwrap();
        let laps = told["trace"].as_array().unwrap();
        let over = told["outcome"] == "over";
        let after_laps: Vec<&Value> = stages[laps.len()..].iter().map(|s| &s["what"]).collect();
        let kinds = [vec![], vec!["taking"], vec!["left"], vec!["taking", "left"]];
        assert!(kinds.iter().any(|kind| after_laps == *kind), "{shown}");
        for (number, stage) in stages.iter().enumerate() {
            carry(&mut lying, stage);
            if stage["what"] == "left" {
                assert!(over && rest != "owner", "{shown}");
                if rest == "nobody" {
                    assert_eq!(stage["ticks"], serde_json::json!([]));
                    lying = numbers(&stage["seeds"]);
                }
            }
            assert_eq!(numbers(&stage["seeds"]), lying, "{}", stage["text"]);
            if stage["what"] == "left" {
                continue;
            }
            let ticks = stage["ticks"].as_array().unwrap();
            let Some(lap) = laps.get(number) else {
                assert_eq!(stage["what"], "taking");
                assert!(
                    told["captured"].as_u64().unwrap() > 0 || told["gain"].as_u64().unwrap() > 0
                );
                continue;
            };
            assert_eq!(stage["what"], "sowing");
            let name = |action: &Value, n: usize| names[action[n].as_u64().unwrap() as usize];
            let seeds = lap["seeds"].as_u64().unwrap() as usize;
            assert_eq!(ticks.len(), seeds + 1, "a handful is lifted, then falls seed by seed");
            assert_eq!(name(&ticks[0][0], 0), lap["from"]);
            let last = &ticks[seeds][0];
            assert_eq!(name(last, 1), lap["last"]);
            let held = lying[last[1].as_u64().unwrap() as usize] - 1;
            assert_eq!(u64::from(held), lap["held"].as_u64().unwrap());
        }
        assert_eq!(lying, places(told["after"].as_str().unwrap()), "{}", told["move"]);
    }
}

#[test]
fn a_page_carries_every_seed_as_the_rules_say() {
    let folder = Folder::made("look-pages");
    let file = folder.path("page.html");
    let choices = prop::collection::vec(0..18usize, 0..6);
    let mut runner = TestRunner::new(crate::support::law(60));
    let result = runner.run(&(any_game(), choices), |((rules, position), choices)| {
        let line = some_line(&rules, &position, &choices).join(" ");
        let text = position.to_string();
        let mut command = program();
        command.args(["play", &text, "--line", &line, "--trace", "--force", "--html", &file]);
        let output = command.args(["--format", "json"]).args(options(&rules)).output().unwrap();
        prop_assert_eq!((code(&output), stderr(&output)), (0, String::new()));
        let played = parsed(&output);
        let data = data(&std::fs::read_to_string(&file).unwrap());
        compare(&data["scenes"][0], &played, rules.rest.name());
        Ok(())
    });
    result.unwrap();
}

#[test]
fn a_page_shows_where_the_seeds_left_go() {
    let folder = Folder::made("look-left");
    let file = folder.path("page.html");
    for (rest, text, seeds) in [
        ("opponent", "2 seeds left over, to the store RA", [0, 0, 3, 0, 0, 0, 0, 0]),
        ("last-mover", "2 seeds left over, to the store RA", [0, 0, 3, 0, 0, 0, 0, 0]),
        ("nobody", "2 seeds left over, for nobody", [0, 0, 1, 0, 0, 0, 0, 0]),
    ] {
        let set = format!("rest={rest}");
        let options = ["--set", "end=side-empty", "--set", &set, "--force", "--html", &file];
        let line = ["play", "0,1/0 2,0/0 A", "--rules", "kalah", "--line", "A2"];
        let output = run(&[&line[..], &options].concat());
        assert_eq!((code(&output), stderr(&output)), (0, String::new()));
        let data = data(&std::fs::read_to_string(&file).unwrap());
        let stages = data["scenes"][0]["moves"][0]["stages"].as_array().unwrap();
        let last = stages.last().unwrap();
        assert_eq!((last["what"].as_str(), last["text"].as_str()), (Some("left"), Some(text)));
        assert_eq!(numbers(&last["seeds"]), seeds, "{rest}");
    }
}

/// A round that ends because a position recurs: each player keeps the own row, whatever `rest` says.
#[test]
fn a_page_shows_a_round_that_recurs() {
    let folder = Folder::made("look-recurs");
    let file = folder.path("page.html");
    let mut command = program();
    command.args(["play", "2/0 1/0 A", "--rules", "overbeck", "--line", "A1 B1 A1 B1"]);
    for set in [
        "rest=last-mover",
        "end=mover-stuck",
        "store_last=stop",
        "occupied=stop",
        "capture=none",
        "store=far",
    ] {
        command.args(["--set", set]);
    }
    let output = command.args(["--html", &file]).output().unwrap();
    assert_eq!((code(&output), stderr(&output)), (0, String::new()));
    let scene = data(&std::fs::read_to_string(&file).unwrap())["scenes"][0].clone();
    let last = scene["moves"].as_array().unwrap().last().unwrap().clone();
    assert!(last["after"].as_str().unwrap().ends_with(" over"), "{last}");
    let stages = last["stages"].as_array().unwrap();
    assert!(stages.iter().all(|stage| stage["what"] != "left"), "{last}");
}

#[test]
fn the_result_is_printed_all_the_same() {
    let folder = Folder::made("look-output");
    let svg = folder.path("board.svg");
    let html = folder.path("page.html");
    let position = "1,0,3/0 0,5,1/0 A";
    for (plain, option, file) in [
        (vec!["show", position], "--svg", &svg),
        (vec!["play", position, "--line", "A1"], "--html", &html),
    ] {
        let with = run(&[plain.clone(), vec![option, file]].concat());
        assert_eq!((code(&with), stderr(&with)), (0, String::new()));
        assert_eq!(stdout(&with), stdout(&run(&plain)));
        let first = std::fs::read(file).unwrap();
        assert!(!first.is_empty());
        // The old file is replaced completely, by the same bytes every time.
        std::fs::write(file, vec![b'x'; 3 * first.len()]).unwrap();
        run(&[plain.clone(), vec!["--force", option, file]].concat());
        assert!(std::fs::read(file).unwrap() == first, "{option}");
    }
    let left = folder.names().len();
    assert_eq!(left, 2, "nothing but the two files is left");
}

#[test]
fn a_page_needs_nothing_but_itself() {
    let folder = Folder::made("look-alone");
    let html = folder.path("page.html");
    run(&["play", "--line", "A1 A7", "--owned", "99", "--html", &html]);
    let page = std::fs::read_to_string(&html).unwrap();
    for word in [" src=", " href=", "@import", "url(", "fetch(", "XMLHttpRequest", "import("] {
        assert!(!page.contains(word), "{word}");
    }
    // The only address is the name of SVG.
    let addresses = page.matches("://").count();
    assert_eq!(addresses, page.matches("http://www.w3.org/2000/svg").count());
    for needed in [
        "lang=\"en\"",
        "name=\"viewport\"",
        "aria-live=\"polite\"",
        "prefers-color-scheme: dark",
        "prefers-reduced-motion",
        "default-src 'none'",
    ] {
        assert!(page.contains(needed), "{needed}");
    }
    assert!(!page.contains("{{"), "every name in the template has its value");
}

#[test]
fn files_that_cannot_be_written_are_named() {
    let folder = Folder::made("look-refused");
    for (command, option, missing) in [
        (vec!["show", "1/0 1/0 A"], "--svg", "nowhere/file.svg"),
        (vec!["play", "1/0 1/0 A", "--line", "A1"], "--html", "nowhere/file.html"),
    ] {
        let missing = folder.path(missing);
        let output = run(&[command.clone(), vec![option, &missing]].concat());
        assert_eq!((code(&output), stdout(&output)), (4, String::new()));
        let expected = format!("error: {option} {missing}: cannot be written: ");
        assert!(stderr(&output).starts_with(&expected), "{}", stderr(&output));
        let place = folder.text();
        let message = refused(&[command.clone(), vec![option, &place]].concat());
        assert_eq!(message, format!("error: {option} {place}: expected the name of a file\n"));
    }
    // A picture matches its file name.
    let other = folder.path("board.PNG");
    let message = refused(&["show", "1/0 1/0 A", "--svg", &other]);
    assert!(message.contains("expected a name that ends in .svg"), "{message}");
    assert!(!Path::new(&other).exists());
    let (svg, file) = (folder.path("file.svg"), folder.path("file.html"));
    for arguments in
        [vec!["show", "-", "--svg", &svg], vec!["play", "-", "--line", "A1", "--html", &file]]
    {
        let output = run_with(&arguments, "1/0 1/0 A\n");
        assert_eq!((code(&output), stdout(&output)), (2, String::new()));
        assert!(stderr(&output).contains("covers one position, but - reads any number"));
        assert!(!Path::new(&svg).exists() && !Path::new(&file).exists());
    }
    // An illegal line writes no page.
    let output = run(&["play", "1/0 1/0 A", "--line", "B1", "--html", &file]);
    assert_eq!(code(&output), 2);
    assert!(!Path::new(&file).exists());
}

#[test]
fn no_text_of_a_source_ends_the_data() {
    let folder = Folder::made("look-claims");
    let claims = folder.path("claims.toml");
    let html = folder.path("page.html");
    std::fs::write(
        &claims,
        r#"
        source = "</script><script>alert(1)</script> & <b>"
        [[claim]]
        id = "wrong"
        quote = "<!-- <script> {{data}} </title>"
        rules = "overbeck"
        for = { k = "1..150" }
        position = "1,0,3/0 0,5,1/0 A"
        line = [{ play = "A1", gain = "6 + k / 150" }]
        [[claim]]
        id = "right"
        rules = "overbeck"
        position = "1,0,3/0 0,5,1/0 A"
        line = [{ play = "A1", lands = "A2" }, { play = "B2", illegal = true }]
        "#,
    )
    .unwrap();
    let output = run(&["verify", &claims, "--html", &html]);
    // 1 / 150 is not a whole number: the claim is malformed, and only the other one is shown.
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    let page = std::fs::read_to_string(&html).unwrap();
    assert_eq!(data(&page)["scenes"].as_array().unwrap().len(), 1);

    let text = std::fs::read_to_string(&claims).unwrap();
    std::fs::write(&claims, text.replace("6 + k / 150", "6 + (k - 1) * (150 - k)")).unwrap();
    let output = run(&["verify", &claims, "--force", "--html", &html]);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    let page = std::fs::read_to_string(&html).unwrap();
    let data = data(&page);
    let scenes = data["scenes"].as_array().unwrap();
    let names: Vec<&str> = scenes.iter().map(|s| s["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["k = 1, wrong", "refuted: k = 2, wrong", "right"]);
    assert_eq!(scenes[1]["answer"], "wrong: refuted");
    assert_eq!(scenes[1]["facts"][3], serde_json::json!(["happened", "6"]));
    assert_eq!(scenes[0]["notes"][0]["text"], "<!-- <script> {{data}} </title>");
    assert_eq!(scenes[2]["moves"].as_array().unwrap().len(), 1);
    // Two scripts, the data and the program, and no text contains markup.
    assert_eq!((page.matches("<script").count(), page.matches("</script").count()), (2, 2));
}

#[test]
fn of_a_family_a_hundred_cases_are_shown() {
    let folder = Folder::made("look-family");
    let claims = folder.path("claims.toml");
    let html = folder.path("page.html");
    std::fs::write(
        &claims,
        r#"
        source = "nobody"
        [[claim]]
        id = "family"
        rules = "overbeck"
        for = { k = "1..150" }
        position = "1,0,3/0 0,{k},1/0 A"
        line = [{ play = "A1", captured = "k" }]
        "#,
    )
    .unwrap();
    assert_eq!(code(&run(&["verify", &claims, "--html", &html])), 0);
    let shown = data(&std::fs::read_to_string(&html).unwrap());
    let scenes = shown["scenes"].as_array().unwrap();
    assert_eq!(scenes.len(), 100);
    assert_eq!(scenes[99]["name"], "k = 150, family");
    let facts = scenes[0]["facts"].as_array().unwrap();
    assert!(facts.contains(&serde_json::json!(["cases", "50 more are not shown"])));
}

#[path = "../../../examples/contest.rs"]
mod contest;
#[path = "../../../examples/estimate.rs"]
mod estimate;
#[path = "../../../examples/player.rs"]
mod player;
#[path = "../../../examples/researcher.rs"]
mod researcher;
#[path = "../../../examples/solver.rs"]
mod solver;

/// Each example asserts its result.
#[test]
fn the_examples_of_the_library_run() {
    player::main().unwrap();
    solver::main().unwrap();
    researcher::main().unwrap();
    contest::main().unwrap();
    estimate::main().unwrap();
}

/// The code that a reader copies to add a custom player or estimate.
#[test]
fn a_player_and_an_estimate_take_forty_lines() {
    for name in ["contest", "estimate"] {
        let lines = text_of(&format!("examples/{name}.rs")).lines().count();
        assert!(lines <= 40, "{name}: {lines}");
    }
}

#[test]
fn the_offending_part_is_underlined() {
    let position = "1,0,3/0 0,5,1/0 A";
    let message = refused(&["turns", position, "--improve", "A3 B1"]);
    assert!(message.ends_with("\n  A3 B1\n  ^^\n"), "the turn ends with it: {message}");
    let message = refused(&["turns", position, "--improve", "A1 ?"]);
    assert!(message.ends_with("\n  A1 ?\n     ^\n"), "{message}");

    let folder = Folder::made("look-carets");
    let claims = folder.path("claims.toml");
    for (key, text, carets) in [
        ("position", "1,0,y/{k} 0,5,1/0 A", "\n  1,0,y/7 0,5,1/0 A\n      ^\n"),
        ("line", "A{k} é7", "\n  A7 é7\n     ^^\n"),
    ] {
        let (start, line) = match key {
            "position" => (text, "A1"),
            _ => (position, text),
        };
        let claim = format!(
            "source = 'nobody'\n[[claim]]\nid = 'wrong'\nrules = 'overbeck'\nfor = {{ k = '7..7' }}\n\
             position = '{start}'\nline = [{{ play = '{line}' }}]\n"
        );
        std::fs::write(&claims, claim).unwrap();
        let output = run(&["verify", &claims]);
        assert_eq!(code(&output), 2);
        assert!(stderr(&output).ends_with(carets), "{}", stderr(&output));
    }
}
