//! Pictures of positions.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use crate::support::{Folder, any_game, code, options, program, run, stderr, tags, text_of};

/// Seeds that are drawn one by one at most, in a hole and in a store.
const DRAWN: [u32; 2] = [31, 70];

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
