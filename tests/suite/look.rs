//! Pictures of positions, and pages that show a line seed by seed.

use std::path::Path;

use chongkak::board::Position;
use chongkak::moves::Round;
use chongkak::rules::Rules;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::Value;

use crate::support::{
    Folder, any_game, carry, code, data, numbers, options, parsed, places, program, refused, run,
    run_with, stderr, stdout, tags, text_of,
};

/// Seeds that are drawn one by one at most, in a hole and in a store.
const DRAWN: [u32; 2] = [31, 70];

/// A line of up to so many moves, by these choices.
fn some_line(rules: &Rules, position: &Position, choices: &[usize]) -> Vec<String> {
    let mut round = Round::new(rules, *position);
    let mut line = Vec::new();
    for choice in choices {
        let legal: Vec<_> = round.position().legal().collect();
        if legal.is_empty() {
            break;
        }
        let hole = legal[choice % legal.len()];
        line.push(format!("{}{hole}", round.position().mover()));
        round.play(hole).unwrap();
    }
    line
}

/// A line of a page must go through the laps that `play --trace` tells, and end every move where it does.
fn compare(scene: &Value, played: &Value) {
    let names: Vec<&str> = scene["cells"]
        .as_array()
        .unwrap()
        .iter()
        .map(|c| c.as_str().unwrap())
        .collect();
    let mut lying = places(played["position"].as_str().unwrap());
    assert_eq!(numbers(&scene["seeds"]), lying);
    let (moves, line) = (
        scene["moves"].as_array().unwrap(),
        played["line"].as_array().unwrap(),
    );
    assert_eq!(moves.len(), line.len());
    for (shown, told) in moves.iter().zip(line) {
        assert_eq!(
            (&shown["name"], &shown["after"]),
            (&told["move"], &told["after"])
        );
        let stages = shown["stages"].as_array().unwrap();
        let laps = told["trace"].as_array().unwrap();
        let taking = stages.len() - laps.len();
        assert!(taking <= 1, "{shown}");
        for (number, stage) in stages.iter().enumerate() {
            carry(&mut lying, stage);
            assert_eq!(numbers(&stage["seeds"]), lying, "{}", stage["text"]);
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
            assert_eq!(
                ticks.len(),
                seeds + 1,
                "a handful is lifted, then falls seed by seed"
            );
            assert_eq!(name(&ticks[0][0], 0), lap["from"]);
            let last = &ticks[seeds][0];
            assert_eq!(name(last, 1), lap["last"]);
            let held = lying[last[1].as_u64().unwrap() as usize] - 1;
            assert_eq!(u64::from(held), lap["held"].as_u64().unwrap());
        }
        assert_eq!(
            lying,
            places(told["after"].as_str().unwrap()),
            "{}",
            told["move"]
        );
    }
}

#[test]
fn a_page_carries_every_seed_as_the_rules_say() {
    let folder = Folder::made("look-pages");
    let file = folder.path("page.html");
    let choices = prop::collection::vec(0..18usize, 0..6);
    let mut runner = TestRunner::new(Config {
        cases: 60,
        ..Config::default()
    });
    let result = runner.run(&(any_game(), choices), |((rules, position), choices)| {
        let line = some_line(&rules, &position, &choices).join(" ");
        let text = position.to_string();
        let mut command = program();
        command.args(["play", &text, "--line", &line, "--trace", "--html", &file]);
        let output = command
            .args(["--format", "json"])
            .args(options(&rules))
            .output()
            .unwrap();
        prop_assert_eq!((code(&output), stderr(&output)), (0, String::new()));
        let played = parsed(&output);
        let data = data(&std::fs::read_to_string(&file).unwrap());
        compare(&data["scenes"][0], &played);
        Ok(())
    });
    result.unwrap();
}

/// All values of an attribute.
fn attribute(text: &str, name: &str) -> Vec<f64> {
    let start = format!(" {name}=\"");
    let parts = text.split(start.as_str()).skip(1);
    let values = parts.map(|part| part.split('"').next().unwrap());
    values.map(|value| value.parse().unwrap()).collect()
}

