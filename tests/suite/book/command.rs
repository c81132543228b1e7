//! The opening book: the command, the page, the script.

use chongkak::book;
use chongkak::book::{AtLeast, DAKON_OPENINGS, Goals, Opening};

use crate::support::{
    BookCase, code, home, json_lines, json_of, outcome, project, python, refused, run, script_of,
    stderr, stdout, text_of,
};

#[test]
fn the_command_gives_what_the_files_have() {
    for name in book::names() {
        let output = run(&["book", name, "--format", "jsonl"]);
        let recorded = json_lines(&text_of(&format!("positions/book/{name}.jsonl")));
        assert_eq!(json_lines(&stdout(&output)), recorded, "{name}");
        let whole = json_of(&["book", name]);
        assert_eq!(whole["openings"], serde_json::Value::from(recorded));
    }
}

#[test]
fn the_table_has_an_opening_a_row_and_the_lines_below() {
    let text = stdout(&run(&["book", "--owned", "99", "--lines"]));
    let openings = book::openings("overbeck").unwrap();
    let opening = openings.iter().find(|o| o.owned == 99).unwrap();
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let case = BookCase::of("overbeck", opening);
    for line in case.lines() {
        assert!(words.contains(&line.line), "{text}");
    }
    for (name, count) in [("kalah", 41), ("overbeck", 17), (DAKON_OPENINGS, 17)] {
        let table = stdout(&run(&["book", name, "--all"]));
        let rows = table.lines().filter(|line| line.contains(" : "));
        assert_eq!(rows.count(), count, "{table}");
    }
    // Overbeck's book has one opening of each kind; for others the program names it.
    let openings = book::openings("overbeck").unwrap();
    for owned in 9..=153_u32 {
        let filled = [owned, 162 - owned].map(|owned| (owned / 9).min(9) as u8);
        let kind = openings.iter().find(|o| o.filled == filled).unwrap();
        if owned % 9 == 0 || ![10, 33, 97, 152].contains(&owned) {
            continue;
        }
        let message = refused(&["book", "--owned", &owned.to_string()]);
        let expected = format!("one opening of each kind: expected --owned {},", kind.owned);
        assert!(message.contains(&expected), "{message}");
    }
    for owned in ["0", "8", "154", "1000"] {
        let message = refused(&["book", "--owned", owned]);
        assert!(message.contains("expected one of 9, 18, 27"), "{message}");
    }
    let message = refused(&["book", DAKON_OPENINGS, "--owned", "50"]);
    assert!(message.contains("expected one of 4, 9, 16"), "{message}");
    let help = stdout(&run(&["book", "--help"]));
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("The book of overbeck has one opening of each kind"), "{help}");
    assert_eq!(code(&run(&["book", "kalah", "--set", "lone=bank"])), 2);
    assert_eq!(code(&run(&["book", "chess"])), 2);
}

#[test]
fn the_page_shows_what_is_recorded() {
    let mut page = python(home().join("scripts/pages"));
    let output = page.args(["book", "--check"]).output().unwrap();
    assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
}

