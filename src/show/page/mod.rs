//! A page to look at: one file with the board, the line and everything that moves them, which needs
//! no network and nothing but a browser.
//!
//! The page is told where every seed goes and knows no rules (see `player.js`); the data is in
//! docs/formats/html.md.

mod frame;

use std::collections::BTreeMap;

use serde::Serialize;

use crate::board::{Position, Side};
use crate::language::Language;
use crate::record::RulesRecord;
use crate::rules::{Preset, Rules};
use crate::say;
use crate::text::harmless::is_direction;

use super::drawing::{self, Layout, Spots};
use super::plot::{self, Curve};
use super::scene::{Columns, Scene};
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

/// The texts that the scripts of a page say, by their keys; they know the last part of each.
const WORDS: [&str; 15] = [
    "page.frame.at-fault",
    "page.board.row",
    "page.board.holds",
    "page.board.goes-on",
    "page.board.go-on",
    "page.board.too-many-taken",
    "page.board.other-seeds",
    "saved.line",
    "saved.line-of",
    "saved.play",
    "saved.play-line",
    "saved.pause",
    "saved.start",
    "saved.store",
    "saved.is-played",
];

/// Says who is to move and what lies in the stores, or how the round ended.
pub fn standing(position: &Position, language: &Language) -> String {
    let [a, b] = Side::BOTH.map(|side| match position.is_over() {
        true => position.owned(side),
        false => position.store(side),
    });
    match position.is_over() {
        true => say!(language, "saved.over", a = a, b = b),
        false => say!(language, "saved.standing", mover = position.mover(), a = a, b = b),
    }
}

/// A line that the page plays, for a title. How it ends is shown by the board, when it is there.
#[must_use]
pub fn played(line: &str, moves: usize, start: &Position, language: &Language) -> String {
    match moves {
        0 => standing(start, language),
        1..=8 => say!(language, "saved.the-line", line = line),
        _ => {
            let moves = say!(language, "page.count.moves"; moves);
            say!(language, "saved.line-with", moves = moves)
        }
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

/// A whole page with a title and at least one scene, both told in the language.
///
/// # Panics
/// Without a scene.
#[must_use]
pub fn html(title: &Title, scenes: Vec<Scene>, language: &Language) -> String {
    whole(title, scenes, None, language)
}

/// The same in English, with a curve below if there is one.
///
/// # Panics
/// Without a scene.
#[must_use]
pub fn html_with_curve(title: &Title, scenes: Vec<Scene>, curve: Option<&Curve>) -> String {
    whole(title, scenes, curve, Language::english())
}

fn whole(
    title: &Title,
    mut scenes: Vec<Scene>,
    curve: Option<&Curve>,
    language: &Language,
) -> String {
    for scene in &mut scenes {
        scene.each_text(|text| *text = with_minus(text));
    }
    let templates = boards(&mut scenes);
    let tables = tables(&mut scenes);
    let first = scenes.first().expect("a page shows something");
    let data =
        Data { format: "chongkak page", version: 3, spots: Spots::all(), tables, scenes: &scenes };
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
        ("words", spoken(language)),
        ("script", SCRIPTS.map(in_one_file).concat()),
    ];
    let frame = Frame {
        title,
        language,
        style: format!("{}{STYLE}{}", drawing::STYLE, curve.map_or("", |_| plot::STYLE)),
        first: filled(FIRST, &top, language),
        rest: filled(REST, &below, language) + &curve.map(Curve::html).unwrap_or_default(),
        scripts: filled(LAST, &last, language),
    };
    // What files say can't turn the direction of what stands beside it.
    frame.html().replace(is_direction, "\u{fffd}")
}

/// The texts of the scripts as JSON, which no element ends.
fn spoken(language: &Language) -> String {
    let one = |key: &'static str| {
        let name = key.rsplit('.').next().unwrap_or(key);
        (name, language.forms_of(key).concat())
    };
    let texts: BTreeMap<&str, String> = WORDS.map(one).into();
    let json = serde_json::to_string(&texts).expect("texts have a JSON form");
    json.replace('<', "\\u003c")
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
    format!("<caption>{caption}</caption>\n{heads}{}", rows.collect::<String>())
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