#[test]
fn a_picture_has_every_seed_that_can_be_counted() {
    let folder = Folder::made("look-pictures");
    let file = folder.path("board.svg");
    let mut runner = TestRunner::new(Config {
        cases: 60,
        ..Config::default()
    });
    let result = runner.run(&any_game(), |(rules, position)| {
        let mut command = program();
        command.args(["show", &position.to_string(), "--svg", &file]);
        let output = command.args(options(&rules)).output().unwrap();
        prop_assert_eq!((code(&output), stderr(&output)), (0, String::new()));
        let svg = std::fs::read_to_string(&file).unwrap();
        let shape = position.shape();
        let tags = tags(&svg);
        prop_assert_eq!(tags["svg"], 1);
        let cells = attribute(&svg, "data-cell");
        prop_assert_eq!(cells.len(), shape.cells());
        for part in svg.split("<g class=\"cell").skip(1) {
            let index = part.split("data-cell=\"").nth(1).unwrap();
            let index: usize = index.split('"').next().unwrap().parse().unwrap();
            let cell = shape.cell(index);
            let seeds = position.seeds(cell);
            let store = shape.store(shape.side_of(index)) == index;
            let heaped = seeds > DRAWN[usize::from(store)];
            prop_assert_eq!(part.split('>').next().unwrap().contains("heaped"), heaped);
            let drawn = part.matches("class=\"seed\"").count();
            prop_assert_eq!(drawn, if heaped { 0 } else { seeds as usize });
            let name = format!(">{cell}</text>");
            prop_assert!(part.contains(&name), "{} lacks its name", cell);
        }
        let [width, height] = ["width", "height"].map(|name| attribute(&svg, name)[0]);
        prop_assert!(
            attribute(&svg, "cx")
                .iter()
                .all(|x| (0.0..width).contains(x))
        );
        prop_assert!(
            attribute(&svg, "cy")
                .iter()
                .all(|y| (0.0..height).contains(y))
        );
        Ok(())
    });
    result.unwrap();
}

#[test]
fn seeds_lie_apart_and_within_their_hole() {
    let folder = Folder::made("look-seeds");
    let file = folder.path("board.svg");
    let output = run(&["show", "31/70 0/0 A", "--rules", "kalah", "--svg", &file]);
    assert_eq!(code(&output), 0);
    let svg = std::fs::read_to_string(&file).unwrap();
    let groups: Vec<&str> = svg.split("<g class=\"cell").skip(1).collect();
    for (group, seeds) in [(groups[0], 31), (groups[1], 70)] {
        let circles: Vec<&str> = group.split("<circle class=\"seed\"").skip(1).collect();
        let [x, y] = ["cx", "cy"].map(|name| -> Vec<f64> {
            circles
                .iter()
                .flat_map(|circle| attribute(circle, name))
                .take(seeds)
                .collect()
        });
        let radius = attribute(circles[0], "r")[0];
        let centre = ["data-x", "data-y"].map(|name| attribute(group, name)[0]);
        for n in 0..seeds {
            let (from_x, from_y) = (x[n] - centre[0], y[n] - centre[1]);
            if seeds == 31 {
                assert!(from_x.hypot(from_y) + radius < 35.0, "seed {n} sticks out");
            }
            for m in 0..n {
                let apart = (x[n] - x[m]).hypot(y[n] - y[m]);
                assert!(apart >= 2.0 * radius, "seeds {m} and {n} overlap: {apart}");
            }
        }
    }
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
        // What was there is replaced whole, by the same bytes every time.
        std::fs::write(file, vec![b'x'; 3 * first.len()]).unwrap();
        run(&[plain.clone(), vec![option, file]].concat());
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
    for word in [
        " src=",
        " href=",
        "@import",
        "url(",
        "fetch(",
        "XMLHttpRequest",
        "import(",
    ] {
        assert!(!page.contains(word), "{word}");
    }
    // The only address is the name of SVG.
    let addresses = page.matches("://").count();
    assert_eq!(
        addresses,
        page.matches("http://www.w3.org/2000/svg").count()
    );
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
    assert!(
        !page.contains("{{"),
        "every name in the template has its value"
    );
}

