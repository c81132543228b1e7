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
    path.map(|path| NewFile::new(HTML, path)).transpose()
}

/// Writes the page of a command, if one was asked for.
pub fn write(
    file: Option<&NewFile>,
    title: &str,
    session: &Session<'_>,
    scenes: impl FnOnce() -> Result<Vec<Scene>, Failure>,
) -> Result<(), Failure> {
    let Some(file) = file else { return Ok(()) };
    let page = Page::new(title, &session.rules_in_words(), scenes()?);
    file.write(&page.html())
}

/// A page with one line or more.
pub struct Page {
    title: String,
    rules: String,
    scenes: Vec<Scene>,
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

impl Page {
    /// A page with a title, a word on the rules, and at least one scene.
    ///
    /// # Panics
    /// Without a scene.
    pub fn new(title: &str, rules: &str, scenes: Vec<Scene>) -> Page {
        assert!(!scenes.is_empty(), "a page shows something");
        Page {
            title: title.to_owned(),
            rules: rules.to_owned(),
            scenes,
        }
    }

    /// The whole file.
    pub fn html(mut self) -> String {
        let templates = self.boards();
        let first = &self.scenes[0];
        let drawings = [Layout::Wide, Layout::Tall].map(|layout| first.drawn(layout));
        let data = Data {
            format: "chongkak page",
            version: 2,
            spots: Spots {
                wide: drawing::spots(Layout::Wide),
                tall: drawing::spots(Layout::Tall),
            },
            scenes: &self.scenes,
        };
        let data = serde_json::to_string(&data).expect("a page has a JSON form");
        let main = [
            ("board", drawings.concat()),
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
            title: &self.title,
            rules: &self.rules,
            style: format!("{}{STYLE}", drawing::STYLE),
            main: filled(PLAYER, &main),
            scripts: Some(filled(LAST, &last)),
        };
        frame.html()
    }

    /// A drawing for every kind of board, of which the scenes get the numbers.
    fn boards(&mut self) -> String {
        let mut fields = Vec::new();
        let mut text = String::new();
        for scene in &mut self.scenes {
            let field = scene.start.field();
            scene.board = fields.iter().position(|f| *f == field).unwrap_or_else(|| {
                fields.push(field);
                let [wide, tall] = [Layout::Wide, Layout::Tall].map(|layout| scene.drawn(layout));
                let number = fields.len() - 1;
                text += &format!("<template id=\"board-{number}\">\n{wide}{tall}</template>\n");
                number
            });
        }
        text
    }
}
