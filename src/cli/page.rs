//! HTML pages that commands write besides their answer.

use std::path::Path;

use chongkak::language::Language;
use chongkak::moves::Game;
pub use chongkak::show::page::{Exercise, Title, html, played, rules, worksheet};
pub use chongkak::show::scene::{Note, Scene};

use super::args::{PageFile, PositionArgs};
use super::error::CliError;
use super::new_file::NewFile;
use super::position_input;
use super::session::Session;

/// The option that writes a page.
pub const HTML: &str = "--html";
pub const ENDINGS: [&str; 2] = ["html", "htm"];

/// Returns the file for a page about one position, if `--html` is given. Checks that it can be
/// written.
pub fn file(
    wanted: &PageFile,
    place: &PositionArgs,
    session: &mut Session<'_>,
) -> Result<Option<NewFile>, CliError> {
    position_input::expect_one(place, HTML, wanted.html.as_deref(), "a page")?;
    file_beside(wanted, &[], session)
}

/// Like `file`, for a command that reads the files `inputs`.
pub fn file_beside(
    wanted: &PageFile,
    inputs: &[&Path],
    session: &mut Session<'_>,
) -> Result<Option<NewFile>, CliError> {
    let file = wanted
        .html
        .as_deref()
        .map(|path| NewFile::beside_answer(HTML, path, &ENDINGS, wanted.force, inputs, session));
    file.transpose()
}

/// The option that writes a worksheet.
pub const WORKSHEET: &str = "--worksheet";

/// Returns the file of a worksheet. Checks that it can be written.
pub fn sheet(
    path: Option<&Path>,
    force: bool,
    session: &mut Session<'_>,
) -> Result<Option<NewFile>, CliError> {
    let new = |path| NewFile::beside_answer(WORKSHEET, path, &ENDINGS, force, &[], session);
    path.map(new).transpose()
}

/// Writes the page of a command about a position, if `--html` is given: the result and the scenes.
pub fn write(
    file: Option<&NewFile>,
    session: &Session<'_>,
    game: &Game,
    page: impl FnOnce() -> Result<(String, Vec<Scene>), CliError>,
) -> Result<(), CliError> {
    let Some(file) = file else { return Ok(()) };
    let (result, scenes) = page()?;
    let title = Title {
        result,
        rules: rules(session.variant.preset(), game.rules()),
        position: Some(game.position().to_string()),
    };
    file.write(&html(&title, scenes, None, Language::english()))
}