#[test]
fn files_that_cannot_be_written_are_named() {
    let folder = Folder::made("look-refused");
    let missing = folder.path("nowhere/file");
    for (command, option) in [
        (vec!["show", "1/0 1/0 A"], "--svg"),
        (vec!["play", "1/0 1/0 A", "--line", "A1"], "--html"),
    ] {
        let output = run(&[command.clone(), vec![option, &missing]].concat());
        assert_eq!((code(&output), stdout(&output)), (4, String::new()));
        let expected = format!("error: {option} {missing}: cannot be written: ");
        assert!(
            stderr(&output).starts_with(&expected),
            "{}",
            stderr(&output)
        );
        let place = folder.text();
        let message = refused(&[command.clone(), vec![option, &place]].concat());
        assert_eq!(
            message,
            format!("error: {option} {place}: expected the name of a file\n")
        );
    }
    let file = folder.path("file");
    for arguments in [
        vec!["show", "-", "--svg", &file],
        vec!["play", "-", "--line", "A1", "--html", &file],
    ] {
        let output = run_with(&arguments, "1/0 1/0 A\n");
        assert_eq!((code(&output), stdout(&output)), (2, String::new()));
        assert!(stderr(&output).contains("is of one position, and - reads any number of them"));
        assert!(!Path::new(&file).exists());
    }
    // A line that can't be played leaves no page.
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
    // 1 / 150 is no whole number: the claim is not well formed, and the other one is shown alone.
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    let page = std::fs::read_to_string(&html).unwrap();
    assert_eq!(data(&page)["scenes"].as_array().unwrap().len(), 1);

    let text = std::fs::read_to_string(&claims).unwrap();
    std::fs::write(
        &claims,
        text.replace("6 + k / 150", "6 + (k - 1) * (150 - k)"),
    )
    .unwrap();
    let output = run(&["verify", &claims, "--html", &html]);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    let page = std::fs::read_to_string(&html).unwrap();
    let data = data(&page);
    let scenes = data["scenes"].as_array().unwrap();
    let names: Vec<&str> = scenes.iter().map(|s| s["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["k = 1, wrong", "refuted: k = 2, wrong", "right"]);
    assert_eq!(
        scenes[1]["facts"][2],
        serde_json::json!(["verdict", "refuted"])
    );
    assert_eq!(scenes[1]["facts"][4], serde_json::json!(["happened", "6"]));
    assert_eq!(
        scenes[0]["notes"][0]["text"],
        "<!-- <script> {{data}} </title>"
    );
    assert_eq!(scenes[2]["moves"].as_array().unwrap().len(), 1);
    // Two scripts, the data and the program, and nothing of the texts is markup.
    assert_eq!(
        (
            page.matches("<script").count(),
            page.matches("</script").count()
        ),
        (2, 2)
    );
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

#[test]
fn the_lines_of_a_search_are_those_of_its_page() {
    let folder = Folder::made("look-search");
    let html = folder.path("page.html");
    let kalah = [
        "--rules",
        "kalah",
        "--holes",
        "3",
        "--seeds",
        "2",
        "--threads",
        "1",
    ];
    let output = run(&[&["eval", "--format", "json", "--html", &html], &kalah[..]].concat());
    let found = parsed(&output);
    let scene = &data(&std::fs::read_to_string(&html).unwrap())["scenes"][0];
    let names = |scene: &Value| -> Vec<Value> {
        let moves = scene["moves"].as_array().unwrap();
        moves.iter().map(|m| m["name"].clone()).collect()
    };
    assert_eq!(&names(scene), found["pv"].as_array().unwrap());
    let rows = scene["table"]["rows"].as_array().unwrap();
    assert_eq!(rows.len(), found["moves"].as_array().unwrap().len());
    assert_eq!(scene["facts"][0][1], "+4, proven: A ends 4 seeds ahead");

    let output = run(&[&["turns", "--format", "json", "--html", &html], &kalah[..]].concat());
    let found = parsed(&output);
    let page = data(&std::fs::read_to_string(&html).unwrap());
    assert_eq!(
        &names(&page["scenes"][0]),
        found["harvest"]["line"].as_array().unwrap()
    );
}

#[test]
fn the_picture_of_the_readme_is_what_its_command_draws() {
    let folder = Folder::made("look-readme");
    let svg = folder.path("board.svg");
    let readme = text_of("README.md");
    let (_, behind) = readme.split_once("$ chongkak show \"").unwrap();
    let (position, rest) = behind.split_once('"').unwrap();
    assert!(rest.starts_with(" --svg board.svg\n"), "{rest}");
    assert_eq!(code(&run(&["show", position, "--svg", &svg])), 0);
    assert!(folder.read("board.svg") == text_of("docs/board.svg"));
}

#[test]
fn completions_know_commands_and_options() {
    for shell in ["bash", "zsh", "fish"] {
        let output = run(&["completions", shell]);
        assert_eq!((code(&output), stderr(&output)), (0, String::new()));
        let script = stdout(&output);
        for word in ["perft", "congklak-bank", "prove-harvest"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    let message = refused(&["completions", "tcsh"]);
    assert!(message.contains("possible values: bash"), "{message}");
}

#[path = "../../examples/solve.rs"]
mod example;

/// It proves a value and plays the line to it, and asserts that they agree.
#[test]
fn the_example_of_the_library_runs() {
    example::main().unwrap();
}

/// Bash itself, where it is installed, must take the script and complete with it.
#[test]
fn bash_completes_a_command() {
    let script = stdout(&run(&["completions", "bash"]));
    let ask = "\nCOMP_WORDS=(chongkak perf); COMP_CWORD=1; _chongkak chongkak perf chongkak; echo \"${COMPREPLY[@]}\"";
    let bash = std::process::Command::new("bash")
        .args(["--norc", "-c", &(script + ask)])
        .output();
    let Ok(output) = bash else { return };
    assert_eq!(
        (code(&output), stdout(&output)),
        (0, "perft\n".to_owned()),
        "{}",
        stderr(&output)
    );
}

#[test]
fn every_command_has_a_manual_page() {
    let made = Folder::made("look-man");
    let folder = made.0.join("new");
    let output = run(&["man", &made.path("new"), "--format", "json"]);
    assert_eq!((code(&output), stderr(&output)), (0, String::new()));
    let record = parsed(&output);
    let pages: Vec<&str> = record["pages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|p| p.as_str().unwrap())
        .collect();
    for needed in [
        "chongkak.1",
        "chongkak-play.1",
        "chongkak-tables-build.1",
        "chongkak-man.1",
    ] {
        assert!(pages.contains(&needed), "{needed}");
    }
    for page in &pages {
        let text = std::fs::read_to_string(folder.join(page)).unwrap();
        assert!(
            text.contains(".SH NAME") && text.contains(".SH SYNOPSIS"),
            "{page}"
        );
        assert!(text.contains("\nExamples:\n"), "{page}: {text}");
    }
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), pages.len());
    let file = folder.join("chongkak.1").display().to_string();
    let output = run(&["man", &file]);
    assert_eq!((code(&output), stdout(&output)), (4, String::new()));
    assert!(stderr(&output).contains(&file), "{}", stderr(&output));
}

#[test]
fn the_offending_part_is_underlined() {
    let position = "1,0,3/0 0,5,1/0 A";
    let message = refused(&["turns", position, "--improve", "A3 B1"]);
    assert!(
        message.ends_with("\n  A3 B1\n  ^^\n"),
        "the turn ends with it: {message}"
    );
    let message = refused(&["turns", position, "--improve", "A1 ?"]);
    assert!(message.ends_with("\n  A1 ?\n     ^\n"), "{message}");

    let folder = Folder::made("look-carets");
    let claims = folder.path("claims.toml");
    for (key, text, carets) in [
        (
            "position",
            "1,0,y/{k} 0,5,1/0 A",
            "\n  1,0,y/7 0,5,1/0 A\n      ^\n",
        ),
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
