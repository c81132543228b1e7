//! Pictures of positions.

use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use crate::support::{Folder, any_game, code, options, program, run, stderr, tags, text_of};

/// The most seeds drawn one by one, in a hole and in a store.
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
    let mut runner = TestRunner::new(crate::support::law(60));
    let result = runner.run(&any_game(), |(rules, position)| {
        let mut command = program();
        command.args(["show", &position.to_string(), "--force", "--svg", &file]);
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
            let owner = format!(" <tspan>{}'s store</tspan>", shape.side_of(index));
            let name = format!(">{cell}{}</text>", if store { &owner } else { "" });
            prop_assert!(part.contains(&name), "{} lacks its name", cell);
        }
        let [width, height] = ["width", "height"].map(|name| attribute(&svg, name)[0]);
        prop_assert!(attribute(&svg, "cx").iter().all(|x| (0.0..width).contains(x)));
        prop_assert!(attribute(&svg, "cy").iter().all(|y| (0.0..height).contains(y)));
        Ok(())
    });
    result.unwrap();
}

/// The drawn seeds of a cell, relative to its centre.
fn seeds_of(group: &str) -> Vec<[f64; 2]> {
    let (_, behind) = group.split_once("<g class=\"seeds\" transform=\"translate(").unwrap();
    let (by, _) = behind.split_once(')').unwrap();
    let by: Vec<f64> = by.split(' ').map(|part| part.parse().unwrap()).collect();
    let middle = ["data-x", "data-y"].map(|name| attribute(group, name)[0]);
    let seeds = behind.split("</g>").next().unwrap();
    let [x, y] = ["cx", "cy"].map(|name| attribute(seeds, name));
    let seeds = x.iter().zip(&y);
    seeds.map(|(x, y)| [x + by[0] - middle[0], y + by[1] - middle[1]]).collect()
}

/// Every number of seeds fits in its hole, without overlaps, around the centre.
#[test]
fn seeds_lie_apart_and_round_the_middle_of_their_cell() {
    let folder = Folder::made("look-seeds");
    let file = folder.path("board.svg");
    let row = |first: u32| (first..first + 16).map(|n| n.to_string()).collect::<Vec<_>>().join(",");
    let position = format!("{}/18 {}/70 A", row(0), row(16));
    let output = run(&["show", &position, "--rules", "kalah", "--force", "--svg", &file]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let svg = std::fs::read_to_string(&file).unwrap();
    let groups: Vec<&str> = svg.split("<g class=\"cell").skip(1).collect();
    let expected = (0..16).chain([18]).chain(16..32).chain([70]);
    for (group, count) in groups.iter().zip(expected) {
        let seeds = seeds_of(group);
        assert_eq!(seeds.len(), count);
        for (number, [x, y]) in seeds.iter().enumerate() {
            if count < 32 && count != 18 {
                assert!(x.hypot(*y) + 4.6 < 35.0, "{count}: seed {number} sticks out");
            }
            for [other_x, other_y] in &seeds[..number] {
                let apart = (x - other_x).hypot(y - other_y);
                assert!(apart >= 2.0 * 4.6, "{count}: seed {number}: {apart}");
            }
        }
        for axis in [0, 1] {
            let places = || seeds.iter().map(|seed| seed[axis]);
            let (Some(least), Some(most)) = (places().reduce(f64::min), places().reduce(f64::max))
            else {
                continue;
            };
            assert!((least + most).abs() < 0.3, "{count} seeds: from {least} to {most}");
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
