//! A page to look at: one file with the board, the line and everything that moves them, which needs
//! no network and nothing but a browser.
//!
//! The page is told where every seed goes and knows no rules (see `player.js`); the data is in
//! docs/formats/html.md.

mod frame;

use serde::Serialize;

use crate::board::{Position, Side};
use crate::record::RulesRecord;
use crate::rules::{Preset, Rules};

use super::drawing::{self, Layout, Spots};
use super::scene::{Columns, Scene};
use super::words;
use frame::Frame;
use frame::filled;
use frame::with_minus;
pub use frame::{Title, escaped};

const FIRST: &str = include_str!("first.html");
const REST: &str = include_str!("rest.html");
const LAST: &str = include_str!("scripts.html");
const STYLE: &str = concat!(include_str!("page.css"), include_str!("moving.css"));

/// Scripts that stand in one file one after the other; the first ones are modules elsewhere.
const SCRIPTS: [&str; 8] = [
    include_str!("elements.js"),
    include_str!("spoken.js"),
    include_str!("board.js"),
    include_str!("boards.js"),
    include_str!("player.js"),
    include_str!("screen.js"),
    include_str!("view.js"),
    include_str!("main.js"),
];

/// Says who is to move and what lies in the stores, or how the round ended.
pub fn standing(position: &Position) -> String {
    let [a, b] = Side::BOTH.map(|side| match position.is_over() {
        true => position.owned(side),
        false => position.store(side),
    });
    match position.is_over() {
        true => format!("the round is over, A {a} : B {b} seeds"),
        false => format!("{} to move, stores A {a} : B {b}", position.mover()),
    }
}

/// A line that the page plays, for a title. How it ends is shown by the board, when it is there.
#[must_use]
pub fn played(line: &str, moves: usize, start: &Position) -> String {
    match moves {
        0 => standing(start),
        1..=8 => format!("The line {line}"),
        _ => format!("A line of {}", words::counted(moves as u64, "move")),
    }
}

/// Rules that were made from a rule set, for a title.
#[must_use]
pub fn rules(preset: &Preset, rules: &Rules) -> String {
    RulesRecord::new(preset, rules).to_string()
}

/// The data that the scripts read.
#[derive(Serialize)]
struct Data<'a> {
    format: &'static str,
    version: u32,
    spots: Spots,
    tables: Vec<Columns>,
    scenes: &'a [Scene],
}

/// A whole page with a title and at least one scene.
///
/// # Panics
/// Without a scene.
#[must_use]
pub fn html(title: &Title, scenes: Vec<Scene>) -> String {
    html_with(title, scenes, "", "")
}

/// The same with something below, and what the style sheet has for that.
///
/// # Panics
/// Without a scene.
#[must_use]
pub fn html_with(title: &Title, mut scenes: Vec<Scene>, style: &str, below_all: &str) -> String {
    for scene in &mut scenes {
        scene.each_text(|text| *text = with_minus(text));
    }
    let templates = boards(&mut scenes);
    let tables = tables(&mut scenes);
    let first = scenes.first().expect("a page shows something");
    let data = Data {
        format: "chongkak page",
        version: 3,
        spots: Spots::all(),
        tables,
        scenes: &scenes,
    };
    let data = serde_json::to_string(&data).expect("a page has a JSON form");
    let table = first.table.as_ref();
    let top = [
        ("answer", escaped(&first.answer)),
        ("board", drawings(first)),
        ("caption", escaped(&first.caption)),
    ];
    let below = [
        ("table", table.map(columns).unwrap_or_default()),
        ("position", escaped(&first.start.to_string())),
    ];
    let last = [
        ("templates", templates),
        // No element can end within a string of it.
        ("data", data.replace('<', "\\u003c")),
        ("script", SCRIPTS.map(in_one_file).concat()),
    ];
    let frame = Frame {
        title,
        style: format!("{}{STYLE}{style}", drawing::STYLE),
        first: filled(FIRST, &top),
        rest: filled(REST, &below) + below_all,
        scripts: filled(LAST, &last),
    };
    frame.html()
}

/// A module as a part of a larger script, where all names are known to all.
fn in_one_file(module: &str) -> String {
    let lines = module.lines().filter(|line| !line.starts_with("import "));
    let lines = lines.map(|line| line.strip_prefix("export ").unwrap_or(line));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// Writes what stands in the element of a table, for readers without scripts.
fn columns(table: &Columns) -> String {
    let row = |cells: &[String], tags: [&str; 2]| {
        let cells = cells.iter().enumerate().map(|(column, text)| {
            let tag = tags[column.min(1)];
            format!("<{tag}>{}</{tag}>", escaped(text))
        });
        format!("<tr>{}</tr>\n", cells.collect::<String>())
    };
    let rows = table.rows.iter().map(|cells| row(cells, ["th", "td"]));
    let (caption, heads) = (escaped(&table.caption), row(&table.heads, ["th"; 2]));
    format!(
        "<caption>{caption}</caption>\n{heads}{}",
        rows.collect::<String>()
    )
}

/// The board of a scene in both layouts.
fn drawings(scene: &Scene) -> String {
    let layouts = [Layout::Wide, Layout::Tall];
    layouts.map(|layout| scene.drawn(layout)).concat()
}

/// All tables, each once, of which the scenes get the numbers.
fn tables(scenes: &mut [Scene]) -> Vec<Columns> {
    let mut tables: Vec<Columns> = Vec::new();
    for scene in scenes {
        scene.table_number = scene.table.as_ref().map(|table| {
            let known = tables.iter().position(|one| one == table);
            known.unwrap_or_else(|| {
                tables.push(table.clone());
                tables.len() - 1
            })
        });
    }
    tables
}

/// A drawing for every kind of board, of which the scenes get the numbers.
fn boards(scenes: &mut [Scene]) -> String {
    let mut fields = Vec::new();
    let mut text = String::new();
    for scene in scenes {
        let field = scene.start.field();
        scene.board = fields.iter().position(|f| *f == field).unwrap_or_else(|| {
            fields.push(field);
            let (number, boards) = (fields.len() - 1, drawings(scene));
            text += &format!("<template id=\"board-{number}\">\n{boards}</template>\n");
            number
        });
    }
    text
}
