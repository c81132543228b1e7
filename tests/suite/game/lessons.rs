//! `game --lesson` through pipes: every lesson to its end, wrong attempts, the end of input
//! anywhere.

use std::fs;

use chongkak::language::Language;

use crate::support::{Folder, code, home, refused, run, run_with, stderr, stdout, words};

const LESSONS: [&str; 5] = ["sowing", "again", "capture", "system", "first-turn"];

/// The file of a lesson.
fn file(name: &str) -> toml::Table {
    let folder = home().join("src/lessons");
    let text = fs::read_to_string(folder.join(format!("{name}.toml"))).unwrap();
    text.parse().unwrap()
}

/// A part of every step, from its file, or a text in English.
fn steps(name: &str, field: &str) -> Vec<String> {
    let lesson = file(name);
    let steps = (1..).zip(lesson["step"].as_array().unwrap());
    let part = |(number, step): (usize, &toml::Value)| match step.get(field) {
        Some(part) => part.as_str().unwrap().to_owned(),
        None => text(name, &format!("{field}-{number}")),
    };
    steps.map(part).collect()
}

/// A text of a lesson in English.
fn text(name: &str, part: &str) -> String {
    let key = format!("lessons.{name}.{part}");
    Language::english().text(&key, &[])
}

/// Returns the answers of a lesson with whitespace collapsed; it must succeed.
fn answered(name: &str, typed: &str) -> String {
    let output = run_with(&["game", "--lesson", name, "--no-board"], typed);
    let ended = (code(&output), stderr(&output));
    assert_eq!(ended, (0, String::new()), "{name}: {typed}");
    let told = stdout(&output);
    told.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn every_lesson_is_played_to_its_end() {
    for name in LESSONS {
        let solutions = steps(name, "solution");
        let number = solutions.len();
        // All moves of a step in a line, and one by one.
        for typed in [solutions.join("\n"), solutions.join("\n").replace(' ', "\n")] {
            let told = answered(name, &format!("{typed}\nmoves\n"));
            let end = format!(": all {number} steps are done");
            assert!(told.contains(&end), "{name}: {told}");
            assert_eq!(told.matches("Done:").count(), number, "{name}: {told}");
            assert!(!told.contains("Another way") && !told.contains("error"), "{told}");
            for (number, text) in (1..).zip(steps(name, "quote")) {
                assert!(told.contains(&format!("Step {number} of ")), "{told}");
                assert!(told.contains(&format!("“{text}”")), "{told}");
            }
            // Lap by lap.
            assert!(told.contains(" lifts A"), "{name}: {told}");
        }
    }
}

#[test]
fn input_may_end_at_every_prompt() {
    for name in LESSONS {
        let solutions = steps(name, "solution");
        let typed: Vec<&str> = solutions.iter().flat_map(|line| line.split(' ')).collect();
        for lines in 0..typed.len() {
            let told = answered(name, &typed[..lines].join("\n"));
            let end = format!(" of {} steps are done", solutions.len());
            assert!(told.ends_with(&end), "{name}, {lines} lines: {told}");
            let quits = answered(name, &format!("{}\nquit\nA1\n", typed[..lines].join("\n")));
            assert_eq!(quits, told);
        }
    }
}

/// Moves count by their effects: the laps, the last seed, the seeds captured and gained.
#[test]
fn another_line_to_the_goal_is_accepted() {
    // One seed, two from A1 by way of A4; one seed and then seven; a relay of two laps.
    for (name, typed, said) in [
        ("again", "A1", "Done: a move that ends in your store, with A1. Another way is A5."),
        ("capture", "A2\nA4 A2", "with A4 A2. Another way is A5 A1."),
    ] {
        let told = answered(name, typed);
        assert!(told.contains(said), "{name}: {told}");
    }
    // Of several moves those after the goal are not played.
    let told = answered("again", "A1 A5 A5");
    assert!(told.contains("with A1.") && told.contains("1 of 2 steps"), "{told}");
}

#[test]
fn a_wrong_try_is_explained_and_may_be_repeated() {
    for (name, typed, said) in [
        ("sowing", "A1", "Not yet: the turn has gained 0 seeds. The goal is at least 1 seed"),
        ("sowing", "A4\nA2", "Not yet: A2 has 1 lap: it ends in A4, which was empty"),
        ("again", "A3", "A3 doesn't end in the store but in B1, an empty hole of the opponent"),
        ("capture", "A1", "Not yet: A1 takes only 1 seed: it ends in A1"),
        ("capture", "A4", "Not yet: A4 takes nothing: it ends in B1"),
        ("capture", "A2\nA1", "Not yet: the turn has gained 7 seeds. The goal is at least 8"),
        ("again", "A5\nA3 A5", "Not yet: A5 doesn't end in the store but in A2"),
        ("first-turn", "A2", "Not yet: the turn has gained"),
        ("system", "A2", "Not yet: A2 doesn't end in the store but in A6, which was empty"),
    ] {
        let told = answered(name, typed);
        assert!(told.contains(said), "{name}: {told}");
        let (_, again) = told.split_once("Try again.").unwrap();
        // The position at the start of the step, also at the end.
        let step = typed.lines().count() - 1;
        let position = &steps(name, "position")[step];
        assert!(again.trim_start().starts_with(position), "{name}: {again}");
        let rest = steps(name, "solution")[step..].join("\n");
        let told = answered(name, &format!("{typed}\n{rest}\n"));
        assert!(told.contains("steps are done") && told.contains(": all "), "{told}");
    }
}

#[test]
fn help_and_the_way_back() {
    let told = answered("again", "hint\nhint\n");
    for said in [&steps("again", "hint")[0], "From the start of the turn, A5 reaches the goal."] {
        assert!(told.contains(said), "{told}");
    }
    // The first hint of the next step is its own.
    let told = answered("again", "hint\nhint\nA5\nhint\n");
    assert!(told.contains(&steps("again", "hint")[1]), "{told}");
    // A move and undo: as if it had not been played.
    let (before, back) = (answered("again", "A5\nboard\n"), answered("again", "A5\nA5\nundo\n"));
    let end = before.rsplit_once("0,0,3,2,1/0").unwrap().1;
    assert!(back.ends_with(end) && back.contains("1 move so far"), "{back}");
    for (typed, problem) in [
        ("undo", "undo: no move was played in this attempt"),
        ("eval", "that command doesn't work in lessons: expected a move, moves, hint, undo"),
        ("save x", "that command doesn't work in lessons"),
        (
            "foo",
            "expected a hole such as A7, or 7 for the mover's; or a command: moves, hint, undo, trace",
        ),
        ("B1", "A is to move"),
        ("A2", "the hole holds no seeds; legal: A1 A3 A4 A5"),
        ("hint me", "expected nothing after hint"),
    ] {
        let told = answered("again", &format!("{typed}\n"));
        assert!(told.contains("error: ") && told.contains(problem), "{typed}: {told}");
    }
    let told = answered("again", "trace off\nA5\nhelp\nmoves\n\n");
    for said in [
        "laps are no longer shown",
        "gains 1; ends in the store RA",
        "ends the lesson",
        "laps gain result",
    ] {
        assert!(told.contains(said), "{told}");
    }
    assert!(!told.contains(" lifts "), "{told}");
}

#[test]
fn lessons_are_listed_and_wrong_names_refused() {
    let output = run(&words("game --lesson"));
    assert_eq!(code(&output), 0);
    let told = stdout(&output);
    for name in LESSONS {
        let title = text(name, "title");
        let line = told.lines().find(|line| line.trim_start().starts_with(name));
        assert!(line.unwrap().contains(&title), "{told}");
    }
    for (args, problem) in [
        ("game --lesson sewing", "expected one of sowing, again, capture, system, first-turn"),
        ("game --lesson sowing --rules kalah", "a lesson has its own rules and positions"),
        ("game --lesson sowing --b best", "cannot be used with"),
        ("game --lesson sowing --format json", "a game is played in text"),
    ] {
        let message = refused(&words(args));
        assert!(message.contains(problem), "{args}: {message}");
    }
}

/// The example of the format, which its page shows.
#[test]
fn a_lesson_of_a_file_is_given_and_judged() {
    let file = home().join("examples/lesson.toml");
    let text = fs::read_to_string(&file).unwrap();
    let page = fs::read_to_string(home().join("docs/formats/lesson-files.md")).unwrap();
    assert!(page.contains(&format!("```toml\n{text}```")));
    let told = answered(file.to_str().unwrap(), "hint\nhint\nA4\nA2\n");
    for said in [
        "Empty holes of your own",
        "B2 holds five seeds. Take them in one move.",
        "It must be empty when your last seed falls into it.",
        "From the start of the turn, A2 reaches the goal.",
        "A4 sows past your store. Not yet: A4 takes nothing",
        "with A2",
        "all 1 step",
    ] {
        assert!(told.contains(said), "{said}: {told}");
    }
    assert!(!told.contains("source"), "{told}");
}

#[test]
fn faults_of_a_lesson_file_are_named_with_their_place() {
    let folder = Folder::made("lesson-files");
    let good = fs::read_to_string(home().join("examples/lesson.toml")).unwrap();
    let file = folder.path("lesson.toml");
    for (old, new, problem) in [
        ("title", "titel", "line 1, column 1: unknown field `titel`"),
        ("conglak", "conglac", "expected one of"),
        (
            "rules =",
            "set = { lap = \"far\" }\nrules =",
            "option lap: found \"far\", expected none or passed or circuit",
        ),
        ("/0 A", "/0 C", "line 6, column 12: "),
        ("/0 A", "/0 A over", "step 1: move 1, A4: the round is over"),
        ("captured = 5", "captured = 6", "step 1: solution A2: it does not reach the goal"),
        ("\"A2\"", "\"A3\"", "step 1: move 1, A3: "),
        ("\"A2\"", "\"A2 B1\"", "step 1: A2 B1: it goes on after the turn is over"),
        ("\"A4\" =", "\"4\" =", "step 1: remark on 4: expected moves such as A1 A3"),
        ("text =", "quote =", "step 1: no text: expected the task"),
        ("[[step]]", "[[steps]]", "unknown field `steps`"),
        ("title = ", "title = \"\"\nsource = ", "no title: expected one"),
        ("captured = 5", "gain = 0", "the goal is reached after 0 moves"),
    ] {
        assert!(good.contains(old));
        fs::write(&file, good.replacen(old, new, 1)).unwrap();
        let message = refused(&["game", "--lesson", &file]);
        assert!(message.contains(problem), "{new}: {message}");
    }
    fs::remove_file(&file).unwrap();
    assert!(refused(&["game", "--lesson", &file]).contains("lesson.toml"));
}

/// Quotations are the same as in the claims, the hints and the rule sets.
#[test]
fn quotes_are_the_sources() {
    let mut known = fs::read_to_string(home().join("positions/claims/overbeck.toml")).unwrap();
    known += &fs::read_to_string(home().join("positions/measured/hints.jsonl")).unwrap();
    known += &fs::read_to_string(home().join("src/rules/shipped/overbeck.toml")).unwrap();
    for name in LESSONS {
        assert!(file(name)["source"].as_str().unwrap().contains("Overbeck"));
        for quote in steps(name, "quote") {
            assert!(known.contains(&quote), "{name}: {quote}");
        }
    }
}
