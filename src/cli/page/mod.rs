//! A page to look at: one file with the board, the line and everything that moves them, which needs
//! no network and nothing but a browser.
//!
//! The page is told where every seed goes and knows no rules (see `player.js`); the data is in
//! docs/FORMATS.md.

mod frame;
mod scene;

use serde::Serialize;

use super::args::{PageFile, Place};
use super::drawing::{self, Layout, Point};
use super::failure::Failure;
use super::input;
use super::new_file::NewFile;
use super::session::Session;
use frame::filled;
pub use frame::{Frame, escaped};
pub use scene::{Columns, Note, Scene};

/// The option that asks for a page.
pub const HTML: &str = "--html";

const PLAYER: &str = include_str!("player.html");
const LAST: &str = include_str!("scripts.html");
const STYLE: &str = include_str!("page.css");
const SCRIPTS: [&str; 5] = [
    include_str!("board.js"),
    include_str!("player.js"),
    include_str!("view.js"),
    include_str!("main.js"),
    include_str!("test.js"),
];

/// The file of a page about one position, if one was asked for. Tries whether it can be written.
pub fn file(wanted: &PageFile, place: &Place) -> Result<Option<NewFile>, Failure> {
    let path = wanted.html.as_deref();
    input::expect_one(place, HTML, path, "a page")?;
    NewFile::asked(HTML, path)
}

/// Writes the page of a command, if one was asked for.
pub fn write(
    file: Option<&NewFile>,
    title: &str,
    session: &Session<'_>,
    scenes: impl FnOnce() -> Result<Vec<Scene>, Failure>,
) -> Result<(), Failure> {
    let Some(file) = file else { return Ok(()) };
    file.write(&html(title, &session.rules_in_words(), scenes()?))
}

/// The data that the scripts read.
#[derive(Serialize)]
struct Data<'a> {
    format: &'static str,
    version: u32,
    spots: Spots,
    scenes: &'a [Scene],
}

/// Where seeds lie in a hole and in a store, in each of the two drawings.
#[derive(Serialize)]
struct Spots {
    wide: [Vec<Point>; 2],
    tall: [Vec<Point>; 2],
}

/// A whole page with a title, a word on the rules, and at least one scene.
///
/// # Panics
/// Without a scene.
pub fn html(title: &str, rules: &str, mut scenes: Vec<Scene>) -> String {
    let templates = boards(&mut scenes);
    let first = scenes.first().expect("a page shows something");
    let data = Data {
        format: "chongkak page",
        version: 2,
        spots: Spots {
            wide: drawing::spots(Layout::Wide),
            tall: drawing::spots(Layout::Tall),
        },
        scenes: &scenes,
    };
    let data = serde_json::to_string(&data).expect("a page has a JSON form");
    let main = [
        ("board", drawings(first)),
        ("caption", escaped(&first.caption)),
        ("position", escaped(&first.start.to_string())),
    ];
    let last = [
        ("templates", templates),
        // No element can end within a string of it.
        ("data", data.replace('<', "\\u003c")),
        ("script", SCRIPTS.concat()),
    ];
    let frame = Frame {
        title,
        rules,
        style: format!("{}{STYLE}", drawing::STYLE),
        main: filled(PLAYER, &main),
        scripts: Some(filled(LAST, &last)),
    };
    frame.html()
}

/// The board of a scene in both layouts.
fn drawings(scene: &Scene) -> String {
    let layouts = [Layout::Wide, Layout::Tall];
    layouts.map(|layout| scene.drawn(layout)).concat()
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
