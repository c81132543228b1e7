//! A page: one file with the board, the line and the scripts that animate them. It needs only a
//! browser and no network.
//!
//! The page is given the path of every seed and knows no rules (see `player.js`); its data is
//! described in docs/formats/html.md.

mod template;
mod worksheet;

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
pub use worksheet::{Exercise, worksheet};

const PAGE: &str = include_str!("page.html");
const STYLE: [&str; 5] = [
    include_str!("shared/frame.css"),
    drawing::STYLE,
    include_str!("page.css"),
    include_str!("shared/moving.css"),
    include_str!("shared/print.css"),
];

/// Scripts that are joined into one file; the first ones are modules elsewhere.
const SCRIPTS: [&str; 7] = [
    include_str!("shared/elements.js"),
    include_str!("shared/board.js"),
    include_str!("shared/boards.js"),
    include_str!("shared/player.js"),
    include_str!("shared/screen.js"),
    include_str!("view.js"),
    include_str!("main.js"),
];

/// Additional scripts and style of a page with a curve.
const PLOT: [&str; 2] = [include_str!("shared/plot.js"), include_str!("curve.js")];
const PLOT_STYLE: &str = include_str!("shared/plot.css");

/// The texts used by the scripts of a page, which omit the prefix `page.` as the scripts of the
/// board do.
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

/// Describes who is to move and what the stores hold, or how the round ended.
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

/// Returns the title of a line. It omits the result, which the board shows at the end.
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

/// Describes rules based on a rule set, for a title.
pub fn rules(preset: &Preset, rules: &Rules) -> String {
    RulesRecord::new(preset, rules).to_string()
}

/// Values in order, which a script plots below the board, with a table.
#[derive(Serialize)]
pub struct Curve {
    pub title: &'static str,
    /// The subject and remarks.
    pub caption: String,
    /// A replacement for readers who cannot see the plot.
    pub told: &'static str,
    /// The headings of the table: places, values and kinds.
    pub axes: [&'static str; 3],
    /// The name of the table.
    pub numbers: &'static str,
    /// The kinds of values, each with its name.
    pub kinds: Vec<[&'static str; 2]>,
    /// Places, each with value and kind. A new curve begins after the `result` of a round.
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

/// Creates a page with a title and at least one scene, both in the given language, and an optional
/// curve.
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
        // No element can end within a JSON string.
        ("data", data.replace('<', "\\u003c")),
        ("words", script_texts(language)),
        ("script", SCRIPTS.iter().chain(script).copied().map(in_one_file).collect()),
    ];
    // Texts from files must not change the writing direction of other text.
    filled(PAGE, &values, language).replace(is_direction, "\u{fffd}")
}

/// Returns the texts of the scripts as JSON that cannot end an element.
fn script_texts(language: &Language) -> String {
    let one = |key: &'static str| {
        let name = key.strip_prefix("page.").unwrap_or(key);
        (name, language.forms_of(key).concat())
    };
    let texts: BTreeMap<&str, String> = WORDS.map(one).into();
    let json = serde_json::to_string(&texts).expect("texts have a JSON form");
    json.replace('<', "\\u003c")
}

/// Removes imports and exports, so that modules can be joined into one script.
fn in_one_file(module: &str) -> String {
    let lines = module.lines().filter(|line| !line.starts_with("import "));
    let lines = lines.map(|line| line.strip_prefix("export ").unwrap_or(line));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// Formats the content of a table element, for readers without scripts.
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

/// Draws the board of a scene in both layouts.
fn drawings(scene: &Scene) -> String {
    let layouts = [Layout::Wide, Layout::Tall];
    layouts.map(|layout| scene.drawn(layout)).concat()
}

/// Returns all distinct tables and sets their numbers in the scenes.
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

/// Draws each kind of board once and sets the numbers in the scenes.
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