#[test]
fn the_script_makes_checks_and_improves_a_book() {
    let project = project("book");
    let run = |arguments: &[&str]| {
        let mut command = script_of(&project.0, "make book");
        outcome(&command.args(arguments).output().unwrap())
    };
    let file = "positions/book/kalah.jsonl";
    let (status, told, errors) = run(&["kalah", "--time", "1"]);
    // The others are of the same kinds: proofs for one hold for all.
    assert_eq!((status, told.lines().count()), (0, 26), "{told}{errors}");
    let text = project.read(file);
    let made = text.lines().map(|line| serde_json::from_str(line).unwrap());
    let all = |o: Opening| (o.position, o.harvest, o.goals);
    let made: Vec<_> = made.map(all).collect();
    let shipped = book::openings("kalah").unwrap().into_iter().map(all);
    assert_eq!(made, shipped.collect::<Vec<_>>());
    // Everything is proven, so nothing is left to do.
    assert_eq!(run(&["kalah", "--time", "2", "--again"]).1, "");
    assert_eq!(run(&["kalah", "--check"]).0, 0);
    let wrong = text.replacen("\"laps\":2", "\"laps\":3", 1);
    assert_ne!(wrong, text);
    project.file(file, &wrong);
    let (status, _, errors) = run(&["kalah", "--check"]);
    assert_eq!(status, 1);
    assert!(errors.contains("is not as recorded"), "{errors}");
    // Results on the winning openings are removed, and found again.
    let size = ["dakon-openings", "--holes", "4", "--time", "1"];
    assert_eq!(run(&size).0, 0);
    let file = "positions/book/dakon-openings.jsonl";
    let read = || serde_json::from_str::<Opening>(project.read(file).trim()).unwrap();
    let made = read();
    let shortest = made.goals.both()[0].shortest.as_ref().unwrap();
    assert_eq!((shortest.moves, shortest.proven), (12, true));
    let mut poorer = made.clone();
    let Goals::Full { winning, .. } = &mut poorer.goals else {
        panic!("{poorer:?}");
    };
    winning.at_least = Some(AtLeast { moves: 1, laps: 1 });
    (winning.shortest, winning.fewest_laps) = (None, None);
    project.file(file, &(serde_json::to_string(&poorer).unwrap() + "\n"));
    assert_eq!(run(&[&size[..], &["--again"]].concat()).0, 0);
    assert_eq!(read().goals, made.goals);
    // A line below a proven bound is impossible and stops the script.
    let shorter = serde_json::to_string(&made)
        .unwrap()
        .replace("\"at_least\":{\"moves\":12,", "\"at_least\":{\"moves\":13,");
    project.file(file, &(shorter + "\n"));
    let (status, _, errors) = run(&[&size[..], &["--again"]].concat());
    assert!(status == 1 && errors.contains("is shorter than what was proven"), "{errors}");
    assert_eq!(run(&["no-such-game"]).0, 2);
}

/// With node limits the script finds the same lines every time, and keeps all known ones.
#[test]
fn searching_again_repeats_itself_and_loses_nothing() {
    let file = "positions/book/dakon-openings.jsonl";
    let size = ["dakon-openings", "--holes", "7", "--again", "--seed", "3"];
    let args = [&size[..], &["--nodes", "10000", "--threads", "1"]].concat();
    let found = ["book-once", "book-again"].map(|name| {
        let project = project(name);
        let search = || {
            let output = script_of(&project.0, "make book").args(&args).output();
            let (status, told, errors) = outcome(&output.unwrap());
            assert_eq!((status, told.lines().count()), (0, 1), "{told}{errors}");
            project.read(file)
        };
        let from_nothing = search();
        project.file(file, &text_of(file));
        [from_nothing, search()]
    });
    assert!(found[0] == found[1]);
    let [from_nothing, from_the_book] = &found[0];
    let made: Opening = serde_json::from_str(from_nothing.trim()).unwrap();
    assert!(made.goals.both()[0].shortest.is_some(), "{from_nothing}");
    // Openings that it has not searched are unchanged.
    for (before, after) in text_of(file).lines().zip(from_the_book.lines()) {
        let [before, after] = [before, after].map(serde_json::from_str::<Opening>);
        let (before, after) = (before.unwrap(), after.unwrap());
        if before.holes != 7 {
            assert_eq!(before, after);
            continue;
        }
        assert!(after.harvest.seeds >= before.harvest.seeds);
        for (before, after) in before.goals.both().into_iter().zip(after.goals.both()) {
            let moves = [before, after].map(|goal| goal.shortest.as_ref().unwrap().moves);
            let laps = [before, after].map(|goal| goal.fewest_laps.as_ref().unwrap().laps);
            assert!(moves[1] <= moves[0] && laps[1] <= laps[0]);
        }
    }
}
