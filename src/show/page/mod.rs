//! A page to look at: one file with the board, the line and everything that moves them, which needs
//! no network and nothing but a browser.
//!
//! The page is told where every seed goes and knows no rules (see `player.js`); the data is in
//! docs/formats/html.md.

mod template;

use std::collections::BTreeMap;

use serde::Serialize;

use crate::board::{Position, Side};
use crate::language::Language;
use crate::record::RulesRecord;
use crate::rules::{Preset, Rules};
use crate::say;
use crate::text::harmless::is_direction;

use super::drawing::{self, Layout, Spots};
use super::scene::{Columns, Scene};
pub use template::Title;
use template::{escaped, filled, with_minus};

const PAGE: &str = include_str!("page.html");
const STYLE: [&str; 4] = [
    include_str!("shared/frame.css"),
    drawing::STYLE,
    include_str!("page.css"),
    include_str!("shared/moving.css"),
];

/// Scripts that stand in one file one after the other; the first ones are modules elsewhere.
const SCRIPTS: [&str; 7] = [
    include_str!("shared/elements.js"),
    include_str!("shared/board.js"),
    include_str!("shared/boards.js"),
    include_str!("shared/player.js"),
    include_str!("shared/screen.js"),
    include_str!("view.js"),
    include_str!("main.js"),
];

/// The scripts and the style of a page with a curve besides.
const PLOT: [&str; 2] = [include_str!("shared/plot.js"), include_str!("curve.js")];
const PLOT_STYLE: &str = include_str!("shared/plot.css");

/// The texts that the scripts of a page say. The scripts of the board leave `page.` out, and so do these.
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
pub fn rules(preset: &Preset, rules: &Rules) -> String {
    RulesRecord::new(preset, rules).to_string()
}

/// Values in their order, which a script draws below the board, with a table of them.
#[derive(Serialize)]
pub struct Curve {
    pub title: &'static str,
    /// Its subject, and remarks on it.
    pub caption: String,
    /// The same for readers who can't see it.
    pub told: &'static str,
    /// The heads of the table: places, values and kinds.
    pub axes: [&'static str; 3],
    /// The name of the table.
    pub numbers: &'static str,
    /// The kinds of values that there are, each with its name.
    pub kinds: Vec<[&'static str; 2]>,
    /// Places, each with its value and its kind. Behind the `result` of a round the line begins anew.
    pub points: Vec<(i32, i32, &'static str)>,
}

/// The data that the scripts read.
#[derive(Serialize)]
struct Data<'a> {
    format: &'static str,
    version: u32,
    spots: Spots,
    tables: Vec<Columns>,
    scenes: &'a [Scene],
    #[serde(skip_serializing_if = "Option::is_none")]
    curve: Option<&'a Curve>,
}

/// A whole page with a title and at least one scene, both told in the language, and perhaps a curve.
pub fn html(
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
    let (spots, scenes) = (Spots::all(), &scenes);
    let data = Data { format: "chongkak page", version: 3, spots, tables, scenes, curve };
    let data = serde_json::to_string(&data).expect("a page has a JSON form");
    let (script, style) = match curve {
        Some(_) => (&PLOT[..], PLOT_STYLE),
        None => (&[][..], ""),
    };
    let table = first.table.as_ref();
    let values = [
        ("lang", language.code().to_owned()),
        ("title", escaped(&with_minus(&title.line()))),
        ("result", escaped(&with_minus(&title.result))),
        ("about", title.about()),
        ("program", format!("chongkak {}", crate::VERSION)),
        ("style", STYLE.concat() + style),
        ("answer", escaped(&first.answer)),
        ("board", drawings(first)),
        ("caption", escaped(&first.caption)),
        ("table", table.map(columns).unwrap_or_default()),
        ("position", escaped(&first.start.to_string())),
        ("templates", templates),
        // No element can end within a string of it.
        ("data", data.replace('<', "\\u003c")),
        ("words", spoken(language)),
        ("script", SCRIPTS.iter().chain(script).copied().map(in_one_file).collect()),
    ];
    // What files say can't turn the direction of what stands beside it.
    filled(PAGE, &values, language).replace(is_direction, "\u{fffd}")
}

/// The texts of the scripts as JSON, which no element ends.
fn spoken(language: &Language) -> String {
    let one = |key: &'static str| {
        let name = key.strip_prefix("page.").unwrap_or(key);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::Game;

    #[test]
    fn texts_are_no_markup() {
        let game = Game::opening(&Preset::all()[0].rules, Side::A);
        let title = Title {
            result: "<A & \"B\">".to_owned(),
            rules: "<b>".to_owned(),
            position: Some("<C>".to_owned()),
        };
        let scene = Scene::of_line("", &game, &[]).unwrap();
        let page = html(&title, vec![scene], None, Language::english());
        for expected in [
            "<title>&lt;A &amp; &quot;B&quot;&gt; · &lt;b&gt; · &lt;C&gt;</title>",
            "<h1>&lt;A &amp; &quot;B&quot;&gt; <small>&lt;b&gt; · <code>&lt;C&gt;</code></small></h1>",
        ] {
            assert!(page.contains(expected), "{page}");
        }
        assert!(!page.contains("<A") && !page.contains("<b>"));
    }
}
